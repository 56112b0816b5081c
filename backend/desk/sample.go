package desk

import (
	"context"
	"errors"
	"path/filepath"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/private"
	"rabbithole/kb"
)

// sample is the name of the sample library's collection.
const sample = "radon"

// LoadSample begins to add the sample library, which is part of the program: for whoever wants to look before they trust it with their own.
func (d *Desk) LoadSample() error {
	return tell(d, func(c *core.Core, _ context.Context) error {
		folder, err := unpackSample(c.Uploads())
		if err != nil {
			return fault.New("unpack the sample library", fault.Storage, "Free some disk space and try again.", err)
		}
		d.enqueue(c, addCall{paths: []string{folder}})
		return nil
	})
}

// unpackSample writes the sample PDFs into a folder of uploads, which is deleted once they are added. It is a new one each time: an older
// one may be being read.
func unpackSample(uploads string) (folder string, err error) {
	if err := private.MkdirAll(uploads); err != nil {
		return "", err
	}
	if folder, err = private.MkdirTemp(uploads, "sample-"); err != nil {
		return "", err
	}
	folder = filepath.Join(folder, sample)
	if err := private.Mkdir(folder); err != nil {
		return "", err
	}
	entries, err := kb.Files.ReadDir(".")
	for _, entry := range entries {
		data, readErr := kb.Files.ReadFile(entry.Name())
		err = errors.Join(err, readErr, private.WriteFile(filepath.Join(folder, entry.Name()), data))
	}
	return folder, err
}
