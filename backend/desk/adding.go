package desk

import (
	"context"
	"errors"
	"slices"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
)

// AddWish is what a person may say about files they add. The zero value works.
type AddWish struct {
	Collection string `json:"collection"` // of files named alone; those of a folder named have the folder's
	Password   string `json:"password"`   // of encrypted files; it is not kept
	Light      bool   `json:"light"`      // read PDFs with the light engine
}

// Adding is how far adding has come.
type Adding struct {
	Busy     bool            `json:"busy"`
	Waiting  int             `json:"waiting"` // calls of AddFiles that have not begun
	Progress ingest.Progress `json:"progress"`
	Results  []ingest.Result `json:"results"` // of the files done since adding began, the latest last, at most 200
	Failed   int             `json:"failed"`  // files of this round that could not be added
	Problem  *Fault          `json:"problem"` // why the last call ended early; null when it did not
}

// AddFiles begins to add files and whole folders and returns at once; events of kind library.adding tell how far it has come.
func (d *Desk) AddFiles(paths []string, wish AddWish) error {
	return tell(d, func(c *core.Core, _ context.Context) error {
		if len(paths) == 0 {
			return fault.New("add documents", fault.Usage, "Choose files or a folder.", nil)
		}
		if slices.Contains(paths, "") { // it would name the folder that the program was started in
			return fault.New("add documents", fault.Usage, "Choose the file: the library does not know where it is.", errors.New("a file has no path"))
		}
		d.enqueue(c, addCall{paths: paths, wish: wish})
		return nil
	})
}

// ResumeAdding goes on with the documents that a crash or a stop left unfinished.
func (d *Desk) ResumeAdding() error {
	return tell(d, func(c *core.Core, _ context.Context) error {
		d.enqueue(c, addCall{})
		return nil
	})
}

// RetryDocument reads a document again that failed, from the library's copy.
func (d *Desk) RetryDocument(hash string, wish AddWish) error {
	return tell(d, func(c *core.Core, ctx context.Context) error {
		err := c.CanRetry(ctx, hash)
		if err == nil {
			d.enqueue(c, addCall{again: hash, wish: wish})
		}
		return err
	})
}

// StopAdding stops at the last committed page; ResumeAdding goes on there.
func (d *Desk) StopAdding() error {
	return tell(d, func(*core.Core, context.Context) error { d.stopAdding(); return nil })
}
