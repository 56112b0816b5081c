package graphtest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/graph"
	"rabbithole/backend/store"
)

// lines is the state of the run that is killed; its order is what must not depend on time or death.
type lines struct{ Lines []string }

type line string

func (l line) Apply(s *lines) { s.Lines = append(s.Lines, string(l)) }

type step = graph.Step[lines]

// drawing is two rounds of nested fan-outs with joins and a question: 40 nodes. Each writes its task into the log file when
// it begins (not for ""), and takes up to 3 ms.
func drawing(log string) *graph.Graph[lines] {
	node := func(next func(ctx context.Context, s lines) ([]graph.Task, error)) graph.NodeFunc[lines] {
		return func(ctx context.Context, s lines) (step, error) {
			if err := begin(log, graph.TaskID(ctx)); err != nil {
				return step{}, err
			}
			time.Sleep(time.Duration(rand.Int64N(int64(3 * time.Millisecond))))
			if graph.TaskID(ctx) == "item-4" && os.Getenv("GRAPHTEST_SLOW") != "" {
				<-ctx.Done()
			}
			tasks, err := next(ctx, s)
			arg, _ := graph.Arg[any](ctx)
			return step{Change: line(fmt.Sprint(graph.TaskID(ctx), " ", arg, " after ", len(s.Lines))), Next: tasks}, err
		}
	}
	to := func(node string, n int) func(context.Context, lines) ([]graph.Task, error) {
		return func(ctx context.Context, _ lines) (tasks []graph.Task, err error) {
			for i := range n {
				tasks = append(tasks, graph.With(node, fmt.Sprint(graph.TaskID(ctx), ".", i)))
			}
			return tasks, nil
		}
	}
	ask := func(ctx context.Context, _ lines) ([]graph.Task, error) {
		_, err := graph.Ask[string](ctx, graph.Question{Text: "Go on?"})
		return nil, err
	}
	judge := func(_ context.Context, s lines) ([]graph.Task, error) {
		if len(s.Lines) < 32 {
			return []graph.Task{graph.To("round")}, nil
		}
		return []graph.Task{graph.To("write")}, nil
	}
	return graph.New[lines]("killed", 1).Changes(line("")).Start("plan").
		Node("plan", node(to("item", 6)), graph.Edges("item")).
		Node("item", node(to("query", 3)), graph.Edges("query")).
		Node("query", node(to("gathered", 1)), graph.Edges("gathered")).
		Join("gathered", node(to("judge", 1)), graph.Edges("judge")).
		Join("judge", node(judge), graph.Edges("round", "write")).
		Node("round", node(ask), graph.Edges("again")).
		Node("again", node(to("item", 1)), graph.Edges("item")).
		Node("write", node(to("", 0)))
}

// begin appends the task to the log.
func begin(log, task string) error {
	if log == "" {
		return nil
	}
	f, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(task + "\n")
	return errors.Join(err, f.Close())
}

// child is the process that gets killed: it creates the run or takes it up again, and answers its own questions.
func child(folder string) int {
	ctx := context.Background()
	db, err := store.Open(ctx, filepath.Join(folder, "library.db"))
	if err == nil {
		err = execute(ctx, db, drawing(filepath.Join(folder, "log")), &event.Bus{})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "child:", err)
		return 1
	}
	return 0
}

func execute(ctx context.Context, s graph.Store, g *graph.Graph[lines], bus *event.Bus) error {
	r, err := graph.NewRunner(g, s, graph.Options{Bus: bus, Parallel: 6})
	if err != nil {
		return err
	}
	if _, err := r.Create(ctx, graph.Begin{ID: "r"}, lines{}); err != nil && !errors.Is(err, graph.ErrExists) {
		return err
	}
	for {
		run, err := r.Resume(ctx, "r")
		if errors.Is(err, graph.ErrFinished) {
			return nil
		}
		if err != nil || run.Status != graph.Waiting {
			return err
		}
		questions, err := r.Questions(ctx, "r")
		if err != nil {
			return err
		}
		for _, q := range questions {
			if err := r.Send(ctx, "r", graph.Answer(q.ID, "yes")); err != nil {
				return err
			}
		}
	}
}

// tasksOf returns the tasks of the events of a kind.
func tasksOf(events []event.Event, kind event.Kind) []string {
	var out []string
	for _, e := range events {
		var data graph.NodeEvent
		if e.Kind == kind && json.Unmarshal(e.Data, &data) == nil {
			out = append(out, data.Task)
		}
	}
	return out
}
