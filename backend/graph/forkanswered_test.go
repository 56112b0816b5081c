package graph_test

import (
	"context"
	"testing"

	"rabbithole/backend/graph"
)

// An answer that has not taken effect was another run's: the fork asks again.
func TestFork_AsksAgainWhatHasNotTakenEffect(t *testing.T) {
	reached, let := make(chan struct{}), make(chan struct{})
	first := true
	b := newBench(t, newDiary("held").Start("ask").
		Node("ask", func(ctx context.Context, s diary) (dstep, error) {
			name, err := graph.Ask[string](ctx, graph.Question{ID: "q"})
			if err == nil && first {
				first = false
				close(reached)
				<-let
			}
			return dstep{Change: did{name}}, err
		}))
	run := b.start(t, graph.Waiting)
	b.send(t, run.ID, graph.Answer("q", "one"))
	done := make(chan error, 1)
	go func() {
		_, err := b.Resume(context.Background(), run.ID)
		done <- err
	}()
	<-reached
	fork, err := b.Fork(t.Context(), run.ID, 0)
	close(let)
	if failed := <-done; err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	b.resume(t, fork.ID, graph.Waiting)
	b.send(t, fork.ID, graph.Answer("q", "two"))
	b.resume(t, fork.ID, graph.Finished)
	b.expectLines(t, run.ID, "one")
	b.expectLines(t, fork.ID, "two")
}
