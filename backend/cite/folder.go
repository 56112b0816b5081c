package cite

import (
	"strings"
	"unicode"
)

// folder writes cells out and decides, by looking at the neighbours, which spaces and hyphens belong to the text.
type folder struct {
	cells        []cell
	out          strings.Builder
	starts, ends []int32
	last         rune // last rune written, 0 at the beginning
}

func (f *folder) run() {
	for k := 0; k < len(f.cells); {
		switch c := f.cells[k]; c.r {
		case ' ', lineBreak:
			k = f.space(k)
		case hyphenated:
			k = f.softHyphen(k)
		case '-', longDash:
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
	f.last = r
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

// dash folds a run of dashes. White space after a hyphen in a word or number goes, and between letters the hyphen goes too: nobody
// can tell "co-operate" broken at its hyphen from "cooperate" hyphenated there, nor what a writer made of the line end. A dash
// between thoughts stands between spaces, whether it was set with them or not.
func (f *folder) dash(k int) int {
	first, long := k, false
	for ; f.at(k) == '-' || f.at(k) == longDash; k++ {
		long = long || f.at(k) == longDash || k > first
	}
	next, _ := f.skipSpace(k)
	start, end := f.cells[first].start, f.cells[k-1].end
	if long {
		if f.last != ' ' && f.last != 0 {
			f.write(' ', start, end)
		}
		f.write('-', start, end)
		f.write(' ', start, end)
		return next
	}
	if isWordLetter(f.last) && isWordLetter(f.at(next)) {
		return next
	}
	inside := isAlnum(f.last) && isAlnum(f.at(next))
	f.write('-', start, end)
	if inside {
		return next
	}
	return k
}
