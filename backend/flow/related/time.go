package related

import (
	"context"
	"time"

	"rabbithole/backend/budget"
)

// The shares of what is left of the time that a part of the work may take.
const (
	gatherShare  = 0.6
	aloneShare   = 0.9 // of gathering where neither a model nor the web is asked
	consultShare = 0.8
	browseShare  = 0.7
	checkShare   = 0.9
)

// left is the working time that a run has left.
func (s State) left() time.Duration { return max(0, LimitsOf(s.Mode).Total-s.Spend.Time) }

// clock bounds work to a share of what is left of the time.
func (f *run) clock(ctx context.Context, s State, share float64) (context.Context, context.CancelFunc) {
	return budget.WithTime(ctx, time.Duration(share*float64(s.left())))
}
