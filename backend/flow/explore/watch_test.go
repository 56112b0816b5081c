package explore_test

import (
	"sync/atomic"
	"testing"
	"time"

	"rabbithole/backend/flow/explore"
)

// Branches search side by side, and the report is written at the end: the run took as long as a person waited for it, and its report says so.
func TestExplore_TimeCountsAsItPasses(t *testing.T) {
	w := newWorld([2]string{"law.md", "Offences of the keeper are subject to a harbour fine of up to 900 crowns.\nThe pier is painted in May."}, [2]string{"charts.md", "A chart of the coast."})
	var at, most, last atomic.Int64
	w.onSearch = func(string) {
		most.Store(max(most.Load(), at.Add(1)))
		time.Sleep(40 * time.Millisecond)
		at.Add(-1)
		last.Store(time.Now().UnixNano())
	}
	d := newDesk(t, w, func(x *explore.Tools) { x.Now = time.Now })
	began := time.Now()
	s, run := d.run(explore.State{Question: "How high is the harbour fine of the keeper, when is the pier painted, and which tar does the dredger Wilhelmina need?", Language: "en"})
	took := time.Since(began)
	if most.Load() < 2 {
		t.Fatal("no two branches searched side by side")
	}
	if s.Spend.Time > took || s.Spend.Time < took*8/10 {
		t.Errorf("the run took %v and counts %v", took, s.Spend.Time)
	}
	told, searched := w.reports[run+"/0"].Making.Spend.Time, time.Unix(0, last.Load()).Sub(began)
	if told > s.Spend.Time || told < searched*8/10 {
		t.Errorf("the report says %v, its run took %v, the last search ended after %v", told, s.Spend.Time, searched)
	}
}
