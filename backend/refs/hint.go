package refs

import (
	"path/filepath"
	"strings"

	"rabbithole/backend/source"
)

// meant returns the entry a pointer leads to: the first of its hints that the library has, else the one its qualifier names.
func (r *Resolver) meant(p Pointer, own int) (int, bool) {
	for _, hint := range p.Hints {
		key := nameKey(hint)
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

// addLoose adds what names a document only in a place where one is expected: its file's name, and its title up to the colon.
func addLoose(names map[string][]int, d source.Document, i int) {
	file := filepath.Base(d.Name)
	if stem := strings.TrimSuffix(file, filepath.Ext(file)); letters(stem) > 2 {
		addName(names, stem, i)
	}
	if head, _, ok := strings.Cut(d.Title, ": "); ok && strings.Contains(head, " ") {
		addName(names, head, i)
	}
}
