package graph_test

import (
	"context"
	"testing"
	"time"

	"rabbithole/backend/graph"
)

// TestStep_TakesOverTheFieldsThatANodeChanged: what a message changed while the node worked stays, and a field can be emptied.
func TestStep_TakesOverTheFieldsThatANodeChanged(t *testing.T) {
	started, release := make(chan struct{}), make(chan struct{})
	g := newDiary("left").Start("work").
		Node("work", func(_ context.Context, s diary) (dstep, error) {
			close(started)
			<-release
			s.Count, s.Lines = 3, nil
			return dstep{State: &s}, nil
		}, graph.Edges("end of work")).
		Node("end of work", func(_ context.Context, s diary) (dstep, error) {
			s.Lines = append(s.Lines, "written")
			return dstep{State: &s}, nil
		}).
		OnMessage(func(s *diary, m graph.Message) ([]graph.Task, error) {
			s.Told = m.Kind
			return nil, nil
		})
	b := newBench(t, g)
	run, err := b.Create(t.Context(), graph.Begin{}, diary{Lines: []string{"before"}, Count: 1})
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		<-started
		b.send(t, run.ID, graph.Note("attend", nil))
		for s, _ := b.State(t.Context(), run.ID, 0); s.Told == ""; s, _ = b.State(t.Context(), run.ID, 0) {
			time.Sleep(time.Millisecond)
		}
		close(release)
	}()
	b.resume(t, run.ID, graph.Finished)
	if s, err := b.State(t.Context(), run.ID, 0); err != nil || s.Count != 3 || s.Told != "attend" {
		t.Errorf("%+v, %v", s, err)
	}
	b.expectLines(t, run.ID, "written")
	if err := b.Examine(t.Context(), run.ID); err != nil {
		t.Error(err)
	}
}
