package graph_test

import (
	"context"
	"strings"
	"testing"

	"rabbithole/backend/fake/shelf"
	"rabbithole/backend/graph"
)

func TestValidate_ReportsMistakes(t *testing.T) {
	n := note("n")
	for name, c := range map[string]struct {
		graph *graph.Graph[diary]
		want  string // "" for none
	}{
		"fine":                  {newDiary("g").Start("a").Node("a", n, graph.Edges("b")).Join("b", n), ""},
		"no start":              {newDiary("g").Node("a", n), `start leads to "", which is no node`},
		"unknown edge":          {newDiary("g").Start("a").Node("a", n, graph.Edges("x", graph.End)), `node "a" leads to "x"`},
		"unknown entry":         {newDiary("g").Start("a").Node("a", n).OnMessage(nil, "x"), `message handler leads to "x"`},
		"unreached":             {newDiary("g").Start("a").Node("a", n).Node("b", n), `node "b" is never reached`},
		"by message":            {newDiary("g").Start("a").Node("a", n).Node("b", n).OnMessage(nil, "b"), ""},
		"endless":               {newDiary("g").Start("a").Node("a", n, graph.Edges("b")).Node("b", n, graph.Edges("a")), `no end can be reached from node "a"`},
		"ending loop":           {newDiary("g").Start("a").Node("a", n, graph.Edges("b")).Node("b", n, graph.Edges("a", graph.End)), ""},
		"twice":                 {newDiary("g").Start("a").Node("a", n).Node("a", n), `node "a" is added twice`},
		"no function":           {newDiary("g").Start("a").Node("a", nil), `node "a" needs a function`},
		"called end":            {newDiary("g").Start("end").Node("end", n), `node "end" needs a function and a name other than "end"`},
		"two changes of a name": {newDiary("g").Changes(&did{}).Start("a").Node("a", n), `two types of change are called "did"`},
	} {
		err := c.graph.Validate()
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v, want no mistake", name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if _, made := graph.NewRunner(c.graph, shelf.Empty(t), graph.Options{}); (made == nil) != (err == nil) {
			t.Errorf("%s: NewRunner says %v, Validate %v", name, made, err)
		}
	}
}

// counted has a change with a pointer receiver.
type counted struct{ By int }

func (c *counted) Apply(s *diary) { s.Count += c.By }

func TestChange_WithPointerReceiver(t *testing.T) {
	b := newBench(t, newDiary("pointer").Changes(&counted{}).Start("a").
		Node("a", func(context.Context, diary) (dstep, error) { return dstep{Change: &counted{5}}, nil }))
	run := b.start(t, graph.Finished)
	if s, err := b.State(t.Context(), run.ID, 0); err != nil || s.Count != 5 {
		t.Errorf("state %+v, %v; want a count of 5", s, err)
	}
}
