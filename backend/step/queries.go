package step

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/step/ask"
	"rabbithole/prompts"
)

// The specification's bounds of the queries for one task.
const (
	QueriesMin = 2
	QueriesMax = 4
)

// Queries returns QueriesMin to QueriesMax queries for a task that were not tried before, those it was planned with if it was; fewer when nothing new can be asked.
func (k *Kit) Queries(ctx context.Context, q Question, a Analysis, t Task, tried []string) ([]string, error) {
	out := prompts.QueriesOut{Queries: ask.Unseen(t.Queries, tried, QueriesMax)}
	if len(out.Queries) == 0 {
		in := prompts.QueriesIn{Asked: q.Asked(), Analysis: a, Task: t.Task, Context: t.Context, Tried: tried, Min: QueriesMin, Max: QueriesMax}
		fresh := func(out *prompts.QueriesOut) error {
			if len(ask.Unseen(out.Queries, nil, 1)) == 0 {
				return errNothing
			}
			out.Queries = ask.Unseen(out.Queries, tried, QueriesMax)
			return nil
		}
		var err error
		out, err = do(ctx, k, prompts.Queries, in, fresh, func() (prompts.QueriesOut, error) {
			return prompts.QueriesOut{Queries: ask.Unseen(queriesTwin(q, a, t), tried, QueriesMax)}, nil
		})
		if err != nil {
			return nil, err
		}
	}
	if out.Queries = ask.Searchable(out.Queries); len(out.Queries) < QueriesMin {
		out.Queries = ask.Unseen(append(out.Queries, queriesTwin(q, a, t)...), tried, QueriesMin)
	}
	return out.Queries, nil
}

// queriesTwin looks at a task from four sides: its own words, those of whoever rules on it, those with the question's leading concepts, the concepts with the words
// its kind of rule uses, and the question's names.
func queriesTwin(q Question, a Analysis, t Task) []string {
	words := ask.WordsFor(q.Language)
	own := strings.Join(ask.ContentWords(ask.Essence(ask.Bare(t.Task)), words.Stop), " ")
	concepts := strings.Join(a.KeyConcepts[:min(3, len(a.KeyConcepts))], " ")
	names := strings.Join(a.Entities[:min(3, len(a.Entities))], " ")
	queries := []string{
		own,
		own + " " + concepts,
		concepts + " " + cue(t.Context, words),
		names + " " + own,
		strings.Join(ask.ContentWords(ask.Essence(q.Text), words.Stop), " "),
	}
	if clause := strings.TrimRight(ask.Bare(t.Task), "?"); q.Dependence(clause) > ask.Independent {
		if before := q.Before(clause); before != "" {
			queries[0] = own + " " + strings.Join(ask.ContentWords(ask.Essence(before), words.Stop), " ") // "it" is what that clause names
		} else if len(strings.Fields(own)) < 2 {
			queries = queries[1:] // "change" alone finds everything
		}
	}
	for _, r := range q.Refinements {
		if _, answer, ok := strings.Cut(r, "? "); ok && !slices.Contains(q.Home.Picks, answer) {
			queries = append(queries, concepts+" "+answer)
		}
	}
	for i := range queries {
		queries[i] = clip(ask.EachOnce(queries[i]), 190)
	}
	return queries
}

// cue returns the context of a twin's own task when it is one of the fixed lists of cue words, else nothing.
func cue(context string, words ask.Phrases) string {
	for _, c := range []string{words.DefineCue, words.ExceptCue, words.NumberCue} {
		if context == c {
			return c
		}
	}
	return ""
}

// Outward returns what the web is asked for a task: its words, and where they are few or say "it" the question's leading concepts, so that "and who
// pays for it?" is understood alone. It is made by rule, and of no other words than those the person wrote: what stands in the documents, their titles included,
// never leaves, whatever a model that read them makes of a task. said are the person's words besides the question's answers.
func Outward(q Question, said []string, a Analysis, t Task) string {
	stop := ask.WordsFor(q.Language).Stop
	for _, r := range q.Refinements {
		if answer := ask.AnswerIn(r); !slices.Contains(q.Home.Picks, answer) {
			said = append(slices.Clone(said), answer)
		}
	}
	var asked []string
	for _, text := range said {
		asked = append(asked, ask.ContentWords(ask.Essence(text), stop)...)
	}
	known := map[string]bool{}
	for _, w := range asked {
		known[ask.Fold(w)] = true
	}
	theirs := slices.DeleteFunc(ask.ContentWords(ask.Essence(ask.Bare(t.Task)), stop), func(w string) bool { return !known[ask.Fold(w)] })
	var concepts []string
	if len(theirs) < 3 || ask.Dependence(t.Task, q.Language) > ask.Independent {
		concepts = a.KeyConcepts[:min(3, len(a.KeyConcepts))]
	}
	for _, c := range concepts {
		if words := strings.Fields(c); !slices.ContainsFunc(words, func(w string) bool { return !known[ask.Fold(w)] }) {
			theirs = append(theirs, words...)
		}
	}
	if len(theirs) < 2 {
		theirs = append(theirs, asked...)
	}
	return clip(ask.EachOnce(strings.Join(theirs, " ")), 190)
}
