// Package chunk cuts documents into passages and texts into sentences.
package chunk

import (
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// Options says how large passages may be. The zero value works.
type Options struct {
	Max int // most tokens of a passage; 0 means 256
	Min int // fewest tokens a passage should have; 0 means 40
}

// Split cuts a document into passages.
func Split(document string, pages []source.Page, sections []refs.Section, opt Options) []source.Passage {
	return nil
}

// Sentences returns the byte ranges of the sentences of text.
func Sentences(text, lang string) [][2]int { return nil }
