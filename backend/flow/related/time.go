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

// total is the working time of a run: that of its mode, or what its model needs on this computer where that is more.
func (f *run) total(s State) time.Duration {
	total := LimitsOf(s.Mode).Total
	if f.Kit.Model == nil {
		return total
	}
	share := total.Seconds() / LimitsOf(Standard).Total.Seconds()
	return max(total, time.Duration(share*float64(f.Kit.Model.Card().Takes(modelReads, modelWrites))))
}

// What the model of a run in standard mode reads and writes at the most, about, from recorded runs; one with tools is asked several times.
const (
	modelReads  = 12000
	modelWrites = 1500
)

// clock bounds work to a share of what is left of the time.
func (f *run) clock(ctx context.Context, s State, share float64) (context.Context, context.CancelFunc) {
	return budget.WithTime(ctx, time.Duration(share*float64(max(0, f.total(s)-s.Spend.Time))))
}
