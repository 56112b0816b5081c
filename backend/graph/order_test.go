package graph_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"rabbithole/backend/fake/shelf"
	"rabbithole/backend/graph"
)

func TestRun_FollowsTheOnlyEdge(t *testing.T) {
	b := newBench(t, newDiary("line").Start("a").
		Node("a", note("a"), graph.Edges("b")).
		Node("b", note("b"), graph.Edges("c")).
		Node("c", note("c")))
	run := b.start(t, graph.Finished)
	b.expectLines(t, run.ID, "a", "b", "c")
	if _, err := b.Resume(t.Context(), run.ID); err == nil {
		t.Error("a finished run was resumed")
	}
}

// jittery is a graph in which every node takes a random time: two stages of fan-out, a join, a loop.
func jittery(seed uint64, most time.Duration) *graph.Graph[diary] {
	slow := func(f graph.NodeFunc[diary]) graph.NodeFunc[diary] {
		return func(ctx context.Context, s diary) (dstep, error) {
			step, err := f(ctx, s)
			if most > 0 {
				r := rand.New(rand.NewPCG(seed, uint64(len(graph.TaskID(ctx)))*31+uint64(graph.TaskID(ctx)[len(graph.TaskID(ctx))-1])))
				time.Sleep(time.Duration(r.Int64N(int64(most))))
			}
			return step, err
		}
	}
	deeper := func(ctx context.Context, s diary) (dstep, error) {
		i, err := graph.Arg[int](ctx)
		if err != nil {
			return dstep{}, err
		}
		var next []graph.Task
		for k := range i % 3 {
			next = append(next, graph.With("leaf", fmt.Sprint(i, k)))
		}
		// What is seen of the siblings must not depend on time either.
		return did1(fmt.Sprint("item ", i, " sees ", s.Count), append(next, graph.To("all"))...)
	}
	again := func(ctx context.Context, s diary) (dstep, error) {
		if s.Count < 30 {
			return did1(fmt.Sprint("again at ", s.Count), graph.To("plan"))
		}
		return did1("enough")
	}
	return newDiary("jittery").Start("plan").
		Node("plan", slow(spread("plan", "item", 1, 2, 3, 4, 5)), graph.Edges("item")).
		Node("item", slow(deeper), graph.Edges("leaf", "all")).
		Node("leaf", slow(note("leaf", graph.To("all"))), graph.Edges("all")).
		Join("all", slow(again), graph.Edges("plan", graph.End))
}

func TestRun_SameStateForAnyInterleaving(t *testing.T) {
	want := []string(nil)
	for seed := range uint64(12) {
		for _, parallel := range []int{1, 3, 16} {
			most := time.Duration(seed) * 300 * time.Microsecond
			r, err := graph.NewRunner(jittery(seed, most), shelf.Empty(t), graph.Options{Parallel: parallel})
			if err != nil {
				t.Fatal(err)
			}
			run, err := r.Start(t.Context(), graph.Begin{}, diary{})
			if err != nil {
				t.Fatal(err)
			}
			s, err := r.State(t.Context(), run.ID, 0)
			if err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = s.Lines
			}
			if !slices.Equal(s.Lines, want) {
				t.Fatalf("seed %d, %d at a time:\n got %q\nwant %q", seed, parallel, s.Lines, want)
			}
		}
	}
	if len(want) < 30 || want[len(want)-1] != "enough" {
		t.Errorf("lines %q: want at least 30 and the last to be %q", want, "enough")
	}
}

func TestRun_RunsSiblingsSideBySide(t *testing.T) {
	meet := make(chan struct{})
	b := newBench(t, newDiary("pair").Start("two").
		Node("two", spread("two", "half", 1, 2), graph.Edges("half")).
		Node("half", func(ctx context.Context, s diary) (dstep, error) {
			select { // each goes on only when the other is there
			case meet <- struct{}{}:
			case <-meet:
			case <-time.After(5 * time.Second):
				return dstep{}, context.DeadlineExceeded
			}
			return did1("met")
		}))
	b.expectLines(t, b.start(t, graph.Finished).ID, "two", "met", "met")
}

func TestRun_AtMostParallelAtATime(t *testing.T) {
	now, most := make(chan int, 1), make(chan int, 1)
	now <- 0
	most <- 0
	g := newDiary("many").Start("many").
		Node("many", spread("many", "one", 1, 2, 3, 4, 5, 6, 7, 8), graph.Edges("one")).
		Node("one", func(ctx context.Context, s diary) (dstep, error) {
			n := <-now + 1
			now <- n
			most <- max(<-most, n)
			time.Sleep(2 * time.Millisecond)
			now <- <-now - 1
			return did1("one")
		})
	r, err := graph.NewRunner(g, shelf.Empty(t), graph.Options{Parallel: 2})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Start(t.Context(), graph.Begin{}, diary{}); err != nil {
		t.Fatal(err)
	}
	if n := <-most; n != 2 {
		t.Errorf("%d tasks at the same time, want 2", n)
	}
}

func TestRun_NodeCannotChangeTheStateItSees(t *testing.T) {
	b := newBench(t, newDiary("copy").Start("a").
		Node("a", note("a"), graph.Edges("b")).
		Node("b", func(ctx context.Context, s diary) (dstep, error) {
			s.Lines[0] = "spoilt"
			return did1("b")
		}))
	b.expectLines(t, b.start(t, graph.Finished).ID, "a", "b")
}
