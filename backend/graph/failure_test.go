package graph_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
)

func TestFailure_NamesTheNode(t *testing.T) {
	for name, c := range map[string]struct {
		node graph.NodeFunc[diary]
		opts []graph.Option
		want string
	}{
		"error":    {func(context.Context, diary) (dstep, error) { return dstep{}, errors.New("boom") }, nil, "node bad: boom"},
		"panic":    {func(context.Context, diary) (dstep, error) { panic("ouch") }, nil, "node bad: panicked: ouch"},
		"edge":     {note("bad", graph.To("start")), nil, `node bad: led to "start", which is not among its edges`},
		"nowhere":  {note("bad"), []graph.Option{graph.Edges("start", "fine")}, "node bad: led nowhere"},
		"argument": {note("bad", graph.With("fine", func() {})), []graph.Option{graph.Edges("fine", graph.End)}, "node bad: argument of task"},
		"change": {func(context.Context, diary) (dstep, error) { return dstep{Change: stranger{}}, nil }, nil,
			"node bad: change graph_test.stranger is not announced"},
		"apply": {func(context.Context, diary) (dstep, error) { return dstep{Change: explosive{}}, nil }, nil, "change explosive: panicked: bang"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, newDiary("fails").Changes(explosive{}).Start("start").
				Node("start", note("start", graph.To("bad")), graph.Edges("bad", "fine")).
				Node("fine", note("fine")).
				Node("bad", c.node, c.opts...))
			run := b.start(t, graph.Failed)
			if !strings.Contains(run.Error, c.want) {
				t.Errorf("error %q, want %q in it", run.Error, c.want)
			}
		})
	}
}

type stranger struct{}

func (stranger) Apply(*diary) {}

type explosive struct{}

func (explosive) Apply(*diary) { panic("bang") }

func TestFailure_KeepsCauseHintAndFinishedSiblings(t *testing.T) {
	cause := fault.New("ask the model", fault.Unavailable, "Start Ollama.", errors.New("refused"))
	broken, ran := true, &tally{}
	b := newBench(t, newDiary("partly").Start("plan").
		Node("plan", spread("plan", "item", 1, 2), graph.Edges("item")).
		Node("item", func(ctx context.Context, s diary) (dstep, error) {
			i, _ := graph.Arg[int](ctx)
			ran.add(graph.TaskID(ctx))
			if i == 2 && broken {
				for ran.of("item-2") == 0 {
					time.Sleep(time.Millisecond)
				}
				time.Sleep(20 * time.Millisecond)
				return dstep{}, cause
			}
			return did1("item")
		}))
	run, err := b.Start(t.Context(), graph.Begin{}, diary{})
	b.expect(t, run, err, graph.Failed)
	var node *graph.NodeError
	if !errors.Is(err, cause) || !errors.As(err, &node) || node.Node != "item" || run.Hint != "Start Ollama." {
		t.Errorf("error %v, hint %q: want the node and its cause", err, run.Hint)
	}
	broken = false
	b.resume(t, run.ID, graph.Finished)
	b.expectLines(t, run.ID, "plan", "item", "item")
	if ran.of("item-2") != 1 || ran.of("item-3") != 2 {
		t.Errorf("runs %v, want the failed sibling alone to be repeated", ran.n)
	}
	if stored, _ := b.store.Run(t.Context(), run.ID); stored.Error != "" || stored.Hint != "" {
		t.Errorf("a finished run still says %q, %q", stored.Error, stored.Hint)
	}
}

func TestRun_EndsALoop(t *testing.T) {
	step := func(context.Context, diary) (dstep, error) { return dstep{Next: []graph.Task{graph.To("a")}}, nil }
	b := newBench(t, newDiary("loop").Start("a").Node("a", step, graph.Edges("a", graph.End)))
	run := b.start(t, graph.Failed)
	if want := "node a: its limit of 10000 visits is reached"; run.Error != want {
		t.Errorf("error %q, want %q", run.Error, want)
	}
	b.resume(t, run.ID, graph.Failed)
}
