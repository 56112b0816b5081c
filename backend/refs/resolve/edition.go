package resolve

import (
	"slices"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/source"
)

// editions returns the editions a document says it is, by its names.
func editions(d source.Document) []string {
	var out []string
	for _, name := range append([]string{d.Title}, d.Names...) {
		if _, edition := naming.CutEdition(name); edition != "" {
			out = append(out, edition)
		}
	}
	return out
}

// anotherEdition reports whether a pointer names, by date or year, a version of a document other than the one the library has.
func (r *Resolver) anotherEdition(p refs.Pointer, own int) bool {
	_, edition := naming.CutEdition(p.Qualifier)
	if edition == "" {
		return false
	}
	at, ok := r.meant(p, own)
	if !ok || len(r.editions[at]) == 0 {
		return false
	}
	return !slices.ContainsFunc(r.editions[at], func(e string) bool { return strings.HasPrefix(e, edition) || strings.HasPrefix(edition, e) })
}
