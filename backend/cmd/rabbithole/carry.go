package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

// carry executes a run to its end, asking the person what it asks, and prints what it hands over.
func (s *shell) carry(ctx context.Context, app *core.Core, id string, yes, asJSON bool) error {
	printer := newRunPrinter(s, asJSON)
	stop := printer.follow(app, id)
	reader := bufio.NewReader(s.in)
	for {
		run, err := app.Resume(ctx, id)
		if err != nil {
			stop()
			return s.interrupted(err, id)
		}
		if run.Status != graph.Waiting {
			stop()
			return s.handOver(ctx, app, run, asJSON)
		}
		questions, err := app.Questions(ctx, id)
		if err != nil {
			stop()
			return err
		}
		if !yes && (asJSON || !s.attended) {
			stop()
			return s.waits(id, questions, asJSON)
		}
		printer.settle()
		for _, q := range questions {
			answer, err := s.ask(reader, q, yes)
			if err != nil {
				stop()
				return err
			}
			if err := app.Send(ctx, id, graph.Answer(q.ID, answer)); err != nil {
				stop()
				return err
			}
		}
	}
}

// interrupted says that nothing is lost.
func (s *shell) interrupted(err error, id string) error {
	if errors.Is(err, context.Canceled) || fault.KindOf(err) == fault.Cancelled {
		return fault.New("research", fault.Cancelled, "Nothing is lost. Go on with: rabbithole resume "+id, err)
	}
	if fault.Hint(err) == "" {
		return fault.New("research", fault.KindOf(err), "Nothing is lost. Try again with: rabbithole resume "+id, err)
	}
	return err
}

// waits tells a script that the run needs a person.
func (s *shell) waits(id string, questions []graph.Question, asJSON bool) error {
	s.code = exitWaiting
	if asJSON {
		s.line(map[string]any{"run": id, "status": graph.Waiting, "questions": questions})
		return nil
	}
	s.note("Run %s waits for an answer. In a terminal: rabbithole resume %s. Without questions: rabbithole resume %s --yes.", id, id, id)
	return nil
}

// ask puts one question of a run to the person; with yes the default is taken.
func (s *shell) ask(in *bufio.Reader, q graph.Question, yes bool) (any, error) {
	switch q.Kind {
	case research.QuestionClarify:
		if yes {
			return research.ClarifyAnswer{Enough: true}, nil
		}
		return s.askClarify(in, q)
	case research.QuestionPlan:
		if yes {
			return research.PlanAnswer{}, nil
		}
		return s.askPlan(in, q)
	}
	return nil, fmt.Errorf("the run asks something this program does not know: %s", q.Kind)
}

func (s *shell) askClarify(in *bufio.Reader, q graph.Question) (any, error) {
	var c research.Clarification
	if err := json.Unmarshal(q.Data, &c); err != nil {
		return nil, err
	}
	if c.Needed {
		s.note("\nThe question has several readings. What you say here changes the research.")
	} else {
		s.note("\nOptional: answers sharpen the research.")
	}
	s.note("Enter skips a question, 'enough' begins the research.\n")
	answer := research.ClarifyAnswer{}
	for i, question := range c.Questions {
		fmt.Fprintf(s.err, "%d/%d %s\n> ", i+1, len(c.Questions), question)
		line, err := readLine(in)
		if err != nil {
			return nil, err
		}
		if w := strings.ToLower(line); w == "enough" || w == "genug" {
			answer.Enough = true
			break
		}
		answer.Answers = append(answer.Answers, line)
	}
	return answer, nil
}

func (s *shell) askPlan(in *bufio.Reader, q graph.Question) (any, error) {
	var items []research.Item
	if err := json.Unmarshal(q.Data, &items); err != nil {
		return nil, err
	}
	list := make([]research.PlanEntry, 0, len(items))
	for _, i := range items {
		list = append(list, research.PlanEntry{ID: i.ID, Task: i.Task, Context: i.Context})
	}
	for {
		s.note("\nThe plan:")
		for i, e := range list {
			s.note("%2d. %s", i+1, e.Task)
		}
		fmt.Fprint(s.err, "Enter approves. add TEXT, edit N TEXT, delete N, move N M\n> ")
		line, err := readLine(in)
		if err != nil {
			return nil, err
		}
		if line == "" {
			return research.PlanAnswer{Items: list}, nil
		}
		if edited, err := editPlan(list, line); err != nil {
			s.note("  %v", err)
		} else {
			list = edited
		}
	}
}

// editPlan applies one line such as "edit 2 Find the exceptions" to a list.
func editPlan(list []research.PlanEntry, line string) ([]research.PlanEntry, error) {
	verb, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	if verb == "add" && rest != "" {
		return append(list, research.PlanEntry{Task: rest}), nil
	}
	first, rest, _ := strings.Cut(rest, " ")
	n, err := strconv.Atoi(first)
	if err != nil || n < 1 || n > len(list) {
		return nil, fmt.Errorf("say which of 1 to %d: add TEXT, edit N TEXT, delete N, move N M, or Enter to approve", len(list))
	}
	out := append([]research.PlanEntry{}, list...)
	switch rest = strings.TrimSpace(rest); {
	case verb == "edit" && rest != "":
		out[n-1].Task = rest
		return out, nil
	case verb == "delete":
		return append(out[:n-1], out[n:]...), nil
	case verb == "move":
		m, err := strconv.Atoi(rest)
		if err != nil || m < 1 || m > len(list) {
			return nil, fmt.Errorf("move %d to which place of 1 to %d?", n, len(list))
		}
		e := out[n-1]
		out = append(out[:n-1], out[n:]...)
		return append(out[:m-1], append([]research.PlanEntry{e}, out[m-1:]...)...), nil
	}
	return nil, fmt.Errorf("%q is not one of: add TEXT, edit N TEXT, delete N, move N M, or Enter to approve", verb)
}

// readLine reads a line; the end of the input leaves the run waiting.
func readLine(in *bufio.Reader) (string, error) {
	line, err := in.ReadString('\n')
	if err != nil && line == "" {
		return "", fault.New("read your answer", fault.Cancelled, "The run waits. Go on with: rabbithole resume last", err)
	}
	return strings.TrimSpace(line), nil
}

// handedOver is the final object of `research --json`.
type handedOver struct {
	Run        string                   `json:"run"`
	Status     graph.Status             `json:"status"`
	Answer     string                   `json:"answer"`
	ReportPath string                   `json:"report_path"` // Markdown
	Reports    map[string]string        `json:"reports"`     // by format
	Quality    report.Quality           `json:"quality"`
	Claims     []claimRow               `json:"claims"`
	Silent     []string                 `json:"silent"`
	Metadata   research.ContextMetadata `json:"metadata"`
	Making     report.Making            `json:"making"`
}

type claimRow struct {
	Text      string        `json:"text"`
	Verdict   string        `json:"verdict"`
	Citations []citationRow `json:"citations"`
}

type citationRow struct {
	Document  string `json:"document"` // name
	Page      int    `json:"page"`     // 1-based PDF page
	PageLabel string `json:"page_label"`
	Quote     string `json:"quote"`
}

// handOver prints the report of a finished run, or where a stopped one stands.
func (s *shell) handOver(ctx context.Context, app *core.Core, run graph.Run, asJSON bool) error {
	if run.Status != graph.Finished {
		s.code = exitCodes[fault.Cancelled]
		if asJSON {
			s.line(map[string]any{"run": run.ID, "status": run.Status})
		}
		s.note("Run %s is %s. Go on with: rabbithole resume %s", run.ID, run.Status, run.ID)
		return nil
	}
	r, err := app.Report(ctx, run.ID, 0)
	if err != nil {
		return err
	}
	paths, err := app.WriteReport(ctx, run.ID)
	if err != nil {
		return err
	}
	if !asJSON {
		s.printf("\n%s\n", report.Summary(r))
		s.printf("Report: %s\n        %s\n", paths["html"], paths["md"])
		return nil
	}
	state, err := app.Export(ctx, run.ID)
	if err != nil {
		return err
	}
	s.line(finalObject(run, r, paths, state))
	return nil
}

func finalObject(run graph.Run, r report.Report, paths map[string]string, state research.AgentState) handedOver {
	out := handedOver{Run: run.ID, Status: run.Status, ReportPath: paths["md"], Reports: paths, Quality: r.Quality, Claims: []claimRow{}, Silent: r.Silent,
		Metadata: state.ResearchContext.Metadata, Making: r.Making}
	if n := len(state.Messages); n > 0 {
		out.Answer = state.Messages[n-1].Content
	}
	for _, c := range r.Claims {
		row := claimRow{Text: c.Text, Verdict: string(c.Verdict), Citations: []citationRow{}}
		for _, q := range c.Citations {
			row.Citations = append(row.Citations, citationRow{q.Name, q.Page, q.Label, q.Quote})
		}
		out.Claims = append(out.Claims, row)
	}
	return out
}
