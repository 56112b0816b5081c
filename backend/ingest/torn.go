package ingest

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/source"
)

// A path or the name of a file may be divided at a line's end without a hyphen: "/etc/" above "skel". It is put together where the document has it
// undivided elsewhere, or where what follows is the rest of a path itself.

// signs are what such names hold besides letters and digits.
const signs = "/._="

// names collects the names in a text that hold a sign, each path with those of the folders that it leads through.
func (v *vocabulary) names(text string) {
	for token := range strings.FieldsSeq(text) {
		token = strings.TrimRight(opened(token), closings)
		for i, r := range token {
			if r == '/' && i > 0 {
				v.named[token[:i]] = true
			}
		}
		if strings.ContainsAny(token, signs) {
			v.named[token] = true
		}
	}
}

const closings = ".,;:!?)]}>\"'“”’»«"

// opened returns a word without the quotation marks and brackets before it.
func opened(word string) string { return strings.TrimLeft(word, "([{<\"'„“”‘»«") }

// torn reports whether left, the last word of a line, and right, the first of the next, are one name.
func (v *vocabulary) torn(left, right string) bool {
	left, right = opened(left), strings.TrimRight(right, closings)
	first, _ := utf8.DecodeRuneInString(right)
	if len(left) < 3 || !strings.ContainsAny(left[len(left)-1:], signs) || !unicode.IsLower(first) && !unicode.IsDigit(first) && first != '_' {
		return false
	}
	return v.named[left+right] && (strings.ContainsAny(left[:len(left)-1], signs+"-") || len(left) > 4)
}

// mend puts names together that are torn at the ends of a page's lines.
func (v *vocabulary) mend(p *source.Page) (changed bool) {
	for i := range len(p.Lines) - 1 {
		l, next := p.Lines[i], p.Lines[i+1]
		if l.Start < 0 || l.Start >= l.End || next.Start != l.End+1 || next.End > len(p.Text) || p.Text[l.End] != '\n' {
			continue
		}
		word := l.Start + strings.LastIndexAny(p.Text[l.Start:l.End], " \t") + 1
		if n := len(l.Cuts); n > 0 && l.Cuts[n-1].At > word {
			continue
		}
		left := p.Text[word:l.End]
		right, _, more := strings.Cut(p.Text[next.Start:next.End], " ")
		if !more || strings.Contains(right, "\t") || !v.torn(left, right) {
			continue
		}
		if !changed {
			p.Lines = append([]source.Line(nil), p.Lines...)
			p.Links, p.Words = append([]source.Link(nil), p.Links...), append([]source.Word(nil), p.Words...)
		}
		p.Lines[i].Cuts = append(slices.Clone(l.Cuts), source.Cut{At: l.End})
		move(p, i, len(l.Cuts), -1)
		p.Text = p.Text[:l.End] + right + "\n" + p.Text[next.Start+len(right)+1:]
		p.Lines[i].Cuts[len(l.Cuts)].At, p.Lines[i].End, p.Lines[i+1].Start = l.End, l.End+len(right), l.End+len(right)+1
		changed = true
	}
	return changed
}
