package desk

import (
	"context"
	"fmt"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/event"
)

// blind is a user interface that looks when it is told to.
type blind struct{ batches chan []Event }

func (b blind) Emit(_ string, data any) { b.batches <- data.([]Event) }

func TestGatherer_InOrderAndOnlyTheLatest(t *testing.T) {
	var g gatherer
	g.add(Event{Kind: "progress"}, "progress r1")
	g.add(Event{Kind: "kept", Seq: 1}, "")
	g.add(Event{Kind: "progress", Seq: 0, Run: "later"}, "progress r1")
	g.add(Event{Kind: "progress", Run: "other"}, "progress r2")
	g.add(Event{Kind: "seen"}, "")
	g.add(Event{Kind: "seen"}, "")
	got := ""
	for _, e := range g.take() {
		got += fmt.Sprintf("%s/%s/%d ", e.Kind, e.Run, e.Seq)
	}
	if want := "kept//1 progress/later/0 progress/other/0 seen//0 seen//0 "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(g.take()) != 0 {
		t.Error("what was taken is there again")
	}
}

func TestGatherer_TooFarBehind(t *testing.T) {
	var g gatherer
	g.add(Event{Kind: "task"}, "task backup")
	for i := range most + 5 {
		g.add(Event{Kind: "kept", Seq: int64(i + 1)}, "")
	}
	events := g.take()
	if len(events) > most || events[0].Kind != EventLagging || events[1].Kind != "task" || events[len(events)-1].Seq != most+5 {
		t.Errorf("%d events, the first %+v, the last %+v", len(events), events[:2], events[len(events)-1])
	}
}

// TestListen_SlowSubscriber publishes far more than the desk's subscription holds: all arrive in order, or it is said that some did not.
func TestListen_SlowSubscriber(t *testing.T) {
	ui := blind{make(chan []Event, 4096)}
	d, closing := New(core.Config{Home: t.TempDir(), Env: func(string) string { return "" }}, ui)
	defer closing()
	c, err := ask(d, func(c *core.Core, _ context.Context) (*core.Core, error) { return c, nil })
	if err != nil {
		t.Fatal(err)
	}
	const all = 60000
	for i := range all {
		e := event.New("kept", i)
		e.Seq = int64(i + 1)
		c.Events.Publish(e)
	}
	last, lagging, seen := int64(0), false, 0
	for batch := range ui.batches {
		for _, e := range batch {
			switch {
			case e.Kind == EventLagging:
				lagging = true
			case e.Seq > 0:
				seen++
				if e.Seq <= last {
					t.Fatalf("%d came after %d", e.Seq, last)
				}
				last = e.Seq
			}
		}
		if seen == all || lagging {
			break
		}
	}
	if seen < all && !lagging {
		t.Errorf("%d of %d events arrived, and nobody said so", seen, all)
	}
}
