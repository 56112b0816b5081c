package desk

import (
	"context"

	"rabbithole/backend/core"
)

// export writes a report into a file.
func export(c *core.Core, ctx context.Context, run string, version int, format, path string) (Exported, error) {
	path, warnings, err := c.ExportReport(ctx, run, version, format, path)
	return Exported{Path: path, Warnings: warnings}, err
}

// searchRuns looks for words in earlier questions and reports.
func searchRuns(c *core.Core, ctx context.Context, text string) ([]Found, error) {
	list, err := c.SearchRuns(ctx, text)
	out := make([]Found, 0, len(list))
	for _, f := range list {
		out = append(out, Found(f))
	}
	return out, err
}
