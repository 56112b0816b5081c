package graph_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"rabbithole/backend/graph"
)

// interview asks for a name, then, depending on it, for an age.
func interview(runs *tally) *graph.Graph[diary] {
	node := func(ctx context.Context, s diary) (dstep, error) {
		runs.add("interview")
		name, err := graph.Ask[string](ctx, graph.Question{Kind: "name", Text: "Your name?"})
		if err != nil {
			return dstep{}, err
		}
		age, err := graph.Ask[int](ctx, graph.Question{ID: "age of " + name, Kind: "age"})
		if err != nil {
			return dstep{}, err
		}
		line, _ := json.Marshal([]any{name, age})
		return did1(string(line))
	}
	return newDiary("interview").Start("plan").
		Node("plan", note("plan", graph.To("interview"), graph.To("a")), graph.Edges("interview", "a")).
		Node("interview", node).
		Node("a", note("a"), graph.Edges("b")).
		Node("b", note("b"))
}

func (b bench) question(t *testing.T, run string) graph.Question {
	t.Helper()
	q, err := b.Questions(t.Context(), run)
	if err != nil || len(q) != 1 {
		t.Fatalf("questions %+v, %v; want one", q, err)
	}
	return q[0]
}

func TestAsk_SiblingsGoOnAndAnotherProcessResumes(t *testing.T) {
	runs := &tally{}
	b := newBench(t, interview(runs))
	run := b.start(t, graph.Waiting)
	b.expectLines(t, run.ID, "plan", "a", "b")
	if q := b.question(t, run.ID); q.Kind != "name" || q.Text != "Your name?" || q.ID == "" {
		t.Errorf("question %+v", q)
	}
	for i, answer := range []any{"Ada", 36} {
		b = benchOver(t, interview(runs), b.store)
		b.send(t, run.ID, graph.Answer(b.question(t, run.ID).ID, answer))
		b.resume(t, run.ID, []graph.Status{graph.Waiting, graph.Finished}[i])
	}
	b.expectLines(t, run.ID, "plan", "a", "b", `["Ada",36]`)
	kinds := b.kinds(t, run.ID)
	if count(kinds, graph.QuestionAsked) != 2 || count(kinds, graph.QuestionAnswered) != 2 || count(kinds, graph.RunWaiting) != 2 {
		t.Errorf("events %v: want two questions asked, answered and waited for", kinds)
	}
	if runs.of("interview") != 3 {
		t.Errorf("the node ran %d times, want 3: once more per answer", runs.of("interview"))
	}
}

func TestAsk_WrongShapeIsAskedAgain(t *testing.T) {
	b := newBench(t, interview(&tally{}))
	run := b.start(t, graph.Waiting)
	b.send(t, run.ID, graph.Answer(b.question(t, run.ID).ID, "Ada"))
	b.resume(t, run.ID, graph.Waiting)
	b.send(t, run.ID, graph.Answer("age of Ada", "thirty-six"))
	b.send(t, run.ID, graph.Answer("no such question", 1))
	b.resume(t, run.ID, graph.Waiting)
	kinds := b.kinds(t, run.ID)
	if count(kinds, graph.QuestionRefused) != 1 || count(kinds, graph.MessageRefused) != 1 {
		t.Errorf("events %v: want one refused answer and one refused message", kinds)
	}
	if q := b.question(t, run.ID); q.ID != "age of Ada" {
		t.Fatalf("question %+v, want the age to be open still", q)
	}
	b.send(t, run.ID, graph.Answer("age of Ada", 36))
	b.resume(t, run.ID, graph.Finished)
}

func TestAsk_AnsweredWhileSiblingsRun(t *testing.T) {
	answered := make(chan struct{})
	b := newBench(t, newDiary("live").Start("plan").
		Node("plan", note("plan", graph.To("ask"), graph.To("work")), graph.Edges("ask", "work")).
		Node("ask", func(ctx context.Context, s diary) (dstep, error) {
			name, err := graph.Ask[string](ctx, graph.Question{ID: "q"})
			if err != nil {
				return dstep{}, err
			}
			close(answered)
			return did1(name)
		}).
		Node("work", func(ctx context.Context, s diary) (dstep, error) {
			select { // ends only when the question was answered meanwhile
			case <-answered:
				return did1("work")
			case <-ctx.Done():
				return dstep{}, ctx.Err()
			}
		}))
	sub := b.bus.Subscribe(100)
	defer sub.Close()
	go func() {
		for e := range sub.C {
			if e.Kind == graph.QuestionAsked {
				_ = b.Send(context.Background(), e.Run, graph.Answer("q", "yes"))
				return
			}
		}
	}()
	b.expectLines(t, b.start(t, graph.Finished).ID, "plan", "yes", "work")
}

func TestAsk_SeveralAtOnce(t *testing.T) {
	runs := &tally{}
	b := newBench(t, newDiary("batch").Start("a").Node("a", func(ctx context.Context, s diary) (dstep, error) {
		runs.add("a")
		x, _ := graph.Ask[string](ctx, graph.Question{ID: "x"})
		y, err := graph.Ask[string](ctx, graph.Question{ID: "y"})
		if err != nil {
			return dstep{}, err
		}
		return did1(x + y)
	}))
	run := b.start(t, graph.Waiting)
	if q, err := b.Questions(t.Context(), run.ID); err != nil || len(q) != 2 {
		t.Fatalf("questions %+v, %v; want two", q, err)
	}
	b.send(t, run.ID, graph.Answer("y", "2"))
	b.resume(t, run.ID, graph.Waiting)
	b.send(t, run.ID, graph.Answer("x", "1"))
	b.resume(t, run.ID, graph.Finished)
	b.expectLines(t, run.ID, "12")
	if runs.of("a") != 2 {
		t.Errorf("the node ran %d times, want 2: when asking and when both answers were there", runs.of("a"))
	}
}

func TestAsk_RaceOfAnswerAndWaiting(t *testing.T) {
	// Whoever answers as soon as the question is announced, and resumes the run when it is not live, never loses an answer.
	for range 30 {
		b := newBench(t, newDiary("race").Start("a").Node("a", func(ctx context.Context, s diary) (dstep, error) {
			name, err := graph.Ask[string](ctx, graph.Question{ID: "q"})
			if err != nil {
				return dstep{}, err
			}
			return did1(name)
		}))
		sub := b.bus.Subscribe(100)
		done := make(chan struct{})
		go func() {
			defer close(done)
			for e := range sub.C {
				switch e.Kind {
				case graph.QuestionAsked:
					_ = b.Send(context.Background(), e.Run, graph.Answer("q", "yes"))
					if !b.Live(e.Run) {
						_, _ = b.Resume(context.Background(), e.Run)
					}
				case graph.RunFinished:
					return
				}
			}
		}()
		run, err := b.Start(t.Context(), graph.Begin{}, diary{})
		if err != nil {
			t.Fatal(err)
		}
		within(t, 5*time.Second, "the end of the run", done)
		sub.Close()
		b.expectLines(t, run.ID, "yes")
	}
}

func TestAsk_OutsideANode(t *testing.T) {
	if _, err := graph.Ask[string](t.Context(), graph.Question{}); err == nil {
		t.Error("Ask outside a node succeeded")
	}
	if _, err := graph.Arg[string](t.Context()); err == nil {
		t.Error("Arg outside a node succeeded")
	}
}
