package explore_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// never is a model that never says sufficient and always finds three other children.
func never() *model {
	calls := 0
	return &model{script: map[string]func(prompts.Call) string{
		"sufficiency_node": say(prompts.SufficiencyOut{Reasoning: "No.", Gaps: []string{"All."}}),
		"decompose": func(prompts.Call) string {
			calls++
			var out prompts.DecomposeOut
			for i := range 3 {
				out.Children = append(out.Children, prompts.ChildQuestion{Question: fmt.Sprintf("What does lantern thing%d%c cost?", calls, 'a'+i), Reason: "It is open."})
			}
			return say(out)(prompts.Call{})
		}}}
}

// forked lets a tree of four questions end, forks it, tells the fork something and lets that end too.
func forked(t *testing.T, told ...graph.Message) (d *desk, m *model, id string) {
	t.Helper()
	m = never()
	d = newDesk(t, lanterns(), func(x *explore.Tools) { x.Kit.Model = m })
	_, run := d.run(explore.State{Question: twoQuestions, Language: "en", Settings: explore.Settings{MaxDepth: 1, MaxBreadth: 3}})
	fork, err := d.runner.Fork(context.Background(), run, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, message := range told {
		if err := d.runner.Send(context.Background(), fork.ID, message); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.runner.Resume(context.Background(), fork.ID); err != nil {
		t.Fatal(err)
	}
	return d, m, fork.ID
}

// Who presses twice has a question taken apart once: its children are found once, and searched once.
func TestSteer_DugTwiceIsDugOnce(t *testing.T) {
	dig := graph.Note(explore.MessageDig, explore.Steering{Node: "1.1"})
	d, m, id := forked(t, dig, dig)
	searched := map[string]int{}
	for _, e := range d.events(id, explore.EventSearched) {
		searched[data[explore.NodeData](t, e).NodeID]++
	}
	if n := len(m.of("decompose")); n != 2 || len(searched) != 3 || searched["1.1.1"] != 1 { // once for the root, once for 1.1
		t.Errorf("taken apart %d times, searched %v", n, searched)
	}
}

// What is stopped before it is taken apart is not taken apart; it can be later.
func TestSteer_StoppedBeforeItIsDug(t *testing.T) {
	dig := graph.Note(explore.MessageDig, explore.Steering{Node: "1.1"})
	d, _, id := forked(t, dig, graph.Note(explore.MessageStop, explore.Steering{Node: "1.1"}))
	if s := d.state(id); len(s.Tree) != 4 {
		t.Errorf("%v", statuses(s))
	}
	d, _, id = forked(t, dig, graph.Note(explore.MessageFinish, nil), dig)
	if s := d.state(id); len(s.Tree) != 7 {
		t.Errorf("%v", statuses(s))
	}
}

// What another question asks is not asked anew beside it; a question can be asked anew in its own words.
func TestSteer_AskedAnewAsksNothingTwice(t *testing.T) {
	anew := func(node, question string) graph.Message {
		return graph.Note(explore.MessageReask, explore.Steering{Node: node, Question: question})
	}
	d, _, id := forked(t, anew("1.2", "What rope is the gate made of?"), anew("1.3", "the gate: of what rope made?"), anew("1.1", twoQuestions))
	s := d.state(id)
	if d.record(s, "1.2").Question != "What rope is the gate made of?" || s.Tree[1].Gen != 0 || s.Tree[3].Gen != 0 || len(d.events(id, graph.MessageRefused)) != 2 {
		t.Errorf("%+v", s.Tree)
	}
	d, _, id = forked(t, anew("1.2", "What does lantern thing1b cost?"))
	if s := d.state(id); s.Tree[2].Gen != 1 {
		t.Errorf("%+v", s.Tree)
	}
}

// slow is a web that holds one search until it is let go.
type slow struct {
	net
	mu           sync.Mutex
	hold         int // which search, counted from 1
	reached, let chan struct{}
}

func (w *slow) Search(ctx context.Context, query string, _ int) ([]source.WebHit, error) {
	w.mu.Lock()
	*w.asked = append(*w.asked, query)
	held := len(*w.asked) == w.hold
	w.mu.Unlock()
	if held {
		close(w.reached)
		select {
		case <-w.let:
		case <-ctx.Done():
		}
	}
	return nil, ctx.Err()
}

// A fork by somebody who is there asks for itself, also when it begins in the moment in which what the other run was allowed is carried out.
func TestFork_AsksWhateverIsUnderWay(t *testing.T) {
	ctx, put := context.Background(), []string{}
	web := &slow{net: net{lanterns(), &put, nil}, hold: 4, reached: make(chan struct{}), let: make(chan struct{})}
	d := newDesk(t, web.world, func(x *explore.Tools) { x.Kit.Model, x.Web = never(), web })
	run, err := d.runner.Start(ctx, graph.Begin{}, explore.State{Question: "Who painted the ceiling of the chapel?", Language: "en", Settings: explore.Settings{MaxDepth: 1, MaxBreadth: 3}})
	if err != nil {
		t.Fatal(err)
	}
	answer := func(decision string, branches int) {
		t.Helper()
		asked, err := d.runner.Questions(ctx, run.ID)
		if err != nil || len(asked) != branches {
			t.Fatalf("%d branches ask, %v", len(asked), err)
		}
		for _, q := range asked {
			c := data[flow.ConsentData](t, event.Event{Data: q.Data})
			if err := d.runner.Send(ctx, run.ID, graph.Answer(q.ID, flow.ConsentAnswer{Decision: decision, Queries: c.Queries})); err != nil {
				t.Fatal(err)
			}
		}
	}
	answer(flow.ConsentThese, 1) // of the root
	if _, err := d.runner.Resume(ctx, run.ID); err != nil {
		t.Fatal(err)
	}
	answer(flow.ConsentRun, 3)
	done := make(chan error, 1)
	go func() {
		_, err := d.runner.Resume(ctx, run.ID)
		done <- err
	}()
	<-web.reached // one branch is on its way out, the others are or have been
	fork, err := d.runner.Fork(ctx, run.ID, 0)
	close(web.let)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	put = nil
	for _, m := range []graph.Message{graph.Note(flow.MessageAttend, nil), graph.Note(explore.MessageDig, explore.Steering{Node: "1", Question: "Which harbour sells saffron?"})} {
		if err := d.runner.Send(ctx, fork.ID, m); err != nil {
			t.Fatal(err)
		}
	}
	if fork, err = d.runner.Resume(ctx, fork.ID); err != nil || fork.Status != graph.Waiting || len(put) > 0 {
		t.Errorf("the fork is %s, %v, and %q left", fork.Status, err, put)
	}
}
