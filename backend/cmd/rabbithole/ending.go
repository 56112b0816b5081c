package main

import (
	"fmt"

	"rabbithole/backend/core"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

// heading tells the checked answer from the draft that stands above it, and where checked sections stand that are not printed.
func (s *shell) heading(more int) (told bool) {
	text := ""
	if s.drafted {
		text = "The answer, checked, in place of the draft above."
	}
	if more > 0 {
		if text == "" {
			text = "The answer."
		}
		text += " " + plural(more, "more checked section stands", "more checked sections stand") + " in the report."
	}
	if text != "" {
		s.printf("\n%s\n", text)
	}
	return text != ""
}

// end says below an answer what became of its draft and by whom it was made, and on standard error how to go on. What belongs to the answer is printed where the answer is: two
// streams may come in any order.
func (s *shell) end(r report.Report, paths map[string]string) {
	if amended := report.Amended(r); amended != "" {
		s.printf("%s\n", amended)
	}
	s.printf("%s\n", report.MadeBy(r))
	if spend := r.Making.Spend; spend.Replayed > 0 {
		s.printf("%d of %s needed no model: the same was asked before.\n", spend.Replayed, plural(spend.Calls, "call", "calls"))
	}
	if len(paths) > 0 {
		s.printf("\nReport: %s\n        %s\n        %s\n", paths["html"], paths["pdf"], paths["md"])
	}
	for _, w := range r.Warnings {
		s.warn(w)
	}
	on := "Ask on with: rabbithole ask --follow %s QUESTION"
	switch r.Flow {
	case research.Name:
		on = "Ask on with: rabbithole research --follows %s QUESTION"
	case explore.Name:
		on = "Its questions: rabbithole show --tree %s"
	}
	s.note("Run %s. "+on, r.Run, r.Run)
	if len(paths) == 0 {
		s.note("Report: rabbithole export %s -o report.html, or .pdf, .docx, .md", r.Run)
	}
}

// standing is how a run stands, for people: one that was cancelled can go on, and one that nobody executes was cut off.
func standing(app *core.Core, status graph.Status) string {
	switch {
	case status == graph.Cancelled:
		return "stopped"
	case status == graph.Running && !app.InUse():
		return "interrupted"
	}
	return fmt.Sprint(status)
}
