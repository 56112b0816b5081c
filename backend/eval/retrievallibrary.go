package eval

import (
	"context"
	"errors"
	"fmt"
	"os"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
)

// withPDFs hands a library with everything in folder to use: words and built-in vectors, the settings at their defaults. A kept library
// takes in only what it does not have yet.
func withPDFs(ctx context.Context, folder string, opt RetrievalOptions, use func(*core.Core) error) (err error) {
	home := opt.Library
	if home == "" {
		if home, err = os.MkdirTemp("", "rabbithole-eval"); err != nil {
			return fault.New("make a library to measure with", fault.Storage, "Free some disk space.", err)
		}
		defer func() { err = errors.Join(err, os.RemoveAll(home)) }()
	}
	app, err := core.Open(ctx, core.Config{Home: home, Env: func(string) string { return "" }, Without: opt.Without})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, app.Close()) }()
	results, err := app.Add(ctx, []string{folder}, core.AddOptions{Progress: opt.Progress, NoOCR: true})
	if err != nil {
		return err
	}
	for _, r := range results {
		if r.Status == ingest.NotAdded {
			return fault.New(fmt.Sprintf("add %s of the set", r.Path), fault.Unreadable, r.Reason, nil)
		}
	}
	return use(app)
}
