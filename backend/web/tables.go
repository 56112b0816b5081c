package web

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"rabbithole/backend/chunk"
)

const (
	maxRows  = 5000
	maxNodes = 20000 // values of a JSON text
	maxDepth = 40
	perPiece = 20 // rows under one head
)

// readCSV gives each row its line and repeats the head over every piece, so that a page shows what its columns are.
func readCSV(s string) []chunk.Piece {
	r := csv.NewReader(strings.NewReader(strings.TrimSpace(s)))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = separator(s), -1, true
	var head string
	var lines []string
	var out []chunk.Piece
	flush := func() {
		if len(lines) > 0 {
			out = append(out, chunk.Piece{Text: head + "\n" + strings.Join(lines, "\n")})
			lines = nil
		}
	}
	for n := 0; n < maxRows; n++ {
		record, err := r.Read()
		if err != nil {
			break
		}
		for i := range record {
			record[i] = strings.Join(strings.Fields(record[i]), " ")
		}
		row := strings.Join(record, " | ")
		switch {
		case strings.Trim(row, " |") == "":
		case head == "":
			head = row
		default:
			if lines = append(lines, row); len(lines) == perPiece {
				flush()
			}
		}
	}
	if len(out) == 0 && len(lines) == 0 && head != "" {
		return []chunk.Piece{{Text: head}}
	}
	flush()
	return out
}

// separator returns what divides the columns: the sign that the first lines have most of.
func separator(s string) rune {
	first := head(s, 2000)
	best, most := ',', strings.Count(first, ",")
	for _, r := range []rune{';', '\t', '|'} {
		if n := strings.Count(first, string(r)); n > most {
			best, most = r, n
		}
	}
	return best
}

// readJSON gives each value a line under the names that lead to it, in the order of the text.
func readJSON(body []byte, header http.Header) ([]chunk.Piece, error) {
	d := json.NewDecoder(bytes.NewReader([]byte(Decode(body, header))))
	d.UseNumber()
	w := &jsonWriter{decoder: d}
	if err := w.value("", 0); err != nil && len(w.lines) == 0 {
		return nil, errors.New("it is said to be JSON and is not")
	}
	return w.pieces(), nil
}

// jsonWriter turns the tokens of a JSON text into lines.
type jsonWriter struct {
	decoder *json.Decoder
	lines   []string
	nodes   int
}

var errEnough = errors.New("enough")

func (w *jsonWriter) value(name string, depth int) error {
	if w.nodes++; w.nodes > maxNodes || depth > maxDepth {
		return errEnough
	}
	token, err := w.decoder.Token()
	if err != nil {
		return err
	}
	if delim, ok := token.(json.Delim); ok {
		return w.inside(name, delim, depth)
	}
	if s := strings.Join(strings.Fields(fmt.Sprint(token)), " "); token != nil && s != "" {
		w.line(name, s, depth)
	}
	return nil
}

// inside reads an object or array up to its end.
func (w *jsonWriter) inside(name string, begin json.Delim, depth int) error {
	if name != "" {
		w.line(name, "", depth)
		depth++
	}
	for w.decoder.More() {
		inner := "-"
		if begin == '{' {
			key, err := w.decoder.Token()
			if err != nil {
				return err
			}
			inner = fmt.Sprint(key)
		}
		if err := w.value(inner, depth); err != nil {
			return err
		}
	}
	_, err := w.decoder.Token()
	return err
}

func (w *jsonWriter) line(name, value string, depth int) {
	indent := strings.Repeat("  ", min(depth, 8))
	switch {
	case name == "":
	case name == "-":
		indent += "- "
	default:
		indent += strings.Join(strings.Fields(name), " ") + ": "
	}
	w.lines = append(w.lines, strings.TrimRight(unseen(indent+plainText(value)), " ")) // escapes of JSON write what was taken out of its text
}

// plainText takes the markup out of a string that holds some: many interfaces answer with HTML in their JSON.
func plainText(s string) string {
	if !strings.ContainsRune(s, '<') {
		return s
	}
	return stripped(s)
}

// pieces puts the lines of a value with the line that names it.
func (w *jsonWriter) pieces() []chunk.Piece {
	var out []chunk.Piece
	var lines []string
	for i, line := range w.lines {
		if lines = append(lines, line); i+1 == len(w.lines) || len(lines) >= perPiece && !strings.HasPrefix(w.lines[i+1], " ") {
			out = append(out, chunk.Piece{Text: strings.Join(lines, "\n")})
			lines = nil
		}
	}
	return out
}
