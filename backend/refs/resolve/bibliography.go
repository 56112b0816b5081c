package resolve

import (
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
)

// entryTarget leads a label to the document its entry describes, or out of the library to the work.
func (r *Resolver) entryTarget(p refs.Pointer, own int) (t refs.Target, external, ok bool) {
	if at, ok := r.label(p.Number, own); ok {
		return r.whole(at), false, true
	}
	s, ok := r.table(own).find(p, refs.Mention{}, true)
	if !ok {
		return refs.Target{}, false, false
	}
	w := ParseWork(s.Title)
	return refs.Target{Label: s.Label + " " + w.String(), URI: w.Address()}, true, true
}

// label returns the entry of the library that a label of the reference list of entry own stands for.
func (r *Resolver) label(label string, own int) (int, bool) {
	key := [2]string{r.entries[own].Document.Hash, label}
	at, done := r.labels[key]
	if !done {
		at = -1
		if s, ok := r.table(own).find(refs.Pointer{Kind: refs.KindBibliography, Number: label}, refs.Mention{}, true); ok {
			if i, ok := r.described(s.Title, own); ok {
				at = i
			}
		} else if i, ok := r.named(r.names[naming.NameKey(label)], own); ok {
			at = i
		}
		r.labels[key] = at
	}
	return at, at >= 0
}

// described returns the one other document of the library that the text of a bibliography entry describes: by a DOI or
// arXiv number, by another number ("RFC 9999", an act, a standard) or by a title in full. A number that the library does not have settles it: the entry is another document.
func (r *Resolver) described(entry string, own int) (int, bool) {
	for _, id := range naming.Identifiers(entry) {
		if at, ok := r.named(r.names[naming.NameKey(id)], own); ok && at != own {
			return at, true
		}
	}
	s := naming.NewStream(entry)
	numbered := false
	for i := range s.Tokens {
		name, _, ok := s.Publication(i)
		if !ok {
			continue
		}
		numbered = true
		if at, ok := r.named(r.names[naming.NameKey(name)], own); ok && at != own {
			return at, true
		}
	}
	if numbered {
		return 0, false
	}
	at, ok := r.quoted(entry)
	return at, ok && at != own
}

// quoted returns the one document whose title stands in the text of a bibliography entry.
func (r *Resolver) quoted(entry string) (int, bool) {
	const enough = 12 // letters of a title that are not found by chance
	text := refs.Squeeze(entry)
	match, n := 0, 0
	for i, e := range r.entries {
		for _, name := range append([]string{e.Document.Title}, e.Document.Names...) {
			if key := refs.Squeeze(name); len(key) >= enough && strings.Contains(text, key) && (n == 0 || match != i) {
				match, n = i, n+1
			}
		}
	}
	return match, n == 1
}
