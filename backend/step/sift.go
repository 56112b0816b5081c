package step

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/prompts"
)

// Sifting is what passages are read for: several tasks at once, and what is known when they are read.
type Sifting struct {
	Question ask.Question
	Tasks    []string
	Plan     []string        // all tasks there are
	Kept     []cite.Evidence // before, in the order of keeping
	Tried    []string        // queries put so far
	Most     int             // most further queries
	MayAdd   int             // most new tasks
}

// Sifted is what came of reading passages. By rule nothing is said of tasks.
type Sifted struct {
	Judged   []extract.Judgement // of the readings that fit into a call, in their order
	Tasks    []Answered
	Queries  []TaskQuery // for what is missing, none that was put before
	NewTasks []extract.Task
	Noted    []prompts.Noted // contradictions; "P3" is the third reading
}

// Answered says how far a task is answered.
type Answered struct {
	Task    int    `json:"task"` // position in the list of tasks
	Whole   bool   `json:"whole"`
	Missing string `json:"missing,omitempty"`
}

// TaskQuery is a query for what a task is missing.
type TaskQuery struct {
	Task  int // position in the list of tasks
	Query string
}

// Sift reads passages for several tasks in one call: as many of the first as fit into it, so that what it says is missing can be looked for before more is read.
func (k *Kit) Sift(ctx context.Context, s Sifting, readings []extract.Reading) (Sifted, error) {
	if k.Model != nil {
		room := k.siftRoom(s)
		room -= min(room/keptShare, taken(keptLines(s.Kept, longKept), lineText))
		readings = readings[:len(batchesIn(room, k.Reply(prompts.Sift.NumPredict)-decisionReply, readings)[0])]
	}
	judged, err := k.Engine.Judge(ctx, s.Question, s.Question.Text, readings)
	out := Sifted{Judged: judged}
	if err != nil || k.Model == nil {
		return out, err
	}
	return out, k.siftThese(ctx, s, readings, &out)
}

// siftRoom is how many tokens passages and what was kept before may take.
func (k *Kit) siftRoom(s Sifting) int {
	return k.room(prompts.Sift.NumPredict, s.Question, slices.Concat(s.Tried, s.Tasks)...) - len(s.Tried)*fenced
}

// leastConflict is the least relevance of a passage that a model names in a contradiction, though it put it among those of no help.
const leastConflict = 0.65

// Bounds of what is shown of what was kept before: enough to know what it says.
const (
	longKept  = 120 // bytes of what is quoted of it, behind why it was kept
	longMore  = 240 // for a writer, who cites it
	keptShare = 4   // of the room, one part
)

// keptLines shows what was kept before, the best first.
func keptLines(kept []cite.Evidence, long int) []prompts.EvidenceLine {
	best := strongest(kept)
	out := lines(best)
	for i, e := range best {
		switch text := chunk.Clip(out[i].Extract, long); {
		case e.Why == "":
			out[i].Extract = text
		case long == longKept && text != out[i].Extract: // what it breaks off with says less than why it was kept
			out[i].Extract = e.Why
		default:
			out[i].Extract = e.Why + ": " + text
		}
	}
	return out
}

func lineText(l prompts.EvidenceLine) string { return l.Line() }

// siftThese asks the model, and takes over what it says.
func (k *Kit) siftThese(ctx context.Context, s Sifting, readings []extract.Reading, into *Sifted) error {
	room := k.siftRoom(s)
	texts, shown, err := k.opened(ctx, readings, room*2)
	if err != nil || len(shown) == 0 {
		return err
	}
	for i := range shown {
		room -= tokens(shownText(shown[i])) + fenced
	}
	in := prompts.SiftIn{Asked: s.Question.Asked(), Passages: shown, Kept: fit(keptLines(s.Kept, longKept), lineText, max(room, 0)), Tasks: s.Tasks, Tried: s.Tried, Max: s.Most, MayAdd: min(extract.MostOpened, s.MayAdd)}
	if s.Most == 0 {
		in.Tried = nil // nothing can be sought any more
	}
	if in.Spoken, err = k.spoken(ctx, s.Question); err != nil {
		return err
	}
	some := func(out *prompts.SiftOut) error { return knownRef(out.JudgeOut, len(readings)) }
	out, ok, err := only(ctx, k, prompts.Sift, in, some)
	if err != nil || !ok {
		return err
	}
	byRule := into.Judged
	into.Judged = verdicts(out.JudgeOut, texts, byRule)
	into.Tasks, into.Queries, into.NewTasks = s.answered(out.Tasks), s.queries(out.Queries), extract.Opened(out.NewTasks, s.Plan, s.MayAdd)
	for _, n := range out.Conflicts {
		into.Noted = extract.Note(into.Noted, n)
		for _, ref := range n.IDs { // it is told with both its sides
			i, ok := index(ref, len(byRule))
			if ok && into.Judged[i].Relevance < leastConflict {
				into.Judged[i] = verify(prompts.JudgeVerdict{Relevance: leastConflict, Why: n.Text}, texts[i], byRule[i])
			}
			if ok {
				into.Judged[i].Contrary = true
			}
		}
	}
	return nil
}

// answered takes over what is said of the tasks there are, of each once.
func (s Sifting) answered(list []prompts.SiftTask) (out []Answered) {
	for _, t := range list {
		i, ok := taskAt(t.Task, len(s.Tasks))
		if !ok || slices.ContainsFunc(out, func(a Answered) bool { return a.Task == i }) {
			continue
		}
		a := Answered{Task: i, Whole: t.Answered == "yes"}
		if !a.Whole {
			a.Missing = strings.TrimSpace(t.Missing)
		}
		out = append(out, a)
	}
	return out
}

// queries returns the queries that may be put: each for a task, and none that was put before.
func (s Sifting) queries(list []prompts.SiftQuery) (out []TaskQuery) {
	tried := slices.Clone(s.Tried)
	for _, q := range list {
		i, ok := taskAt(q.Task, len(s.Tasks))
		fresh := ask.Unseen(ask.Searchable([]string{q.Query}), tried, 1)
		if !ok || len(fresh) == 0 || len(out) == s.Most {
			continue
		}
		tried = append(tried, fresh[0])
		out = append(out, TaskQuery{i, fresh[0]})
	}
	return out
}

// taskAt reads a name such as "T2" and returns its position below n.
func taskAt(name string, n int) (int, bool) {
	i, err := strconv.Atoi(strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(name)), "T"))
	return i - 1, err == nil && i >= 1 && i <= n
}
