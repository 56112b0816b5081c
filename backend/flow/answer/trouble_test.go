package answer_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/store"
)

func TestTrouble_AFailedPageOrSearchIsAWarning(t *testing.T) {
	w := newWorld(t, harbour)
	w.fails["https://www.harbour.gov/lanterns?utm_source=x"] = errors.New("the site answered 503 Service Unavailable")
	d := newDesk(t, w, nil, false)
	s, r := d.ask(question, nil)
	if s.Stats.FetchFailures["503"] != 1 || s.Stats.FetchAttempts != s.Stats.FetchSuccesses+1 {
		t.Errorf("fetches %+v", s.Stats)
	}
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "harbour.gov") || !strings.Contains(r.Warnings[0], "Try again later.") || len(events[answer.Warning](d, answer.EventWarning)) != 1 {
		t.Errorf("warnings %v", r.Warnings)
	}
	if !strings.Contains(answer.Text(r), "40 lumens") {
		t.Errorf("answer %q", answer.Text(r))
	}
	if s.Stats.FetchSuccesses == 0 {
		t.Error("another page does not take the place of the one that failed")
	}

	w = newWorld(t, harbour)
	w.fails["search"] = fault.New("search search.example", fault.Unavailable, "Try again later.", errors.New("no route to host"))
	d = newDesk(t, w, nil, false)
	s, r = d.ask(question, nil)
	if len(r.Warnings) == 0 || !strings.Contains(r.Warnings[0], "no route to host") || !strings.Contains(answer.Text(r), "40 lumens") || s.Stop == answer.StopError {
		t.Errorf("stop %s, warnings %v, answer %q", s.Stop, r.Warnings, answer.Text(r))
	}
}

func TestTrouble_NothingFoundIsSaid(t *testing.T) {
	d := newDesk(t, newWorld(t, harbour), nil, false)
	s, r := d.ask("How many teeth has a crocodile of the Nile?", nil)
	if s.Stop != answer.StopBudget || len(r.Answer) != 0 || len(r.Silent) == 0 || !strings.Contains(answer.Text(r), "No passage answers this question.") {
		t.Errorf("stop %s, answer %v, silent %v", s.Stop, r.Answer, r.Silent)
	}
}

// timed runs a question in time that passes only while everybody waits, and returns how long it took.
func timed(t *testing.T, p answer.Profile, prepare func(*world) *thinker) (took time.Duration, s answer.State, text string) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, harbour)
		m := prepare(w)
		d := newDesk(t, w, nil, false)
		if m != nil {
			d.tools.Kit.Model = m
			d.seat()
		}
		begun := time.Now()
		state, r := d.ask(question, func(s *answer.State) {
			s.Profile, s.Settings = p, answer.Settings{ChatTimeoutSet: true, DeepTimeoutSet: true}
		})
		took, s, text = time.Since(begun), state, answer.Text(r)
		time.Sleep(2 * time.Hour) // what is deaf comes back, too late
	})
	return took, s, text
}

func TestTime_AStalledWebOrModelEndsInTheBestAnswerInTime(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(*world) *thinker
	}{
		{"the search stalls", func(w *world) *thinker { w.stalls["search"] = true; return nil }},
		{"every page stalls", func(w *world) *thinker {
			for _, s := range w.sites {
				w.stalls[s.url] = true
			}
			return nil
		}},
		{"pages are deaf, too", func(w *world) *thinker {
			w.deaf = true
			for _, s := range w.sites {
				w.stalls[s.url] = true
			}
			return nil
		}},
		{"the model stalls", func(*world) *thinker { return &thinker{stalls: map[string]bool{"all": true}} }},
		{"planning stalls", func(*world) *thinker { return &thinker{stalls: map[string]bool{"seek": true}} }},
		{"judging stalls", func(*world) *thinker { return &thinker{stalls: map[string]bool{"weigh": true, "settle": true}} }},
		{"writing stalls", func(*world) *thinker { return &thinker{stalls: map[string]bool{"respond": true, "settle": true}} }},
		{"checking stalls", func(*world) *thinker {
			m := paraphrasing()
			m.stalls = map[string]bool{"check": true}
			return m
		}},
		{"web and model stall", func(w *world) *thinker {
			w.stalls["search"] = true
			return &thinker{stalls: map[string]bool{"all": true}}
		}},
	} {
		for profile, limit := range map[answer.Profile]time.Duration{answer.Chat: 20 * time.Second, answer.Deep: 150 * time.Second} {
			took, s, text := timed(t, profile, c.prepare)
			if took > limit || s.Stats.TotalMillis > limit.Milliseconds() {
				t.Errorf("%s, %s: it took %v", c.name, profile, took)
			}
			if !strings.Contains(text, "40 lumens") || s.Stop == "" || s.Stop == answer.StopError || len(s.Warnings) == 0 {
				t.Errorf("%s, %s: stop %q, warnings %v, answer %q", c.name, profile, s.Stop, s.Warnings, text)
			}
		}
	}
}

// A model of any pace is given the time that it needs, and writes and checks the answer itself.
func TestTime_ASlowModelWritesTheAnswerWithinItsLimit(t *testing.T) {
	for _, pace := range []float64{30, 60, 200, 1000} {
		for _, profile := range []answer.Profile{answer.Chat, answer.Deep} {
			synctest.Test(t, func(t *testing.T) {
				d := newDesk(t, newWorld(t, harbour), nil, true)
				m := paraphrasing()
				m.pace, d.tools.Kit.Model = pace, m
				d.seat()
				limit := answer.Settings{}.For(m.Card()).Budget(profile).Timeout
				begun := time.Now()
				s, r := d.ask(question, func(s *answer.State) { s.Profile = profile })
				if took := time.Since(begun); took > limit || s.Spend.Fallbacks != 0 || !strings.Contains(answer.Text(r), "sailors know") || !slices.Contains(m.steps(), "check") {
					t.Errorf("pace %v, %s: %v of %v, %d fallbacks, steps %v, %q", pace, profile, took, limit, s.Spend.Fallbacks, m.steps(), answer.Text(r))
				}
			})
		}
	}
}

// A model that slows down while it writes goes on where nobody set a limit; a limit that was set holds.
func TestTime_AModelThatSlowsDownFinishesWhereNoLimitWasSet(t *testing.T) {
	for _, set := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			d := newDesk(t, newWorld(t, harbour), nil, true)
			m := paraphrasing()
			m.pace, m.drag, d.tools.Kit.Model = 60, 8, m
			d.seat()
			const limit = 4 * time.Minute
			begun := time.Now()
			_, r := d.ask(question, func(s *answer.State) {
				s.Settings = answer.Settings{ChatTimeoutSet: set, ChatTimeoutSeconds: int(limit / time.Second)}
			})
			took, written := time.Since(begun), strings.Contains(answer.Text(r), "sailors know")
			if written == set || set && took > limit {
				t.Errorf("limit set: %v; %v of %v, %q", set, took, limit, answer.Text(r))
			}
		})
	}
}

// A provider that always takes most of its time leaves a run that could go on for long without time: it says so.
func TestTime_ALoopThatTakesTooLongStopsWithTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := endless(t)
		w.onRead = func(string) { time.Sleep(3 * time.Second) }
		d := newDesk(t, w, insatiable(), false)
		begun := time.Now()
		s, r := d.ask(question+" And how much do permits for night fishing cost?", func(s *answer.State) {
			s.Settings = answer.Settings{ChatTimeoutSet: true, ChatMaxLoops: 50, ChatMaxSourcesRead: 100, ChatMaxSearchQueries: 100}
		})
		if took := time.Since(begun); took > 20*time.Second || s.Stop != answer.StopTimeout || len(r.Claims) == 0 || !slices.Contains(r.Notes, "The search ended because its time was over; this is the best answer that could be given within it.") {
			t.Errorf("%v, stop %s, %d claims, notes %v", took, s.Stop, len(r.Claims), r.Notes)
		}
		time.Sleep(time.Minute)
	})
}

func TestTime_WaitingForThePersonTakesNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, newWorld(t, harbour), nil, false)
		d.begin(answer.State{Question: question, Profile: answer.Chat})
		s, _ := d.end(func(graph.Question) any {
			time.Sleep(time.Hour)
			return flow.ConsentAnswer{Decision: flow.ConsentRun, Queries: []string{"lantern brightness"}}
		})
		if s.Stop != answer.StopSufficient || s.Spend.Time > time.Minute {
			t.Errorf("stop %s after %v", s.Stop, s.Spend.Time)
		}
	})
}

// paraphrasing is a model that says in its own words what it read: a sentence that is not word for word has to be checked.
func paraphrasing() *thinker {
	return &thinker{on: map[string]func(asked) any{"respond": func(a asked) any {
		out := responded(asked{})
		for _, id := range a.ids {
			if strings.Contains(a.evidence[id], "40 lumens") {
				out.Answer = "On a boat, the brightness of a lantern must not exceed 40 lumens, sailors know [" + id + "]."
			}
		}
		return out
	}}}
}

func TestTrouble_AModelThatIsGoneIsGotOver(t *testing.T) {
	for _, step := range []string{"seek", "settle", "check"} {
		m := paraphrasing()
		m.on[step] = func(asked) any { return fault.New("ask the model", fault.Unavailable, "Start Ollama.", nil) }
		d := newDesk(t, newWorld(t, harbour), m, false)
		s, r := d.ask(question, nil)
		if !s.Slow || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "language model") || !strings.Contains(answer.Text(r), "40 lumens") || s.Stop != answer.StopSufficient {
			t.Errorf("%s: stop %s, warnings %v, answer %q", step, s.Stop, r.Warnings, answer.Text(r))
		}
	}
}

// An outage while the answer is written is no finding about the documents: what the model kept is shown.
func TestTrouble_AModelThatGoesAwayWhileItWritesLeavesWhatItFound(t *testing.T) {
	m := &thinker{on: map[string]func(asked) any{"respond": func(asked) any { return fault.New("ask the model", fault.Unavailable, "Start Ollama.", nil) }}}
	d := newDesk(t, newWorld(t, harbour), m, true)
	s, r := d.ask("Which duties has a zeppelin under section 111 of the airship code?", func(s *answer.State) { s.Profile = answer.Deep })
	if len(s.Evidence) == 0 || len(r.Claims) == 0 || r.Verdict == report.Unanswered {
		t.Errorf("%d finds, %d claims, verdict %s: %q", len(s.Evidence), len(r.Claims), r.Verdict, answer.Text(r))
	}
}

// The run is stopped behind each of its nodes in turn, and another process goes on.
func TestResume_NoFinishedNodeIsRepeated(t *testing.T) {
	for stop := 1; stop <= 12; stop++ {
		w := newWorld(t, harbour)
		m := &thinker{on: map[string]func(asked) any{"decide": func(a asked) any {
			if !strings.Contains(a.User, "- fines lantern") {
				return more("fines lantern")
			}
			return enough()
		}}}
		d := newDesk(t, w, m, false)
		d.begin(answer.State{Question: question, Profile: answer.Chat, Allow: flow.AllowRun})
		pauses := &pausing{DB: d.store, after: stop}
		runner, err := graph.NewRunner(answer.New(d.tools), pauses, graph.Options{Now: d.tools.Now})
		if err != nil {
			t.Fatal(err)
		}
		if run, err := runner.Resume(t.Context(), runID); err != nil || run.Status == graph.Failed {
			t.Fatal(run.Error, err)
		}
		if pauses.nodes < 12 {
			d.seat()
			d.end(nil)
		}
		counts := map[string]int{}
		for _, s := range m.steps() {
			counts[s]++
		}
		if counts["seek"] != 1 || counts["settle"] != 2 || counts["respond"] != 0 || d.reports.puts[0] != 1 || d.reports.puts[1] != 1 {
			t.Errorf("stopped behind node %d: calls %v, reports %v", stop, counts, d.reports.puts)
		}
		fetched := slices.Clone(w.fetched)
		slices.Sort(fetched)
		if len(slices.Compact(fetched)) != len(w.fetched) {
			t.Errorf("stopped behind node %d: pages were fetched twice: %v", stop, w.fetched)
		}
	}
}

// pausing is a store in which a pause arrives with the end of a node.
type pausing struct {
	*store.DB
	after, nodes int
}

func (p *pausing) Commit(ctx context.Context, c graph.Commit) ([]event.Event, error) {
	for _, e := range c.Events {
		if e.Kind == graph.NodeFinished {
			if p.nodes++; p.nodes == p.after {
				m := graph.Note(graph.MessagePause, nil)
				m.Run = runID
				if _, err := p.Send(ctx, m); err != nil {
					return nil, err
				}
			}
		}
	}
	return p.DB.Commit(ctx, c)
}

func TestCancel_EndsWithinASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, harbour)
		w.stalls["search"] = true
		d := newDesk(t, w, nil, false)
		d.begin(answer.State{Question: question, Profile: answer.Deep, Allow: flow.AllowRun})
		go func() {
			time.Sleep(2 * time.Second)
			d.runner.Send(context.WithoutCancel(t.Context()), runID, graph.Note(graph.MessageCancel, nil))
		}()
		begun := time.Now()
		run, err := d.runner.Resume(t.Context(), runID)
		if took := time.Since(begun); err != nil || run.Status != graph.Cancelled || took > 3*time.Second {
			t.Errorf("%s after %v: %v", run.Status, took, err)
		}
	})
}

func TestFinish_WritesWithWhatThereIs(t *testing.T) {
	w := endless(t)
	d := newDesk(t, w, insatiable(), false)
	d.begin(answer.State{Question: question, Profile: answer.Deep, Allow: flow.AllowRun})
	sent := false
	w.onRead = func(string) {
		w.mu.Lock()
		defer w.mu.Unlock()
		if len(w.fetched) > 4 && !sent {
			sent = true
			d.runner.Send(t.Context(), runID, graph.Note(answer.MessageFinish, nil))
			time.Sleep(30 * time.Millisecond)
		}
	}
	s, r := d.end(nil)
	if !s.Early || s.Stats.Loops >= 6 || len(r.Claims) == 0 || s.Stop != answer.StopSufficient {
		t.Errorf("early %v, %d loops, %d claims, stop %s", s.Early, s.Stats.Loops, len(r.Claims), s.Stop)
	}
	if e := events[graph.MessageEvent](d, graph.MessageRefused); len(e) != 0 {
		t.Errorf("refused: %+v", e)
	}
}

// broke is a library whose search broke.
type broke struct{ *world }

func (broke) Search(context.Context, extract.Query) ([]extract.Hit, error) {
	return nil, errors.New("the index is damaged")
}

func TestTrouble_ASearchThatBreaksEndsInAnError(t *testing.T) {
	w := newWorld(t, harbour)
	d := newDesk(t, w, nil, false)
	searches := 0
	d.tools.Kit.Search = searching(func(ctx context.Context, q extract.Query) ([]extract.Hit, error) {
		if searches++; q.Mode == "" && searches > 2 {
			return broke{w}.Search(ctx, q)
		}
		return w.Search(ctx, q)
	})
	d.seat()
	s, r := d.ask(question+" And how much do permits for night fishing cost?", nil)
	if s.Stop != answer.StopError || len(r.Warnings) == 0 || !strings.Contains(r.Warnings[0], "damaged") || !strings.Contains(answer.Text(r), "40 lumens") {
		t.Errorf("stop %s, warnings %v, answer %q", s.Stop, r.Warnings, answer.Text(r))
	}
}

// searching is a function that searches.
type searching func(context.Context, extract.Query) ([]extract.Hit, error)

func (f searching) Search(ctx context.Context, q extract.Query) ([]extract.Hit, error) {
	return f(ctx, q)
}
