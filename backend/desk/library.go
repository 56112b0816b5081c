package desk

import (
	"context"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// Document is a row of the library's table.
type Document struct {
	source.Document
	RefsOut int  `json:"refs_out"` // references it makes that lead somewhere in the library
	RefsIn  int  `json:"refs_in"`  // references of other documents that lead to it
	Open    int  `json:"open"`     // references it makes that lead nowhere in the library
	Cited   int  `json:"cited"`    // runs whose reports cite it
	Gone    bool `json:"gone"`     // the person's own file is not where it was; the library's copy is
}

// Documents returns the library's documents, the newest first.
func (d *Desk) Documents() ([]Document, error) { return ask(d, d.documents) }

// RemoveDocument takes a document out of search; what reports cite of it stays.
func (d *Desk) RemoveDocument(hash string) error {
	return tell(d, func(c *core.Core, ctx context.Context) error {
		doc, err := c.Document(ctx, hash)
		if err == nil && doc.Hash != hash { // a part of a hash or name is enough to look, not to remove
			err = fault.New("remove document "+hash, fault.NotFound, "Name it by its whole hash.", nil)
		}
		if err == nil {
			_, err = c.Remove(ctx, hash)
		}
		if err == nil {
			d.say(EventChanged, nil)
		}
		return err
	})
}

// Examples returns questions that documents among the chosen ones answer, to begin with; of none chosen all are.
func (d *Desk) Examples(collections, documents []string) ([]core.Example, error) {
	return ask(d, func(c *core.Core, ctx context.Context) ([]core.Example, error) {
		return c.Examples(ctx, collections, documents)
	})
}

// Missing returns the works that the documents cite and the library does not have, the most cited first.
func (d *Desk) Missing() ([]core.MissingWork, error) { return ask(d, (*core.Core).Radar) }

// MissingBibliography returns the works that Missing returns for a reference manager, as "bibtex" or "ris".
func (d *Desk) MissingBibliography(format string) (string, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (string, error) {
		works, err := c.Radar(ctx)
		bibtex, ris := core.MissingBibliography(works)
		if format == "ris" {
			return string(ris), err
		}
		return string(bibtex), err
	})
}

// OpenReferences returns the references of a document that lead nowhere in the library, in reading order, each once.
func (d *Desk) OpenReferences(hash string) ([]core.OpenReference, error) {
	return with(d, (*core.Core).OpenReferences, hash)
}

// WatchedFolders returns the folders whose files are added as they come.
func (d *Desk) WatchedFolders() ([]string, error) { return ask(d, (*core.Core).Watched) }

// documents says what the table shows of every document.
func (d *Desk) documents(c *core.Core, ctx context.Context) ([]Document, error) {
	docs, err := c.Shelf(ctx)
	if err != nil {
		return nil, err
	}
	gone := d.missing(docs)
	out := make([]Document, len(docs))
	for i, doc := range docs {
		out[i] = Document{doc.Document, doc.RefsOut, doc.RefsIn, doc.Open, doc.Cited, gone[doc.Path]}
	}
	return out, nil
}

// WatchFolder puts a folder on the list and begins to watch it; its absolute path is returned.
func (d *Desk) WatchFolder(folder string) (string, error) {
	defer d.foldersChanged()
	return with(d, (*core.Core).WatchFolder, folder)
}

// UnwatchFolder takes a folder off the list; its documents stay.
func (d *Desk) UnwatchFolder(folder string) error {
	return tell(d, func(c *core.Core, ctx context.Context) error {
		defer d.foldersChanged()
		_, err := c.UnwatchFolder(ctx, folder)
		return err
	})
}

// RevealDocument shows the person's file, or the library's copy when that is gone, in the system's file manager.
func (d *Desk) RevealDocument(hash string) error {
	return tell(d, func(c *core.Core, ctx context.Context) error {
		path, err := c.PlaceOf(ctx, hash)
		if err != nil {
			return err
		}
		return reveal(path)
	})
}
