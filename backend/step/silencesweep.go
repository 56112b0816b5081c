package step

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/step/ask"
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
		s.pages[key] = &sheet{text, s.kit.Lexicon.Terms(text, d.Language)}
		s.order = append(s.order, s.pages[key])
	}
	return nil
}

// answers looks up the names of a clause and decides: nil when some page may answer it. That none does is known by hard evidence alone: a year, a page
// or a numbered figure that stands nowhere, or words most of which do.
func (s *sweeper) answers(ctx context.Context, w sought) (*Silence, []report.Sweep, error) {
	var sweeps []report.Sweep
	for _, n := range w.names {
		hits, err := s.look(ctx, SweepLexical, n.Text, nameDepth)
		if err != nil {
			return nil, nil, err
		}
		stands := slices.DeleteFunc(hits, func(h Hit) bool { return !n.Pattern.MatchString(h.Passage.Text) })
		sweeps = append(sweeps, report.Sweep{Kind: SweepEntity, Sought: n.Text, Passages: len(stands)})
	}
	silence := &Silence{Clause: w.clause}
	if w.page != "" {
		pages, err := s.turn(ctx, w.page)
		if err != nil {
			return nil, nil, err
		}
		if pages != nil && len(pages) == 0 {
			silence.Places = []string{w.page}
			return silence, sweeps, nil
		}
	}
	for _, n := range w.names {
		switch {
		case s.stands(n):
		case n.Place:
			silence.Places = append(silence.Places, n.Text)
		case ask.Year.MatchString(n.Text):
			silence.Missing = append(silence.Missing, n.Text)
		}
	}
	if len(silence.Missing)+len(silence.Places) > 0 {
		return silence, sweeps, nil
	}
	abroad, err := s.abroad(ctx)
	if err != nil || abroad || !s.foreign(w.profile) {
		return nil, sweeps, err
	}
	return silence, sweeps, nil
}

// stands reports whether a name stands on a page that was looked at; a year may stand in another word, "FY2022".
func (s *sweeper) stands(n ask.Name) bool {
	return slices.ContainsFunc(s.order, func(page *sheet) bool {
		return n.Pattern.MatchString(page.text) || ask.Year.MatchString(n.Text) && strings.Contains(page.text, n.Text)
	})
}

// abroad reports whether all documents in scope are in other languages than the question: that its words stand nowhere says nothing then.
func (s *sweeper) abroad(ctx context.Context) (bool, error) {
	docs, err := s.kit.Library.Documents(ctx)
	return !slices.ContainsFunc(docs, func(d source.Document) bool { return d.Language == "" || d.Language == s.language }), err
}

// leastForeign is how many words of a clause, and more than half of them, have to stand nowhere in the library for it to ask about something
// else: the others are shared by chance.
const leastForeign = 3

// foreign reports whether all words of a profile, or three of them and more than half, stand nowhere in the library and on no page that was read, not even with a slip of the pen.
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
	return absent > 1 && absent == len(p.order) || absent >= leastForeign && 2*absent > len(p.order)
}

// turn opens the pages that "page 7" may be, by count and by what is printed on them; nil where several documents are in scope, since then
// no page is the seventh.
func (s *sweeper) turn(ctx context.Context, page string) ([]int, error) {
	docs, err := s.kit.Library.Documents(ctx)
	if err != nil || len(docs) != 1 {
		return nil, err
	}
	d, number := docs[0], ask.PageNumber(page)
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

// sheet is a page that a sweep brought.
type sheet struct {
	text  string
	terms []string
}

// slipped reports whether two words differ by one letter added, left out, changed, or by two neighbours that changed places.
func slipped(a, b string) bool {
	if a == "" || b == "" || a[0] != b[0] {
		return false
	}
	if a == b || len(a) > len(b)+1 || len(b) > len(a)+1 {
		return a == b
	}
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	if i == len(a) || i == len(b) {
		return true
	}
	swapped := i+1 < min(len(a), len(b)) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
	return swapped || a[i+1:] == b[i+1:] || a[i:] == b[i+1:] || a[i+1:] == b[i:]
}
