package core

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// Attachment is a file that a person wants to give to a run. It is kept as it is; nobody has read it yet.
type Attachment struct {
	Hash  string
	Name  string
	Bytes int64
	At    time.Time
}

// Attach keeps files for a run to come, as they are. What cannot be kept harms no other: the error says what is the matter with it, the others
// are returned. The same bytes twice are one file.
func (c *Core) Attach(ctx context.Context, paths []string) ([]Attachment, error) {
	if len(paths) == 0 {
		return nil, fault.New("attach", fault.Usage, "Name at least one file.", nil)
	}
	var out []Attachment
	var failed error
	seen := map[string]bool{}
	for _, path := range paths {
		path, err := filepath.Abs(path)
		if err != nil {
			return out, err
		}
		err = c.ingester.Keep(ctx, path, func(d source.Document) error {
			a := store.Attached{Hash: d.Hash, Name: d.Name, Format: d.Format, Bytes: d.Bytes, At: d.AddedAt}
			if err := c.db.Attach(ctx, a); err != nil || seen[a.Hash] {
				return err
			}
			seen[a.Hash] = true
			out = append(out, attachmentOf(a))
			return nil
		})
		if ctx.Err() != nil || fault.KindOf(err) == fault.Storage {
			return out, err
		}
		if failed == nil {
			failed = err
		}
	}
	return out, errors.Join(failed, c.dropUploads(ctx, paths))
}

// Attachments returns the files that wait for a run, the newest first.
func (c *Core) Attachments(ctx context.Context) ([]Attachment, error) {
	list, err := c.db.Waiting(ctx)
	out := make([]Attachment, 0, len(list))
	for _, a := range list {
		out = append(out, attachmentOf(a))
	}
	return out, err
}

// Detach takes a file back that waits for a run. Runs that use it keep it.
func (c *Core) Detach(ctx context.Context, hash string) error {
	if err := c.db.Detach(ctx, hash); err != nil {
		return err
	}
	return c.ingester.TidySoon(ctx)
}

func attachmentOf(a store.Attached) Attachment { return Attachment{a.Hash, a.Name, a.Bytes, a.At} }

// isAttached reports whether the copy with this hash is a file that somebody attached.
func (c *Core) isAttached(ctx context.Context, hash string) (bool, error) {
	_, err := c.db.Attached(ctx, hash)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil, err
}
