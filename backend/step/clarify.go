package step

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rabbithole/prompts"
)

// Clarify returns count questions to ask back that were not asked in an earlier round; asked holds those.
func (k *Kit) Clarify(ctx context.Context, q Question, a Analysis, titles, asked []string, count int) ([]string, error) {
	in := prompts.ClarifyIn{Asked: q.asked(), Analysis: a, Titles: titles, Count: count}
	fresh := func(out *prompts.ClarifyOut) error {
		out.Questions = unseen(out.Questions, asked, count)
		if len(out.Questions) == 0 {
			return errors.New("no new question")
		}
		return nil
	}
	derived, err := k.derived(ctx, q, a, titles)
	if err != nil {
		return nil, err
	}
	twin := append(derived, clarifyTwin(q, a, titles)...)
	out, err := reason(ctx, k, prompts.Clarify, in, fresh, func() (prompts.ClarifyOut, error) {
		return prompts.ClarifyOut{Questions: unseen(twin, asked, count)}, nil
	})
	return unseen(append(out.Questions, twin...), asked, count), err
}

// derivedLook is how many passages tell where the question's leading concept is treated.
const derivedLook = 12

// derived returns questions that this library makes worth asking: several documents treat the leading concept, in several languages, or for
// several years, and the question does not say which.
func (k *Kit) derived(ctx context.Context, q Question, a Analysis, titles []string) ([]string, error) {
	if k.Search == nil || len(a.KeyConcepts) == 0 {
		return nil, nil
	}
	hits, err := k.Search.Search(ctx, Query{Text: a.KeyConcepts[0], Limit: derivedLook, Language: q.Language})
	if err != nil {
		return nil, err
	}
	var names, languages, years []string
	for _, h := range hits {
		d, err := k.Library.Document(ctx, h.Passage.Document)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(titles, d.Title) && !slices.Contains(titles, d.Name) {
			continue // outside the scope
		}
		names, languages = once(names, d.Name), once(languages, LanguageName(d.Language))
		for _, y := range yearIn.FindAllString(d.Name+" "+d.Title, -1) {
			years = once(years, y)
		}
	}
	words := wordsFor(q.Language)
	var out []string
	if len(years) > 1 && !yearIn.MatchString(q.Text) {
		slices.Sort(years)
		out = append(out, fmt.Sprintf(words.whichYear, strings.Join(years[:min(4, len(years))], ", ")))
	}
	if len(names) > 1 {
		out = append(out, fmt.Sprintf(words.whichDocument, clip(a.KeyConcepts[0], 60), strings.Join(names[:min(3, len(names))], ", ")))
	}
	if len(languages) > 1 {
		out = append(out, words.whichLanguage)
	}
	return out, nil
}

var yearIn = regexp.MustCompile(`(?:19|20)\d\d`)

// once appends s unless it is there.
func once(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

func clarifyTwin(q Question, a Analysis, titles []string) []string {
	words := wordsFor(q.Language)
	var out []string
	for i, question := range words.clarify {
		switch {
		case i == 0 && len(titles) < 2:
			continue
		case i == 0:
			question = fmt.Sprintf(question, strings.Join(titles[:min(3, len(titles))], "; "))
		case i == 1:
			question = fmt.Sprintf(question, a.KeyConcepts[0])
		}
		out = append(out, question)
	}
	return out
}

// unseen returns at most n of list that are neither blank nor in seen, each once.
func unseen(list, seen []string, n int) []string {
	known := map[string]bool{}
	for _, s := range seen {
		known[fold(s)] = true
	}
	out := []string{}
	for _, s := range list {
		s = strings.TrimSpace(s)
		if s == "" || known[fold(s)] || len(out) == n {
			continue
		}
		known[fold(s)] = true
		out = append(out, s)
	}
	return out
}

// fold makes two wordings of the same text comparable: lower case, single spaces, no closing punctuation.
func fold(s string) string {
	return strings.TrimRight(strings.ToLower(strings.Join(strings.Fields(s), " ")), " .?!")
}
