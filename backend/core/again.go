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
	_, _, err := c.failedDocument(ctx, hash)
	return err
}

// Retry reads a document that failed again: from the library's copy, or from the person's file where that is gone.
func (c *Core) Retry(ctx context.Context, hash string, opt AddOptions) ([]ingest.Result, error) {
	d, kept, err := c.failedDocument(ctx, hash)
	switch {
	case err != nil:
		return nil, err
	case kept:
		return c.ingester.Again(ctx, hash, opt)
	}
	opt.Collection = d.Collection
	return c.ingester.Add(ctx, []string{d.Path}, opt)
}

// failedDocument returns a document that failed, and whether the library has a copy of it.
func (c *Core) failedDocument(ctx context.Context, hash string) (d source.Document, kept bool, err error) {
	if d, err = c.db.Document(ctx, hash); err != nil {
		return d, false, err
	}
	op := "read " + d.Name + " again"
	if d.State != source.Failed {
		return d, false, fault.New(op, fault.Usage, "There is nothing to do about it.", errors.New("it did not fail"))
	}
	if _, err := os.Stat(c.files.Path(d)); err == nil {
		return d, true, nil
	}
	if _, err := os.Stat(d.Path); err != nil {
		return d, false, fault.New(op, fault.NotFound, "Add the file again from where it is now.", err)
	}
	return d, false, nil
}
