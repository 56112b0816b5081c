package graph_test

import (
	"context"
	"slices"
	"testing"

	"rabbithole/backend/graph"
)

// collect is a join that writes down what arrived.
func collect(name string, next ...graph.Task) graph.NodeFunc[diary] { return note(name, next...) }

func TestJoin_RunsOnceForAllThatReachIt(t *testing.T) {
	b := newBench(t, newDiary("join").Start("plan").
		Node("plan", note("plan", graph.With("short", "x"), graph.With("long", "y"), graph.With("all", "z")), graph.Edges("short", "long", "all")).
		Node("short", note("short", graph.With("all", "from short")), graph.Edges("all")).
		Node("long", note("long", graph.To("longer")), graph.Edges("longer")).
		Node("longer", note("longer", graph.With("all", "from longer")), graph.Edges("all")).
		Join("all", collect("all")))
	b.expectLines(t, b.start(t, graph.Finished).ID,
		"plan", "short x", "long y", "longer", "all [z from short from longer]")
}

func TestJoin_DoesNotWaitForWhatCannotReachIt(t *testing.T) {
	b := newBench(t, newDiary("aside").Start("plan").
		Node("plan", note("plan", graph.To("all"), graph.To("aside")), graph.Edges("all", "aside")).
		Node("aside", note("aside", graph.To("later")), graph.Edges("later")).
		Node("later", note("later")).
		Join("all", collect("all")))
	b.expectLines(t, b.start(t, graph.Finished).ID, "plan", "aside", "all [<nil>]", "later")
}

func TestJoin_BranchMayEndBeforeIt(t *testing.T) {
	b := newBench(t, newDiary("early").Start("plan").
		Node("plan", spread("plan", "item", 1, 2, 3), graph.Edges("item")).
		Node("item", func(ctx context.Context, s diary) (dstep, error) {
			i, err := graph.Arg[int](ctx)
			if i == 2 {
				return dstep{}, err // ends here
			}
			return did1("item", graph.With("all", i))
		}, graph.Edges("all", graph.End)).
		Join("all", collect("all")))
	b.expectLines(t, b.start(t, graph.Finished).ID, "plan", "item", "item", "all [1 3]")
}

func TestJoin_NestedFanOuts(t *testing.T) {
	item := func(ctx context.Context, s diary) (dstep, error) {
		name, err := graph.Arg[string](ctx)
		next := []graph.Task{graph.With("query", name+"1"), graph.With("query", name+"2")}
		return dstep{Next: next}, err
	}
	query := func(ctx context.Context, s diary) (dstep, error) {
		name, err := graph.Arg[string](ctx)
		if name == "b1" { // one of them takes a detour
			return dstep{Next: []graph.Task{graph.With("detour", name)}}, err
		}
		return dstep{Next: []graph.Task{graph.With("inner", name)}}, err
	}
	detour := func(ctx context.Context, s diary) (dstep, error) {
		name, err := graph.Arg[string](ctx)
		return dstep{Next: []graph.Task{graph.With("inner", name)}}, err
	}
	b := newBench(t, newDiary("nested").Start("plan").
		Node("plan", spread("plan", "item", "a", "b"), graph.Edges("item")).
		Node("item", item, graph.Edges("query")).
		Node("query", query, graph.Edges("inner", "detour")).
		Node("detour", detour, graph.Edges("inner")).
		Join("inner", collect("inner", graph.To("outer")), graph.Edges("outer")).
		Join("outer", collect("outer")))
	b.expectLines(t, b.start(t, graph.Finished).ID, "plan", "inner [a1 a2 b2 b1]", "outer [<nil>]")
}

func TestJoin_WaitsForASuspendedSibling(t *testing.T) {
	b := newBench(t, newDiary("slow").Start("plan").
		Node("plan", spread("plan", "item", 1, 2), graph.Edges("item")).
		Node("item", func(ctx context.Context, s diary) (dstep, error) {
			i, err := graph.Arg[int](ctx)
			if err == nil && i == 1 {
				_, err = graph.Ask[string](ctx, graph.Question{ID: "q"})
			}
			return dstep{Next: []graph.Task{graph.With("all", i)}}, err
		}, graph.Edges("all")).
		Join("all", collect("all")))
	run := b.start(t, graph.Waiting)
	b.expectLines(t, run.ID, "plan")
	b.send(t, run.ID, graph.Answer("q", "yes"))
	b.resume(t, run.ID, graph.Finished)
	if got := b.lines(t, run.ID); len(got) != 2 || !slices.Contains([]string{"all [1 2]", "all [2 1]"}, got[1]) {
		t.Errorf("lines %q, want the join to run once with both", got)
	}
}

func TestJoin_ThatOnlyWaitForEachOther(t *testing.T) {
	left := func(ctx context.Context, s diary) (dstep, error) {
		if s.Count > 1 {
			return did1("left, done")
		}
		return did1("left", graph.To("right"))
	}
	b := newBench(t, newDiary("mutual").Start("plan").
		Node("plan", note("plan", graph.To("right"), graph.To("left")), graph.Edges("left", "right")).
		Join("left", left, graph.Edges("right", graph.End)).
		Join("right", note("right", graph.To("left")), graph.Edges("left")))
	b.expectLines(t, b.start(t, graph.Finished).ID, "plan", "left", "right [<nil> <nil>]", "left, done")
}
