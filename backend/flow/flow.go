// Package flow holds what the flows share: what they work with, evidence by reference, the proof of a draft's sentences, the report made of them, and
// what comes before and after a search of the web: the person's consent, and which passages of a page are judged.
//
// A flow's state keeps evidence as passages and spans; this package reads its text again when it is needed, lets only those sentences of a draft
// through whose quotes stand where they say, and gives each claim its verdict. It promises the same outcome for the same draft and evidence.
// It refuses to know any flow's state, and what is searched or asked.
package flow

import (
	"context"

	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// Reports keeps the drafts and the final report of runs, by version; version 0 is the final one.
type Reports interface {
	PutReport(ctx context.Context, run string, version int, r report.Report) error
	Report(ctx context.Context, run string, version int) (report.Report, error)
	// Cite holds on to pages that a run uses as evidence: they stay, whatever is removed or replaced meanwhile.
	Cite(ctx context.Context, run, document string, pages ...int) error
}

// Kept is evidence by reference: its text is read from the pages again when it is needed.
type Kept struct {
	ID      string          `json:"id"` // "E1", ... in the order of keeping
	Passage string          `json:"passage"`
	Score   float64         `json:"score"`
	Why     string          `json:"why,omitempty"`
	Quotes  [][]source.Span `json:"quotes"`        // per quote the spans it stands on
	Via     string          `json:"via,omitempty"` // evidence ID whose reference led here
}
