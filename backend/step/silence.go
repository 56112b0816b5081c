package step

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// Kinds of sweeps.
const (
	SweepLexical  = "lexical"
	SweepSemantic = "semantic"
	SweepEntity   = "entity"
)

// Silence is a clause of the question that the documents in scope do not answer.
type Silence struct {
	Clause  string   `json:"clause"`
	Missing []string `json:"missing,omitempty"` // names that stand nowhere near what else is asked
}

// Swept is what a look at the whole scope found: the passages nearest to the question, and what no passage answers.
type Swept struct {
	Sweeps  []report.Sweep
	Nearest []Hit
	Clauses int // of the question
	Silent  []Silence
}

// Nothing reports whether no part of the question is answered.
func (s Swept) Nothing() bool { return s.Clauses > 0 && len(s.Silent) == s.Clauses }

// sweepDepth is how many passages a sweep by words or by meaning brings; nameDepth how many for one name.
const (
	sweepDepth = 16
	nameDepth  = 8
)

// A clause is answered where a page carries at least a third of its weight; less than that pages share by chance. A name counts where it
// stands with as much. Documents whose best page carries at least about as much as the very best are compared by their names. All three were
// set where questions with an answer lose least, over filings, manuals, surveys and laws.
const (
	leastCovered = 1.0 / 3
	about        = 0.6
)

// Sweep looks for the question in the whole scope by words, by meaning and by its names, and says which of its clauses nothing answers. read are
// passages that were read already: they count as found.
func (k *Kit) Sweep(ctx context.Context, q Question, scope Scope, read []source.Passage) (Swept, error) {
	wanted, err := k.seek(ctx, q)
	if err != nil {
		return Swept{}, err
	}
	out := Swept{Clauses: len(wanted)}
	s := &sweeper{kit: k, scope: scope, language: q.Language, pages: map[string]*sheet{}}
	matter := wordsFor(q.Language).matter(q.Text)
	for _, kind := range []string{SweepLexical, SweepSemantic} {
		hits, err := s.look(ctx, kind, matter, sweepDepth)
		if err != nil {
			return out, err
		}
		out.Sweeps = append(out.Sweeps, report.Sweep{Kind: kind, Sought: matter, Passages: len(hits)})
		out.Nearest = append(out.Nearest, hits...)
	}
	for _, p := range read {
		if err := s.open(ctx, p); err != nil {
			return out, err
		}
	}
	away, err := k.away(ctx, q)
	if err != nil {
		return out, err
	}
	for _, w := range wanted {
		if i := slices.IndexFunc(away, func(a string) bool { return strings.Contains(w.clause, a) }); i >= 0 {
			out.Sweeps = append(out.Sweeps, report.Sweep{Kind: SweepEntity, Sought: away[i]})
			out.Silent = append(out.Silent, Silence{w.clause, []string{away[i]}})
			continue
		}
		silence, sweeps, err := s.answers(ctx, w)
		if err != nil {
			return out, err
		}
		out.Sweeps = append(out.Sweeps, sweeps...)
		if silence != nil {
			out.Silent = append(out.Silent, *silence)
		}
	}
	return out, nil
}

// asksForReferences matches a question about who refers to a place, which is answered without the place itself.
var asksForReferences = regexp.MustCompile(`(?i)\b(?:refers?|referr\w+|references?|cites?|cited|verweis\w*|bezieht sich|beziehen sich|zitier\w*|bezug)\b`)

// away returns the places whose content the question asks for and that stand in no document of the library, in its words.
func (k *Kit) away(ctx context.Context, q Question) ([]string, error) {
	mentions, err := k.Library.Pointed(ctx, q.Text)
	if err != nil || asksForReferences.MatchString(q.Text) {
		return nil, err
	}
	var out []string
	for _, m := range mentions {
		within := !slices.Contains([]refs.Kind{refs.KindURL, refs.KindDOI, refs.KindDocument, refs.KindBibliography}, m.Kind)
		named := slices.ContainsFunc(m.Pointers, func(p refs.Pointer) bool { return p.Number != "" && p.Qualifier != "" })
		if named && (m.Status == refs.Open || m.Status == refs.External) && within {
			out = append(out, m.Text)
		}
	}
	return out, nil
}

// sweeper looks things up in one scope and remembers the pages it saw.
type sweeper struct {
	kit      *Kit
	scope    Scope
	language string
	pages    map[string]*sheet // by document and page
	order    []*sheet
}

// sheet is a page that a sweep brought.
type sheet struct {
	document string
	number   int
	text     string
	terms    []string
}

// look searches and opens the pages of what it finds.
func (s *sweeper) look(ctx context.Context, mode, text string, limit int) ([]Hit, error) {
	hits, err := s.kit.Search.Search(ctx, Query{Text: text, Limit: limit, Scope: s.scope, Language: s.language, Mode: mode})
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
		s.pages[key] = &sheet{p.Document, span.Page, text, s.kit.Lexicon.Terms(text, d.Language)}
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
	missing, covered := s.closest(w)
	if len(missing) > 0 || covered < leastCovered {
		return &Silence{w.clause, missing}, sweeps, nil
	}
	return nil, sweeps, nil
}

// closest chooses the document that speaks most of a clause, of those that do so about equally well the one with the most of its names; it
// returns the names that do not stand there and the share of the clause that its best page carries.
func (s *sweeper) closest(w sought) (missing []string, covered float64) {
	most := map[string]float64{}
	var documents []string
	top := 0.0
	for _, page := range s.order {
		if _, seen := most[page.document]; !seen {
			documents = append(documents, page.document)
		}
		c := s.covers(page, w.profile)
		most[page.document] = max(most[page.document], c)
		top = max(top, c)
	}
	found := false
	for _, d := range documents {
		if most[d] < about*top {
			continue
		}
		var lacks []string
		for _, n := range w.names {
			if !s.stands(n, w.profile, d) && !s.beside(n, w, d) {
				lacks = append(lacks, n.text)
			}
		}
		if !found || len(lacks) < len(missing) || len(lacks) == len(missing) && most[d] > covered {
			found, missing, covered = true, lacks, most[d]
		}
	}
	return missing, covered
}

// beside reports whether a name is one of several that are asked about alike, "of Amber and Basalt Works", where another of them stands in the
// document and this one in a document of its own.
func (s *sweeper) beside(n name, w sought, document string) bool {
	for _, m := range w.names {
		if m.text == n.text || !alike(w.clause, n.text, m.text) || !s.stands(m, w.profile, document) {
			continue
		}
		for _, page := range s.order {
			if page.document != document && s.stands(n, w.profile, page.document) {
				return true
			}
		}
	}
	return false
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

// covers is the share of a profile that a page carries; a word that stands nowhere in the library counts where one stands that differs
// by a slip of the pen.
func (s *sweeper) covers(page *sheet, p Profile) float64 {
	if p.Total == 0 {
		return 1
	}
	terms := page.terms
	for _, absent := range p.Absent {
		if len(absent) >= 5 && slices.ContainsFunc(page.terms, func(t string) bool { return slipped(absent, t) }) {
			terms = append(slices.Clip(terms), absent)
		}
	}
	return p.Coverage(terms)
}

// stands reports whether a name stands in a document: a year anywhere, another name on a page with a good part of what else is asked.
func (s *sweeper) stands(n name, p Profile, document string) bool {
	for _, page := range s.order {
		if page.document != document {
			continue
		}
		if n.pattern.MatchString(page.text) && (year.MatchString(n.text) || s.covers(page, p) >= leastCovered) {
			return true
		}
		if len(n.text) >= 5 && slices.ContainsFunc(page.terms, func(t string) bool { return slipped(strings.ToLower(n.text), t) }) {
			return true
		}
	}
	return false
}

// slipped reports whether two words differ by one letter added, left out, changed, or by two neighbours that changed places.
func slipped(a, b string) bool {
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

// silences says in a sentence each what the documents do not answer, and which names stand nowhere.
func silences(q Question, list []Silence) []string {
	words := wordsFor(q.Language)
	var out []string
	for _, s := range list {
		out = append(out, clip(fmt.Sprintf(words.notSaid, s.Clause), 300))
		for _, name := range s.Missing {
			out = append(out, fmt.Sprintf(words.nowhere, words.marks[0]+name+words.marks[1]))
		}
	}
	return out
}
