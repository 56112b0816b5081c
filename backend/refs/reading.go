package refs

import (
	"rabbithole/backend/source"
)

// Reading is all that was read from a document, as it takes the place of what was read from it before.
type Reading struct {
	Document source.Document
	Pages    []source.Page
	Sections []Section
	Passages []source.Passage
	Mentions []Mention      // with their targets
	Terms    []source.Terms // of Passages
	Incoming []Mention      // of other documents, whose targets in this one are others now; each is known by its Document and ID
}

// Entry is one document of the library with its sections.
type Entry struct {
	Document source.Document
	Sections []Section
}
