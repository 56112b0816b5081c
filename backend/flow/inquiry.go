package flow

import (
	"context"

	"rabbithole/backend/cite"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

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
