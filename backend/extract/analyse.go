package extract

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/relevance"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// Analysis is what a question is about.
type Analysis = prompts.AnalyseOut

// Analyse says what a question is about by its own words: those that weigh most, its names, and whether it is too short or too foreign to the library to search for.
func (g *Engine) Analyse(ctx context.Context, q ask.Question, titles []string) (Analysis, error) {
	words := ask.WordsFor(q.Language)
	runs := ask.ContentRuns(ask.Essence(q.Text), words.Stop)
	for i, r := range runs {
		runs[i] = strings.TrimSpace(toBeDone.ReplaceAllString(r, "")) // "300 letters to be sent" is about letters
	}
	profile, err := g.Profile(ctx, q.Language, q.Parts()...)
	if err != nil {
		return Analysis{}, err
	}
	out := Analysis{Entities: ask.Entities(q.Text), AssumedContext: words.Assumptions(len(titles)), Scope: words.Scope(q.Text)}
	out.KeyConcepts = g.heaviest(profile, runs, q.Language, 8)
	if len(out.KeyConcepts) == 0 {
		out.KeyConcepts = []string{chunk.Clip(strings.TrimSpace(q.Text), 70)}
	}
	out.ClarificationNeeded = len(profile.Terms) < 3 || len(out.Entities) < 2 && len(profile.Absent)*2 > len(profile.Terms)
	return out, nil
}

// toBeDone matches what a German stretch ends in that says what is to be done: "300 Zustellungen vorzunehmen".
var toBeDone = regexp.MustCompile(`(?:^| )\p{Ll}+zu\p{Ll}{3,}n$`)

// heaviest returns at most n of the runs, those that carry the most weight, in their original order.
func (g *Engine) heaviest(p relevance.Profile, runs []string, language string, n int) []string {
	type weighed struct {
		run    string
		at     int
		weight float64
	}
	var list []weighed
	seen := map[string]bool{}
	for i, r := range runs {
		key := strings.ToLower(r)
		if seen[key] || len([]rune(r)) < 2 {
			continue
		}
		seen[key] = true
		list = append(list, weighed{chunk.Clip(r, 76), i, p.Coverage(g.Lexicon.Terms(r, language))})
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].weight > list[b].weight })
	if len(list) > n {
		list = list[:n]
	}
	sort.Slice(list, func(a, b int) bool { return list[a].at < list[b].at })
	var out []string
	for _, w := range list {
		out = append(out, w.run)
	}
	return out
}

// Ambiguities returns a question about what the library leaves open in the question: which of several documents or years it speaks of. What it says already
// is not asked.
func (g *Engine) Ambiguities(ctx context.Context, q ask.Question, titles []string) ([]prompts.ClarifyQuestion, error) {
	if g.Search == nil {
		return nil, nil
	}
	hits, err := g.Search.Search(ctx, Query{Text: subject(q.ToTargets()), Limit: ambiguityLook, Language: q.Language, Documents: q.Targets.Documents})
	if err != nil {
		return nil, err
	}
	touched, err := g.touched(ctx, q, hits, titles)
	if which := which(ask.WordsFor(q.Language), q, touched); which.Question != "" && len(q.Targets.Picks) == 0 {
		return []prompts.ClarifyQuestion{which}, err
	}
	return nil, err
}

// What makes documents worth asking about: how many passages are looked at, how much of the question one of theirs carries at least, and how
// near to the best it comes. More than mostTouched are not all named.
const (
	ambiguityLook = 24
	leastTouched  = 0.4
	nearTouched   = 0.85
	mostTouched   = 4
)

// subject returns the words of a question that say what it is about.
func subject(q ask.Question) string {
	words := ask.WordsFor(q.Language)
	return strings.Join(ask.ContentWords(ask.Essence(words.Matter(q.Text)), words.Stop), " ")
}

// touched returns the documents that a passage ties closely to the question's own words, best first; none where one is clearly the closest.
func (g *Engine) touched(ctx context.Context, q ask.Question, hits []Hit, titles []string) ([]source.Document, error) {
	targets := q.Targets
	p, err := g.Matter(ctx, q.Language, ask.Part{Text: subject(q.ToTargets()), Factor: 1})
	if err != nil {
		return nil, err
	}
	p = p.Without(p.Absent)
	carries, documents := map[string]float64{}, map[string]source.Document{}
	var order []string
	most := 0.0
	for _, h := range hits {
		d, err := g.Library.Document(ctx, h.Passage.Document)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(titles, d.Title) && !slices.Contains(titles, d.Name) || len(targets.Documents) > 0 && !slices.Contains(targets.Documents, d.Hash) {
			continue // outside the scope, or not what the question names
		}
		if _, seen := documents[d.Hash]; !seen {
			order = append(order, d.Hash)
		}
		documents[d.Hash] = d
		share := p.Coverage(g.Lexicon.Terms(h.Passage.Text, d.Language), g.Lexicon.Terms(strings.Join(h.Passage.Headings, " "), d.Language))
		carries[d.Hash] = max(carries[d.Hash], share)
		most = max(most, share)
	}
	var out []source.Document
	for _, hash := range order {
		if carries[hash] >= leastTouched && carries[hash] >= nearTouched*most {
			out = append(out, documents[hash])
		}
	}
	return out, nil
}

// which asks for one of several documents: by the year where that tells them apart, else by name.
func which(p ask.Phrases, q ask.Question, documents []source.Document) (out prompts.ClarifyQuestion) {
	if len(documents) < 2 || ask.Compares.MatchString(q.Text) {
		return out
	}
	var names, years []string
	dated := 0
	for _, d := range documents {
		names = ask.Once(names, called(d))
		if all := ask.YearNumber.FindAllString(strings.ReplaceAll(d.Name, "_", " "), -1); len(all) == 1 {
			years = ask.Once(years, all[0])
			dated++
		}
	}
	slices.Sort(years)
	switch {
	case len(years) > 1 && len(years) == dated && len(years) <= mostTouched && !ask.YearNumber.MatchString(q.Text):
		return prompts.ClarifyQuestion{Question: p.WhichYear, Choices: years}
	case len(documents) > mostTouched && len(q.Targets.Documents)+len(p.NamesIn(q.Text)) == 0:
		return prompts.ClarifyQuestion{Question: fmt.Sprintf(p.WhichOfMany, len(documents)), Choices: names[:mostTouched]}
	case len(documents) <= mostTouched && len(names) == len(documents) && !slices.ContainsFunc(names, func(n string) bool { return strings.Contains(ask.Fold(q.Text), ask.Fold(n)) }):
		return prompts.ClarifyQuestion{Question: p.WhichDocument, Choices: names}
	}
	return out
}

// called is what a person calls a document: its title where that is short, else its file's name.
func called(d source.Document) string {
	if d.Title != "" && len(d.Title) <= shortTitle {
		return d.Title
	}
	return strings.TrimSuffix(d.Name, ".pdf")
}

// shortTitle is the length in bytes up to which a title is said in a question.
const shortTitle = 40
