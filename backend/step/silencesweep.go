package step

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// sweeper looks things up and remembers the pages it saw.
type sweeper struct {
	kit      *Kit
	language string
	pages    map[string]*sheet // by document and page
	order    []*sheet
}

// look searches and opens the pages of what it finds.
func (s *sweeper) look(ctx context.Context, mode, text string, limit int) ([]Hit, error) {
	hits, err := s.kit.Search.Search(ctx, Query{Text: text, Limit: limit, Language: s.language, Mode: mode})
	if err != nil {
		return nil, fmt.Errorf("sweep for %q: %w", text, err)
	}
	for _, h := range hits {
		if err := s.open(ctx, h.Passage); err != nil {
			return nil, err
		}
	}
	return hits, nil
}

func (s *sweeper) open(ctx context.Context, p source.Passage) error {
	for _, span := range p.Spans {
		key := fmt.Sprintf("%s/%d", p.Document, span.Page)
		if s.pages[key] != nil {
			continue
		}
		text, err := s.kit.Library.PageText(ctx, p.Document, span.Page)
		if err != nil {
			return err
		}
		d, err := s.kit.Library.Document(ctx, p.Document)
		if err != nil {
			return err
		}
		text = strings.Join(p.Headings, "\n") + "\n" + text
		s.pages[key] = &sheet{p.Document, span.Page, text, append(s.kit.Lexicon.Terms(text, d.Language), unnumbered(text)...)}
		s.order = append(s.order, s.pages[key])
	}
	return nil
}

// answers looks up the names of a clause and decides: nil when some page may answer it.
func (s *sweeper) answers(ctx context.Context, w sought) (*Silence, []report.Sweep, error) {
	var sweeps []report.Sweep
	for _, n := range w.names {
		hits, err := s.look(ctx, SweepLexical, n.text, nameDepth)
		if err != nil {
			return nil, nil, err
		}
		stands := slices.DeleteFunc(hits, func(h Hit) bool { return !n.pattern.MatchString(h.Passage.Text) })
		sweeps = append(sweeps, report.Sweep{Kind: SweepEntity, Sought: n.text, Passages: len(stands)})
	}
	if w.page != "" {
		pages, err := s.turn(ctx, w.page)
		if err != nil {
			return nil, nil, err
		}
		if pages != nil && len(pages) == 0 {
			return &Silence{Clause: w.clause, Places: []string{w.page}}, sweeps, nil
		}
		w.pages = pages
	}
	for _, g := range givens(w.clause) {
		if slices.ContainsFunc(s.order, func(page *sheet) bool { return g.hasClassOn(page.text) }) {
			return nil, sweeps, nil
		}
	}
	missing, covered := s.closest(w)
	abroad, err := s.abroad(ctx)
	if err != nil {
		return nil, nil, err
	}
	if abroad { // "UNO" may be "ONU" there: that an abbreviation is missing proves nothing
		missing = slices.DeleteFunc(missing, func(n name) bool { return !n.place && abbreviation(n.text) })
	}
	if len(missing) == 0 && (covered >= leastCovered && !s.foreign(w.profile) || s.defines(w)) {
		return nil, sweeps, nil
	}
	silence := &Silence{Clause: w.clause}
	for _, n := range missing {
		if n.place {
			silence.Places = append(silence.Places, n.text)
		} else {
			silence.Missing = append(silence.Missing, n.text)
		}
	}
	return silence, sweeps, nil
}

// defines reports whether a page that was read has an entry that defines what a clause asks for, however little that is of the clause's weight.
func (s *sweeper) defines(w sought) bool {
	things := s.kit.toDefine(w.clause, w.own)
	return slices.ContainsFunc(s.order, func(page *sheet) bool { return s.kit.defines(things, "", page.text) >= entryBonus })
}

// abroad reports whether some document in scope is in another language than the question.
func (s *sweeper) abroad(ctx context.Context) (bool, error) {
	docs, err := s.kit.Library.Documents(ctx)
	return slices.ContainsFunc(docs, func(d source.Document) bool { return d.Language != "" && d.Language != s.language }), err
}

// leastForeign is how many words of a clause, and more than half of them, have to stand nowhere in the library for it to ask about something
// else: what the others stand in, they share by chance.
const leastForeign = 3

// foreign reports whether most words of a profile stand nowhere in the library and on no page that was read, not even with a slip of the pen.
func (s *sweeper) foreign(p Profile) bool {
	absent := 0
	for _, a := range p.Absent {
		meant := func(page *sheet) bool {
			return slices.Contains(page.terms, a) || len(a) >= 6 && slices.ContainsFunc(page.terms, func(t string) bool { return slipped(a, t) })
		}
		if !slices.ContainsFunc(s.order, meant) {
			absent++
		}
	}
	return absent >= leastForeign && 2*absent > len(p.order)
}

// turn opens the pages that "page 7" may be, by count and by what is printed on them; nil where several documents are in scope, since then
// no page is the seventh.
func (s *sweeper) turn(ctx context.Context, page string) ([]int, error) {
	docs, err := s.kit.Library.Documents(ctx)
	if err != nil || len(docs) != 1 {
		return nil, err
	}
	d, number := docs[0], pageNumber(page)
	pages := []int{}
	for n := 1; n <= d.Pages; n++ {
		label, err := s.kit.Library.PageLabel(ctx, d.Hash, n)
		if err != nil {
			return nil, err
		}
		if n != number && label != strconv.Itoa(number) {
			continue
		}
		if err := s.open(ctx, source.Passage{Document: d.Hash, Spans: []source.Span{{Page: n}}}); err != nil {
			return nil, err
		}
		pages = append(pages, n)
	}
	return pages, nil
}

// closest chooses the document that speaks most of a clause, of those that do so about equally well the one with the most of its names; it
// returns the names that do not stand there and the share of the clause that stands together there.
func (s *sweeper) closest(w sought) (missing []name, covered float64) {
	most, near := map[string]float64{}, map[string]float64{}
	var documents []string
	top := 0.0
	for _, page := range s.order {
		if _, seen := most[page.document]; !seen {
			documents = append(documents, page.document)
		}
		carries := page.carries(w.profile)
		most[page.document] = max(most[page.document], carries)
		near[page.document] = max(near[page.document], page.covers(w.profile), page.covers(w.own))
		top = max(top, carries)
	}
	stands := func(n name, document string) bool {
		return slices.ContainsFunc(s.order, func(page *sheet) bool { return page.document == document && page.has(n, w) })
	}
	found := false
	for _, d := range documents {
		if most[d] < about*top {
			continue
		}
		var lacks []name
		for _, n := range w.names {
			if !stands(n, d) && !beside(n, w, d, documents, stands) {
				lacks = append(lacks, n)
			}
		}
		if !found || len(lacks) < len(missing) || len(lacks) == len(missing) && near[d] > covered {
			found, missing, covered = true, lacks, near[d]
		}
	}
	return missing, covered
}

// beside reports whether a name is one of several that are asked about alike, "of Amber and Basalt Works", where another of them stands in the
// document and this one in a document of its own.
func beside(n name, w sought, document string, documents []string, stands func(name, string) bool) bool {
	return slices.ContainsFunc(w.names, func(m name) bool {
		return m.text != n.text && alike(w.clause, n.text, m.text) && stands(m, document) &&
			slices.ContainsFunc(documents, func(d string) bool { return d != document && stands(n, d) })
	})
}

// joins matches what stands between two names that a clause asks about alike.
var joins = regexp.MustCompile(`^(?:\s+\p{Lu}[\pL\d.&'-]*)*\s*(?:,|,?\s(?:and|or|und|oder|sowie|vs\.?|versus|&))\s+(?:\p{Lu}[\pL\d.&'-]*\s+)*$`)

// alike reports whether a clause names two names in one breath.
func alike(clause, a, b string) bool {
	i, j := strings.Index(clause, a), strings.Index(clause, b)
	if i > j {
		i, j, a = j, i, b
	}
	return i >= 0 && i+len(a) <= j && joins.MatchString(clause[i+len(a):j])
}
