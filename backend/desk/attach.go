package desk

import (
	"context"
	"time"

	"rabbithole/backend/core"
)

// Attached is a file that waits to be given to an exploration. It is kept as it is; nobody has read it yet.
type Attached struct {
	Hash  string    `json:"hash"`
	Name  string    `json:"name"`
	Bytes int64     `json:"bytes"`
	At    time.Time `json:"at" ts_type:"string"`
}

// AttachContext keeps files for the next exploration, as they are, and returns them in order. The same bytes twice are one file.
func (d *Desk) AttachContext(paths []string) ([]Attached, error) {
	return ask(d, func(c *core.Core, ctx context.Context) ([]Attached, error) {
		list, err := c.Attach(ctx, paths)
		return attachedOf(list), err
	})
}

// DetachContext forgets a file that no run uses.
func (d *Desk) DetachContext(hash string) error {
	return tell(d, func(c *core.Core, ctx context.Context) error { return c.Detach(ctx, hash) })
}

// AttachedContext returns the files that no run uses yet, the newest first.
func (d *Desk) AttachedContext() ([]Attached, error) {
	return ask(d, func(c *core.Core, ctx context.Context) ([]Attached, error) {
		list, err := c.Attachments(ctx)
		return attachedOf(list), err
	})
}

func attachedOf(list []core.Attachment) []Attached {
	out := make([]Attached, 0, len(list))
	for _, a := range list {
		out = append(out, Attached(a))
	}
	return out
}
