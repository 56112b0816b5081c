package step

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/step/ask"
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
	Missing []string `json:"missing,omitempty"` // years, and names of places of documents, that stand nowhere
	Places  []string `json:"places,omitempty"`  // "Figure 7", "page 90": what no document has
	Part    bool     `json:"part,omitempty"`    // of a question whose other clauses are answered: all that is known is that nothing was found
}

// Swept is what a look at the whole scope found: the passages nearest to the question, and what no passage answers.
type Swept struct {
	Sweeps  []report.Sweep
	Nearest []Hit
	Clauses int // of the question
	asked   []string
	Silent  []Silence
}

// Nothing reports whether no part of the question is answered.
func (s Swept) Nothing() bool { return s.Clauses > 0 && len(s.Silent) == s.Clauses }

// All returns the silence of every clause: for a question of which some clauses are silent and nothing that was read answers the others.
func (s Swept) All() []Silence {
	out := make([]Silence, 0, len(s.asked))
	for _, clause := range s.asked {
		if i := slices.IndexFunc(s.Silent, func(one Silence) bool { return one.Clause == clause }); i >= 0 {
			out = append(out, s.Silent[i])
		} else {
			out = append(out, Silence{Clause: clause, Part: true})
		}
	}
	return out
}

// sweepDepth is how many passages a sweep by words or by meaning brings; nameDepth how many for one name.
const (
	sweepDepth = 16
	nameDepth  = 8
)

// leastCovered is the share of a clause's weight that stands together in a sentence which tells of it: less than that comes together by chance.
const leastCovered = 0.3

// Sweep looks for the question in the whole scope by words, by meaning and by its names, and says which of its clauses nothing answers. read are
// passages that were read already: they count as found.
func (k *Kit) Sweep(ctx context.Context, q Question, read []source.Passage) (Swept, error) {
	wanted, err := k.seek(ctx, q)
	if err != nil {
		return Swept{}, err
	}
	out := Swept{Clauses: len(wanted)}
	s := &sweeper{kit: k, language: q.Language, pages: map[string]*sheet{}}
	matter := ask.WordsFor(q.Language).Matter(q.Text)
	for _, kind := range []string{SweepLexical, SweepSemantic} {
		hits, err := s.look(ctx, kind, matter, sweepDepth)
		if errors.Is(err, ErrNoMeaning) {
			continue // the report lists the sweeps there were
		}
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
		out.asked = append(out.asked, w.clause)
		if i := slices.IndexFunc(away, func(a string) bool { return strings.Contains(w.clause, a) }); i >= 0 {
			out.Sweeps = append(out.Sweeps, report.Sweep{Kind: SweepEntity, Sought: away[i]})
			out.Silent = append(out.Silent, Silence{Clause: w.clause, Missing: []string{away[i]}})
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
	for i := range out.Silent { // beside clauses that may be answered no more is known than that nothing was found
		out.Silent[i].Part = !out.Nothing()
	}
	return out, nil
}

// away returns the places whose content the question asks for and that stand in no document of the library, in its words.
func (k *Kit) away(ctx context.Context, q Question) ([]string, error) {
	mentions, err := k.Library.Pointed(ctx, q.Text)
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
func Unanswered(language string, s Silence) string {
	return unanswered(ask.WordsFor(language), s, false)
}

// unanswered says that a clause has no answer; one that is the whole question stands above the sentence already.
func unanswered(p ask.Phrases, s Silence, whole bool) string {
	format := p.NotSaid
	switch {
	case s.Part && len(s.Places) == 0:
		format = p.NotFound
	case whole:
		return p.NotAnswered
	}
	return stopped(clip(fmt.Sprintf(format, s.Clause), 300))
}

// stopped ends a sentence that ends with words of a question.
func stopped(text string) string {
	if strings.ContainsRune(".!?…", ask.LastRune(text)) {
		return text
	}
	return text + "."
}

// silences says in a sentence each what the documents do not answer, and why: which places no document has, which years stand nowhere,
// or that most of its words do.
func silences(q Question, list []Silence) []string {
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
