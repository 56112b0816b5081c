package research_test

import (
	"testing"
	"testing/synctest"
	"time"

	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
)

// A call that is under way when the minutes are over is given up, and the report is written with what there is: by rule what the plan asks is looked into whatever the plan took.
func TestLimits_MinutesBindInsideACall(t *testing.T) {
	for _, takes := range []time.Duration{20 * time.Second, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			d := newDesk(t, newBooks(t, lanterns), &thinker{takes: takes})
			d.tools.Now = time.Now
			var err error
			if d.runner, err = graph.NewRunner(research.New(d.tools), d.store, graph.Options{Now: time.Now, Poll: 10 * time.Millisecond}); err != nil {
				t.Fatal(err)
			}
			begun := time.Now()
			s := d.finish(research.Settings{MaxMinutes: 3})
			if took := time.Since(begun); s.Phase != research.PhaseDone || took > 3*time.Minute+10*time.Second {
				t.Errorf("with calls of %v it took %v and ended in %s", takes, took, s.Phase)
			}
			if len(s.Evidence) == 0 {
				t.Errorf("with calls of %v nothing was looked into", takes)
			}
		})
	}
}

// What is kept for the report is spent on it, and not on summaries.
func TestLimits_TheModelWritesTheReport(t *testing.T) {
	m := &thinker{}
	newDesk(t, newBooks(t, lanterns), m).finish(research.Settings{MaxCalls: 9})
	if m.calls["draft"] == 0 {
		t.Errorf("calls: %v", m.calls)
	}
}

func TestLimits_NoMoreCallsThanAllowed(t *testing.T) {
	for _, most := range []int{1, 6, 9} {
		d := newDesk(t, newBooks(t, lanterns), &thinker{})
		if s := d.finish(research.Settings{MaxCalls: most}); s.Spend.Calls > most || s.Phase != research.PhaseDone {
			t.Errorf("%d calls of %d, in %s", s.Spend.Calls, most, s.Phase)
		}
	}
}
