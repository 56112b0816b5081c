package core

import (
	"context"
	"errors"
	"os"

	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

// CanRetry returns why the document with this hash cannot be read again, nil when it can.
func (c *Core) CanRetry(ctx context.Context, hash string) error {
	d, err := c.db.Document(ctx, hash)
	if err != nil {
		return err
	}
	op := "read " + d.Name + " again"
	if d.State != source.Failed {
		return fault.New(op, fault.Usage, "There is nothing to do about it.", errors.New("it did not fail"))
	}
	if _, err := os.Stat(c.files.Path(d)); err != nil {
		return fault.New(op, fault.NotFound, "Add the file again from where it is now.", errors.New("the library has lost its copy"))
	}
	return nil
}

// Retry reads a document that failed again, from the library's copy.
func (c *Core) Retry(ctx context.Context, hash string, opt AddOptions) ([]ingest.Result, error) {
	if err := c.CanRetry(ctx, hash); err != nil {
		return nil, err
	}
	defer c.way.hold()()
	return c.ingester.Again(ctx, hash, opt)
}
