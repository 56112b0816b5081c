package quotable

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/chunk"
	"rabbithole/backend/cite/grid"
	"rabbithole/backend/source"
)

// Sections reads the passages of a section.
type Sections interface {
	SectionPassages(ctx context.Context, document, section string) ([]source.Passage, error)
}

// UnitsOf returns the quotable units of a passage, entries of a list that was begun before it behind what leads into it.
func UnitsOf(ctx context.Context, library Sections, p source.Passage, language string) ([]string, error) {
	list, err := openings(ctx, library, p, language)
	if err != nil || len(list) == 0 {
		return Units(p, language), err
	}
	return unitsBehind(list, p, language), nil
}

// opening is what leads into the list that a passage begins inside: a sentence or an entry of a passage before.
type opening struct {
	text  string     // on one line
	of    chunk.Mark // of the entry of its list that was met first, looking back
	holed bool       // entries stand between it and the passage
}

// mostBefore is how many passages before its own the sentence that leads into a list may stand.
const mostBefore = 6

// openings returns what leads into the list that a passage begins inside, the outermost first; none where it begins otherwise, or where
// the sentence is not found. Long lists are cut into passages, and "(f) the fact that" says nothing without "the notice names".
func openings(ctx context.Context, library Sections, p source.Passage, language string) ([]opening, error) {
	first := cut(strings.Join(body(p), "\n"), language)
	if slices.ContainsFunc(grid.Split(unlabelled(body(p))), func(b grid.Block) bool { return b.Table }) { // its rows are no sentences
		return nil, nil
	}
	if library == nil || p.Section == "" || len(first) == 0 || !first[0].entry() || ParagraphMark.MatchString(first[0].text) {
		return nil, nil
	}
	all, err := library.SectionPassages(ctx, p.Document, p.Section)
	if err != nil {
		return nil, fmt.Errorf("read what stands before a list: %w", err)
	}
	at := slices.IndexFunc(all, func(o source.Passage) bool { return o.ID == p.ID })
	var before []piece
	for n := 0; at > 0 && n < mostBefore; n++ {
		at--
		if all[at].Section != p.Section {
			break
		}
		before = slices.Concat(prose(all[at], language), before)
		if list, whole := opens(before, chunk.MarkOf(first[0].text)); whole {
			return list, nil
		}
	}
	return nil, nil
}

// prose returns the sentences and entries of a passage; a table ends whatever stands before it.
func prose(p source.Passage, language string) []piece {
	var out []piece
	for _, b := range grid.Split(unlabelled(body(p))) {
		if b.Table {
			out = append(out, piece{".", true})
			continue
		}
		out = append(out, cut(strings.Join(b.Lines, "\n"), language)...)
	}
	return out
}

// opens looks back from an entry with the mark m for what leads into its list and into the lists around that one. whole is false where the
// Sentence that leads into the outermost stands further back, or nowhere.
func opens(before []piece, m chunk.Mark) (list []opening, whole bool) {
	begun, holed := m.First() && m.Label != "", false
	for i, p := range slices.Backward(before) {
		text, own := joined([]string{p.text}), chunk.MarkOf(p.text)
		ends := strings.ContainsAny(text[len(text)-1:], ".!?")
		switch {
		case !p.entry() && !p.fresh && ends: // a further sentence of the entry before it
			holed = true
		case !p.entry() && (ends || len(list) == 0 && !begun && !(i+1 < len(before) && bullet(m, before[i+1]))):
			return nil, true
		case !p.entry(), own.Paragraph() && !m.Paragraph():
			return slices.Insert(list, 0, opening{text, m, holed}), true
		case own.Alike(m):
			begun, holed = begun || own.First(), true
		case begun && !strings.ContainsAny(text[len(text)-1:], ".;"):
			list = slices.Insert(list, 0, opening{text, m, holed})
			m, begun, holed = own, own.First(), false
			if strings.HasSuffix(text, ":") && own.Numbered() { // a paragraph of an act that numbers "1." and letters "(a)"
				return list, true
			}
		default:
			holed = true
		}
	}
	return nil, false
}

// bullet reports whether p is an entry of the same unnumbered list.
func bullet(m chunk.Mark, p piece) bool { return m.Label == "" && chunk.MarkOf(p.text) == m }

// unitsBehind returns the units of a passage that begins inside a list: its entries stand behind what leads into it.
func unitsBehind(list []opening, p source.Passage, language string) []string {
	var units []string
	all := cut(strings.Join(body(p), "\n"), language)
	for len(all) > 0 && all[0].entry() {
		m := chunk.MarkOf(all[0].text)
		for len(list) > 0 && !m.Alike(list[len(list)-1].of) {
			list = list[:len(list)-1]
			if n := len(list); n > 0 {
				list[n-1].holed = true
			}
		}
		if len(list) == 0 {
			break
		}
		own := list[len(list)-1]
		root, n := readList(piece{text: own.text}, all)
		if n == 0 {
			break
		}
		if own.holed {
			root.text += " …"
		}
		limit := wholeList
		if root.connected() {
			limit = WholeSentence
		}
		units = append(append(units, root.quotes(before(list[:len(list)-1]), "", limit)...), quotable(root.then)...)
		all = all[n:]
		list[len(list)-1].holed = true
	}
	var rest []string
	for _, p := range all {
		rest = append(rest, p.text)
	}
	return append(units, Units(source.Passage{Text: strings.Join(rest, "\n")}, language)...)
}

// before puts openings one behind the other.
func before(list []opening) string {
	var b strings.Builder
	for _, o := range list {
		b.WriteString(o.text)
		if o.holed {
			b.WriteString(" …")
		}
		b.WriteString(" ")
	}
	return b.String()
}
