package eval

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"rabbithole/backend/chunk"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

// textLabels say what pictures of pages show, a JSON value a line.
//
//go:embed testdata/text/labels.jsonl
var textLabels string

// TextLabel says what a picture of a page shows.
type TextLabel struct {
	Document string `json:"document"` // name of its file
	Page     int    `json:"page"`
	Kind     string `json:"kind"`
	Text     string `json:"text"`             // power ("2^8"), word before a mark, whole word, cell, first words of a paragraph
	Mark     string `json:"mark,omitempty"`   // of a footnote
	Row      string `json:"row,omitempty"`    // what the cell's row begins with
	Column   string `json:"column,omitempty"` // head of the cell's column
}

// right reports whether the text of the pages, or what was made of it, is as the label says.
func (l TextLabel) right(pages []source.Page, found ingest.Structured) bool {
	if l.Page < 1 || l.Page > len(pages) {
		return false
	}
	page, text := flat(pages[l.Page-1].Text), flat(l.Text)
	switch l.Kind {
	case "exponent":
		return standsIn(page, text, `(\D|$)`)
	case "mark":
		return standsIn(page, text, "") && !standsIn(page, text+l.Mark, "")
	case "divided":
		return standsIn(page, text, `([^\pL\pN]|$)`)
	}
	return slices.ContainsFunc(found.Passages, func(p source.Passage) bool {
		return slices.ContainsFunc(p.Spans, func(s source.Span) bool { return s.Page == l.Page }) &&
			(l.Kind == "cell" && l.inTable(p.Text) || l.Kind == "paragraph" && l.begins(p.Text, found.Language))
	})
}

var (
	raised     = regexp.MustCompile(`[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ]+`)
	bracketed  = regexp.MustCompile(`\^[{(]([^{}()\n]*)[})]`)
	characters = strings.NewReplacer("−", "-", "‐", "-", "‑", "-", "’", "'", "‘", "'", "“", `"`, "”", `"`)
)

// level writes a text in characters that every reader agrees on, and what is raised behind a "^". Tabs and line ends stay.
func level(s string) string {
	s = raised.ReplaceAllStringFunc(s, func(up string) string { return "^" + up })
	return bracketed.ReplaceAllString(characters.Replace(norm.NFKC.String(s)), "^$1")
}

func flat(s string) string { return collapsed(level(s)) }

// standsIn reports whether words stand in a page with no longer word before, and with what end, an expression, matches behind.
func standsIn(page, words, end string) bool {
	return regexp.MustCompile(`(^|[^\pL\pN])` + regexp.QuoteMeta(words) + end).MatchString(page)
}

// begins reports whether a sentence of the passage begins with the label's words.
func (l TextLabel) begins(passage, language string) bool {
	return slices.ContainsFunc(chunk.Sentences(passage, language), func(s [2]int) bool {
		return strings.HasPrefix(flat(passage[s[0]:s[1]]), flat(l.Text))
	})
}

// inTable reports whether the cell stands in its row, and the head of its column at the same place, counted from either side, in another line.
func (l TextLabel) inTable(passage string) bool {
	var rows [][]string
	for line := range strings.Lines(passage) {
		rows = append(rows, cellsOf(line))
	}
	column := " " + cellsOf(l.Column)[0] + " "
	heads := func(line []string, at int) bool { // or is its first or last line
		return at >= 0 && at < len(line) && len(line) > 1 && line[at] != "" &&
			(strings.HasPrefix(column, " "+line[at]+" ") || strings.HasSuffix(column, " "+line[at]+" "))
	}
	return slices.ContainsFunc(rows, func(row []string) bool {
		at := 1 + slices.Index(row[1:], cellsOf(l.Text)[0])
		return at > 0 && strings.HasPrefix(row[0], flat(l.Row)) &&
			slices.ContainsFunc(rows, func(head []string) bool { return heads(head, at) || heads(head, len(head)-len(row)+at) })
	})
}

// currency is no cell of its own.
var currency = regexp.MustCompile(`\$[ \t]*`)

func cellsOf(line string) []string {
	cells := strings.Split(currency.ReplaceAllString(level(line), ""), "\t")
	for i, c := range cells {
		cells[i] = collapsed(c)
	}
	return cells
}
