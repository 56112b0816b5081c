package outline

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/layout"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/source"
)

// Title returns what a document is called, "" where nothing tells. Most is said by its first page: who filled in a form and which, or what is set largest.
// What the file claims for itself, doc.Title, is taken where that page says the same or has no title; then the title among the sections, and what the
// page asks to be cited by. A file whose name tells nothing is called by its first words.
func Title(doc source.Document, pages []source.Page, sections []refs.Section) string {
	lines := front(pages)
	if name, kind := form(lines); name != "" {
		return readable(name, pages) + ": " + kind
	}
	printed := cmp.Or(printedTitle(lines, bodySize(pages)), titleSection(sections), cited(lines))
	title := cmp.Or(agreed(doc.Title, printed, lines), printed, doc.Title)
	if title == "" && !doc.Named() {
		title = firstWords(lines)
	}
	return readable(unmarked(title), pages)
}

// front returns the lines of the first page that has words.
func front(pages []source.Page) []layout.Line {
	for _, p := range pages {
		if lines := layout.Body([]source.Page{p}); numbering.Letters(p.Text) > 2 && len(lines) > 0 {
			return lines
		}
	}
	return nil
}

// bodySize is the size of the running text.
func bodySize(pages []source.Page) float64 {
	const enough = 20
	return layout.BodySize(layout.Body(pages[:min(enough, len(pages))]))
}

// titleSection is the title among the sections.
func titleSection(sections []refs.Section) string {
	for _, s := range sections {
		if title := unspaced(s.Title); s.Kind == refs.KindTitle && titled(title) {
			return title
		}
	}
	return ""
}

// quoted finds the title in what a page asks to be cited by.
var quoted = regexp.MustCompile(`(?i)(?:(?:recommended|suggested|preferred) citation|zitiervorschlag|zitierhinweis|zitierweise)\b.{0,120}?[“„"](.{8,200}?)[”“"]`)

// cited is the title that the page asks to be cited by.
func cited(lines []layout.Line) string {
	text := ""
	for _, l := range lines {
		text += l.Text + " "
	}
	if m := quoted.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// firstWords is the first line that has a few words.
func firstWords(lines []layout.Line) string {
	for _, l := range lines {
		if titled(l.Text) && numbering.Letters(l.Text) >= 8 {
			return unspaced(l.Text)
		}
	}
	return ""
}

// agreed is what the file claims where it says what is printed and more, or where all its words stand on the first page, unless what is printed says
// it and more.
func agreed(claimed, printed string, lines []layout.Line) string {
	claim, print := refs.Squeeze(claimed), refs.Squeeze(printed)
	if print != "" && strings.Contains(claim, print) {
		return claimed
	}
	known := map[string]bool{}
	for _, l := range lines {
		for _, w := range wordsOf(l.Text) {
			known[w] = true
		}
	}
	words := wordsOf(claimed)
	if len(words) < 2 || strings.Contains(print, claim) || slices.ContainsFunc(words, func(w string) bool { return !known[w] }) {
		return ""
	}
	return claimed
}

func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// block is a run of lines set alike.
type block struct {
	text  string
	size  float64
	last  layout.Line
	lines int
}

// blocks joins the lines of a page that are set alike, one below the other.
func blocks(lines []layout.Line) []block {
	var out []block
	for _, l := range lines {
		if n := len(out); n > 0 && out[n-1].goesOn(l) {
			out[n-1] = block{numbering.Fold(out[n-1].text + " " + unspaced(l.Text)), l.Size, l, out[n-1].lines + 1}
			continue
		}
		out = append(out, block{unspaced(l.Text), l.Size, l, 1})
	}
	return out
}

// goesOn reports whether a line is the next of a block.
func (b block) goesOn(l layout.Line) bool {
	down := l.Y - b.last.Y
	return styleOf(l) == styleOf(b.last) && down > 0.5*l.Size && down < 2.5*l.Size && !cells(l.Text)
}

// printedTitle is what is set largest among the lines of the first page, and larger than the running text.
func printedTitle(lines []layout.Line, body float64) string {
	cover := covers(lines)
	if cover { // whose lines may stand in any order in the file
		lines = slices.Clone(lines)
		slices.SortStableFunc(lines, func(a, b layout.Line) int { return cmp.Compare(a.Y, b.Y) })
	} else {
		body = max(body, layout.BodySize(lines))
	}
	all, best := blocks(lines), -1
	for i, b := range all {
		if b.lines <= titleLines && titled(b.text) && b.size > body*1.2 && (best < 0 || layout.RoundSize(b.size) > layout.RoundSize(all[best].size)) {
			best = i
		}
	}
	if best < 0 || body == 0 {
		return ""
	}
	title, sign := all[best].text, ": "
	for i := best + 1; cover && i < len(all) && all[i].size >= max(all[i-1].size*nearly, body*1.2) && titled(all[i].text); i++ {
		title, sign = title+sign+all[i].text, " "
	}
	return title
}

// nearly is how large the next line of a title is set, as a part of the one before: authors are set smaller.
const nearly = 0.72

// covers reports whether lines are those of a cover: few words.
func covers(lines []layout.Line) bool {
	n := 0
	for _, l := range lines {
		n += utf8.RuneCountInString(l.Text)
	}
	return n < 500
}

// titled reports whether a text can be a title.
func titled(s string) bool {
	n := utf8.RuneCountInString(s)
	if n > 250 || numbering.Letters(s) < 3 || numbering.Letters(s)*2 < n || !worded(s) || naming.GenericName(naming.NameKey(s)) || contentsTitle(s) || bibliographyTitle(s) || bracketed(s) || cells(s) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(s)
	if strings.ContainsRune("-–—•▪●◦■☐☒☑\\", first) || strings.ContainsAny(s[len(s)-1:], ",;:") || strings.Contains(s, "@") || strings.Contains(s, "://") {
		return false
	}
	if h, ok := ParseHeading(s); ok && h.Number != "" {
		return false
	}
	t := naming.NewStream(s)
	return t.Date(0) != len(t.Tokens)
}

// unspaced joins the letters of words that are set apart letter by letter: "C A N A D A".
func unspaced(s string) string {
	words := strings.Fields(s)
	var out []string
	for i := 0; i < len(words); {
		end := i
		for end < len(words) && oneLetter(words[end]) {
			end++
		}
		if end-i > 3 {
			out = append(out, strings.Join(words[i:end], ""))
			i = end
			continue
		}
		out = append(out, words[i])
		i++
	}
	return strings.Join(out, " ")
}

func oneLetter(w string) bool {
	r, size := utf8.DecodeRuneInString(w)
	return size == len(w) && unicode.IsLetter(r)
}

// unmarked takes out of a title the signs that lead to a footnote, and what stands in a parenthesis that goes on behind it.
func unmarked(s string) string {
	s = strings.TrimRight(footnoted.Replace(s), " ¹²³")
	if open := strings.LastIndex(s, "("); open > 0 && !strings.Contains(s[open:], ")") {
		s = strings.TrimSpace(s[:open])
	}
	return s
}

var footnoted = strings.NewReplacer("∗", "", "†", "", "‡", "")
