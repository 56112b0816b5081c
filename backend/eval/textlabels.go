package eval

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"rabbithole/backend/chunk"
	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

// textLabels say what pictures of pages show, a JSON value a line.
//
//go:embed testdata/text/labels.jsonl
var textLabels []byte

// labelKinds in the order they are printed in.
var labelKinds = []string{"exponent", "mark", "divided", "cell", "paragraph"}

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

// Where says what the text belongs to: a mark, or a row and a column.
func (l TextLabel) Where() string {
	switch l.Kind {
	case "mark":
		return fmt.Sprintf(" with %q", l.Mark)
	case "cell":
		return fmt.Sprintf(" in %q, %q", l.Row, l.Column)
	}
	return ""
}

type judgedLabel struct {
	label TextLabel
	right bool
}

func readLabels(path string) (labels []TextLabel, err error) {
	data := textLabels
	if path != "" {
		if data, err = os.ReadFile(path); err != nil {
			return nil, fault.New("read the labels", fault.NotFound, "Name a file of labels, one JSON object a line.", err)
		}
	}
	for d := json.NewDecoder(bytes.NewReader(data)); ; {
		var l TextLabel
		if err := d.Decode(&l); err == io.EOF {
			return labels, nil
		} else if err == nil && !slices.Contains(labelKinds, l.Kind) {
			return nil, fault.New("read the labels", fault.Unreadable, fmt.Sprintf("The kinds are %s.", strings.Join(labelKinds, ", ")), fmt.Errorf("kind %q", l.Kind))
		} else if err != nil {
			return nil, fault.New("read the labels", fault.Unreadable, "Each line must be one JSON object.", err)
		}
		labels = append(labels, l)
	}
}

// right reports whether the text of the pages, or what was made of it, is as the label says.
func (l TextLabel) right(pages []source.Page, found ingest.Structured) bool {
	if l.Page < 1 || l.Page > len(pages) {
		return false
	}
	page, text := flat(pages[l.Page-1].Text), flat(l.Text)
	switch l.Kind {
	case "exponent":
		return standsIn(page, text, unicode.IsDigit)
	case "mark":
		return standsIn(page, text, nil) && !standsIn(page, text+l.Mark, nil)
	case "divided":
		return standsIn(page, text, letterOrDigit)
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

func letterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// standsIn reports whether words stand in text: no longer word before, and none of the characters that stop names behind.
func standsIn(text, words string, stop func(rune) bool) bool {
	first, _ := utf8.DecodeRuneInString(words)
	for from := 0; ; {
		i := strings.Index(text[from:], words)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(words)
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		after, _ := utf8.DecodeRuneInString(text[end:])
		if !(letterOrDigit(first) && letterOrDigit(before)) && (stop == nil || !stop(after)) {
			return true
		}
		from = start + 1
	}
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
	for line := range strings.Lines(level(passage)) {
		rows = append(rows, cellsOf(line))
	}
	for _, row := range rows {
		at := 1 + slices.Index(row[1:], flat(l.Text))
		if at == 0 || !strings.HasPrefix(row[0], flat(l.Row)) {
			continue
		}
		for _, head := range rows {
			if right := len(row) - at; l.heads(head, at) || l.heads(head, len(head)-right) {
				return true
			}
		}
	}
	return false
}

// cellsOf divides a line at its tabs; a cell that is a currency belongs to the next.
func cellsOf(line string) (cells []string) {
	for cell := range strings.SplitSeq(line, "\t") {
		if cell = strings.TrimLeft(collapsed(cell), "$ "); cell != "" || !strings.Contains(line, "$") {
			cells = append(cells, cell)
		}
	}
	return append(cells, make([]string, max(0, 1-len(cells)))...)
}

// heads reports whether the cell at a place of a line is the head of the label's column, or the last or first line of it.
func (l TextLabel) heads(line []string, at int) bool {
	if at < 0 || at >= len(line) || len(line) < 2 || line[at] == "" {
		return false
	}
	column := " " + flat(l.Column) + " "
	return strings.HasPrefix(column, " "+line[at]+" ") || strings.HasSuffix(column, " "+line[at]+" ")
}
