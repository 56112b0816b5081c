package chunk

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/source"
)

const (
	noteSize    = 0.95 // of a footnote at most, in sizes of the running text
	noteLetters = 8    // fewest letters of one that nothing on its page refers to
)

// noteMark matches what a footnote begins with: a raised number, one on the line, or a sign.
var noteMark = regexp.MustCompile(`^(?:([⁰¹²³⁴-⁹]{1,3})|(\d{1,3})|([*†‡]{1,3})|\[(\d{1,3})\])\s*(\S.*)$`)

// raised writes digits as the marks of footnotes are written in the text.
var raised = strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")

// place is where a line begins.
type place struct{ page, start int }

func placeOf(l refs.TextLine) place { return place{l.Page, l.Start} }

// footnotes takes the footnotes out of the lines of a document: what is set in smaller type at the end of a column, from a mark on, where the text
// of the page has that mark too, or the mark is raised. notes has them by the line that refers to them, or else the last one above them.
func footnotes(lines []refs.TextLine) (body []refs.TextLine, notes map[place][][]refs.TextLine) {
	f := noter{size: sizeOfMost(lines), notes: map[place][][]refs.TextLine{}}
	if f.size == 0 {
		return lines, nil
	}
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && lines[to].Page == lines[from].Page {
			to++
		}
		f.page(lines[from:to])
		from = to
	}
	return f.body, f.notes
}

// sizeOfMost returns the size that most letters are set in, 0 where none is known.
func sizeOfMost(lines []refs.TextLine) float64 {
	letters := map[float64]int{}
	for _, l := range lines {
		letters[l.Size] += len(l.Text)
	}
	best := 0.0
	for size, n := range letters {
		if n > letters[best] || n == letters[best] && size < best {
			best = size
		}
	}
	return best
}

type noter struct {
	size  float64
	body  []refs.TextLine
	notes map[place][][]refs.TextLine
	last  place // of the line with the newest note
	ends  int   // the page that ends with it
}

// page sorts the lines of a page.
func (f *noter) page(lines []refs.TextLine) {
	for from := 0; from < len(lines); {
		to := from
		for to < len(lines) && f.small(lines[to]) && (to == from || lines[to].Y >= lines[to-1].Y-lines[to-1].Size) {
			to++
		}
		if to == from {
			f.body = append(f.body, lines[from])
			from++
			continue
		}
		if to == len(lines) || lines[to].Y < lines[to-1].Y-lines[to].Size {
			f.foot(lines, from, to)
		} else {
			f.body = append(f.body, lines[from:to]...)
		}
		from = to
	}
}

func (f *noter) small(l refs.TextLine) bool { return l.Size > 0 && l.Size < noteSize*f.size && l.Y > 0 }

// foot sorts the lines [from, to) of a page, which are small and end a column.
func (f *noter) foot(page []refs.TextLine, from, to int) {
	first := from
	for ; first < to; first++ {
		if _, ok := f.refersTo(page, from, first); ok {
			break
		}
	}
	if head := page[from:first]; f.goesOn(head, first < to) {
		f.add(head...)
	} else {
		f.body = append(f.body, head...)
	}
	for i := first; i < to; i++ {
		if at, ok := f.refersTo(page, from, i); ok {
			f.last = at
			f.notes[at] = append(f.notes[at], nil)
		}
		f.add(page[i])
	}
}

// add appends lines to the newest note.
func (f *noter) add(lines ...refs.TextLine) {
	all := f.notes[f.last]
	all[len(all)-1] = append(all[len(all)-1], lines...)
	f.ends = lines[0].Page
}

// goesOn reports whether small lines at the foot of a page go on with the note that the page before ends with, which is not finished.
func (f *noter) goesOn(lines []refs.TextLine, notes bool) bool {
	if len(lines) == 0 || f.ends == 0 || lines[0].Page-f.ends > 1 {
		return false
	}
	all := f.notes[f.last]
	note := all[len(all)-1]
	text := note[len(note)-1].Text
	return lines[0].Size == note[len(note)-1].Size && (notes || !strings.ContainsAny(text[len(text)-1:], ".!?)"))
}

// refersTo returns the line that refers to the footnote which begins at line i of a page, below those before foot; false where none begins.
func (f *noter) refersTo(page []refs.TextLine, foot, i int) (place, bool) {
	m := noteMark.FindStringSubmatch(page[i].Text)
	if m == nil || len(f.body) == 0 || strings.Contains(page[i].Text, "\t") {
		return place{}, false
	}
	mark := m[1] + raised.Replace(m[2]) + m[3]
	if m[4] != "" {
		mark = "[" + m[4] + "]"
	}
	best := -1
	for k, l := range page {
		if k >= foot && (k <= i || f.small(l)) {
			continue
		}
		if end, ok := marked(l.Text, mark); ok && (best < 0 || end) {
			best = k
		}
	}
	switch {
	case best >= 0 && best < foot:
		return placeOf(page[best]), true
	case best >= 0 || m[1] != "" && foot > 0 && numbering.Letters(m[5]) >= noteLetters:
		return placeOf(f.body[len(f.body)-1]), true
	}
	return place{}, false
}

// marked reports whether a text has a mark behind something, and whether that is punctuation, which no exponent stands on.
func marked(text, mark string) (punctuation, ok bool) {
	for from := 0; ; {
		at := strings.Index(text[from:], mark)
		if at < 0 {
			return false, false
		}
		at += from
		from = at + len(mark)
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[from:])
		sign := strings.ContainsAny(mark, signs)
		if sign && (before <= ' ' || unicode.IsLetter(after) || unicode.IsDigit(after)) { // times
			continue
		}
		if at > 0 && (before > ' ' || mark[0] != '[') && !isRaised(before) && !isRaised(after) {
			return strings.ContainsRune(".,;:!?)”“\"’»«", before), true
		}
	}
}

func isRaised(r rune) bool { return strings.ContainsRune(noteMarks+signs, r) }

// signs are marks of footnotes that are no numbers.
const signs = "*†‡"

// noteBlocks makes a block of each footnote that lines refer to.
func (p part) noteBlocks(lines []refs.TextLine, texts map[int]string, opt Options) (out []block) {
	for _, l := range lines {
		for _, note := range p.notes[placeOf(l)] {
			b := block{level: paragraph, note: true, apart: true}
			for _, line := range note {
				b.ranges = join(b.ranges, span(line), texts)
			}
			b.tokens = tokensOf(b.ranges, texts)
			for _, c := range cut(b, texts, opt) {
				c.note = true
				out = append(out, c)
			}
		}
	}
	return out
}

// under returns a span with the line end above it, which makes a blank line between it and what stands above.
func under(s source.Span, texts map[int]string) source.Span {
	if s.Start > 0 && texts[s.Page][s.Start-1] == '\n' {
		s.Start--
	}
	return s
}

// notesLast puts the footnotes of a piece behind the rest.
func (p *piece) notesLast() {
	slices.SortStableFunc(p.blocks, func(a, b block) int {
		switch {
		case a.note == b.note:
			return 0
		case a.note:
			return 1
		}
		return -1
	})
}
