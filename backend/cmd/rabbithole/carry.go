package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

// carry executes a run to its end, asking the person what it asks, and prints what it hands over.
func (s *shell) carry(ctx context.Context, app *core.Core, id string, yes bool) error {
	printer := newRunPrinter(s)
	stop := sync.OnceFunc(printer.follow(app, id))
	defer stop()
	var person typist
	for {
		run, err := app.Resume(ctx, id)
		if err != nil {
			return s.interrupted(err, id)
		}
		if run.Status != graph.Waiting {
			stop()
			return s.handOver(ctx, app, run)
		}
		questions, err := app.Questions(ctx, id)
		if err != nil {
			return err
		}
		if !yes && (s.json || !s.attended) {
			stop()
			return s.waits(id, questions)
		}
		printer.settle()
		if !yes {
			person.sitDown(s.in)
		}
		if err := s.answer(ctx, app, id, questions, &person, yes); err != nil {
			return err
		}
	}
}

// answer asks the person what the run asks and tells it the answers. What may leave is asked no more once it was decided for the whole run.
func (s *shell) answer(ctx context.Context, app *core.Core, id string, questions []graph.Question, person *typist, yes bool) error {
	for _, q := range questions {
		if !yes {
			before, err := app.Typed(ctx, id, q)
			if err != nil {
				return err
			}
			*person = typist{lines: person.lines, again: before, out: s.err,
				keep: func(lines []string) error { return app.KeepTyped(context.WithoutCancel(ctx), id, q, lines) }}
		}
		answer, err := s.ask(ctx, person, q, yes)
		if err != nil {
			return err
		}
		told := []graph.Message{graph.Answer(q.ID, answer)}
		if a, ok := answer.(flow.ConsentAnswer); ok {
			if told, err = app.Consent(ctx, id, q.ID, a); err != nil {
				return err
			}
		}
		for _, m := range told {
			if err := app.Send(ctx, id, m); err != nil {
				return err
			}
		}
		if err := app.KeepTyped(ctx, id, q, nil); err != nil {
			return err
		}
		if len(told) > 1 {
			return nil
		}
	}
	return nil
}

// interrupted says that nothing is lost.
func (s *shell) interrupted(err error, id string) error {
	if errors.Is(err, context.Canceled) || fault.KindOf(err) == fault.Cancelled {
		return fault.New("run "+id, fault.Cancelled, "Nothing is lost. Go on with: rabbithole resume "+id, err)
	}
	if fault.Hint(err) == "" {
		return fault.New("run "+id, fault.KindOf(err), "Nothing is lost. Try again with: rabbithole resume "+id, err)
	}
	return err
}

// waits tells a script that the run needs a person.
func (s *shell) waits(id string, questions []graph.Question) error {
	s.code = exitWaiting
	if s.json {
		s.line(map[string]any{"run": id, "status": graph.Waiting, "questions": questions})
		return nil
	}
	for _, q := range questions {
		if err := s.waitsFor(q); err != nil {
			return err
		}
	}
	s.note("Run %s waits for an answer. In a terminal: rabbithole resume %s. Without questions: rabbithole resume %s --yes.", id, id, id)
	return nil
}

// outcome is what the final objects of `research --json` and `explore --json` have in common.
type outcome struct {
	Run        string            `json:"run"`
	Status     graph.Status      `json:"status"`
	Answer     string            `json:"answer"`
	ReportPath string            `json:"report_path"` // Markdown
	Reports    map[string]string `json:"reports"`     // by format
	Claims     []claimRow        `json:"claims"`
	Verdict    report.Outcome    `json:"verdict"` // how far it answers the question
	Missing    []string          `json:"missing"` // parts without a full answer
	Silent     []string          `json:"silent"`
	Warnings   []string          `json:"warnings,omitempty"` // what of the web failed
	Making     report.Making     `json:"making"`
}

// researchOutcome is the final object of `research --json`, exploreOutcome that of `explore --json`.
type (
	researchOutcome struct {
		outcome
		Quality  report.Quality           `json:"quality"`
		Metadata research.ContextMetadata `json:"metadata"`
	}
	exploreOutcome struct {
		outcome
		Summary explore.Summary `json:"summary"`
		Tree    []treeNode      `json:"tree"`
	}
)

type claimRow struct {
	Text      string        `json:"text"`
	Verdict   string        `json:"verdict"`
	Citations []citationRow `json:"citations"`
	Against   []string      `json:"against,omitempty"` // texts of the claims that say the contrary
}

type citationRow struct {
	Document  string `json:"document"` // name
	Page      int    `json:"page"`     // 1-based PDF page
	PageLabel string `json:"page_label"`
	Quote     string `json:"quote"`
	URL       string `json:"url,omitempty"` // of a page of the web: the document is its name
}

// handOver prints the report of a finished run, or where a stopped one stands.
func (s *shell) handOver(ctx context.Context, app *core.Core, run graph.Run) error {
	if run.Status != graph.Finished {
		s.code = exitCodes[fault.Cancelled]
		if s.json {
			s.line(map[string]any{"run": run.ID, "status": run.Status})
		}
		s.note("Run %s is %s. Go on with: rabbithole resume %s", run.ID, standing(app, run.Status), run.ID)
		return nil
	}
	switch run.Flow {
	case answer.Name:
		return s.answerOver(ctx, app, run)
	case discover.Name:
		return s.cardsOver(ctx, app, run)
	}
	r, err := app.Report(ctx, run.ID, 0)
	if err != nil {
		return err
	}
	paths, err := app.WriteReport(ctx, run.ID)
	if err != nil {
		return err
	}
	if !s.json {
		s.printf("\n")
		if run.Flow == explore.Name {
			if state, nodes, err := tree(ctx, app, run.ID); err == nil && len(nodes) > 1 {
				s.printTree(state, nodes)
				s.printf("\n")
			}
		}
		s.report(r, run.Title, paths)
		return nil
	}
	out := outcome{Run: run.ID, Status: run.Status, ReportPath: paths["md"], Reports: paths, Claims: claimRows(r), Verdict: r.Verdict,
		Missing: filled(r.Missing), Silent: r.Silent, Warnings: r.Warnings, Making: r.Making}
	out.Answer = sentences(r)
	switch run.Flow {
	case explore.Name:
		state, nodes, err := tree(ctx, app, run.ID)
		if err == nil {
			s.line(exploreOutcome{out, state.Summary(), nodes})
		}
		return err
	case research.Name:
		state, err := app.Export(ctx, run.ID)
		if err != nil {
			return err
		}
		if n := len(state.Messages); n > 0 {
			out.Answer = state.Messages[n-1].Content
		}
		s.line(researchOutcome{out, r.Quality, state.ResearchContext.Metadata})
		return nil
	}
	s.line(out)
	return nil
}

// report prints a report below its question, "" where that stands above already, and how to go on. The line that leads its answer is bold where a
// person reads it.
func (s *shell) report(r report.Report, question string, paths map[string]string) {
	if s.drafted {
		s.printf("\nThe answer, checked, in place of the draft above.\n\n")
	}
	if question != "" {
		s.printf("%s\n\n", question)
	}
	s.spoken(r)
	s.printf("\n")
	s.end(r, paths)
}

// spoken prints what a report says.
func (s *shell) spoken(r report.Report) {
	text := report.Spoken(r)
	lead := strings.TrimRight(report.Lead(r), " .!?。…")
	lines := strings.SplitAfter(text, "\n")
	i := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, lead) })
	if !s.screen || lead == "" || i < 0 {
		s.printf("%s", paragraphs(text))
		return
	}
	s.printf("%s", paragraphs(strings.Join(lines[:i], "")))
	fmt.Fprint(s.out, bold)
	s.printf("%s", paragraphs(lines[i]))
	fmt.Fprint(s.out, notBold)
	s.printf("%s", paragraphs(strings.Join(lines[i+1:], "")))
}

func claimRows(r report.Report) []claimRow {
	out := []claimRow{}
	for _, c := range r.Claims {
		row := claimRow{Text: c.Text, Verdict: string(c.Verdict), Citations: []citationRow{}}
		for _, q := range c.Citations {
			row.Citations = append(row.Citations, citationRow{q.Name, q.Page, q.Label, q.Quote, q.URL})
		}
		for _, other := range r.Claims {
			if slices.Contains(c.Against, other.ID) {
				row.Against = append(row.Against, other.Text)
			}
		}
		out = append(out, row)
	}
	return out
}
