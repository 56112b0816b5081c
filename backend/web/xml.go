package web

import (
	"errors"
	"strings"

	"rabbithole/backend/chunk"
	"rabbithole/backend/markup"
)

var sections = strings.NewReplacer("<![CDATA[", "", "]]>", "")

// readXML reads the text of an XML file, a feed for one: each element begins a line. Entities that it defines stay as they are written.
func readXML(s string) ([]chunk.Piece, error) {
	doc, err := markup.Parse(sections.Replace(s))
	if err != nil {
		return paragraphs(stripped(s)), nil
	}
	prune(doc)
	w := &pieceWriter{foreign: true}
	w.write(doc)
	w.flush()
	if len(w.out) == 0 {
		return nil, errors.New("it holds no text to read")
	}
	return w.out, nil
}
