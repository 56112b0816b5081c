package step

import (
	"context"
	"slices"
	"strings"

	"rabbithole/prompts"
)

// The specification's bounds of the queries for one task.
const (
	QueriesMin = 2
	QueriesMax = 4
)

// Queries returns QueriesMin to QueriesMax queries for a task that were not tried before, those it was planned with if it was; fewer when nothing new can be asked.
func (k *Kit) Queries(ctx context.Context, q Question, a Analysis, t Task, tried []string) ([]string, error) {
	out := prompts.QueriesOut{Queries: unseen(t.Queries, tried, QueriesMax)}
	if len(out.Queries) == 0 {
		in := prompts.QueriesIn{Asked: q.Asked(), Analysis: a, Task: t.Task, Context: t.Context, Tried: tried, Min: QueriesMin, Max: QueriesMax}
		fresh := func(out *prompts.QueriesOut) error {
			if len(unseen(out.Queries, nil, 1)) == 0 {
				return errNothing
			}
			out.Queries = unseen(out.Queries, tried, QueriesMax)
			return nil
		}
		var err error
		out, err = do(ctx, k, prompts.Queries, in, fresh, func() (prompts.QueriesOut, error) {
			return prompts.QueriesOut{Queries: unseen(queriesTwin(q, a, t), tried, QueriesMax)}, nil
		})
		if err != nil {
			return nil, err
		}
	}
	if out.Queries = searchable(out.Queries); len(out.Queries) < QueriesMin {
		out.Queries = unseen(append(out.Queries, queriesTwin(q, a, t)...), tried, QueriesMin)
	}
	return out.Queries, nil
}

// queriesTwin looks at a task from four sides: its own words, those of whoever rules on it, those with the question's leading concepts, the concepts with the words
// its kind of rule uses, and the question's names.
func queriesTwin(q Question, a Analysis, t Task) []string {
	words := wordsFor(q.Language)
	own := strings.Join(contentWords(essence(bare(t.Task)), words.stop), " ")
	concepts := strings.Join(a.KeyConcepts[:min(3, len(a.KeyConcepts))], " ")
	names := strings.Join(a.Entities[:min(3, len(a.Entities))], " ")
	queries := []string{
		own,
		own + " " + concepts,
		concepts + " " + cue(t.Context, words),
		names + " " + own,
		strings.Join(contentWords(essence(q.Text), words.stop), " "),
	}
	if clause := strings.TrimRight(bare(t.Task), "?"); q.dependence(clause) > independent {
		if before := q.before(clause); before != "" {
			queries[0] = own + " " + strings.Join(contentWords(essence(before), words.stop), " ") // "it" is what that clause names
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
		queries[i] = clip(eachOnce(queries[i]), 190)
	}
	return queries
}

// before returns the clause that precedes one, "" for the first and for what is none.
func (q Question) before(clause string) string {
	parts := q.clauses()
	if i := slices.IndexFunc(parts, func(c string) bool { return strings.EqualFold(c, clause) }); i > 0 {
		return parts[i-1]
	}
	return ""
}

// eachOnce drops words that came before.
func eachOnce(query string) string {
	seen := map[string]bool{}
	var out []string
	for _, w := range strings.Fields(query) {
		if key := strings.TrimSuffix(strings.TrimSuffix(fold(w), "'s"), "’s"); !seen[key] {
			seen[key] = true
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// cue returns the context of a twin's own task when it is one of the fixed lists of cue words, else nothing.
func cue(context string, words phrases) string {
	for _, c := range []string{words.defineCue, words.exceptCue, words.numberCue} {
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
	stop := wordsFor(q.Language).stop
	for _, r := range q.Refinements {
		if answer := answerIn(r); !slices.Contains(q.Home.Picks, answer) {
			said = append(slices.Clone(said), answer)
		}
	}
	var asked []string
	for _, text := range said {
		asked = append(asked, contentWords(essence(text), stop)...)
	}
	known := map[string]bool{}
	for _, w := range asked {
		known[fold(w)] = true
	}
	theirs := slices.DeleteFunc(contentWords(essence(bare(t.Task)), stop), func(w string) bool { return !known[fold(w)] })
	var concepts []string
	if len(theirs) < 3 || dependence(t.Task, q.Language) > independent {
		concepts = a.KeyConcepts[:min(3, len(a.KeyConcepts))]
	}
	for _, c := range concepts {
		if words := strings.Fields(c); !slices.ContainsFunc(words, func(w string) bool { return !known[fold(w)] }) {
			theirs = append(theirs, words...)
		}
	}
	if len(theirs) < 2 {
		theirs = append(theirs, asked...)
	}
	return clip(eachOnce(strings.Join(theirs, " ")), 190)
}
