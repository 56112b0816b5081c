package refs

import "rabbithole/backend/source"

// Entry is one document of the library with its sections.
type Entry struct {
	Document source.Document
	Sections []Section
}

// Resolver leads mentions to their targets in a library.
type Resolver struct{ entries []Entry }

// NewResolver indexes the entries.
func NewResolver(entries []Entry) *Resolver { return &Resolver{entries: entries} }

// Resolve returns m with Targets and Status filled.
func (r *Resolver) Resolve(m Mention) Mention {
	m.Status = Open
	return m
}
