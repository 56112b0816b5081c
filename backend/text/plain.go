package text

import (
	"strings"

	"rabbithole/backend/chunk"
)

// readPlain cuts plain text into paragraphs at empty lines and into pages at form feeds.
func readPlain(s string) content {
	var c content
	for i, sheet := range strings.Split(s, "\f") {
		if i > 0 && len(c.blocks) > 0 {
			c.blocks[len(c.blocks)-1].Ends = true
		}
		c.blocks = append(c.blocks, paragraphs(sheet)...)
	}
	return c
}

// paragraphs returns the runs of lines of s that are not empty.
func paragraphs(s string) []chunk.Piece {
	var blocks []chunk.Piece
	var lines []string
	flush := func() {
		if len(lines) > 0 {
			blocks = append(blocks, chunk.Piece{Text: strings.Join(lines, "\n")})
			lines = nil
		}
	}
	for _, line := range strings.Split(s, "\n") {
		line = strings.TrimRight(strings.ReplaceAll(line, "\t", "    "), " ")
		if line == "" {
			flush()
			continue
		}
		lines = append(lines, line)
	}
	flush()
	return blocks
}
