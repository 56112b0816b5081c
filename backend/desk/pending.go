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
func searchRuns(*core.Core, context.Context, string) ([]Found, error) { return nil, errPending }
func thinking(*core.Core, context.Context) (Thinking, error)          { return Thinking{}, errPending }
