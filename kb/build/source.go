package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// source is a parsed text: its head and its blocks.
type source struct {
	head   head
	blocks []block
}

// head is what stands between the two lines of dashes on top of a source.
type head struct {
	file, title, subtitle, author, lang, running string
	date                                         time.Time
	columns                                      int // of the body; the title always runs over the whole width
	front                                        int // pages before page 1, numbered i, ii, ...
	first                                        int // printed number of the first page after the front matter
}

// kind is the kind of a block.
type kind int

const (
	paragraph kind = iota
	heading
	bullet
	entry // of a bibliography: "[3] Author: Title"
	table
	figure
	note
	contents
	newPage
	scan
)

// block is one piece of a text in reading order.
type block struct {
	kind    kind
	level   int        // of a heading
	text    string     // of all kinds; of a table or figure its caption
	rows    [][]string // of a table (the first is its header) or figure (label, value)
	lines   []string   // of a scanned page
	shares  []float64  // widths of a table's columns
	centred bool
}

// parse reads a source text.
func parse(text string) (source, error) {
	parts := strings.SplitN(text, "---\n", 3)
	if len(parts) != 3 || parts[0] != "" {
		return source{}, fmt.Errorf("the head between two lines of dashes is missing")
	}
	var doc source
	if err := doc.head.parse(parts[1]); err != nil {
		return source{}, err
	}
	for _, piece := range strings.Split(strings.TrimSpace(parts[2]), "\n\n") {
		if piece = strings.Trim(piece, "\n"); piece == "" {
			continue
		}
		b, err := parseBlock(strings.Split(piece, "\n"))
		if err != nil {
			return source{}, err
		}
		doc.blocks = append(doc.blocks, b...)
	}
	return doc, nil
}

func (h *head) parse(text string) error {
	h.columns, h.first = 1, 1
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		var err error
		switch key {
		case "file":
			h.file = value
		case "title":
			h.title = value
		case "subtitle":
			h.subtitle = value
		case "author":
			h.author = value
		case "lang":
			h.lang = value
		case "running":
			h.running = value
		case "date":
			h.date, err = time.Parse(time.DateOnly, value)
		case "columns":
			h.columns, err = strconv.Atoi(value)
		case "front":
			h.front, err = strconv.Atoi(value)
		case "first":
			h.first, err = strconv.Atoi(value)
		default:
			err = fmt.Errorf("unknown key %q", key)
		}
		if err != nil {
			return fmt.Errorf("head: %w", err)
		}
	}
	return nil
}

// parseBlock reads the lines between two empty lines. A list gives one block for each of its items.
func parseBlock(lines []string) ([]block, error) {
	first := lines[0]
	level := len(first) - len(strings.TrimLeft(first, "#"))
	switch {
	case level > 0:
		return []block{{kind: heading, level: level, text: strings.TrimSpace(first[level:])}}, nil
	case first == "[contents]":
		return []block{{kind: contents}}, nil
	case first == "[page]":
		return []block{{kind: newPage}}, nil
	case first == "[scan]":
		return []block{{kind: scan, lines: lines[1:]}}, nil
	case strings.HasPrefix(first, "[table "), strings.HasPrefix(first, "[bars] "):
		return parseRows(lines)
	case strings.HasPrefix(first, "> "):
		return []block{{kind: note, text: join(lines, "> ")}}, nil
	case strings.HasPrefix(first, "- "):
		return items(lines, "- ", bullet), nil
	case strings.HasPrefix(first, "["):
		return items(lines, "[", entry), nil
	case strings.HasPrefix(first, "^ "):
		return []block{{kind: paragraph, text: join(lines, "^ "), centred: true}}, nil
	}
	return []block{{kind: paragraph, text: join(lines, "")}}, nil
}

// parseRows reads "[table 2 1 1] Caption" or "[bars] Caption" with the rows "| a | b |" below it.
func parseRows(lines []string) ([]block, error) {
	directive, caption, _ := strings.Cut(strings.TrimPrefix(lines[0], "["), "] ")
	b := block{kind: figure, text: caption}
	if shares, ok := strings.CutPrefix(directive, "table "); ok {
		b.kind = table
		for _, share := range strings.Fields(shares) {
			n, err := strconv.ParseFloat(share, 64)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", lines[0], err)
			}
			b.shares = append(b.shares, n)
		}
	}
	for _, line := range lines[1:] {
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if b.kind == table && len(cells) != len(b.shares) {
			return nil, fmt.Errorf("%s: a row of %d cells, want %d: %s", caption, len(cells), len(b.shares), line)
		}
		b.rows = append(b.rows, cells)
	}
	return []block{b}, nil
}

// items cuts a list at its marker; a line without one continues the item before.
func items(lines []string, marker string, k kind) []block {
	var out []block
	for _, line := range lines {
		if !strings.HasPrefix(line, marker) && len(out) > 0 {
			out[len(out)-1].text += " " + strings.TrimSpace(line)
			continue
		}
		if k == bullet {
			line = strings.TrimPrefix(line, marker)
		}
		out = append(out, block{kind: k, text: line})
	}
	return out
}

// join makes one text of the lines, a prefix taken from each.
func join(lines []string, prefix string) string {
	for i := range lines {
		lines[i] = strings.TrimSpace(strings.TrimPrefix(lines[i], prefix))
	}
	return strings.Join(lines, " ")
}
