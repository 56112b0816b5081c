package desk

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"rabbithole/backend/core"
	"rabbithole/backend/event"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
)

// timelineEvents is how many events of a run its timeline is made of: more than its budgets allow.
const timelineEvents = 20_000

// asked reads a run that answers. The number of the last event is read before everything else: what happens meanwhile is told again, not missed.
func (d *Desk) asked(c *core.Core, ctx context.Context, id string) (a Asked, err error) {
	if a.Seq, err = c.LastSeq(ctx, id); err != nil {
		return a, err
	}
	if a.Run, err = d.run(c, ctx, id); err != nil {
		return a, err
	}
	s, err := c.AnswerState(ctx, id)
	if err != nil {
		return a, err
	}
	a.Question, a.Language, a.Mode, a.Phase, a.StopReason, a.Stats = s.Question, s.Language, string(s.Profile), s.Phase, s.Stop, s.Stats
	a.Limit = s.Settings.Budget(s.Profile).Timeout.Milliseconds()
	a.Decisions, a.Queries, a.Warnings = s.Decisions, s.Queries, s.Warnings
	a.Conversation, _ = core.AskOf(a.Run.Run)
	web, hosts := core.WebOf(a.Run.Run)
	a.Web, a.Hosts = string(web), hosts
	if err := a.tell(c, ctx, d.writing.soFar(id)); err != nil {
		return a, err
	}
	a.Sources = sourcesOf(s, a.Citations)
	if err := a.follow(c, ctx); err != nil {
		return a, err
	}
	if n := len(a.Timeline); n > 0 && a.Run.Status != graph.Finished {
		a.Phase = a.Timeline[n-1].Phase
	}
	if a.Connections, err = connectionsOf(c, ctx, id); err != nil {
		return a, err
	}
	a.Consent, err = consentAsked(c, ctx, a.Run.Run)
	return a, err
}

// tell fills in what is answered: what the run handed over, else what it is writing.
func (a *Asked) tell(c *core.Core, ctx context.Context, soFar string) error {
	if a.Run.Status != graph.Finished {
		a.Text = soFar
		return nil
	}
	m, err := c.MessageOf(ctx, a.Run.Run)
	a.Text, a.Citations, a.Proved, a.Verdict, a.Missing, a.Without = m.Answer, m.Citations, true, m.Verdict, m.Missing, m.Without
	return err
}

// sourcesOf joins sources with their best evidence and the numbers under which they are cited.
func sourcesOf(s answer.State, citations []answer.Citation) []AskedSource {
	out := make([]AskedSource, len(s.Sources))
	for i, from := range s.Sources {
		out[i].Source = from
		for _, k := range s.Evidence {
			if k.Source == from.Key && k.Quality.Total > out[i].Quality {
				out[i].Quality, out[i].Why = k.Quality.Total, k.Quality.Reason
			}
		}
		for _, cited := range slices.Backward(citations) {
			if cited.URL != "" && cited.URL == from.URL || cited.Document == from.Document && from.Document != "" {
				out[i].Number = cited.Number
			}
		}
	}
	return out
}

// follow reads what the run's events tell: its phases, and as long as it works the passages that come nearest to the question, those that were kept first.
func (a *Asked) follow(c *core.Core, ctx context.Context) error {
	events, err := c.EventsSince(ctx, a.Run.ID, 0, timelineEvents)
	if err != nil {
		return err
	}
	var kept []answer.KeptData
	a.Near = []answer.KeptData{}
	for _, e := range events {
		m, k := Moment{At: e.At}, answer.KeptData{}
		switch e.Kind {
		case answer.EventProgress:
			err = json.Unmarshal(e.Data, &m.Progress)
			a.Timeline = append(a.Timeline, m)
		case answer.EventNear:
			err = json.Unmarshal(e.Data, &a.Near)
		case answer.EventKept:
			err = json.Unmarshal(e.Data, &k)
			kept = append(kept, k)
		}
		if err != nil {
			return err
		}
	}
	if len(kept) > 0 {
		a.Near = answer.Nearest(kept)
	}
	if a.Run.Status == graph.Finished {
		a.Near = []answer.KeptData{}
	}
	return nil
}

// writing is what runs write at the moment, so that who looks late sees it from its beginning.
type writing struct {
	mu   sync.Mutex
	runs map[string]*strings.Builder
}

// hear takes in what happens in a run.
func (w *writing) hear(e event.Event) {
	switch e.Kind {
	case answer.EventToken:
		var t answer.Token
		if json.Unmarshal(e.Data, &t) == nil {
			w.add(e.Run, t)
		}
	case reason.EventWords:
		var words reason.Words
		if json.Unmarshal(e.Data, &words) == nil {
			w.add(e.Run, answer.Token{Text: words.Text, Reset: words.Reset})
		}
	case answer.EventAnswer, research.EventScored, graph.RunFinished, graph.RunFailed, graph.RunCancelled, graph.RunPaused:
		w.mu.Lock()
		delete(w.runs, e.Run)
		w.mu.Unlock()
	}
}

func (w *writing) add(run string, t answer.Token) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.runs == nil {
		w.runs = map[string]*strings.Builder{}
	}
	if w.runs[run] == nil || t.Reset {
		w.runs[run] = &strings.Builder{}
	}
	w.runs[run].WriteString(t.Text)
}

func (w *writing) soFar(run string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if b := w.runs[run]; b != nil {
		return b.String()
	}
	return ""
}
