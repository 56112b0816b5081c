package ingest

import (
	"context"
	"slices"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/resolve"
	"rabbithole/backend/source"
)

// Link resolves the references of all live documents anew: a document that came or went changes where those of the others lead.
// Only what changed is written.
func (in *Ingester) Link(ctx context.Context) error {
	if err := in.begin(ctx); err != nil {
		return err
	}
	defer in.end()
	return stopped(ctx, "link references", in.link(ctx))
}

func (in *Ingester) link(ctx context.Context) error {
	live, err := in.Library.Documents(ctx, source.DocumentFilter{Live: true})
	if err != nil {
		return err
	}
	sections, err := in.Library.AllSections(ctx)
	if err != nil {
		return err
	}
	l := newLinker(in.Library, live, sections)
	for _, d := range live {
		mentions, err := in.Library.MentionsOf(ctx, d.Hash)
		if err != nil {
			return err
		}
		changed, err := l.resolve(ctx, mentions)
		if err != nil {
			return err
		}
		if err := in.Library.PutTargets(ctx, changed); err != nil {
			return err
		}
	}
	return nil
}

// linker leads references to the passage to read.
type linker struct {
	library  Library
	resolver *resolve.Resolver
	sections map[place]refs.Section
	passages map[string]standing // by document, read when first needed
}

// standing is where the passages of a document stand.
type standing struct {
	passages []source.Passage
	places   source.Places
}

// place names a section of a document.
type place struct{ document, section string }

func newLinker(library Library, live []source.Document, sections []refs.Section) *linker {
	l := &linker{library: library, sections: map[place]refs.Section{}, passages: map[string]standing{}}
	of := map[string][]refs.Section{}
	for _, s := range sections {
		of[s.Document] = append(of[s.Document], s)
		l.sections[place{s.Document, s.ID}] = s
	}
	entries := make([]refs.Entry, len(live))
	for i, d := range live {
		entries[i] = refs.Entry{Document: d, Sections: of[d.Hash]}
	}
	l.resolver = resolve.NewResolver(entries)
	return l
}

// mostTargets is how many places the references of a document may lead to. In those behind, a reference leads to the first of its places: a text
// of nothing but long ranges would lead to more places than there is memory for.
const mostTargets = 50_000

// resolve returns those of a document's mentions whose status or targets are not what they were.
func (l *linker) resolve(ctx context.Context, mentions []refs.Mention) ([]refs.Mention, error) {
	var changed []refs.Mention
	led := 0
	for _, old := range mentions {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m := old
		m.Targets, m.Status = nil, ""
		m = l.resolver.Resolve(m)
		if led += len(m.Targets); led > mostTargets && len(m.Targets) > 1 {
			m.Targets = m.Targets[:1]
		}
		for i, t := range m.Targets {
			passage, err := l.passage(ctx, t)
			if err != nil {
				return nil, err
			}
			m.Targets[i].Passage, m.Targets[i].Start = passage, 0
		}
		if m.Status != old.Status || !slices.Equal(m.Targets, old.Targets) {
			changed = append(changed, m)
		}
	}
	return changed, nil
}

// passage returns the ID of the passage in which a target's section, or the place in it, begins, "" when it has none: a whole document, or a section
// that is only a heading.
func (l *linker) passage(ctx context.Context, t refs.Target) (string, error) {
	s, known := l.sections[place{t.Document, t.Section}]
	if !known {
		return "", nil
	}
	all, read := l.passages[t.Document]
	if !read {
		passages, err := l.library.PassagePlaces(ctx, t.Document)
		if err != nil {
			return "", err
		}
		all = standing{passages, source.NewPlaces(passages)}
		l.passages[t.Document] = all
	}
	if t.Start > 0 {
		s.Page, s.Start = t.Page, t.Start
	}
	at := all.places.At(s.Page, s.Start)
	if at < 0 || beginsAfter(all.passages[at], s) {
		return "", nil
	}
	return all.passages[at].ID, nil
}

// beginsAfter reports whether passage p begins where section s has ended already.
func beginsAfter(p source.Passage, s refs.Section) bool {
	if s.EndPage == 0 || len(p.Spans) == 0 {
		return false
	}
	begin := p.Begin()
	return begin.Page > s.EndPage || begin.Page == s.EndPage && begin.Start >= s.End
}
