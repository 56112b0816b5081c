package extract

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/prompts"
)

// Task is one thing to find out, with what a searcher should know.
type Task = prompts.PlanItem

// The specification's bounds of an initial plan.
const (
	PlanMin = 3
	PlanMax = 5
)

// Plan takes the question apart and makes a plan of its tasks.
func (g *Engine) Plan(ctx context.Context, q ask.Question, titles []string) (prompts.PlanOut, error) {
	a, err := g.Analyse(ctx, q, titles)
	return prompts.PlanOut{AnalyseOut: a, Items: tasksOf(q, a)}, err
}

// tasksOf makes a task of each clause of the question, then asks for what every careful answer needs: numbers, exceptions,
// definitions.
func tasksOf(q ask.Question, a Analysis) []Task {
	words := ask.WordsFor(q.Language)
	background := strings.Join(append(append([]string{}, a.KeyConcepts...), a.Entities...), "; ")
	if said := q.Said(); len(said) > 0 { // what was answered narrows every task
		background = strings.Join(said, "; ") + "; " + background
	}
	var tasks []Task
	for _, c := range q.Clauses() {
		tasks = append(tasks, Task{Task: words.Item(c), Context: chunk.Clip(background, 290)})
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

// Distinct returns tasks without those that say the same as one before.
func Distinct(tasks []Task) []Task {
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

// The specification's bounds of the queries for one task.
const (
	QueriesMin = 2
	QueriesMax = 4
)

// Queries looks at a task from four sides: its own words, those of whoever rules on it, those with the question's leading concepts, the concepts with the words
// its kind of rule uses, and the question's names.
func Queries(q ask.Question, a Analysis, t Task) []string {
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
		if _, answer, ok := strings.Cut(r, "? "); ok && !slices.Contains(q.Targets.Picks, answer) {
			queries = append(queries, concepts+" "+answer)
		}
	}
	for i := range queries {
		queries[i] = chunk.Clip(ask.EachOnce(queries[i]), 190)
	}
	return queries
}

// cue returns the context of a task of the engine's own when it is one of the fixed lists of cue words, else nothing.
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
func Outward(q ask.Question, said []string, a Analysis, t Task) string {
	stop := ask.WordsFor(q.Language).Stop
	for _, r := range q.Refinements {
		if answer := ask.AnswerIn(r); !slices.Contains(q.Targets.Picks, answer) {
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
	return chunk.Clip(ask.EachOnce(strings.Join(theirs, " ")), 190)
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
func Reflect(q ask.Question, w Worked) Reflection {
	words := ask.WordsFor(q.Language)
	r := Reflection{Done: len(w.Evidence) > 0}
	if !r.Done {
		r.Missing = missing(words, w.Task.Task)
	}
	for _, u := range w.Unread {
		if !strings.ContainsAny(u.Label, "0123456789") {
			continue // a whole document is no place to read
		}
		r.NewTasks = Opened([]Task{{Task: fmt.Sprintf(words.Read, u.Label, u.From), Context: u.Label + " " + u.From}}, w.Plan, w.MayAdd)
		break
	}
	return r
}

// Opened returns the tasks that a plan does not have yet, no more than it may get.
func Opened(tasks []Task, plan []string, most int) (out []Task) {
	for _, t := range Distinct(tasks) {
		if len(ask.Unseen([]string{t.Task}, plan, 1)) == 1 && len(out) < min(MostOpened, most) {
			t.Queries = ask.Searchable(t.Queries)
			out = append(out, t)
		}
	}
	return out
}

// MostOpened is how many tasks may be added at once.
const MostOpened = 2

// missing says that nothing was found for a task.
func missing(words ask.Phrases, task string) string {
	return chunk.Clip(fmt.Sprintf(words.SilentTask, ask.Bare(task)), 240)
}
