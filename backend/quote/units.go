package quote

import (
	"slices"
	"strings"

	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/cite/grid"
	"rabbithole/backend/source"
)

// Lengths in bytes up to which a list or a table is quoted whole: a list that is one sentence like a table.
const (
	wholeList     = 420
	WholeSentence = 900
)

// Units returns what of a passage can be quoted on its own, in the order of its text: a sentence, a short list or table whole, an entry of a long list behind
// what leads into it, a row of a long table under its head. Each stands word for word in the passage; " … " marks what is left out between its parts.
func Units(p source.Passage, language string) []string { return UnitsBehind("", p, language) }

// UnitsBehind is Units of a passage that goes on with a list of the one before, where lead leads into it; "" where it does not.
func UnitsBehind(lead string, p source.Passage, language string) []string {
	var units []string
	prose := false
	s := splitter{text: p.Text, language: language}
	for _, b := range s.blocks(chunk.HeadingsEnd(p)) {
		switch n := len(units); {
		case !b.Table:
			s.out, s.open = nil, nil
			s.prose(b.start, b.end)
			units = append(units, s.units(lead)...)
		case prose && n > 0 && titles(units[n-1]):
			b.Lines, b.Head = slices.Concat(units[n-1:], b.Lines), b.Head+1
			units = append(units[:n-1], rows(b.Block)...)
		default:
			units = append(units, rows(b.Block)...)
		}
		prose, lead = !b.Table, "" // it leads into what the passage begins with
	}
	return units
}

// mostTitle is how many words the title of a table has at most.
const mostTitle = 24

// titles reports whether a unit above a table is its title: short, and no sentence.
func titles(unit string) bool {
	return len(strings.Fields(unit)) <= mostTitle && !ListEntry.MatchString(unit) && !strings.ContainsAny(unit[len(unit)-1:], ".,;:!?")
}

// units puts the spans of prose together: each with the list that it leads into, entries that nothing leads into with those that they go on in.
func (s *splitter) units(lead string) []string {
	var out []string
	var before chunk.Mark // of the entry before
	for i, n := 0, 0; i < len(s.out); i = n {
		for n = i + 1; n < len(s.out) && s.goesOn(i, n); n++ {
		}
		first, whole := s.out[i], folded(s.text[s.out[i].Start:s.out[n-1].End])
		mark := chunk.MarkOf(s.text[first.Start:first.End])
		if first.Kind == Heading || before.Frame != "" && !mark.Follows(before) && !mark.Alike(before) { // another list begins
			lead = ""
		}
		before = mark
		switch {
		case first.Kind == Heading, n == i+1 && first.Kind == Sentence && scrap(whole):
			continue
		case first.Kind != Item:
			lead = ""
		case lead != "":
			for _, u := range s.entries(i, n) {
				out = append(out, folded(lead)+" … "+u)
			}
			continue
		}
		if len(whole) <= s.limit(i, n) || n == i+1 {
			out = append(out, whole)
		} else {
			out = append(out, s.entries(i, n)...)
		}
	}
	return out
}

// goesOn reports whether span n is of the list of span i.
func (s *splitter) goesOn(i, n int) bool {
	if leads := s.out[n].Leads; len(leads) > 0 {
		return leads[0] >= i
	}
	return s.out[n].Kind == Item && s.out[n-1].Kind != Heading && s.unfinished(n-1)
}

func (s *splitter) unfinished(i int) bool {
	return Unfinished.MatchString(s.text[s.out[i].Start:s.out[i].End])
}

// scrap reports whether a sentence is the rest of one: short, and it begins in the middle.
func scrap(sentence string) bool {
	return len(sentence) < 40 && (sentence[0] == '(' || startsLower(sentence)) && !strings.ContainsAny(sentence, "0123456789")
}

// limit is up to which length spans [i, n) are quoted whole: more where they are one sentence.
func (s *splitter) limit(i, n int) int {
	for at := i + 1; at < n; at++ {
		if s.out[at].Kind == Item && strings.HasSuffix(s.text[:s.out[at-1].End], ".") {
			return wholeList
		}
	}
	return WholeSentence
}

// entries returns the entries among spans [i, n): each with its further sentences, behind what leads into it.
func (s *splitter) entries(i, n int) []string {
	var out []string
	for from, to := i, 0; from < n; from = to {
		for to = from + 1; to < n && s.out[to].Kind == Sentence && slices.Equal(s.out[to].Leads, s.out[from].Leads); to++ {
		}
		if to < n && slices.Contains(s.out[to].Leads, to-1) {
			continue // its own entries stand behind it
		}
		unit, end := "", 0
		for _, at := range append(slices.Clone(s.out[from].Leads), from) {
			span := s.out[at]
			if at == from {
				span.End = s.out[to-1].End
			}
			switch text := folded(s.text[span.Start:span.End]); {
			case unit == "":
				unit = text
			case strings.TrimSpace(s.text[end:span.Start]) == "":
				unit += " " + text
			default:
				unit += " … " + text
			}
			end = span.End
		}
		out = append(out, unit)
	}
	return out
}

// rows returns the table as one unit if it is short, else each row under what stands above the table.
func rows(b grid.Block) []string {
	all := folded(strings.Join(b.Lines, " "))
	if len(all) <= WholeSentence {
		return []string{all}
	}
	head := folded(strings.Join(b.Lead(), " "))
	var units []string
	for i, e := range b.Entries() {
		if !cite.Proves(e.Row) { // nothing to find it by on its page
			continue
		}
		parts := append(slices.Clone(e.Headings), e.Row)
		if head != "" {
			parts = slices.Insert(parts, 0, head)
		}
		unit := strings.Join(parts, " … ")
		if first := strings.Join(parts, " "); i == 0 && strings.HasPrefix(all, folded(first)) { // nothing is left out between
			unit = first
		}
		units = append(units, unit)
	}
	return units
}

func folded(text string) string { return strings.Join(strings.Fields(text), " ") }
