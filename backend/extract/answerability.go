package extract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/refs"
	"rabbithole/backend/relevance"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// Kinds of sweeps.
const (
	SweepLexical  = "lexical"
	SweepSemantic = "semantic"
	SweepEntity   = "entity"
)

// Unanswerable is a clause of the question that the documents in scope do not answer.
type Unanswerable struct {
	Clause  string   `json:"clause"`
	Missing []string `json:"missing,omitempty"` // years, and names of places of documents, that stand nowhere
	Places  []string `json:"places,omitempty"`  // "Figure 7", "page 90": what no document has
	Part    bool     `json:"part,omitempty"`    // of a question whose other clauses are answered: all that is known is that nothing was found
}

// Swept is what a look at the whole scope found: the passages nearest to the question, and what no passage answers.
type Swept struct {
	Sweeps  []report.Sweep
	Nearest []Hit
	asked   []string
	Silent  []Unanswerable
}

// Nothing reports whether no part of the question is answered.
func (s Swept) Nothing() bool { return s.Clauses() > 0 && len(s.Silent) == s.Clauses() }

// Clauses is how many the question has.
func (s Swept) Clauses() int { return len(s.asked) }

// All returns every clause as unanswerable: for a question of which some clauses are, and nothing that was read answers the others.
func (s Swept) All() []Unanswerable {
	out := make([]Unanswerable, 0, len(s.asked))
	for _, clause := range s.asked {
		if i := slices.IndexFunc(s.Silent, func(one Unanswerable) bool { return one.Clause == clause }); i >= 0 {
			out = append(out, s.Silent[i])
		} else {
			out = append(out, Unanswerable{Clause: clause, Part: true})
		}
	}
	return out
}

// sweepDepth is how many passages a sweep by words or by meaning brings; nameDepth how many for one name.
const (
	sweepDepth = 16
	nameDepth  = 8
)

// Sweep looks for the question in the whole scope by words, by meaning and by its names, and says which of its clauses nothing answers. That is known by hard
// evidence alone: a year, a page or a numbered thing that stands nowhere, or because most of its words stand nowhere. read are passages that were read already: they count as found.
func (g *Engine) Sweep(ctx context.Context, q ask.Question, read []source.Passage) (Swept, error) {
	out := Swept{asked: q.Questions()}
	matter := ask.WordsFor(q.Language).Matter(q.Text)
	for _, kind := range []string{SweepLexical, SweepSemantic} {
		hits, err := g.Search.Search(ctx, Query{Text: matter, Limit: sweepDepth, Language: q.Language, Mode: kind})
		if errors.Is(err, ErrNoMeaning) {
			continue // the report lists the sweeps there were
		}
		if err != nil {
			return out, fmt.Errorf("sweep for %q: %w", matter, err)
		}
		out.Sweeps = append(out.Sweeps, report.Sweep{Kind: kind, Sought: matter, Passages: len(hits)})
		out.Nearest = append(out.Nearest, hits...)
	}
	away, err := g.away(ctx, q)
	if err != nil {
		return out, err
	}
	docs, err := g.Library.Documents(ctx)
	if err != nil {
		return out, err
	}
	s := &sweeper{engine: g, q: q, docs: docs, away: away, seen: append(PassagesOf(out.Nearest), read...)}
	for _, clause := range out.asked {
		silence, err := s.unanswerable(ctx, clause)
		if err != nil {
			return out, err
		}
		if silence != nil {
			out.Silent = append(out.Silent, *silence)
		}
	}
	out.Sweeps = append(out.Sweeps, s.sweeps...)
	for i := range out.Silent { // beside clauses that may be answered no more is known than that nothing was found
		out.Silent[i].Part = !out.Nothing()
	}
	return out, nil
}

// sweeper looks up what clauses name.
type sweeper struct {
	engine *Engine
	q      ask.Question
	docs   []source.Document // in scope
	away   []string          // places whose content the question asks for and that stand in none of them
	seen   []source.Passage
	sweeps []report.Sweep
}

// unanswerable returns what shows that nothing answers a clause, nil where something may.
func (s *sweeper) unanswerable(ctx context.Context, clause string) (*Unanswerable, error) {
	g, words, out := s.engine, ask.WordsFor(s.q.Language), &Unanswerable{Clause: clause}
	for _, place := range s.away {
		if strings.Contains(clause, place) {
			out.Missing = append(out.Missing, place)
		}
	}
	text, page := ask.Turned(clause)
	gone, err := s.noSuchPage(ctx, page)
	if err != nil {
		return nil, err
	}
	if gone {
		out.Places = append(out.Places, page)
	}
	named := words.NamesIn(text)
	for _, year := range ask.YearNumber.FindAllString(s.q.Text, -1) { // one that stands before all clauses is meant in each
		if !slices.ContainsFunc(s.q.Questions(), func(c string) bool { return strings.Contains(c, year) }) || strings.Contains(clause, year) && !strings.Contains(text, year) {
			named = append(named, words.NamesIn(year)...)
		}
	}
	for _, n := range append(named, ask.Numbered(text)...) {
		stands, err := s.stands(ctx, n)
		switch {
		case err != nil:
			return nil, err
		case stands:
		case n.Place:
			out.Places = append(out.Places, n.Text)
		case ask.Year.MatchString(n.Text):
			out.Missing = append(out.Missing, n.Text)
		}
	}
	if len(out.Missing)+len(out.Places) > 0 {
		return out, nil
	}
	p, err := g.Matter(ctx, s.q.Language, ask.Part{Text: ask.Essence(text), Factor: 1})
	if err != nil {
		return nil, err
	}
	p = p.Without(append(g.Lexicon.Terms(words.Asking, s.q.Language), ask.Glued(p.Terms, s.q.Text)...))
	spoken := slices.ContainsFunc(s.docs, func(d source.Document) bool { return d.Language == "" || d.Language == s.q.Language })
	least := leastAbsent
	if len(s.q.Questions()) > 1 {
		least = leastForeign
	}
	if n := len(p.Absent); spoken && (n >= least && n == len(p.Terms) || n >= leastForeign && 2*n > len(p.Terms)) {
		return out, nil
	}
	return nil, nil
}

// leastAbsent is how many words a question of one clause has at least that is not answered because all of them stand nowhere. A clause among others needs
// more: it may ask by one word alone, "by what deadline", which an answer does not repeat.
const leastAbsent = 2

// leastForeign is how many words of a clause, and more than half of them, have to stand nowhere in the library for it to ask about something
// else: the others are shared by chance.
const leastForeign = 3

// stands looks a name up, and reports whether it stands in a passage that was seen; a year may stand in another word, "FY2022".
func (s *sweeper) stands(ctx context.Context, n ask.Name) (bool, error) {
	hits, err := s.engine.Search.Search(ctx, Query{Text: n.Text, Limit: nameDepth, Language: s.q.Language, Mode: SweepLexical})
	if err != nil {
		return false, fmt.Errorf("sweep for %q: %w", n.Text, err)
	}
	has := func(p source.Passage) bool {
		text := underHeadings(p)
		return n.Pattern.MatchString(text) || ask.Year.MatchString(n.Text) && strings.Contains(text, n.Text)
	}
	found := PassagesOf(hits)
	with := slices.DeleteFunc(slices.Clone(found), func(p source.Passage) bool { return !has(p) })
	s.sweeps = append(s.sweeps, report.Sweep{Kind: SweepEntity, Sought: n.Text, Passages: len(with)})
	s.seen = append(s.seen, found...)
	return slices.ContainsFunc(s.seen, has), nil
}

// noSuchPage reports whether a document has no "page 7", by count or by what is printed; of several documents no page is the seventh.
func (s *sweeper) noSuchPage(ctx context.Context, page string) (bool, error) {
	if page == "" || len(s.docs) != 1 || ask.PageNumber(page) <= s.docs[0].Pages {
		return false, nil
	}
	for n := 1; n <= s.docs[0].Pages; n++ {
		label, err := s.engine.Library.PageLabel(ctx, s.docs[0].Hash, n)
		if err != nil || label == strconv.Itoa(ask.PageNumber(page)) {
			return false, err
		}
	}
	return true, nil
}

// away returns the places whose content the question asks for and that stand in no document of the library, in its words.
func (g *Engine) away(ctx context.Context, q ask.Question) ([]string, error) {
	mentions, err := g.Library.Pointed(ctx, q.Text)
	if err != nil || ask.AsksForReferences.MatchString(q.Text) {
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

// Unanswered says in a sentence that the documents do not answer a clause.
func Unanswered(language string, s Unanswerable) string {
	return unanswered(ask.WordsFor(language), s, false)
}

// unanswered says that a clause has no answer; one that is the whole question stands above the sentence already.
func unanswered(p ask.Phrases, s Unanswerable, whole bool) string {
	format := p.NotSaid
	switch {
	case s.Part && len(s.Places) == 0:
		format = p.NotFound
	case whole:
		return p.NotAnswered
	}
	return stopped(chunk.Clip(fmt.Sprintf(format, s.Clause), 300))
}

// stopped ends a sentence that ends with words of a question.
func stopped(text string) string {
	if strings.ContainsRune(".!?…", ask.LastRune(text)) {
		return text
	}
	return text + "."
}

// notAnswered says in a sentence each what the documents do not answer, and why: which places no document has, which years stand nowhere,
// or that most of its words do.
func notAnswered(q ask.Question, list []Unanswerable) []string {
	words := ask.WordsFor(q.Language)
	quoted := func(format, name string) string {
		return fmt.Sprintf(format, words.Marks[0]+name+words.Marks[1])
	}
	var out []string
	for _, s := range list {
		out = append(out, unanswered(words, s, len(q.Questions()) == 1))
		for _, place := range s.Places {
			out = append(out, quoted(words.NoSuchPlace, place))
		}
		for _, name := range s.Missing {
			out = append(out, quoted(words.Nowhere, name))
		}
		if len(s.Places)+len(s.Missing) == 0 && !s.Part {
			out = append(out, words.Scattered)
		}
	}
	return out
}

// Unstated says which clauses of a question of several no proven sentence states: what the report does not show was not found, whatever stands on the
// pages that were read. Whether the one clause of a question is answered tells Likely. told are sentences that say already what is not.
func (g *Engine) Unstated(ctx context.Context, q ask.Question, sentences []Stated, told []string) ([]string, error) {
	clauses := q.Questions()
	if len(clauses) < 2 {
		return nil, nil
	}
	var open []Unanswerable
	for _, clause := range clauses {
		if slices.ContainsFunc(told, func(line string) bool { return strings.Contains(ask.Unaided(line), clause) }) {
			continue
		}
		own, err := g.ownWords(ctx, q, clause)
		if err != nil {
			return nil, err
		}
		if own = own.Without(own.Absent); len(own.Terms) > 0 && !g.stated(own, q.Language, sentences) {
			open = append(open, Unanswerable{Clause: clause, Part: true})
		}
	}
	return notAnswered(q, open), nil
}

// States reports whether proven sentences state every clause of a question.
func (g *Engine) States(ctx context.Context, q ask.Question, sentences []Stated) (bool, error) {
	for _, clause := range q.Questions() {
		if own, err := g.ownWords(ctx, q, clause); err != nil || !g.stated(own, q.Language, sentences) {
			return false, err
		}
	}
	return true, nil
}

// ownWords returns what a clause is about besides the words that only ask.
func (g *Engine) ownWords(ctx context.Context, q ask.Question, clause string) (relevance.Profile, error) {
	own, err := g.Matter(ctx, q.Language, ask.MatterOf(clause, q.Language)...)
	return own.Without(g.Lexicon.Terms(ask.WordsFor(q.Language).Asking, q.Language)), err
}

// stated reports whether a proven sentence has a good part of the words of a clause.
func (g *Engine) stated(own relevance.Profile, language string, sentences []Stated) bool {
	return slices.ContainsFunc(sentences, func(s Stated) bool {
		proven := len(s.Quotes) > 0 && (s.Verdict == cite.Supported || s.Verdict == "")
		return proven && own.Coverage(g.Lexicon.Terms(s.Text+" "+strings.Join(s.Quotes, " "), language)) >= enoughAtOne
	})
}
