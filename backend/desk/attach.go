package desk

import (
	"context"

	"rabbithole/backend/core"
)

// AttachContext keeps files for the next exploration, as they are, and returns them in order. The same bytes twice are one file.
func (d *Desk) AttachContext(paths []string) ([]core.Attachment, error) {
	return with(d, (*core.Core).Attach, paths)
}

// DetachContext forgets a file that no run uses.
func (d *Desk) DetachContext(hash string) error {
	return tell(d, func(c *core.Core, ctx context.Context) error { return c.Detach(ctx, hash) })
}

// AttachedContext returns the files that no run uses yet, the newest first.
func (d *Desk) AttachedContext() ([]core.Attachment, error) { return ask(d, (*core.Core).Attachments) }
