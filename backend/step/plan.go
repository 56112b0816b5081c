package step

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/step/ask"
	"rabbithole/prompts"
)

// Task is one thing to find out, with what a searcher should know.
type Task = prompts.PlanItem

// The specification's bounds of an initial plan.
const (
	PlanMin = 3
	PlanMax = 5
)

// Plan takes the question apart and breaks it into PlanMin to PlanMax tasks, the most direct one first. A model says in the same call what to search for.
func (k *Kit) Plan(ctx context.Context, q Question, titles []string) (Analysis, []Task, error) {
	in := prompts.PlanIn{Asked: q.Asked(), Titles: titles, Min: PlanMin, Max: PlanMax}
	var err error
	if in.Spoken, err = k.spoken(ctx, q); err != nil {
		return Analysis{}, nil, err
	}
	enough := func(out *prompts.PlanOut) error {
		out.Items = distinct(out.Items)
		if len(out.Items) < PlanMin {
			return fmt.Errorf("%d different tasks; at least %d are needed", len(out.Items), PlanMin)
		}
		return nil
	}
	twin := func() (prompts.PlanOut, error) {
		a, err := k.analyseTwin(ctx, q, titles)
		return prompts.PlanOut{AnalyseOut: a, Items: planTwin(q, a)}, err
	}
	out, err := do(ctx, k, prompts.Plan, in, enough, twin)
	if err != nil {
		return Analysis{}, nil, err
	}
	for i, t := range out.Items {
		out.Items[i].Queries = ask.Searchable(t.Queries)
	}
	a, err := k.analysed(ctx, q, titles, out.AnalyseOut)
	return a, out.Items, err
}

// planTwin makes a task of each clause of the question, then asks for what every careful answer needs: numbers, exceptions,
// definitions.
func planTwin(q Question, a Analysis) []Task {
	words := ask.WordsFor(q.Language)
	background := strings.Join(append(append([]string{}, a.KeyConcepts...), a.Entities...), "; ")
	if said := q.Said(); len(said) > 0 { // what was answered narrows every task
		background = strings.Join(said, "; ") + "; " + background
	}
	var tasks []Task
	for _, c := range q.Clauses() {
		tasks = append(tasks, Task{Task: words.Item(c), Context: clip(background, 290)})
	}
	if len(tasks) > PlanMax-1 {
		tasks = tasks[:PlanMax-1]
	}
	numbers := Task{Task: words.Quantities, Context: words.NumberCue}
	exceptions := Task{Task: words.Conditions, Context: words.ExceptCue}
	definitions := Task{Task: words.Define, Context: words.DefineCue}
	extra := []Task{exceptions, definitions, numbers}
	if words.AsksForNumber(q.Text) {
		extra = []Task{numbers, exceptions, definitions}
	}
	for len(tasks) < PlanMin && len(extra) > 0 {
		tasks, extra = append(tasks, extra[0]), extra[1:]
	}
	return tasks
}

func distinct(tasks []Task) []Task {
	seen := map[string]bool{}
	var out []Task
	for _, t := range tasks {
		if key := ask.Fold(t.Task); key != "" && !seen[key] {
			seen[key] = true
			out = append(out, t)
		}
	}
	return out
}

// errNothing is what checks return for an answer without content.
var errNothing = errors.New("the answer is empty")

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
		if in.Spoken, err = k.spoken(ctx, q); err != nil {
			return nil, err
		}
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
	if kind := words.KindOf(t.Task); kind != "" { // of what is asked, which the task does not name
		own = strings.Join(ask.ContentWords(kind, words.Stop), " ") + " " + concepts
	}
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

// Reflection says whether a task is done and which new tasks it opened.
type Reflection struct {
	Done     bool
	Missing  string
	NewTasks []Task
}

// Unread is a reference that was met in kept evidence and not followed, by its text and where it stands.
type Unread struct {
	Label string // "§ 115 Abs. 2"
	From  string // name of the document it stands in
}

// Worked is the state of a task after its passages were read.
type Worked struct {
	Task     Task
	Evidence []cite.Evidence
	Plan     []string // all tasks so far
	Unread   []Unread
	MayAdd   int // new tasks that fit the limit of the list
}

// Reflect re-evaluates the to-do list after a task was worked on, by rule: it is done when evidence was kept, and opens a task for the first
// reference that was left unread.
func Reflect(q Question, w Worked) Reflection {
	words := ask.WordsFor(q.Language)
	r := Reflection{Done: len(w.Evidence) > 0}
	if !r.Done {
		r.Missing = missing(words, w.Task.Task)
	}
	for _, u := range w.Unread {
		if !strings.ContainsAny(u.Label, "0123456789") {
			continue // a whole document is no place to read
		}
		r.NewTasks = opened([]Task{{Task: fmt.Sprintf(words.Read, u.Label, u.From), Context: u.Label + " " + u.From}}, w.Plan, w.MayAdd)
		break
	}
	return r
}

// opened returns the tasks that a plan does not have yet, no more than it may get.
func opened(tasks []Task, plan []string, most int) (out []Task) {
	for _, t := range distinct(tasks) {
		if len(ask.Unseen([]string{t.Task}, plan, 1)) == 1 && len(out) < min(mostOpened, most) {
			t.Queries = ask.Searchable(t.Queries)
			out = append(out, t)
		}
	}
	return out
}

// mostOpened is how many tasks may be added at once.
const mostOpened = 2

// missing says that nothing was found for a task.
func missing(words ask.Phrases, task string) string {
	return clip(fmt.Sprintf(words.SilentTask, ask.Bare(task)), 240)
}

func lines(evidence []cite.Evidence) []prompts.EvidenceLine {
	out := make([]prompts.EvidenceLine, 0, len(evidence))
	for _, e := range evidence {
		out = append(out, prompts.EvidenceLine{ID: e.ID, Source: clip(e.Name+", "+e.Section, 140), Extract: e.Extract})
	}
	return out
}

func extractOf(l prompts.EvidenceLine) string { return l.Source + l.Extract }

// Clarify returns at most count questions to ask back that were not asked in an earlier round; asked holds those.
func (k *Kit) Clarify(ctx context.Context, q Question, a Analysis, titles, asked []string, count int) ([]prompts.ClarifyQuestion, error) {
	in := prompts.ClarifyIn{Asked: q.Asked(), Analysis: a, Titles: titles, Count: count}
	fresh := func(out *prompts.ClarifyOut) error {
		out.Questions = unasked(out.Questions, asked, count)
		if len(out.Questions) == 0 && a.ClarificationNeeded {
			return errors.New("no new question")
		}
		return nil
	}
	twin, err := k.ambiguities(ctx, q, titles)
	if err != nil {
		return nil, err
	}
	if general := ask.WordsFor(q.Language).Clarify; a.ClarificationNeeded {
		twin = append(twin, general...)
	} else if len(twin) == 0 && k.Model == nil {
		twin = general[:1] // the round is offered all the same, with the way on
	}
	out, err := do(ctx, k, prompts.Clarify, in, fresh, func() (prompts.ClarifyOut, error) {
		return prompts.ClarifyOut{Questions: unasked(twin, asked, count)}, nil
	})
	return unasked(append(out.Questions, twin...), asked, count), err
}

// unasked returns at most n questions that are neither blank nor in seen, each once. A single choice is none.
func unasked(list []prompts.ClarifyQuestion, seen []string, n int) []prompts.ClarifyQuestion {
	out := []prompts.ClarifyQuestion{}
	for _, q := range list {
		if fresh := ask.Unseen([]string{q.Question}, seen, 1); len(fresh) > 0 && len(out) < n {
			q.Question, seen = fresh[0], append(slices.Clone(seen), fresh[0])
			if q.Choices = ask.Unseen(q.Choices, nil, mostChoices); len(q.Choices) < 2 {
				q.Choices = nil
			}
			out = append(out, q)
		}
	}
	return out
}

const mostChoices = 4
