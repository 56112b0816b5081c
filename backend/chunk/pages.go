package chunk

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/source"
)

// Sizes of pages in characters: a page ends with the first paragraph that fills it, a heading begins a new page rather than
// stand at the end of one, and a paragraph longer than a page is cut at a line's or sentence's end.
const (
	pageSize    = 3000
	nearlyFull  = 2400
	longestPage = 4500
)

// Piece is what text without pages is laid out from: a paragraph, a heading, a list entry or a table, text that belongs together. Its lines end in LF.
type Piece struct {
	Text  string
	Level int           // of a heading, 1 is the top; 0 for other text
	Tight bool          // follows the piece before without an empty line: list entries
	Ends  bool          // ends a page of the file's own
	Links []source.Link // offsets count from the piece's first byte
}

// LayOut cuts text that has no pages of its own into pages, and returns the outline that its headings make.
func LayOut(pieces []Piece) ([]source.Page, []source.Mark) {
	l := &layout{}
	for _, p := range pieces {
		l.add(p)
	}
	l.end()
	return l.pages, l.outline
}

// layout is the page being filled and those before it.
type layout struct {
	pages   []source.Page
	outline []source.Mark

	text  strings.Builder
	runes int
	page  source.Page
}

func (l *layout) add(b Piece) {
	if strings.TrimSpace(b.Text) == "" {
		if b.Ends {
			l.end()
		}
		return
	}
	n := utf8.RuneCountInString(b.Text)
	if l.runes > 0 && (l.runes+n > longestPage || l.runes >= pageSize || (b.Level > 0 && l.runes >= nearlyFull)) {
		l.end()
	}
	if n > longestPage {
		b = l.divide(b, n)
	}
	l.put(b)
	if b.Ends {
		l.end()
	}
}

// put appends a piece to the page.
func (l *layout) put(b Piece) {
	if l.text.Len() > 0 {
		l.text.WriteString("\n")
		if !b.Tight {
			l.text.WriteString("\n")
			l.page.Lines = append(l.page.Lines, source.Line{Start: l.text.Len() - 1, End: l.text.Len() - 1})
		}
	}
	start := l.text.Len()
	l.text.WriteString(b.Text)
	l.runes += utf8.RuneCountInString(b.Text)
	l.lines(b, start)
	for _, k := range b.Links {
		k.Start, k.End = k.Start+start, k.End+start
		l.page.Links = append(l.page.Links, k)
	}
	if b.Level > 0 {
		title := strings.Join(strings.Fields(b.Text), " ")
		l.outline = append(l.outline, source.Mark{Title: title, Level: b.Level, Page: len(l.pages) + 1})
	}
}

// lines notes the typography of a piece: headings are larger the higher they stand, and bold.
func (l *layout) lines(b Piece, start int) {
	for _, line := range strings.Split(b.Text, "\n") {
		l.page.Lines = append(l.page.Lines, source.Line{Start: start, End: start + len(line), Size: sizeOf(b.Level), Bold: b.Level > 0})
		start += len(line) + 1
	}
}

// bodySize is the size in points that body text is said to have.
const bodySize = 12

func sizeOf(level int) float64 {
	if level == 0 {
		return bodySize
	}
	return bodySize + 2*float64(max(7-level, 1))
}

func (l *layout) end() {
	if l.text.Len() == 0 {
		return
	}
	l.page.Number = len(l.pages) + 1
	l.page.Label = strconv.Itoa(l.page.Number)
	l.page.Text = l.text.String()
	l.pages = append(l.pages, l.page)
	l.page, l.runes = source.Page{}, 0
	l.text.Reset()
}

// divide puts a piece of n characters on pages of its own, each ending with a line, else a sentence, else a word, and returns the rest,
// which fits on one. Links over the end of a page are lost.
func (l *layout) divide(b Piece, n int) (rest Piece) {
	links := slices.SortedFunc(slices.Values(b.Links), func(a, b source.Link) int { return cmp.Compare(a.Start, b.Start) })
	text, cut := b.Text, 0 // what is left, and where in the piece it begins
	for n > longestPage {
		at := breakAt(text)
		head := Piece{Text: strings.TrimRight(text[:at], " \n"), Level: b.Level, Tight: b.Tight}
		left := strings.TrimLeft(text[at:], " \n")
		for ; len(links) > 0 && links[0].Start < cut+at; links = links[1:] {
			if k := links[0]; k.End <= cut+len(head.Text) {
				k.Start, k.End = k.Start-cut, k.End-cut
				head.Links = append(head.Links, k)
			}
		}
		taken := len(text) - len(left)
		n, cut, text = n-utf8.RuneCountInString(text[:taken]), cut+taken, left
		l.put(head)
		l.end()
	}
	rest = b
	rest.Text, rest.Links = text, nil
	for _, k := range links {
		if k.Start >= cut {
			k.Start, k.End = k.Start-cut, k.End-cut
			rest.Links = append(rest.Links, k)
		}
	}
	return rest
}

// breakAt returns the byte offset after which s is best divided, between half a page and a page.
func breakAt(s string) int {
	line, sentence, word, last := 0, 0, 0, 0
	n := 0
	var before rune
	for i, r := range s {
		if n++; n > pageSize {
			last = i
			break
		}
		if n > pageSize/2 {
			switch {
			case r == '\n':
				line = i + 1
			case unicode.IsSpace(r) && strings.ContainsRune(".!?", before):
				sentence = i + 1
			case unicode.IsSpace(r):
				word = i + utf8.RuneLen(r)
			case strings.ContainsRune("。！？", r):
				sentence = i + utf8.RuneLen(r)
			}
		}
		before = r
	}
	for _, at := range []int{line, sentence, word} {
		if at > 0 {
			return at
		}
	}
	return last
}
