package core_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/prompts"
)

// attended starts a run that asks a person, and executes it until it waits.
func attended(t *testing.T, c *core.Core, question string) string {
	t.Helper()
	run, err := c.StartResearch(t.Context(), core.Begin{Question: question, Engine: settings.Ollama})
	if err != nil {
		t.Fatal(err)
	}
	waits(t, c, run.ID)
	return run.ID
}

func waits(t *testing.T, c *core.Core, id string) {
	t.Helper()
	run, err := c.Resume(t.Context(), id)
	if err != nil || run.Status != graph.Waiting {
		t.Fatalf("run is %s, %v; want it waiting", run.Status, err)
	}
}

// asked returns the one question of a kind that a run waits for, and its data.
func asked[T any](t *testing.T, c *core.Core, id, kind string) (graph.Question, T) {
	t.Helper()
	var data T
	questions, err := c.Questions(t.Context(), id)
	if err != nil || len(questions) != 1 || questions[0].Kind != kind {
		t.Fatalf("questions = %+v, %v; want one of kind %s", questions, err, kind)
	}
	if err := json.Unmarshal(questions[0].Data, &data); err != nil {
		t.Fatal(err)
	}
	return questions[0], data
}

func answer(t *testing.T, c *core.Core, id, question string, value any) {
	t.Helper()
	if err := c.Send(t.Context(), id, graph.Answer(question, value)); err != nil {
		t.Fatal(err)
	}
}

// doubtful is a model that always wants to know more, and never asks the same twice.
func doubtful() func(fake.ChatRequest, fake.ChatReply) fake.ChatReply {
	round := 0
	return func(req fake.ChatRequest, reply fake.ChatReply) fake.ChatReply {
		switch req.Step {
		case prompts.Plan.Name:
			out := prompts.PlanOut{AnalyseOut: prompts.AnalyseOut{KeyConcepts: []string{"hours", "room"}, Entities: []string{}, Scope: "the school", AssumedContext: []string{}, ClarificationNeeded: true}}
			for _, task := range []string{"Find the hours", "Find the room", "Find the rule"} {
				out.Items = append(out.Items, prompts.PlanItem{Task: task, Context: "school", Queries: []string{task}})
			}
			return fake.Answer(out)
		case prompts.Clarify.Name:
			round++
			about := []string{"", "building", "season", "person", "detector"}[round]
			return fake.Answer(prompts.ClarifyOut{Questions: []prompts.ClarifyQuestion{{Question: "Which " + about + " is meant?", Choices: []string{}}, {Question: "Since when does the " + about + " matter?", Choices: []string{}}, {Question: "Who decides about the " + about + "?", Choices: []string{}}}})
		}
		return reply
	}
}

func TestPerson_AnswersLandInTheRefinements(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	c := scripted(t, server, "MAX_ITERATIONS", "1", "MAX_REWRITES", "1")
	id := attended(t, c, teacher)
	q, round := asked[research.Clarification](t, c, id, research.QuestionClarify)
	if len(round.Questions) != 3 || round.Round != 1 || round.Needed || q.Text != teacher {
		t.Fatalf("question %+v, %+v", q, round)
	}
	answer(t, c, id, q.ID, research.ClarifyAnswer{Answers: []string{"The extension", "", " The staff "}})
	waits(t, c, id)
	asked[[]research.Item](t, c, id, research.QuestionPlan)

	state, err := c.Export(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{round.Questions[0] + " The extension", round.Questions[2] + " The staff"}
	if !slices.Equal(state.QueryAnalysis.HITLRefinements, want) {
		t.Errorf("hitl_refinements = %q, want %q", state.QueryAnalysis.HITLRefinements, want)
	}
	chats := server.Chats()
	if plan := chats[len(chats)-1]; plan.Step != prompts.Plan.Name || !strings.Contains(plan.User, "The extension") {
		t.Errorf("the last call is %s and does not know the answers", plan.Step)
	}
}

func TestPerson_EnoughLeavesTheLoop(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	server.Script(badly(doubtful()))
	c := scripted(t, server)
	id := attended(t, c, teacher)
	for round := 1; round <= 2; round++ {
		q, data := asked[research.Clarification](t, c, id, research.QuestionClarify)
		if data.Round != round || !data.Needed || len(data.Questions) != 3 {
			t.Fatalf("round %d: %+v", round, data)
		}
		answer(t, c, id, q.ID, research.ClarifyAnswer{Answers: []string{fmt.Sprint("Answer ", round)}, Enough: round == 2})
		waits(t, c, id)
	}
	asked[[]research.Item](t, c, id, research.QuestionPlan)
	state, err := c.State(t.Context(), id, 0)
	if err != nil || len(state.Refinements) != 2 || state.Rounds != 2 {
		t.Errorf("refinements %q after %d rounds, %v", state.Refinements, state.Rounds, err)
	}
}

func TestPerson_RoundsOfQuestionsEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	server.Script(badly(doubtful()))
	c := scripted(t, server, "CLARIFY_ROUNDS", "2")
	id := attended(t, c, teacher)
	for range 2 {
		q, _ := asked[research.Clarification](t, c, id, research.QuestionClarify)
		answer(t, c, id, q.ID, research.ClarifyAnswer{Answers: []string{"", "Yes"}})
		waits(t, c, id)
	}
	asked[[]research.Item](t, c, id, research.QuestionPlan)
}

func TestPerson_EditedPlanIsWhatIsWorkedOn(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := scripted(t, fake.NewServer(t), "MAX_REWRITES", "1")
	id := attended(t, c, teacher)
	q, _ := asked[research.Clarification](t, c, id, research.QuestionClarify)
	answer(t, c, id, q.ID, research.ClarifyAnswer{Enough: true})
	waits(t, c, id)
	q, plan := asked[[]research.Item](t, c, id, research.QuestionPlan)
	if len(plan) != 3 {
		t.Fatalf("plan = %+v", plan)
	}
	edited := research.PlanAnswer{Items: []research.PlanEntry{ // the second is deleted, the others change places
		{ID: plan[2].ID, Task: plan[2].Task, Context: plan[2].Context},
		{Task: "Find who measured"},
		{ID: plan[0].ID, Task: "Find the hours of the craft teacher", Context: plan[0].Context},
	}}
	answer(t, c, id, q.ID, edited)
	run, err := c.Resume(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	checked(t, c, run)
	want := []string{plan[2].Task, "Find who measured", "Find the hours of the craft teacher"}
	if begun := begunItems(t, c, id); len(begun) < 3 || !slices.Equal(begun[:3], want) {
		t.Errorf("worked on %q, want %q first", begun, want)
	}
}

// begunItems returns the tasks of the items that a run began to work on, in order.
func begunItems(t *testing.T, c *core.Core, id string) []string {
	t.Helper()
	events, err := c.EventsSince(t.Context(), id, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var begun []string
	for _, e := range events {
		var item research.Item
		if e.Kind == research.EventItem && json.Unmarshal(e.Data, &item) == nil && !item.Worked {
			begun = append(begun, item.Task)
		}
	}
	return begun
}

func TestSend_UnknownRunSaysHowToFindIt(t *testing.T) {
	c := open(t, library(t), noEnv)
	for name, err := range map[string]error{
		"Send":      c.Send(t.Context(), "nobody", graph.Note(graph.MessagePause, nil)),
		"Resume":    second(c.Resume(t.Context(), "nobody")),
		"Questions": second(c.Questions(t.Context(), "nobody")),
		"State":     second(c.State(t.Context(), "nobody", 0)),
		"Fork":      second(c.Fork(t.Context(), "nobody", 0)),
		"Report":    second(c.Report(t.Context(), "nobody", 0)),
		"Export":    second(c.Export(t.Context(), "nobody")),
	} {
		if fault.KindOf(err) != fault.NotFound || !strings.Contains(fault.Hint(err), "rabbithole runs") {
			t.Errorf("%s: %v, hint %q", name, err, fault.Hint(err))
		}
	}
	if err := second(c.Run(t.Context(), "last")); fault.KindOf(err) != fault.NotFound || !strings.Contains(fault.Hint(err), "rabbithole ask") { // no list would help
		t.Errorf("of no runs the last: %v, hint %q", err, fault.Hint(err))
	}
}

func second[T any](_ T, err error) error { return err }
