package step

import (
	"context"
	"regexp"
	"strings"

	"rabbithole/backend/cite"
)

// inContents matches an entry of a table of contents: it names a part of the document, and not what the document is about.
var inContents = regexp.MustCompile(`(?m)^.*(?:\.{4,}|(?:\. ){4,}|…{2,}).*$`)

// homes returns what quotes of each document count: 1 where its name, its title or its first page carries as many of the question's names as
// any does, else elsewhere.
func (k *Kit) homes(ctx context.Context, q Question, evidence []cite.Evidence) (map[string]float64, error) {
	if len(q.Home.Documents) > 0 {
		return q.Home.factors(evidence), nil
	}
	text, _ := besideCited(q.Text, q.Language)
	names := wordsFor(q.Language).namesIn(text)
	carries := map[string]int{}
	most := 0
	for _, e := range evidence {
		if _, seen := carries[e.Document]; seen {
			continue
		}
		d, err := k.Library.Document(ctx, e.Document)
		if err != nil {
			return nil, err
		}
		front, err := k.Library.PageText(ctx, e.Document, 1)
		if err != nil {
			return nil, err
		}
		front = strings.Join([]string{strings.NewReplacer("_", " ", "-", " ").Replace(d.Name), d.Title, inContents.ReplaceAllString(front, "")}, "\n")
		carries[e.Document] = 0
		for _, n := range names {
			if !year.MatchString(n.text) && n.pattern.MatchString(front) {
				carries[e.Document]++
			}
		}
		most = max(most, carries[e.Document])
	}
	home := map[string]float64{}
	for document, n := range carries {
		home[document] = 1
		if n < most {
			home[document] = elsewhere
		}
	}
	return home, nil
}
