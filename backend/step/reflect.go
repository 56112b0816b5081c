package step

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/prompts"
)

// Reflection says whether a task is done and which new tasks it opened.
type Reflection struct {
	Done     bool
	Missing  string
	NewTasks []Task
	Noted    []prompts.Noted // contradictions
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

// Reflect re-evaluates the to-do list after a task was worked on.
func (k *Kit) Reflect(ctx context.Context, q Question, w Worked) (Reflection, error) {
	in := prompts.ReflectIn{Asked: q.Asked(), Plan: w.Plan, Task: w.Task.Task, MayAdd: min(2, w.MayAdd)}
	for _, u := range w.Unread[:min(8, len(w.Unread))] {
		in.Unread = append(in.Unread, u.Label+" ("+u.From+")")
	}
	in.Evidence = fit(lines(w.Evidence), extractOf, k.room(prompts.Reflect.NumPredict, q, slices.Concat(w.Plan, in.Unread)...))
	out, err := do(ctx, k, prompts.Reflect, in, nil, func() (prompts.ReflectOut, error) { return reflectTwin(q, w), nil })
	if err != nil {
		return Reflection{}, err
	}
	known := append([]string{}, w.Plan...)
	r := Reflection{Done: out.Done, Missing: strings.TrimSpace(out.Missing), Noted: out.Conflicts}
	for _, t := range distinct(out.NewTasks) {
		if len(unseen([]string{t.Task}, known, 1)) == 1 && len(r.NewTasks) < in.MayAdd {
			r.NewTasks = append(r.NewTasks, t)
		}
	}
	return r, nil
}

// reflectTwin calls a task done when evidence was kept, and opens a task for the first reference that was left unread.
func reflectTwin(q Question, w Worked) prompts.ReflectOut {
	words := wordsFor(q.Language)
	out := prompts.ReflectOut{Done: len(w.Evidence) > 0}
	if !out.Done {
		out.Missing = missing(words, w.Task.Task)
	}
	for _, u := range w.Unread {
		if len(out.NewTasks) == 1 {
			break
		}
		if !strings.ContainsAny(u.Label, "0123456789") {
			continue // a whole document is no place to read
		}
		out.NewTasks = append(out.NewTasks, Task{Task: fmt.Sprintf(words.read, u.Label, u.From), Context: u.Label + " " + u.From})
	}
	return out
}

// missing says that nothing was found for a task.
func missing(words phrases, task string) string {
	return clip(fmt.Sprintf(words.silentTask, bare(task)), 240)
}

// bare strips the twin's own lead-in ("Answer: ") from a task.
func bare(task string) string {
	if _, rest, ok := strings.Cut(task, ": "); ok {
		return rest
	}
	return task
}

func lines(evidence []cite.Evidence) []prompts.EvidenceLine {
	out := make([]prompts.EvidenceLine, 0, len(evidence))
	for _, e := range evidence {
		out = append(out, prompts.EvidenceLine{ID: e.ID, Source: clip(e.Name+", "+e.Section, 140), Extract: e.Extract})
	}
	return out
}

func extractOf(l prompts.EvidenceLine) string { return l.Source + l.Extract }
