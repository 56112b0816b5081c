package step

import (
	"context"
	"errors"
	"fmt"
	"rabbithole/backend/step/ask"
	"regexp"
	"slices"
	"strings"
)

// facetsAt is how many hits of a search show whether the library has what a facet asks for.
const facetsAt = 3

// facets asks for the rules, terms and numbers of what a question is about: those that the question does not ask for itself, and that what a search finds first states of it.
// What nothing can answer is not asked.
func (k *Kit) facets(ctx context.Context, q Question, a Apart) ([]string, error) {
	task := a.Task
	words := ask.WordsFor(q.Language)
	about, err := k.heaviestNoun(ctx, q, task)
	if err != nil || about == "" || k.Search == nil {
		return nil, err
	}
	matter, err := k.Matter(ctx, q.Language, ask.Part{Text: about, Factor: 1})
	if err != nil {
		return nil, err
	}
	var out []string
	for _, format := range ask.WordsOfTree(q.Language).Facets {
		facet := fmt.Sprintf(format, words.Marks[0]+about+words.Marks[1])
		kind := words.KindOf(facet)
		if kind.Title == words.OfNumbers && words.AsksForNumber(task) || kind.Title == words.OfCases && ask.Conditions.Asks.MatchString(task) || kind.Title == words.OfTerms && ask.AsksToDefine.MatchString(task) {
			continue
		}
		hits, err := k.Search.Search(ctx, Query{Text: about, Limit: facetsAt, Language: q.Language})
		if err != nil && !errors.Is(err, ErrNoMeaning) {
			return nil, fmt.Errorf("search the library for %q: %w", about, err)
		}
		if slices.ContainsFunc(hits, func(h Hit) bool {
			return kind.States(h.Passage.Text) && matter.Coverage(k.Lexicon.Terms(underHeadings(h.Passage), q.Language)) >= enoughBesides
		}) {
			out = append(out, facet)
		}
	}
	return out, nil
}

// heaviestNoun returns what a question is about in its own words: in German its heaviest noun, else its heaviest words in a row.
func (k *Kit) heaviestNoun(ctx context.Context, q Question, task string) (string, error) {
	var list []string
	if q.Language == "de" {
		for _, m := range ask.GermanSubject.FindAllStringSubmatch(task, -1) {
			list = append(list, m[1])
		}
	} else {
		list = runsOf(task, ask.WordsFor(q.Language).Stop)
		if last := len(list) - 1; last >= 0 && verbFirst.MatchString(task) { // "where does the smoker stand": what it does is no part of its name
			if at := strings.LastIndexByte(list[last], ' '); at > 0 {
				list[last] = list[last][:at]
			}
		}
	}
	best, most := "", 0.0
	for _, name := range list {
		p, err := k.Matter(ctx, q.Language, ask.Part{Text: name, Factor: 1})
		if err != nil {
			return "", err
		}
		if len(p.Absent) == 0 && p.Total > most {
			best, most = name, p.Total
		}
	}
	return best, nil
}

// verbFirst matches an English question with a verb before what it is about, and another behind that.
var verbFirst = regexp.MustCompile(`(?i)\b(?:may|must|can|do|does|did|should|shall|will|has|have) (?:the|an?|our|my|each|every) `)

// runsOf returns the words of a text that stand in a row between stop words.
func runsOf(text string, stop map[string]bool) []string {
	var out, run []string
	for _, field := range strings.Fields(text + " .") {
		word := strings.Trim(field, ",;:.?!()\"“”")
		if word != "" && !stop[strings.ToLower(word)] {
			run = append(run, word)
		}
		if word != field || stop[strings.ToLower(word)] {
			if len(run) > 0 {
				out = append(out, strings.Join(run, " "))
			}
			run = nil
		}
	}
	return out
}
