package core

import (
	"context"
	"os"
)

// PlaceOf returns where a document can be found on the disk: the person's file, or the library's copy when that is gone.
func (c *Core) PlaceOf(ctx context.Context, hash string) (string, error) {
	d, err := c.db.Document(ctx, hash)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(d.Path); d.Path != "" && err == nil {
		return d.Path, nil
	}
	return c.FilePath(ctx, hash)
}
