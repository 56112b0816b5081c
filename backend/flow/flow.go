// Package flow holds what the flows share: what they work with, evidence by reference, the proof of a draft's sentences, the report made of them, and
// what comes before and after a search of the web: the person's consent, and which passages of a page are judged.
//
// A flow's state keeps evidence as passages and spans; this package reads its text again when it is needed, lets only those sentences of a draft
// through whose quotes stand where they say, and gives each claim its verdict. It promises the same outcome for the same draft and evidence.
// It refuses to know any flow's state, and what is searched or asked.
package flow

import (
	"context"
	"reflect"
	"slices"

	"rabbithole/backend/cite"
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

// Inquiry is a question that a flow has a run of another flow answer. Flows never import each other: what executes it comes from outside.
type Inquiry struct {
	Question string
	Language string
	Scope    source.Scope
	Allow    Allow // of the web; the sub-run asks its own question where it must
}

// Inquired is what the sub-run came to.
type Inquired struct {
	Run      string          // ID of the sub-run
	Report   report.Report   // its final one
	Evidence []cite.Evidence // that it found, the most worth first, cited or not
}

// Inquire has a question answered by a sub-run of the task that calls it. It begins the sub-run, or goes on with the one that the task already
// has, and returns graph.ErrSuspended while that waits for a person: the node passes it on, and is run again when there is something new. The same
// task always has the same sub-run, so an answered one is not asked twice.
type Inquire func(ctx context.Context, i Inquiry) (Inquired, error)

// Filled returns settings with their defaults in the place of numbers that are not set: those that are zero and, with below,
// those below it. Other fields stay as they are.
func Filled[S any](s, defaults S, below bool) S {
	v, d := reflect.ValueOf(&s).Elem(), reflect.ValueOf(defaults)
	for i := range v.NumField() {
		if f := v.Field(i); f.CanInt() && (f.Int() == 0 || below && f.Int() < 0) {
			f.Set(d.Field(i))
		}
	}
	return s
}

// Find returns the first entry of a list that is what is looked for, nil when there is none. It may be changed in its place.
func Find[T any](list []T, is func(T) bool) *T {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return &list[i]
	}
	return nil
}
