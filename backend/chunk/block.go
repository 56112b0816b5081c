package chunk

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// block is the smallest stretch a passage is made of: a paragraph or an item, a sentence of one that is too long, a row of a table.
type block struct {
	ranges  []source.Span
	tokens  int
	level   level
	heading bool // of the section, or of one above
	apart   bool // from the entry of a list that it follows, which no full stop ends, or from all above
	note    bool // a footnote, which stands behind the rest of its passage
	leads   bool // into what follows: its last line ends in a colon
	table   bool
	header  []source.Span // of a table's row: the line that names its columns
}

// level says how strongly a block begins something new.
type level int

const (
	follows    level = iota // goes on with the sentence or paragraph before
	sentence                // a sentence of a long paragraph
	item                    // "1. ", "a) ", "• "
	paragraph               // after a gap
	subsection              // "(1) ": a numbered paragraph of a law
)

// blocks cuts the lines of one section into blocks of at most opt.Max tokens.
func blocks(p part, head *standing, texts map[int]string, opt Options) []block {
	p.measure()
	lines, lettered := p.lines, p.lettered()
	begins := func(i int) level {
		if lettered && numbered.MatchString(lines[i].Text) && beginsItem(lines[i].Text) {
			return subsection
		}
		return p.begins(i)
	}
	tables := map[int]table{}
	if p.section.Role == "" {
		tables = findTables(lines, p.heading, head, p.names)
	}
	var out []block
	entry := false // whether the block before is an entry of a list
	noted := 0     // first line whose footnotes are still to come
	for i := 0; i < len(lines); {
		if i > p.heading {
			out = append(out, p.noteBlocks(lines[noted:i], texts, opt)...)
			noted = i
		}
		if t, ok := tables[i]; ok {
			out = append(out, t.blocks(lines)...)
			i, entry = t.last+1, false
			continue
		}
		b := block{ranges: []source.Span{span(lines[i])}, level: begins(i)}
		b.apart = entry && i > p.heading && b.level == paragraph && p.endsEntry(i) && !strings.HasSuffix(lines[i-1].Text, ".")
		entry = beginsItem(lines[i].Text)
		for i++; i < len(lines) && begins(i) == follows; i++ {
			if _, ok := tables[i]; ok {
				break
			}
			b.ranges = join(b.ranges, span(lines[i]), texts)
		}
		b.heading = i <= p.heading
		b.tokens = tokensOf(b.ranges, texts)
		out = append(out, cut(b, texts, opt)...)
		out[len(out)-1].leads = !b.heading && strings.HasSuffix(lines[i-1].Text, ":")
	}
	return append(out, p.noteBlocks(lines[noted:], texts, opt)...)
}

func span(l refs.TextLine) source.Span { return source.Span{Page: l.Page, Start: l.Start, End: l.End} }

// join adds a span, growing the last one where only white space lies between them.
func join(ranges []source.Span, s source.Span, texts map[int]string) []source.Span {
	if n := len(ranges); n > 0 {
		last := &ranges[n-1]
		if last.Page == s.Page && last.Lead == s.Lead && last.End <= s.Start && strings.TrimSpace(texts[s.Page][last.End:s.Start]) == "" {
			last.End = s.End
			return ranges
		}
	}
	return append(ranges, s)
}

func tokensOf(ranges []source.Span, texts map[int]string) int {
	n := 0
	for _, r := range ranges {
		n += Tokens(texts[r.Page][r.Start:r.End])
	}
	return n
}

// numbered matches the number of a paragraph in an act that numbers "1." and letters "(a)".
var numbered = regexp.MustCompile(`^\d{1,2}[a-z]?\.\s`)

// lettered reports whether the items of a section are letters in brackets: then its numbers are paragraphs, which items belong to.
func (p part) lettered() bool {
	for _, l := range p.lines {
		if strings.HasPrefix(l.Text, "(a) ") {
			return true
		}
	}
	return false
}

// begins tells what begins at line i: an item by its number, a paragraph by the gap above it, or nothing.
func (p part) begins(i int) level {
	lines, l := p.lines, p.lines[i]
	switch p.section.Role {
	case source.Contents, source.Index:
		return item
	case source.Bibliography:
		if strings.HasPrefix(l.Text, "[") {
			return item
		}
	}
	if strings.HasPrefix(l.Text, "(") && beginsItem(l.Text) && l.Text[1] >= '0' && l.Text[1] <= '9' {
		return subsection
	}
	if beginsItem(l.Text) {
		return item
	}
	if i == 0 {
		return paragraph
	}
	if p.leavesList(i) {
		return paragraph
	}
	before := lines[i-1]
	if before.Page != l.Page || before.Y > l.Y {
		return follows
	}
	if l.Start > before.End+1 && l.Y == 0 || l.Y-before.Y > 1.45*max(l.Size, before.Size) && l.Size > 0 && l.Y > 0 {
		return paragraph
	}
	return follows
}

// leavesList reports whether line i is the first of a paragraph behind a list whose entries hang: it goes back to where their marks stand, or
// further left.
func (p part) leavesList(i int) bool {
	if !p.endsEntry(i) {
		return false
	}
	l, above := p.lines[i], p.lines[i-1]
	for i--; !beginsItem(p.lines[i].Text); i-- {
		if i == 0 || !p.below(i) || p.lines[i].X <= l.X+1 || p.lines[i].X != above.X {
			return false
		}
	}
	return p.lines[i].X >= l.X-1 && p.hanging[hangs(p.lines[i])] > 0
}

// endsEntry reports whether the line above line i may be the last of an entry: line i begins with no small letter, and its first word would
// have fitted there.
func (p part) endsEntry(i int) bool {
	l := p.lines[i]
	if first, _ := utf8.DecodeRuneInString(l.Text); i == 0 || !p.below(i) || unicode.IsLower(first) || beginsItem(l.Text) {
		return false
	}
	word, _, _ := strings.Cut(l.Text, " ")
	above := p.lines[i-1]
	return max(above.X-l.X, 0)+lengthOf(above)+lengthOf(refs.TextLine{Text: word, Size: l.Size}) < 0.9*p.widest
}

// entryKind is what entries of lists have in common that are set alike.
type entryKind struct {
	frame string
	x     int // of the mark
}

func hangs(l refs.TextLine) entryKind { return entryKind{MarkOf(l.Text).Frame, int(l.X + 0.5)} }

// measure finds how wide the lines are, and which entries hang: they go on further right than their marks stand.
func (p *part) measure() {
	p.hanging = map[entryKind]int{}
	for i, l := range p.lines {
		p.widest = max(p.widest, lengthOf(l))
		if i == 0 || !p.below(i) || beginsItem(l.Text) || !beginsItem(p.lines[i-1].Text) {
			continue
		}
		mark := p.lines[i-1]
		if first, _ := utf8.DecodeRuneInString(l.Text); l.X > mark.X+3 {
			p.hanging[hangs(mark)]++
		} else if unicode.IsLower(first) {
			p.hanging[hangs(mark)] -= len(p.lines)
		}
	}
}

// lengthOf estimates how wide a line is, in points.
func lengthOf(l refs.TextLine) float64 {
	return 0.45 * l.Size * float64(utf8.RuneCountInString(l.Text))
}

// below reports whether line i stands below the line before it, in the same column.
func (p part) below(i int) bool {
	before, l := p.lines[i-1], p.lines[i]
	return before.Page == l.Page && before.Y > 0 && before.Y < l.Y
}

// cut divides a block that is too long, at the ends of sentences, and where one sentence is too long at spaces.
func cut(b block, texts map[int]string, opt Options) []block {
	if b.tokens <= opt.Max {
		return []block{b}
	}
	var out []block
	for _, r := range b.ranges {
		text := texts[r.Page][r.Start:r.End]
		for _, s := range Sentences(text, language(text)) {
			for _, w := range windows(text[s[0]:s[1]], opt.Max) {
				from, to := r.Start+s[0]+w[0], r.Start+s[0]+w[1]
				out = append(out, block{ranges: []source.Span{{Page: r.Page, Start: from, End: to}}, tokens: Tokens(texts[r.Page][from:to]), level: sentence})
			}
		}
	}
	if len(out) > 0 {
		out[0].level, out[0].apart = b.level, b.apart
	}
	return out
}

// language guesses between German and English well enough for numbers with a point.
func language(text string) string {
	padded := " " + text + " "
	if strings.Count(padded, " der ")+strings.Count(padded, " die ")+strings.Count(padded, " und ") > strings.Count(padded, " the ")+strings.Count(padded, " and ") {
		return "de"
	}
	return "en"
}

// windows cuts a text of more than most tokens into byte ranges of at most so many, at spaces, between CJK characters where there are none.
func windows(text string, most int) [][2]int {
	if Tokens(text) <= most {
		return [][2]int{{0, len(text)}}
	}
	var out [][2]int
	start, tokens := 0, 0
	for i := 0; i < len(text); {
		end := i + wordEnd(text[i:])
		n := Tokens(text[i:end])
		if tokens+n > most && i > start {
			out = appendRange(out, text, start, i)
			start, tokens = i, 0
		}
		tokens += n
		i = end
	}
	return appendRange(out, text, start, len(text))
}

// wordEnd returns the length of the first word of s with the space behind it, at most 64 characters or one CJK character.
func wordEnd(s string) int {
	n := 0
	for i, r := range s {
		if n++; isCJK(r) && i > 0 || n > 64 {
			return i
		}
		if r == ' ' || r == '\n' || isCJK(r) {
			return i + len(string(r))
		}
	}
	return len(s)
}
