package explore_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// hasty is the person's files for a person who finishes the run while the second is read.
type hasty struct {
	*world
	finish func()
}

func (h hasty) Parse(ctx context.Context, hash string, done func(pages, all int)) ([]source.Passage, error) {
	if hash == "hash-b.md" {
		h.finish()
		select { // what is finished is not read on
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(10 * time.Second):
		}
	}
	return h.world.Parse(ctx, hash, done)
}

// A run that is finished before it has searched has an empty report. The report says why, and what to do, and not that the documents do not answer.
func TestFinish_BeforeAnythingIsSearched(t *testing.T) {
	for name, k := range map[string]struct {
		language string
		files    []string
		reading  bool // it is finished while the second file is read
		wanted   string
		printed  string
	}{
		"before it begins": {"en", []string{"a.md", "b.md"}, false,
			"The research was finished before anything was searched, with 0 of 2 context files read: this report is empty. Explore again, and finish it later.", "Nothing was searched."},
		"while it reads": {"de", []string{"a.md", "b.md"}, true,
			"Die Recherche wurde beendet, bevor etwas gesucht wurde; gelesen: 1 von 2 Kontextdateien. Dieser Bericht ist leer. Starten Sie sie noch einmal und beenden Sie sie später.", "Es wurde nichts durchsucht."},
		"without files": {"en", nil, false, "The research was finished before anything was searched: this report is empty. Explore again, and finish it later.", "Nothing was searched."},
	} {
		t.Run(name, func(t *testing.T) {
			w := lanterns()
			own := hasty{world: w, finish: func() {}}
			d := newDesk(t, w, func(x *explore.Tools) { x.Attached = &own })
			state := explore.State{Question: twoQuestions, Language: k.language}
			for _, name := range k.files {
				state.Attached = append(state.Attached, w.attach(name, notes))
			}
			run, err := d.runner.Create(t.Context(), graph.Begin{}, state)
			if err != nil {
				t.Fatal(err)
			}
			finish := func() {
				if err := d.runner.Send(t.Context(), run.ID, graph.Note(explore.MessageFinish, nil)); err != nil {
					t.Error(err)
				}
			}
			if own.finish = finish; !k.reading {
				finish()
			}
			if run, err = d.runner.Resume(t.Context(), run.ID); err != nil || run.Status != graph.Finished {
				t.Fatalf("%s %v", run.Status, err)
			}
			r := w.reports[run.ID+"/0"]
			if len(r.Warnings) != 1 || r.Warnings[0] != k.wanted || r.Quality.Reason != k.wanted {
				t.Errorf("warnings %q, score %+v", r.Warnings, r.Quality)
			}
			if len(r.Answer)+len(r.Silent)+len(r.Coverage.Sweeps) > 0 || !strings.Contains(report.Spoken(r), k.printed) {
				t.Errorf("the report says\n%s", report.Spoken(r))
			}
		})
	}
}

// Of a question that was not reached before the run was finished, or that the person stopped, a report says that it was not searched, and not that nothing was found;
// dug at, it is searched.
func TestFinish_WhatWasNotReachedWasNotSearched(t *testing.T) {
	for name, k := range map[string]struct {
		language string
		m        graph.Message
		status   string
		said     string
	}{
		"finished":           {"en", graph.Note(explore.MessageFinish, nil), explore.NodeUnsearched, "Not looked into, because the run was ended early: rootx2"},
		"finished in German": {"de", graph.Note(explore.MessageFinish, nil), explore.NodeUnsearched, "Nicht untersucht, weil der Lauf vorzeitig beendet wurde: rootx2"},
		"stopped":            {"en", graph.Note(explore.MessageStop, explore.Steering{Node: "1.2"}), explore.NodeStopped, "Not searched, because you stopped the question: rootx2"},
		"stopped in German":  {"de", graph.Note(explore.MessageStop, explore.Steering{Node: "1.2"}), explore.NodeStopped, "Nicht gesucht, weil Sie die Frage angehalten haben: rootx2"},
	} {
		t.Run(name, func(t *testing.T) {
			w := lanterns()
			d := newDesk(t, w, func(x *explore.Tools) { x.Kit.Model = branching(2) })
			d.runner = d.on(d.store, 1)
			run, err := d.runner.Create(t.Context(), graph.Begin{}, explore.State{Question: "root", Language: k.language, Settings: explore.Settings{MaxDepth: 1, MaxBreadth: 2}})
			if err != nil {
				t.Fatal(err)
			}
			told := false
			w.onSearch = func(q string) {
				if q == "rootx1" && !told {
					told = true
					if err := d.runner.Send(t.Context(), run.ID, k.m); err != nil {
						t.Error(err)
					}
				}
			}
			if run, err = d.runner.Resume(t.Context(), run.ID); err != nil || run.Status != graph.Finished {
				t.Fatalf("%s %v", run.Status, err)
			}
			s, silent := d.state(run.ID), strings.Join(w.reports[run.ID+"/0"].Silent, "\n")
			if status := statuses(s); status["1.2"] != k.status || w.searches["rootx2"] > 0 {
				t.Fatalf("%v, searched %v", status, w.searches)
			}
			if !strings.Contains(silent, k.said) || strings.Contains(strings.ReplaceAll(silent, k.said, ""), "rootx2") {
				t.Errorf("the report says\n%s", silent)
			}
			if open := s.Summary().Open; open > 0 {
				t.Errorf("%d questions are open in a run that is over", open)
			}
			if k.status != explore.NodeUnsearched {
				return
			}
			fork, err := d.runner.Fork(t.Context(), run.ID, 0)
			if err != nil {
				t.Fatal(err)
			}
			if err := d.runner.Send(t.Context(), fork.ID, graph.Note(explore.MessageDig, explore.Steering{Node: "1.2"})); err != nil {
				t.Fatal(err)
			}
			if fork, err = d.runner.Resume(t.Context(), fork.ID); err != nil || fork.Status != graph.Finished {
				t.Fatalf("%s %v", fork.Status, err)
			}
			s = d.state(fork.ID)
			if silent := strings.Join(w.reports[fork.ID+"/0"].Silent, "\n"); w.searches["rootx2"] != 1 || strings.Contains(silent, k.said) || statuses(s)["1.2"] != explore.NodeDecomposed {
				t.Errorf("dug at: %v %v\n%s", statuses(s), w.searches, silent)
			}
		})
	}
}
