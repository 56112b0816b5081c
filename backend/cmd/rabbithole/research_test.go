package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/fake"
	"rabbithole/kb"
)

// finalKeys are those of the last object of a finished run.
const finalKeys = "run status answer report_path reports quality claims verdict missing silent metadata making"

// stream checks the NDJSON of a run, and returns its events and the final object: every event has the run's ID, and the Seq of events
// grows by one.
func stream(t *testing.T, s said) (events []object, last object) {
	t.Helper()
	list := lines(t, s)
	events, last = list[:len(list)-1], list[len(list)-1]
	seq := 0.0
	for _, e := range events {
		keysOf(t, "an event", e, "seq run kind at | data")
		if e["run"] != last["run"] {
			t.Errorf("an event of run %v in the stream of %v", e["run"], last["run"])
		}
		n := e["seq"].(float64)
		switch {
		case n == 0: // ephemeral
		case seq > 0 && n != seq+1:
			t.Errorf("event %v (%v) follows %v", n, e["kind"], seq)
			fallthrough
		default:
			seq = n
		}
	}
	if len(events) < 5 {
		t.Errorf("only %d events", len(events))
	}
	return events, last
}

// conclusive checks the shape of a final object.
func conclusive(t *testing.T, last object) {
	t.Helper()
	keysOf(t, "the final object", last, finalKeys)
	keysOf(t, "quality", last["quality"], "factual_fidelity completeness clarity source_accuracy total threshold | reason")
	keysOf(t, "metadata", last["metadata"], "total_iterations documents_referenced external_sources_used")
	keysOf(t, "making", last["making"], "engine version spend | model digest num_ctx")
	keysOf(t, "reports", last["reports"], "md html json pdf")
	for _, c := range last["claims"].([]any) {
		keysOf(t, "a claim", c, "text verdict citations")
		citations := c.(object)["citations"].([]any)
		if verdict, _ := c.(object)["verdict"].(string); !slices.Contains([]string{"supported", "contradicted", "unproven"}, verdict) || len(citations) == 0 {
			t.Errorf("claim %v", c)
		}
		for _, x := range citations {
			keysOf(t, "a citation", x, "document page page_label quote")
			if x := x.(object); x["page"].(float64) < 1 || x["quote"] == "" || !strings.HasSuffix(x["document"].(string), ".pdf") {
				t.Errorf("citation %v", x)
			}
		}
	}
	for format, path := range last["reports"].(object) {
		if raw, err := os.ReadFile(path.(string)); err != nil || len(raw) == 0 {
			t.Errorf("%s: %d bytes, %v", format, len(raw), err)
		}
	}
	if last["report_path"] != last["reports"].(object)["md"] {
		t.Errorf("report_path %v", last["report_path"])
	}
}

func TestResearch_PrintsTheAnswerAndThePathOfTheReport(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := library(t)
	s := rabbithole(t, home, "research", kb.Question, "--yes", "--engine", "extractive").ok(t).has(t, "[1] ", "Lindenhof School", "Report: ")
	for _, line := range []string{"Run ", "Understood: ", "Planned: ", "searched ", "kept E1 ", "The draft is checked."} {
		if !strings.Contains(s.err, line) {
			t.Errorf("the narration lacks %q:\n%s", line, s.err)
		}
	}
	_, path, _ := strings.Cut(s.out, "Report: ")
	path, _, _ = strings.Cut(path, "\n")
	if raw, err := os.ReadFile(path); err != nil || !strings.Contains(strings.ToLower(string(raw)), "<!doctype html>") {
		t.Errorf("report %q: %v", path, err)
	}
}

func TestResearch_JSON(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := library(t)
	events, last := stream(t, rabbithole(t, home, "research", kb.Question, "--yes", "--json", "--engine", "extractive").ok(t))
	conclusive(t, last)
	if last["status"] != "finished" || last["answer"] == "" || len(last["claims"].([]any)) == 0 {
		t.Errorf("final object %v", last)
	}
	if events[0]["kind"] != "run.started" || events[len(events)-1]["kind"] != "run.finished" {
		t.Errorf("the stream goes from %v to %v", events[0]["kind"], events[len(events)-1]["kind"])
	}
	if last["making"].(object)["engine"] != "extractive" {
		t.Errorf("making %v", last["making"])
	}
	// A finished run hands its report over again.
	_, again := lines(t, rabbithole(t, home, "resume", "last", "--json").ok(t)), last
	if again["answer"] != last["answer"] {
		t.Errorf("handed over again: %v", again["answer"])
	}
}

func TestResearch_AutoTakesTheModelThatAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	t.Setenv("MAX_ITERATIONS", "1")
	t.Setenv("MAX_REWRITES", "1")
	home := library(t)
	_, last := stream(t, rabbithole(t, home, "research", kb.Question, "--yes", "--json").ok(t))
	if last["making"].(object)["engine"] != "extractive" {
		t.Errorf("without Ollama: %v", last["making"])
	}
	t.Setenv("OLLAMA_HOST", fake.NewServer(t).URL.String())
	_, last = stream(t, rabbithole(t, home, "research", kb.Question, "--yes", "--json").ok(t))
	conclusive(t, last)
	if m := last["making"].(object); m["engine"] != "ollama" || m["model"] != "qwen3:14b" || m["digest"] == "" {
		t.Errorf("with Ollama: %v", m)
	}
}

func TestResearch_ChineseQuestion(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	_, last := stream(t, rabbithole(t, library(t), "research", "住宅中氡的参考水平是多少?", "--yes", "--json", "--engine", "extractive").ok(t))
	conclusive(t, last)
}

func TestResearch_WithoutATerminalTheRunWaits(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := library(t)
	s := rabbithole(t, home, "research", kb.Question, "--engine", "extractive")
	if s.code != 10 || s.out != "" || !strings.Contains(s.err, "--yes") || !strings.Contains(s.err, "It asks:\n 1. ") {
		t.Fatalf("exit code %d\n%s%s", s.code, s.out, s.err)
	}
	rabbithole(t, home, "show", "last").ok(t).has(t, "waiting since", "rabbithole resume")
	rabbithole(t, home, "resume", "last", "--yes").ok(t).has(t, "Report: ")

	s = rabbithole(t, home, "research", kb.Question, "--engine", "extractive", "--json")
	_, last := stream(t, s)
	keysOf(t, "the final object", last, "run status questions")
	rabbithole(t, home, "show", "last").ok(t).has(t, "waiting since") // the newest run, as `resume last` takes it
	if s.code != 10 || last["status"] != "waiting" || len(last["questions"].([]any)) != 1 {
		t.Errorf("exit code %d, %v", s.code, last)
	}
	_, last = stream(t, rabbithole(t, home, "resume", last["run"].(string), "--yes", "--json").ok(t))
	conclusive(t, last)
}

func TestResearch_PersonAnswersAndEditsThePlan(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	t.Setenv("OLLAMA_HOST", fake.NewServer(t).URL.String())
	t.Setenv("MAX_REWRITES", "1")
	home := library(t)
	answers := "The extension\n\nenough\n" + // clarification: answered, skipped, enough
		"delete 2\nmove 2 1\nadd Find who measured\nedit 9 nothing\nfly 1\nedit 2 Find the annual mean\n\n"
	s := typing(t, home, answers, "research", kb.Question).ok(t)
	for _, line := range []string{"1/3 Which place is meant?", "3/3 ", "The plan:", "say which of 1 to 3", `"fly" is not one of`, " 3. Find who measured", " 2. Find the annual mean"} {
		if !strings.Contains(s.err, line) {
			t.Errorf("the conversation lacks %q:\n%s", line, s.err)
		}
	}
	state := one[object](t, rabbithole(t, home, "export", "last", "--format", "state"))
	refined := state["query_analysis"].(object)["hitl_refinements"].([]any)
	if len(refined) != 1 || refined[0] != "Which place is meant? The extension" {
		t.Errorf("hitl_refinements %v", refined)
	}
	var tasks []string
	for _, item := range state["todo_list"].([]any) {
		tasks = append(tasks, item.(object)["task"].(string))
	}
	if got := strings.Join(tasks, "; "); !strings.HasPrefix(got, "Find numbers and limits; Find the annual mean; Find who measured") {
		t.Errorf("todo_list %q", got)
	}
}

func TestResearch_PersonLeaves(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := library(t)
	if s := typing(t, home, "", "research", kb.Question, "--engine", "extractive"); s.code != 130 || !strings.Contains(s.err, "rabbithole resume") {
		t.Errorf("exit code %d\n%s", s.code, s.err)
	}
	typing(t, home, "enough\n\n", "resume", "last").ok(t).has(t, "Report: ")
}

func TestFork_BeginsAtACheckpoint(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := finished(t)
	old := one[[]object](t, rabbithole(t, home, "runs", "--json"))[0]
	_, last := stream(t, rabbithole(t, home, "fork", "last", "--checkpoint", "4", "--yes", "--json").ok(t))
	conclusive(t, last)
	if last["run"] == old["id"] {
		t.Error("the fork is the old run")
	}
	runs := one[[]object](t, rabbithole(t, home, "runs", "--json"))
	if len(runs) != 2 || runs[0]["id"] != last["run"] || runs[0]["forked_from"] != old["id"] {
		t.Errorf("runs %v", runs)
	}
	if s := rabbithole(t, home, "fork", old["id"].(string), "--checkpoint", "9999"); s.code != 3 || !strings.Contains(s.err, "checkpoint") {
		t.Errorf("exit code %d\n%s", s.code, s.err)
	}
	s := rabbithole(t, home, "fork", old["id"].(string), "--yes").ok(t).has(t, "Report: ")
	if begun, _, _ := strings.Cut(s.err, "\nRun "); strings.Contains(begun, "Run ") || !strings.Contains(begun, "A new run begins at the last checkpoint") {
		t.Errorf("it is named twice before it begins:\n%s", s.err)
	}
}

// A finished run's plan can be changed and worked on anew; whoever wants to be asked nothing is not.
func TestFork_AsksAgainForTheApprovedPlan(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := finished(t)
	old := one[[]object](t, rabbithole(t, home, "runs", "--json"))[0]["id"].(string)
	points := rabbithole(t, home, "show", old, "--checkpoints").ok(t).out
	at := regexp.MustCompile(`(?m)^ *(\d+) .* approve$`).FindStringSubmatch(points)
	if at == nil {
		t.Fatalf("no checkpoint behind the approved plan:\n%s", points)
	}
	if s := rabbithole(t, home, "fork", old, "--checkpoint", at[1]); s.code != exitWaiting || !strings.Contains(s.err, "1.") {
		t.Errorf("with nobody there: %d\n%s", s.code, s.err)
	}
	typing(t, home, "\n", "resume", "last").ok(t).has(t, "Report: ")
	rabbithole(t, home, "fork", old, "--checkpoint", at[1], "--yes").ok(t).has(t, "Report: ")
}

func TestDemo_EndsWithThePathOfAReport(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := t.TempDir()
	rabbithole(t, home, "demo").ok(t).has(t, "added ", kb.FirstExample("en"), "at least 90 days", "Report: "+home)
	rabbithole(t, home, "demo", "--german").ok(t).has(t, "duplicate ", kb.FirstExample("de"), "30 Jahre", "Report: ")
}
