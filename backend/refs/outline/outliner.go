package outline

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/layout"
	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/source"
)

// outliner finds the headings of one document.
type outliner struct {
	lines   []layout.Line
	pages   []source.Page
	meta    source.Meta
	regions []region
	body    float64         // size of the running text, 0 when unknown
	running map[int]running // by page; 0: of the document
	marked  map[int]heading // headings the file's own outline names, by first line
	terms   map[int]bool    // lines that are terms of a list
}

func newOutliner(lines []layout.Line, meta source.Meta, pages []source.Page) *outliner {
	o := &outliner{lines: lines, pages: pages, meta: meta, regions: findRegions(lines), body: layout.BodySize(lines), running: map[int]running{}}
	bold, all := 0, 0
	for _, l := range lines {
		all += len(l.Text)
		if l.Bold {
			bold += len(l.Text)
		}
	}
	o.running[0] = running{o.body, bold*2 > all}
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && lines[to].Page == lines[from].Page {
			to++
		}
		o.setApart(lines[from:to])
		from = to
	}
	o.marked = o.outlineHeadings()
	return o
}

// typography reports whether anything is known about sizes and weights.
func (o *outliner) typography() bool { return o.body > 0 }

// emphasised reports whether a line stands out from the running text by weight or size.
func (o *outliner) emphasised(l layout.Line) bool {
	text := o.textOf(l.Page)
	return o.typography() && (l.Bold && !text.bold && l.Size > text.size*0.8 || l.Size > text.size*1.08)
}

// running is how running text is set.
type running struct {
	size float64
	bold bool
}

// fullPage is how many lines of one type make it the running text of their page.
const fullPage = 12

// setApart notes that the running text of a page is set larger than that of the document, or bold: what is appended has types of its own, and is no heading.
func (o *outliner) setApart(page []layout.Line) {
	all, lines, letters := 0, map[running]int{}, map[running]int{}
	for _, l := range page {
		r := running{layout.RoundSize(l.Size), l.Bold}
		all, lines[r], letters[r] = all+len(l.Text), lines[r]+1, letters[r]+len(l.Text)
	}
	for r, n := range lines {
		if n >= fullPage && letters[r]*2 > all {
			o.running[page[0].Page] = running{max(o.body, r.size), o.running[0].bold || r.bold}
		}
	}
}

// textOf returns how the running text of a page is set.
func (o *outliner) textOf(page int) running {
	if r, ok := o.running[page]; ok {
		return r
	}
	return o.running[0]
}

// headings returns the headings of all kinds but leaves, in no particular order.
func (o *outliner) headings() []heading {
	styled := o.styledFamilies()
	o.terms = o.termLists(styled)
	plain := &sequence{}
	var heads []heading
	for i := 0; i < len(o.lines); i++ {
		h, ok := o.headingAt(i, styled, plain)
		if !ok {
			continue
		}
		heads = append(heads, h)
		i = h.last
	}
	heads = o.withoutLabels(heads)
	for _, r := range o.regions {
		title := o.lines[r.first].Text
		if isContentsLine(title) {
			title = ""
		}
		heads = append(heads, heading{Kind: refs.KindSection, title: title, label: title, Rank: numbering.RankUnnumbered, first: r.first, last: r.last, leaf: true})
	}
	sortHeadings(heads)
	o.markTitle(heads)
	o.rankUnnumbered(heads)
	return o.settle(heads)
}

// headingAt decides whether a heading begins at line i.
func (o *outliner) headingAt(i int, styled map[refs.Kind]bool, plain *sequence) (heading, bool) {
	if roleOf(o.regions, i) != "" {
		return heading{}, false
	}
	if h, ok := o.marked[i]; ok {
		plain.note(h)
		return h, true
	}
	if o.terms[i] {
		return heading{}, false
	}
	l := o.lines[i]
	text, depth := o.markdown(l.Text)
	h, ok := ParseHeading(text)
	switch {
	case cells(cmp.Or(h.title, text)) || ok && h.Rank == numbering.RankDecimal && h.title != "" && !worded(h.title): // a row of a table
		return heading{}, false
	case ok && (depth > 0 || o.emphasised(l)):
	case ok && !styled[family(h)] && o.plausible(i, h) && plain.follows(h):
	case !ok && (depth > 0 || o.unnumbered(i)):
		h = heading{Kind: refs.KindSection, title: text, label: text, Rank: numbering.RankUnnumbered + min(max(depth-1, 0), 4)}
	default:
		return heading{}, false
	}
	plain.note(h)
	h.first, h.last = i, i
	o.extend(&h)
	return h, true
}

// cells reports whether a line is divided into the cells of a row: the number of a heading may stand apart from its title, and nothing else.
func cells(s string) bool { return strings.Contains(s, "\t") }

// family groups the headings that are set alike: all decimals together, whatever their depth; items and notes each for themselves.
func family(h heading) refs.Kind {
	if h.Rank >= numbering.RankDecimal && h.Rank < numbering.RankRecital {
		return "decimal"
	}
	if h.Rank == RankItem || h.Rank == rankNote {
		return refs.Kind(h.label[:4])
	}
	if word, _ := numbering.CutWord(h.label); h.Kind == refs.KindAnnex && numbering.OwnAnnexWord(word) {
		return refs.Kind(word) // Schedule 2 is followed by Exhibit A
	}
	return h.Kind
}

// styledFamilies tells which families of headings are set apart by their typography or named by the outline: of those, a plain
// line is no heading.
func (o *outliner) styledFamilies() map[refs.Kind]bool {
	styled := map[refs.Kind]int{}
	for i, l := range o.lines {
		if roleOf(o.regions, i) != "" {
			continue
		}
		if h, ok := o.marked[i]; ok {
			styled[family(h)]++
		} else if h, ok := ParseHeading(l.Text); ok && o.emphasised(l) {
			styled[family(h)]++
		}
	}
	out := map[refs.Kind]bool{}
	for k, n := range styled {
		out[k] = n >= 2
	}
	return out
}

// plausible reports whether a line that is set like the running text can be a heading.
func (o *outliner) plausible(i int, h heading) bool {
	l := o.lines[i]
	if utf8.RuneCountInString(l.Text) > 120 || strings.ContainsAny(l.Text[len(l.Text)-1:], ";,:") {
		return false
	}
	if unicode.IsLower(numbering.FirstRune(h.title)) {
		return false
	}
	if family(h) == "decimal" && (o.typography() || strings.HasSuffix(l.Text, ".") || !strings.Contains(h.Number, ".") && !o.isolated(i)) {
		return false
	}
	if strings.HasSuffix(l.Text, ".") && h.title != "" {
		return false
	}
	return i == 0 || o.endsBlock(i-1)
}

// isolated reports whether a blank line stands before line i, where the text tells.
func (o *outliner) isolated(i int) bool {
	return i == 0 || i >= len(o.lines) || o.lines[i-1].Page != o.lines[i].Page || o.lines[i].Start > o.lines[i-1].End+1
}

// endsBlock reports whether line i can be the last of a paragraph.
func (o *outliner) endsBlock(i int) bool {
	text := strings.TrimRight(o.lines[i].Text, ")\"”’»“ ")
	if text == "" || o.isolated(i+1) || o.emphasised(o.lines[i]) {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(text)
	if strings.ContainsRune(".;:!?。", r) {
		return true
	}
	_, numbered := ParseHeading(o.lines[i].Text)
	return numbered || utf8.RuneCountInString(text) < 60 && !unicode.IsLower(r)
}

// unnumbered reports whether line i is a heading by its typography alone.
func (o *outliner) unnumbered(i int) bool {
	l := o.lines[i]
	if bibliographyTitle(l.Text) && i*5 > len(o.lines)*2 && i+1 < len(o.lines) && o.endsBlock(i-1) {
		return true // set like the running text
	}
	if !o.typography() {
		return o.capitals(i)
	}
	text := o.textOf(l.Page)
	big := l.Size > text.size*1.12
	if !big && !(l.Bold && !text.bold && l.Size > text.size*0.98) {
		return false
	}
	if n := utf8.RuneCountInString(l.Text); n > 140 || numbering.Letters(l.Text) < 3 || numbering.Letters(l.Text)*2 < n || !worded(l.Text) {
		return false
	}
	if _, _, _, caption := ParseCaption(l.Text); caption {
		return false
	}
	first, _ := utf8.DecodeRuneInString(l.Text)
	return !unicode.IsLower(first) && !strings.ContainsRune("-–—•▪●◦■", first) && !strings.ContainsAny(l.Text[len(l.Text)-1:], ".;,") && !bracketed(l.Text) && !o.ofTable(i)
}

// worded reports whether a text has a word: two letters, or one of a script without an alphabet.
func worded(s string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }), func(w string) bool {
		first, size := utf8.DecodeRuneInString(w)
		return size < len(w) || unicode.Is(unicode.Lo, first)
	})
}

// capitals reports whether line i is a heading of a text without typography: short, alone, in capitals.
func (o *outliner) capitals(i int) bool {
	text := o.lines[i].Text
	return numbering.Letters(text) >= 4 && len(text) <= 80 && text == strings.ToUpper(text) && text != strings.ToLower(text) && o.isolated(i)
}

// markdown cuts the hashes off a Markdown heading and counts them.
func (o *outliner) markdown(s string) (text string, depth int) {
	if o.meta.Format != source.Markdown || !strings.HasPrefix(s, "#") {
		return s, 0
	}
	text = strings.TrimLeft(s, "#")
	if depth = len(s) - len(text); depth > 6 || !strings.HasPrefix(text, " ") {
		return s, 0
	}
	return strings.Trim(text, " #"), depth
}

// titleLines is how many lines a heading may run over.
const titleLines = 6

// extend joins the lines that go on with h's title: set in the same type, or the one line below a number that stands alone.
func (o *outliner) extend(h *heading) {
	first := o.lines[h.first]
	for i := h.first + 1; i < len(o.lines) && i < h.first+titleLines; i++ {
		l := o.lines[i]
		if _, ok := o.marked[i]; ok || roleOf(o.regions, i) != "" || l.Page != first.Page {
			return
		}
		if _, ok := ParseHeading(l.Text); ok || cells(l.Text) {
			return
		}
		same := o.emphasised(first) && l.Size == first.Size && l.Bold == first.Bold && !o.overColumns(i) && !o.overRows(i, first)
		below := h.title == "" && h.Number != "" && i == h.first+1 && o.titleBelow(l) && !o.beginsSentence(i)
		if !same && !below {
			return
		}
		h.title = numbering.Fold(h.title + " " + l.Text)
		h.last = i
		if h.Number == "" {
			h.label = h.title
		}
	}
}

// titleBelow reports whether a line can be the title of the number above it.
func (o *outliner) titleBelow(l layout.Line) bool {
	first, _ := utf8.DecodeRuneInString(l.Text)
	return !unicode.IsLower(first) && unicode.IsLetter(first) && utf8.RuneCountInString(l.Text) < 160 && !strings.HasSuffix(l.Text, ".")
}
