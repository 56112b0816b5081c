// Package quotable cuts passages into what a rule can quote on its own: sentences, entries of lists behind what leads into them, rows of tables under
// their head.
//
// Every unit stands word for word in its passage; an ellipsis marks what is left out between its parts. The package refuses to know what a unit is worth.
package quotable

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/chunk"
	"rabbithole/backend/cite/grid"
	"rabbithole/backend/source"
	"rabbithole/backend/step/ask"
)

// Units cuts a passage into what can be quoted on its own: a sentence, a sentence with its short list, one entry of a long list together
// with the sentence that introduces it, a row of a table under its caption and head. Every unit stands verbatim in the passage; " … "
// marks what is left out between its parts. Headings are no units: a name of what follows states nothing.
func Units(p source.Passage, language string) []string {
	var units []string
	prose := false
	for _, b := range grid.Split(unlabelled(body(p))) {
		switch n := len(units); {
		case !b.Table:
			units = append(units, Sentences(strings.Join(b.Lines, "\n"), language)...)
		case prose && n > 0 && titles(units[n-1]):
			b.Lines, b.Head = slices.Concat(units[n-1:], b.Lines), b.Head+1
			units = append(units[:n-1], rows(b)...)
		default:
			units = append(units, rows(b)...)
		}
		prose = !b.Table
	}
	return units
}

// titles reports whether a unit above a table is its title: short, and no sentence.
func titles(unit string) bool {
	return len(strings.Fields(unit)) <= 2*mostHeading && !ListEntry.MatchString(unit) && !strings.ContainsAny(unit[len(unit)-1:], ".,;:!?")
}

// body returns the lines of a passage without its headings.
func body(p source.Passage) []string { return strings.Split(p.Text[chunk.HeadingsEnd(p):], "\n") }

var figure = regexp.MustCompile(`^(?:Figure|Fig\.|Abbildung|Abb\.)\s+[\w.]+\s*[:.–—]`)

// unlabelled drops what belongs to a figure: its caption with the lines that go on in lower case, and its labels, three or more lines in a
// Row of at most three words with numbers among them.
func unlabelled(lines []string) []string {
	var out []string
	for i := 0; i < len(lines); {
		if figure.MatchString(lines[i]) {
			for i++; i < len(lines) && startsLower(lines[i]); i++ {
			}
			continue
		}
		end := i
		for end < len(lines) && isLabel(lines[end]) {
			end++
		}
		if end-i < 3 {
			end = i + 1
			out = append(out, lines[i])
		}
		i = end
	}
	return out
}

func startsLower(line string) bool {
	first, _ := utf8.DecodeRuneInString(line)
	return unicode.IsLower(first)
}

func isLabel(line string) bool {
	words := strings.Fields(line)
	return len(words) > 0 && len(words) <= 3 && !grid.Tabbed(line) && strings.ContainsAny(line, "0123456789") && !ListEntry.MatchString(line) && !strings.ContainsAny(line[len(line)-1:], ".,;:")
}

// ListEntry matches the mark that an entry of a list begins with.
var ListEntry = regexp.MustCompile(`^(?:\(?\d{1,2}[a-z]?[.)]|\(?[a-z]{1,4}\)|[-–—•▪*●·])\s`)

// ParagraphMark is the number of a law's paragraph, which may lead into a list itself.
var ParagraphMark = regexp.MustCompile(`^\(\d{1,2}[a-z]?\)\s`)

// piece is a sentence or an entry of a list as chunk.Sentences cuts it, on lines as in the passage.
type piece struct {
	text  string
	fresh bool // it begins a line
}

func (p piece) entry() bool { return ListEntry.MatchString(p.text) }

func cut(text, language string) []piece {
	var out []piece
	for _, span := range chunk.Sentences(text, language) {
		before := strings.TrimRight(text[:span[0]], " \t")
		fresh := before == "" || strings.HasSuffix(before, "\n")
		rest := text[span[0]:span[1]]
		for at := termLine().FindStringIndex(rest); at != nil; at = termLine().FindStringIndex(rest) {
			out = append(out, piece{rest[:at[0]+1], fresh})
			rest, fresh = rest[at[0]+2:], true
		}
		out = append(out, piece{rest, fresh})
	}
	return out
}

// termLine matches where a sentence ends and the next line begins with a term of a glossary. It may begin with a small letter, as no other sentence does.
var termLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[.!?]\n\p{Ll}[\pL\d /-]{0,50}:\s`) })

// Sentences cuts prose into sentences and lists.
func Sentences(text, language string) []string {
	all := withoutHeadings(cut(text, language))
	var units []string
	for len(all) > 0 {
		n := 1
		switch {
		case introduces(all):
			var root *entry
			root, n = readList(all[0], all[1:])
			units = append(units, root.units()...)
			n++
		case loose(all) > 1:
			var root *entry
			root, n = readList(piece{}, all[:loose(all)])
			units = append(units, root.units()...)
		default:
			units = append(units, quotable([]string{all[0].text})...)
		}
		all = all[n:]
	}
	return units
}

// loose returns how many sentences at the beginning of all are entries of one list that nothing introduces, as in an annex: they are
// numbered and go on, but for the last.
func loose(all []piece) int {
	n := 0
	for n < len(all) && all[n].entry() && !ParagraphMark.MatchString(all[n].text) {
		n++
		text := all[n-1].text
		if !strings.ContainsAny(text[len(text)-1:], ",;") && !conjoined.MatchString(text) && !introduces(all[n-1:]) {
			break
		}
	}
	return n
}

// introduces reports whether the first of all leads into a list: it ends with a colon, or is not finished, and an entry follows. An entry
// leads into entries of another kind only.
func introduces(all []piece) bool {
	if len(all) < 2 || !all[1].entry() {
		return false
	}
	text := all[0].text
	switch {
	case strings.HasSuffix(text, ":"):
		return true
	case strings.HasSuffix(text, "."):
		return false
	case !all[0].entry() || ParagraphMark.MatchString(text):
		return true
	}
	of, next := chunk.MarkOf(text), chunk.MarkOf(all[1].text)
	return !strings.ContainsAny(text[len(text)-1:], ",;") && next.First() && !of.Alike(next)
}

// mostHeading is how many words a heading has at most.
const mostHeading = 12

// withoutHeadings drops the headings between sentences: lines of their own above prose that no full stop ends. Files without marks for headings,
// and passages of several short sections, have them in their text.
func withoutHeadings(all []piece) []piece {
	var out []piece
	for i, p := range all {
		if i+1 < len(all) && p.heads(all[i+1]) {
			continue
		}
		out = append(out, p)
	}
	return out
}

// heads reports whether a piece is the heading of the next one. A line that states a quantity is none, nor one above what is no finished sentence:
// on slides and in tables every line stands so.
func (p piece) heads(next piece) bool {
	if !p.fresh || !next.fresh || p.entry() || next.entry() || strings.Contains(p.text, "\n") || len(strings.Fields(p.text)) > mostHeading || ask.StatesQuantity(p.text) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(p.text)
	if !unicode.IsLetter(last) && !unicode.IsDigit(last) && last != ')' && last != '?' {
		return false
	}
	first, _ := utf8.DecodeRuneInString(next.text)
	return !unicode.IsLower(first) && strings.HasSuffix(next.text, ".") && len(strings.Fields(next.text)) > 3
}
