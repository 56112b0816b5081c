package desk

import (
	"context"
	"errors"

	"rabbithole/backend/core"
)

var errPending = errors.New("not built yet")

func export(*core.Core, context.Context, string, int, string, string) (Exported, error) {
	return Exported{}, errPending
}
func searchRuns(*core.Core, context.Context, string) ([]Found, error)  { return nil, errPending }
func openDocument(*core.Core, context.Context, string) (Opened, error) { return Opened{}, errPending }
func pageReferences(*core.Core, context.Context, string, int) ([]PageReference, error) {
	return nil, errPending
}
func pageMarks(*core.Core, context.Context, string, int) ([]PageMark, error) { return nil, errPending }
func markedPages(*core.Core, context.Context, string) (map[int]int, error)   { return nil, errPending }
func thinking(*core.Core, context.Context) (Thinking, error)                 { return Thinking{}, errPending }
