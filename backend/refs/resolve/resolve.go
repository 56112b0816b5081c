// Package resolve leads references to their targets in a library, and collects the works that are cited and not there.
//
// A reference that cannot be resolved is kept and said to be open, never guessed; one to an old version is never led to the present text.
package resolve

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/provision"
)

// Resolver leads mentions to their targets in a library. It is not for concurrent use: it remembers the labels it has looked up.
type Resolver struct {
	entries []refs.Entry
	byHash  map[string]int
	names   map[string][]int // naming.NameKey -> entries
	loose   map[string][]int // keys of what names a document only where the text hints at one -> entries
	tables  []*sectionTable  // by entry, made on demand
	labels  map[[2]string]int
	// editions are the versions the documents say they are, by entry: another one that is cited is not theirs.
	editions [][]string
}

// NewResolver indexes the entries: their names (Document.Names, Title, Name) and sections.
func NewResolver(entries []refs.Entry) *Resolver {
	r := &Resolver{entries: entries, byHash: map[string]int{}, names: map[string][]int{}, loose: map[string][]int{}, tables: make([]*sectionTable, len(entries)), labels: map[[2]string]int{}, editions: make([][]string, len(entries))}
	for i, e := range entries {
		r.byHash[e.Document.Hash] = i
		for _, name := range append([]string{e.Document.Title}, e.Document.Names...) {
			addName(r.names, name, i)
			if base, edition := naming.CutEdition(name); edition != "" {
				addName(r.names, base, i)
			}
		}
		r.editions[i] = editions(e.Document)
		addLoose(r.loose, e.Document, i)
	}
	return r
}

func addName(names map[string][]int, name string, i int) {
	key := naming.NameKey(name)
	if !naming.GenericName(key) && !slices.Contains(names[key], i) {
		names[key] = append(names[key], i)
	}
}

// Resolve returns m with Targets and Status filled; Target.Passage is left to the caller. A pointer that names no document points
// into its own; one that means an old version is never led to the present text, and one to a repealed section to its empty place only;
// what is not in the library stays open.
func (r *Resolver) Resolve(m refs.Mention) refs.Mention {
	m.Targets, m.Status = nil, refs.Open
	own, known := r.byHash[m.Document]
	if provision.Inside(m) {
		return r.inside(m)
	}
	old, external, repealed, elsewhere := 0, 0, 0, 0
	for _, p := range m.Pointers {
		switch {
		case p.Old, known && r.anotherEdition(p, own):
			old++
		case p.URI != "" && !strings.HasPrefix(p.URI, "#page="):
			if at, ok := r.identified(p.URI, own); ok {
				m.Targets = append(m.Targets, r.whole(at))
				continue
			}
			external++
			m.Targets = append(m.Targets, refs.Target{Label: p.Label, URI: p.URI})
		case p.Kind == refs.KindBibliography && known:
			t, outside, ok := r.entryTarget(p, own)
			if ok {
				m.Targets = append(m.Targets, t)
			}
			if outside {
				external++
			}
		case known:
			m.Targets = append(m.Targets, r.between(p, own)...)
			if t, ok := r.target(p, m, own); ok {
				m.Targets = append(m.Targets, t)
				if r.repealed(t) {
					repealed++
				}
			} else if t, ok := r.elsewhere(p, own); ok {
				elsewhere++
				m.Targets = append(m.Targets, t)
			}
		}
	}
	switch n := len(m.Pointers); {
	case n > 0 && old+repealed == n:
		m.Status = refs.OldVersion
	case external > 0 && external == len(m.Targets):
		m.Status = refs.External
	case len(m.Targets) > elsewhere:
		m.Status = refs.Found
	}
	return m
}

// elsewhere names a section of a work of the reference list that the library does not have: "Section 3.2, [URI] Uniform Resource Identifier".
func (r *Resolver) elsewhere(p refs.Pointer, own int) (refs.Target, bool) {
	label, ok := strings.CutPrefix(p.Qualifier, "[")
	if !ok {
		return refs.Target{}, false
	}
	label = strings.TrimSuffix(label, "]")
	if _, known := r.label(label, own); known {
		return refs.Target{}, false
	}
	t, _, ok := r.entryTarget(refs.Pointer{Kind: refs.KindBibliography, Number: label, Label: p.Qualifier}, own)
	t.Label = p.Label + ", " + t.Label
	return t, ok
}

// inside leads a reference inside its own section to the places found with it.
func (r *Resolver) inside(m refs.Mention) refs.Mention {
	own, known := r.byHash[m.Document]
	if !known {
		return m
	}
	byID := r.table(own).byID
	if p := m.Pointers[0]; p.Page == 0 && p.Sub == "" && m.Section != "" { // read before places were looked for
		m.Status = refs.Found
	}
	for _, p := range m.Pointers {
		if p.Page == 0 {
			continue
		}
		t := refs.Target{Document: m.Document, Section: m.Section, Label: p.Label, Page: p.Page, Start: p.At}
		for s, n := byID[m.Section], 0; s.ID != "" && n < 20; s, n = byID[s.Parent], n+1 {
			if strings.HasPrefix(p.Label, s.Name()) && s.Name() != "" {
				t.Section = s.ID
				break
			}
		}
		if m.Status = refs.Found; !slices.Contains(m.Targets, t) {
			m.Targets = append(m.Targets, t)
		}
	}
	return m
}

// identified returns the document of the library that has the DOI or arXiv number of an address.
func (r *Resolver) identified(uri string, own int) (int, bool) {
	id := naming.Identifier(uri)
	if id == "" || own >= len(r.entries) {
		return 0, false
	}
	at, ok := r.named(r.names[naming.NameKey(id)], own)
	return at, ok && at != own
}

// repealed reports whether a target is only the place where a repealed section stood.
func (r *Resolver) repealed(t refs.Target) bool {
	at, ok := r.byHash[t.Document]
	return ok && t.Section != "" && isGone(r.table(at).byID[t.Section])
}

// target leads one pointer of a mention in entry own to its place.
func (r *Resolver) target(p refs.Pointer, m refs.Mention, own int) (refs.Target, bool) {
	if page, ok := strings.CutPrefix(p.URI, "#page="); ok {
		n, _ := strconv.Atoi(page)
		return r.pageTarget(own, n, p.Label)
	}
	at, ok := r.meant(p, own)
	if !ok {
		return refs.Target{}, false
	}
	if p.Kind == refs.KindDocument {
		return r.whole(at), true
	}
	s, ok := r.table(at).find(p, m, at == own)
	if !ok {
		return refs.Target{}, false
	}
	return r.sectionTarget(at, s), true
}

// between returns the sections with letters that a range takes in beside its whole numbers: 9b of "§§ 9a bis 9c".
func (r *Resolver) between(p refs.Pointer, own int) []refs.Target {
	if p.From == "" {
		return nil
	}
	at, ok := r.meant(p, own)
	if !ok {
		return nil
	}
	var out []refs.Target
	for _, s := range r.table(at).within(p) {
		out = append(out, r.sectionTarget(at, s))
	}
	return out
}

// document returns the entry a qualifier names, the mention's own for none.
func (r *Resolver) document(qualifier string, own int) (int, bool) {
	if qualifier == "" {
		return own, true
	}
	if label, ok := strings.CutPrefix(qualifier, "["); ok {
		return r.label(strings.TrimSuffix(label, "]"), own)
	}
	if at, ok := r.named(r.names[naming.NameKey(qualifier)], own); ok {
		return at, true
	}
	if base, edition := naming.CutEdition(qualifier); edition != "" && base != "" {
		return r.document(base, own)
	}
	if at, ok := r.titled(qualifier); ok {
		return at, true
	}
	return r.abbreviated(qualifier)
}

// named returns the one entry of a list that bears a name; of several the one in the mention's own collection.
func (r *Resolver) named(list []int, own int) (int, bool) {
	if len(list) == 1 {
		return list[0], true
	}
	match, n := 0, 0
	for _, i := range list {
		if r.entries[i].Document.Collection == r.entries[own].Document.Collection {
			match, n = i, n+1
		}
	}
	return match, n == 1
}

// titled returns the one entry whose title begins as a long qualifier does: "Gesetzes zum Schutz vor ..." cut short or run on.
func (r *Resolver) titled(qualifier string) (int, bool) {
	const enough = 24 // letters of a key that make a title distinct
	key := naming.NameKey(qualifier)
	if len(key) < enough {
		return 0, false
	}
	match, n := 0, 0
	for name, list := range r.names {
		if len(name) >= enough && (strings.HasPrefix(name, key) || strings.HasPrefix(key, name)) && len(list) == 1 && (n == 0 || list[0] != match) {
			match, n = list[0], n+1
		}
	}
	return match, n == 1
}

// abbreviated returns the one entry with an abbreviation that fits a law's full name.
func (r *Resolver) abbreviated(qualifier string) (int, bool) {
	match, n := 0, 0
	for i, e := range r.entries {
		for _, name := range e.Document.Names {
			if naming.IsAbbreviation(name) && naming.MixedCase(name) && naming.Abbreviates(name, qualifier) && (n == 0 || match != i) {
				match, n = i, n+1
			}
		}
	}
	return match, n == 1
}

func (r *Resolver) table(i int) *sectionTable {
	if r.tables[i] == nil {
		r.tables[i] = newSectionTable(r.entries[i].Sections)
	}
	return r.tables[i]
}

func (r *Resolver) whole(i int) refs.Target {
	d := r.entries[i].Document
	return refs.Target{Document: d.Hash, Label: cmp.Or(d.Title, d.Name), Page: 1}
}

func (r *Resolver) sectionTarget(i int, s refs.Section) refs.Target {
	return refs.Target{Document: r.entries[i].Document.Hash, Section: s.ID, Label: s.Name(), Page: s.Page}
}

// pageTarget leads an internal link to the section that begins on its page, by name where one fits: to one of exactly that name on the next page rather than
// to any other, for what a link leads to may be what ends a page before a heading.
func (r *Resolver) pageTarget(own, page int, text string) (refs.Target, bool) {
	target, best := refs.Target{Document: r.entries[own].Document.Hash, Label: text, Page: page}, -1
	for _, s := range r.entries[own].Sections {
		fit := fits(s, text)
		if s.Page == page+1 && fit == exactFit {
			fit-- // the page itself goes first
		} else if s.Page != page {
			continue
		}
		if fit > best {
			target, best = r.sectionTarget(own, s), fit
		}
	}
	return target, page > 0
}

// exactFit is how well a section fits whose name a link is.
const exactFit = 1 << 16

// fits says how well a section's name fits the text of a link: the more letters they share the better where one is a part of the other, 0 where none is.
func fits(s refs.Section, text string) int {
	title, link := refs.Squeeze(s.Title), refs.Squeeze(text)
	switch {
	case title == link || s.Label == text || strings.HasSuffix(s.Label, " "+text):
		return exactFit
	case title != "" && link != "" && (strings.Contains(link, title) || strings.Contains(title, link)):
		return min(len(title), len(link))
	}
	return 0
}
