package main

import (
	"cmp"
	"context"
	"fmt"
	"text/tabwriter"

	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
)

// flowCommands are the flows whose command has another name.
var flowCommands = map[string]string{answer.Name: "ask"}

type runsCommand struct {
	JSON bool `help:"Print one JSON array."`
}

// Run lists the runs.
func (c *runsCommand) Run(ctx context.Context, s *shell, app readable) error {
	runs, err := app.Runs(ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		if runs == nil {
			runs = []graph.Run{}
		}
		return s.value(runs)
	}
	if len(runs) == 0 {
		s.note("Nothing was asked yet. rabbithole ask QUESTION, or rabbithole research QUESTION")
		return nil
	}
	w := tabwriter.NewWriter(s.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "RUN\tCOMMAND\tSTATUS\tUPDATED\tQUESTION")
	for _, r := range runs {
		fmt.Fprint(w, worded("%s\t%s\t%s\t%s\t%s\n", r.ID, cmp.Or(flowCommands[r.Flow], r.Flow), standing(app.Core, r.Status), r.Updated.Local().Format("2006-01-02 15:04"), oneLine(r.Title, 80)))
	}
	return w.Flush()
}
