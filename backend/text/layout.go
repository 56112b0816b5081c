package text

import (
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

// layOut cuts blocks into pages.
func layOut(c content) *file {
	l := &layout{}
	for _, b := range c.blocks {
		l.add(b)
	}
	l.end()
	c.meta.Pages, c.meta.Outline = len(l.pages), l.outline
	if c.meta.Title == "" {
		c.meta.Title = firstTitle(l.outline)
	}
	return &file{meta: c.meta, pages: l.pages}
}

// firstTitle returns the first heading if it stands above all others.
func firstTitle(marks []source.Mark) string {
	for i, m := range marks {
		if i > 0 && m.Level <= marks[0].Level {
			return ""
		}
	}
	if len(marks) == 0 {
		return ""
	}
	return marks[0].Title
}

// layout is the page being filled and those before it.
type layout struct {
	pages   []source.Page
	outline []source.Mark

	text  strings.Builder
	runes int
	page  source.Page
}

func (l *layout) add(b block) {
	if strings.TrimSpace(b.text) == "" {
		if b.ends {
			l.end()
		}
		return
	}
	n := utf8.RuneCountInString(b.text)
	if l.runes > 0 && (l.runes+n > longestPage || l.runes >= pageSize || (b.level > 0 && l.runes >= nearlyFull)) {
		l.end()
	}
	for n > longestPage {
		var head block
		head, b = split(b)
		l.put(head)
		l.end()
		n = utf8.RuneCountInString(b.text)
	}
	l.put(b)
	if b.ends {
		l.end()
	}
}

// put appends a block to the page.
func (l *layout) put(b block) {
	if l.text.Len() > 0 {
		l.text.WriteString("\n")
		if !b.tight {
			l.text.WriteString("\n")
			l.page.Lines = append(l.page.Lines, source.Line{Start: l.text.Len() - 1, End: l.text.Len() - 1})
		}
	}
	start := l.text.Len()
	l.text.WriteString(b.text)
	l.runes += utf8.RuneCountInString(b.text)
	l.lines(b, start)
	for _, k := range b.links {
		k.Start, k.End = k.Start+start, k.End+start
		l.page.Links = append(l.page.Links, k)
	}
	if b.level > 0 {
		title := strings.Join(strings.Fields(b.text), " ")
		l.outline = append(l.outline, source.Mark{Title: title, Level: b.level, Page: len(l.pages) + 1})
	}
}

// lines notes the typography of a block: headings are larger the higher they stand, and bold.
func (l *layout) lines(b block, start int) {
	for _, line := range strings.Split(b.text, "\n") {
		l.page.Lines = append(l.page.Lines, source.Line{Start: start, End: start + len(line), Size: sizeOf(b.level), Bold: b.level > 0})
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

// split cuts a block after about a page, at the end of a line, else of a sentence, else of a word.
func split(b block) (head, rest block) {
	at := cut(b.text)
	head, rest = b, b
	head.text, rest.text = strings.TrimRight(b.text[:at], " \n"), b.text[at:]
	lead := len(rest.text) - len(strings.TrimLeft(rest.text, " \n"))
	rest.text = rest.text[lead:]
	head.ends, head.links, rest.links = false, nil, nil
	for _, k := range b.links {
		switch {
		case k.End <= len(head.text):
			head.links = append(head.links, k)
		case k.Start >= at+lead:
			k.Start, k.End = k.Start-at-lead, k.End-at-lead
			rest.links = append(rest.links, k)
		}
	}
	return head, rest
}

// cut returns the byte offset after which s is best divided, between half a page and a page.
func cut(s string) int {
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
