package flow

import (
	"context"
	"regexp"
	"slices"

	"rabbithole/backend/chunk"
	"rabbithole/backend/extract"
	"rabbithole/backend/quote"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// Held is a passage that a reference leads to, and where in it the paragraph or the point stands that the reference
// names. Places is nil where it names none, or none that is marked as such.
type Held struct {
	source.Passage
	Places []source.Span
}

// Meant returns the citable passages that target i of a mention means, in the order of the text: those that hold the
// paragraph and the point that the mention names ("Abs. 2 Nr. 3", "(1)(f)"), else the one in which the place inside the
// section begins where it is known, else all of the section. A target that is a whole document, or in none, means none.
func Meant(ctx context.Context, library extract.Library, m refs.Mention, i int) ([]Held, error) {
	target := m.Targets[i]
	if target.Document == "" || target.Section == "" {
		return nil, nil
	}
	passages, err := library.SectionPassages(ctx, target.Document, target.Section)
	if err != nil {
		return nil, err
	}
	passages = AllCitable(passages)
	d, err := library.Document(ctx, target.Document)
	if err != nil {
		return nil, err
	}
	if held := narrowed(passages, d.Language, Chain(m, i)); held != nil {
		return held, nil
	}
	var all []Held
	for _, p := range passages {
		if place := pointerOf(m, i).Page > 0 && target.Passage != ""; !place || p.ID == target.Passage { // a sentence, which has no mark
			all = append(all, Held{Passage: p})
		}
	}
	return all, nil
}

var chainLink = regexp.MustCompile(`(?i)(?:\b(?:Abs\.|Absatz|paragraph|subparagraph|subsection|para\.|Nr\.|Nummer|no\.|number|point|` +
	`Buchst\.|Buchstabe|lit\.)\s*\(?|\()\s*(\d+[a-z]?|[a-z]{1,2})\b`)

// Chain returns the labels that target i of a mention names below its section, the widest first: "2" and "3" of "Abs.
// 2 Nr. 3".
func Chain(m refs.Mention, i int) (labels []string) {
	for _, found := range chainLink.FindAllStringSubmatch(pointerOf(m, i).Sub, -1) {
		labels = append(labels, found[1])
	}
	return labels
}

// pointerOf returns the pointer that led to target i of a mention: some lead nowhere, and what stands between the ends of a range has none.
func pointerOf(m refs.Mention, i int) refs.Pointer {
	label := m.Targets[i].Label
	if i < len(m.Pointers) && m.Pointers[i].Label == label {
		return m.Pointers[i]
	}
	if at := slices.IndexFunc(m.Pointers, func(p refs.Pointer) bool { return p.Label == label }); at >= 0 {
		return m.Pointers[at]
	}
	if len(m.Pointers) == len(m.Targets) {
		return m.Pointers[i]
	}
	return refs.Pointer{}
}

// line is a span of one of several passages, with the mark that it begins with.
type line struct {
	passage int
	mark    chunk.Mark
	places  []source.Span
}

// narrowed returns what passages hold of the entry that a chain of labels names, nil where not even the first is
// marked.
func narrowed(passages []source.Passage, language string, chain []string) (out []Held) {
	if len(chain) == 0 {
		return nil
	}
	var all []line
	for i, p := range passages {
		for _, s := range quote.Split(p, language) {
			all = append(all, line{i, chunk.MarkOf(p.Text[s.Start:s.End]), quote.Locate(p, s.Start, s.End)})
		}
	}
	left := all
	for _, label := range chain {
		found := labelled(left, label)
		if found == nil {
			break
		}
		left = found
	}
	if len(left) == len(all) {
		return nil
	}
	for i, e := range left {
		if i == 0 || e.passage != left[i-1].passage {
			out = append(out, Held{Passage: passages[e.passage]})
		}
		last := &out[len(out)-1]
		last.Places = append(last.Places, e.places...)
	}
	return out
}

// labelled returns the entries from the one with a label up to the next of its kind. "(2)" goes before "2.", which
// may be an entry of a list in the paragraph before.
func labelled(entries []line, label string) []line {
	for _, frame := range []string{"()", ".", ")"} {
		from := slices.IndexFunc(entries, func(e line) bool { return e.mark.Frame == frame && e.mark.Label == label })
		if from < 0 {
			continue
		}
		rest := entries[from+1:]
		to := slices.IndexFunc(rest, func(e line) bool { return e.mark.Frame != "" && e.mark.Alike(entries[from].mark) })
		if to < 0 {
			to = len(rest)
		}
		return entries[from : from+1+to]
	}
	return nil
}
