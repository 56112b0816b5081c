package step

import (
	"fmt"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/step/ask"
	"rabbithole/prompts"
)

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
