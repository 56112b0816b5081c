package main

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/prompts"
)

// end says below an answer what became of its draft and by whom it was made, and on standard error how to go on. What belongs to the answer
// is printed where the answer is: two streams may come in any order.
func (s *shell) end(r report.Report, paths map[string]string) {
	if amended := report.Amended(r); amended != "" {
		s.printf("%s\n", amended)
	}
	s.printf("%s\n", report.MadeBy(r))
	if spend := r.Making.Spend; spend.Replayed > 0 {
		s.printf("%s of %d taken from earlier runs, which had asked the model the same.\n", plural(spend.Replayed, "answer", "answers"), spend.Calls)
	}
	if len(paths) > 0 {
		s.printf("\nReport: %s\n        %s\n        %s\n", paths["html"], paths["pdf"], paths["md"])
	}
	for _, w := range r.Warnings {
		s.warn(w)
	}
	s.note("Run %[1]s."+onward[r.Flow], r.Run)
	if len(paths) == 0 {
		s.note("Report: rabbithole export %s -o report.html, or .pdf, .docx, .md", r.Run)
	}
}

// onward says by flow how to go on from a report.
var onward = map[string]string{answer.Name: " Ask on with: rabbithole ask --follow %[1]s QUESTION",
	research.Name: " Ask on with: rabbithole research --follow %[1]s QUESTION", explore.Name: " Its questions: rabbithole show --tree %[1]s"}

// standing is how a run stands, for people: one that was cancelled can go on, and one that nobody executes was cut off.
func standing(app *core.Core, status graph.Status) string {
	switch {
	case status == graph.Cancelled:
		return "cancelled"
	case status == graph.Running && !app.InUse():
		return "interrupted"
	}
	return fmt.Sprint(status)
}

// phases names those phases of a run that their own names do not say.
var phases = map[string]string{
	research.PhaseAnalysis: "reading the question", research.PhasePlanning: "planning", research.PhaseExtraction: "reading",
	research.PhaseSynthesis:   "writing",
	research.PhaseAttribution: "checking", answer.PhaseEvaluating: "weighing the findings", answer.PhaseIterating: "looking further",
	answer.PhaseSynthesizing: "writing",
	answer.PhaseFinalizing:   "checking", explore.PhaseParsing: "reading your files", discover.PhaseLooking: "looking at the picture",
	discover.PhaseSurfacing: "making the cards",
}

// written are the steps of a model behind which what was written is checked.
var written = map[string]bool{prompts.Draft.Name: true, prompts.TreeReport.Name: true, prompts.Respond.Name: true, prompts.Settle.Name: true, prompts.Proof.Name: true, prompts.Repair.Name: true}

// soFar says how far a run has come and what it spent, and how long it still takes, in two lines; "" where that is not known.
func soFar(ctx context.Context, app *core.Core, run graph.Run) string {
	at, err := app.Stands(ctx, run)
	if err != nil {
		return ""
	}
	last, ahead, err := app.Onward(ctx, run)
	if err != nil {
		return ""
	}
	doing := cmp.Or(phases[at.Phase], at.Phase)
	if written[last] { // an exploration has one phase for its questions and its report
		doing = phases[research.PhaseAttribution]
	}
	text := fmt.Sprintf("So far: %s, %s kept", doing, plural(at.Kept, "finding", "findings"))
	if at.Total > 0 {
		things := "items"
		if run.Flow == explore.Name {
			things = "questions"
		}
		text += fmt.Sprintf(", %d of %d %s done", at.Done, at.Total, things)
	}
	spent := "no call of a model"
	if at.Spend.Calls > 0 {
		spent = fmt.Sprintf("%s of the model, %s", plural(at.Spend.Calls, "call", "calls"),
			plural(at.Spend.PromptTokens+at.Spend.ReplyTokens, "token", "tokens"))
	}
	text = fmt.Sprintf("%s.\nSpent: %s, %s of work.", text, spent, at.Spend.Time.Round(time.Second))
	if ahead > 0 {
		text += fmt.Sprintf(" About %s left.", (ahead + 9*time.Second).Truncate(10*time.Second))
	}
	return text
}
