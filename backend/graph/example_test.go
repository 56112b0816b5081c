package graph_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"rabbithole/backend/graph"
	"rabbithole/backend/store"
)

// State is all that a run knows. It is stored as JSON after every node, so it holds what is small: IDs, not texts.
type State struct {
	Question string
	Concepts []string
	Scope    string
	Items    []string
	Found    map[string][]string
	Rounds   int
	Report   string
}

// Changes are what nodes do to the state: data that can apply itself.
type (
	analysed struct{ Concepts []string }
	refined  struct{ Scope string }
	planned  struct{ Items []string }
	found    struct {
		Item     string
		Evidence []string
	}
	judged  struct{}
	written struct{ Report string }
)

func (c analysed) Apply(s *State) { s.Concepts = c.Concepts }
func (c refined) Apply(s *State)  { s.Scope = c.Scope }
func (c planned) Apply(s *State)  { s.Items = c.Items }
func (c found) Apply(s *State) {
	if s.Found == nil {
		s.Found = map[string][]string{}
	}
	s.Found[c.Item] = append(s.Found[c.Item], c.Evidence...)
}
func (c judged) Apply(s *State)  { s.Rounds++ }
func (c written) Apply(s *State) { s.Report = c.Report }

type step = graph.Step[State]

// nodes holds what the nodes need: a reasoner, an index, settings.
type nodes struct{ rounds int }

func (n nodes) analyse(ctx context.Context, s State) (step, error) {
	return step{Change: analysed{strings.Fields(s.Question)}}, nil // its only edge is followed
}

func (n nodes) clarify(ctx context.Context, s State) (step, error) {
	scope, err := graph.Ask[string](ctx, graph.Question{Kind: "clarify", Text: "Homes or workplaces?"})
	if err != nil {
		return step{}, err
	}
	return step{Change: refined{scope}}, nil
}

func (n nodes) plan(ctx context.Context, s State) (step, error) {
	change := planned{Items: []string{"limits", "measuring"}}
	var next []graph.Task
	for _, item := range change.Items {
		next = append(next, graph.With("extract", item)) // a fan-out with an argument per task
	}
	return step{Change: change, Next: next}, nil
}

func (n nodes) extract(ctx context.Context, s State) (step, error) {
	item, err := graph.Arg[string](ctx)
	if err != nil {
		return step{}, err
	}
	return step{Change: found{item, []string{fmt.Sprintf("%s in %s, round %d", item, s.Scope, s.Rounds+1)}}}, nil
}

func (n nodes) judge(ctx context.Context, s State) (step, error) {
	if s.Rounds+1 < n.rounds {
		return step{Change: judged{}, Next: []graph.Task{graph.With("extract", "gaps")}}, nil
	}
	return step{Change: judged{}, Next: []graph.Task{graph.To("write")}}, nil
}

func (n nodes) write(ctx context.Context, s State) (step, error) {
	return step{Change: written{fmt.Sprint(s.Found)}}, nil
}

// steer lets the person end the search early: everything under way is given up for the report.
func steer(s *State, m graph.Message) ([]graph.Task, error) {
	if m.Kind == "finish" {
		return graph.Instead(graph.To("write")), nil
	}
	return nil, fmt.Errorf("unknown message %q", m.Kind)
}

func flow(n nodes) *graph.Graph[State] {
	return graph.New[State]("example", 1).
		Changes(analysed{}, refined{}, planned{}, found{}, judged{}, written{}).
		Node("analyse", n.analyse, graph.Edges("clarify")).
		Node("clarify", n.clarify, graph.Edges("plan")).
		Node("plan", n.plan, graph.Edges("extract")).
		Node("extract", n.extract, graph.Edges("judge")).
		Join("judge", n.judge, graph.Edges("extract", "write")).
		Node("write", n.write).
		OnMessage(steer, "write").
		Start("analyse")
}

func Example() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	db, err := store.Open(ctx, filepath.Join(folder, "library.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()
	runner, err := graph.NewRunner(flow(nodes{rounds: 2}), db, graph.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	run, _ := runner.Start(ctx, graph.Begin{Title: "radon limits"}, State{Question: "radon limits"})
	questions, _ := runner.Questions(ctx, run.ID)
	fmt.Println(run.Status, questions[0].Text)

	_ = runner.Send(ctx, run.ID, graph.Answer(questions[0].ID, "homes"))
	run, _ = runner.Resume(ctx, run.ID) // perhaps days later, in another process
	s, _ := runner.State(ctx, run.ID, 0)
	fmt.Println(run.Status, s.Report)
	// Output:
	// waiting Homes or workplaces?
	// finished map[gaps:[gaps in homes, round 2] limits:[limits in homes, round 1] measuring:[measuring in homes, round 1]]
}

func ExampleGraph_Mermaid() {
	fmt.Print(flow(nodes{}).Mermaid())
	// Output:
	// flowchart TD
	//   start((start)) --> analyse
	//   analyse[analyse]
	//   clarify[clarify]
	//   plan[plan]
	//   extract[extract]
	//   judge{{judge}}
	//   write([write])
	//   analyse --> clarify
	//   clarify --> plan
	//   plan --> extract
	//   extract --> judge
	//   judge --> extract
	//   judge --> write
	//   message>message] -.-> write
}
