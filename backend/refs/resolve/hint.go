package resolve

import (
	"path/filepath"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/source"
)

// meant returns the entry a pointer leads to: the first of its hints that the library has, else the one its qualifier names.
func (r *Resolver) meant(p refs.Pointer, own int) (int, bool) {
	for _, hint := range p.Hints {
		key := naming.NameKey(hint)
		if at, ok := r.named(r.names[key], own); ok {
			return at, true
		}
		if at, ok := r.named(r.loose[key], own); ok {
			return at, true
		}
		if at, ok := r.titled(hint); ok {
			return at, true
		}
	}
	return r.document(p.Qualifier, own)
}

// Placed reports whether a reference that led nowhere points into a document that is there, its own or one of these: then the place is what is
// missing, and else the document.
func Placed(documents []source.Document, m refs.Mention) bool {
	entries := make([]refs.Entry, len(documents))
	for i, d := range documents {
		entries[i].Document = d
	}
	r := NewResolver(entries)
	own, known := r.byHash[m.Document]
	for _, p := range m.Pointers {
		if p.Kind == refs.KindDocument || p.URI != "" {
			return false
		}
		if p.Qualifier == "" && len(p.Hints) == 0 {
			continue
		}
		if _, here := r.meant(p, own); !known || !here {
			return false
		}
	}
	return len(m.Pointers) > 0
}

// addLoose adds what names a document only in a place where one is expected: its file's name, and its title up to the colon.
func addLoose(names map[string][]int, d source.Document, i int) {
	file := filepath.Base(d.Name)
	if stem := strings.TrimSuffix(file, filepath.Ext(file)); numbering.Letters(stem) > 2 {
		addName(names, stem, i)
	}
	if head, _, ok := strings.Cut(d.Title, ": "); ok && strings.Contains(head, " ") {
		addName(names, head, i)
	}
}
