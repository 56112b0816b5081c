package cite

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// folder writes cells out and decides, by looking at the neighbours, which spaces and hyphens belong to the text.
type folder struct {
	origin       string
	cells        []cell
	out          strings.Builder
	starts, ends []int32
	last         rune // last rune written, 0 at the beginning
	beforeLast   rune
}

func (f *folder) run() {
	for k := 0; k < len(f.cells); {
		switch c := f.cells[k]; c.r {
		case ' ', lineBreak:
			k = f.space(k)
		case hyphenated:
			k = f.softHyphen(k)
		case '-':
			k = f.dash(k)
		default:
			f.write(c.r, c.start, c.end)
			k++
		}
	}
	f.trimEnd()
}

func (f *folder) write(r rune, start, end int32) {
	n, _ := f.out.WriteRune(r)
	for range n {
		f.starts = append(f.starts, start)
		f.ends = append(f.ends, end)
	}
	f.beforeLast, f.last = f.last, r
}

// trimEnd removes a space at the very end; the builder cannot shrink, so the text is rewritten.
func (f *folder) trimEnd() {
	text := f.out.String()
	if !strings.HasSuffix(text, " ") {
		return
	}
	text = text[:len(text)-1]
	f.out.Reset()
	f.out.WriteString(text)
	f.starts, f.ends = f.starts[:len(text)], f.ends[:len(text)]
}

// skipSpace returns the first cell from k on that is not white space, and whether a line ended on the way.
func (f *folder) skipSpace(k int) (next int, newline bool) {
	for k < len(f.cells) && (f.cells[k].r == ' ' || f.cells[k].r == lineBreak) {
		newline = newline || f.cells[k].r == lineBreak
		k++
	}
	return k, newline
}

func (f *folder) at(k int) rune {
	if k < 0 || k >= len(f.cells) {
		return 0
	}
	return f.cells[k].r
}

// space folds a run of white space to one space or to none.
func (f *folder) space(k int) int {
	next, _ := f.skipSpace(k)
	if f.last == 0 || f.last == ' ' || !f.separates(next) {
		return next
	}
	f.write(' ', f.cells[k].start, f.cells[next-1].end)
	return next
}

// separates reports whether a space between what was written and cell next means anything. Typesetters and extractors differ
// about the spaces around punctuation and signs, and break lines between CJK characters.
func (f *folder) separates(next int) bool {
	r := f.at(next)
	switch {
	case r == 0:
		return false
	case isContinuous(f.last) && isContinuous(r):
		return false
	case f.last == '(' || f.last == '[' || f.last == '§':
		return false
	case r == '%' || r == '‰' || r == '°':
		return !unicode.IsDigit(f.last)
	case strings.ContainsRune(",.;:!?)]", r):
		return unicode.IsDigit(f.at(next + 1))
	}
	return true
}

// softHyphen drops a soft hyphen together with the line end after it.
func (f *folder) softHyphen(k int) int {
	next, newline := f.skipSpace(k + 1)
	if newline && unicode.IsLetter(f.at(next)) {
		return next
	}
	return k + 1
}

// dash folds a run of dashes. Between letters it vanishes, since nobody can tell "co-operate" broken at the hyphen from
// "cooperate" hyphenated there; between other characters it stays, and a line end after it goes.
func (f *folder) dash(k int) int {
	first := k
	for f.at(k) == '-' {
		k++
	}
	next, newline := f.skipSpace(k)
	joins := next == k || (newline && k-first == 1 && isAlnum(f.last) && !f.suspends(next))
	if !joins {
		next = k
	}
	if joins && k-first == 1 && isWordLetter(f.last) && isWordLetter(f.at(next)) {
		return next
	}
	f.write('-', f.cells[first].start, f.cells[k-1].end)
	if joins && isAlnum(f.at(next)) {
		return next
	}
	return k
}

// suspends reports whether the word at cell k continues a suspended compound: "Strahlen- und Umweltschutz".
func (f *folder) suspends(k int) bool {
	var word []byte
	for ; k < len(f.cells) && len(word) < 6 && unicode.IsLetter(f.cells[k].r); k++ {
		word = utf8.AppendRune(word, f.cells[k].r)
	}
	return suspending[string(word)]
}

// suspending are the words after which a compound goes on.
var suspending = map[string]bool{"und": true, "oder": true, "bzw": true, "sowie": true, "and": true, "or": true, "to": true}
