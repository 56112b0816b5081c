package related

import (
	"context"
	"time"

	"rabbithole/backend/budget"
)

// Mode is how far a run goes.
type Mode string

// The modes, under the specification's names.
const (
	Quick    Mode = "quick"
	Standard Mode = "standard"
	Deep     Mode = "deep"
)

// Limits bound a run, whatever a model asks for.
type Limits struct {
	Results int           // of one search
	Pages   int           // of the web that are read
	Fetch   time.Duration // of one web page
	Bytes   int64         // of one web page
	Total   time.Duration // working time; waiting for a person or for another run does not count
	Turns   int           // answers of a model that ask for tools
	Bullets int           // of a summary
	Points  [3]int        // statements that are looked at on the page being read, on those beside it, and elsewhere in the document
}

// LimitsOf returns what a mode may spend; an unknown one is standard.
func LimitsOf(m Mode) Limits {
	switch m {
	case Quick:
		return Limits{Results: 5, Pages: 3, Fetch: 5 * time.Second, Bytes: 1 << 20, Total: 20 * time.Second, Turns: 4, Bullets: 5, Points: [3]int{10, 2, 2}}
	case Deep:
		return Limits{Results: 8, Pages: 5, Fetch: 10 * time.Second, Bytes: 2 << 20, Total: 40 * time.Second, Turns: 8, Bullets: mostBullets, Points: [3]int{24, 6, 6}}
	}
	return Limits{Results: 6, Pages: 4, Fetch: 7 * time.Second, Bytes: 3 << 19, Total: 30 * time.Second, Turns: 6, Bullets: 6, Points: [3]int{16, 4, 4}}
}

// The bounds of a summary.
const (
	fewestBullets = 3
	mostBullets   = 8
	mostQuestions = 5
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
