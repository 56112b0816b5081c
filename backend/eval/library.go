package eval

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/index"
	"rabbithole/backend/ingest"
	"rabbithole/backend/private"
)

// Options say how a measurement is made; the zero value works.
type Options struct {
	Progress func(ingest.Progress) // of adding the set's documents; nil means nobody wants to know
}

// shelf says where the documents of a set are put, and how they are read and searched.
type shelf struct {
	home     string       // kept, and takes in only what it does not have yet; "" is made and removed afterwards
	without  []index.Part // parts of ranking to leave out
	late     bool         // no vectors: what is measured does not search
	progress func(ingest.Progress)
}

// with hands a library with everything in folder to use. The environment is left out, so that a figure does not depend on the settings of
// the person who measures.
func (s shelf) with(ctx context.Context, folder string, use func(*core.Core) error) (err error) {
	home := s.home
	if home == "" {
		if home, err = private.MkdirTemp("", "rabbithole-eval"); err != nil {
			return fault.New("make a library to measure with", fault.Storage, "Free some disk space.", err)
		}
		defer func() { err = errors.Join(err, os.RemoveAll(home)) }()
	}
	app, err := core.Open(ctx, core.Config{Home: home, Env: func(string) string { return "" }, Without: s.without})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, app.Close()) }()
	results, err := app.Add(ctx, []string{folder}, core.AddOptions{Progress: s.progress, Late: s.late, NoOCR: true})
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

// readLines decodes each line of a JSON Lines file.
func readLines[T any](path string, each func(T)) error {
	f, err := os.Open(path)
	if err != nil {
		return fault.New("read a file of the set", fault.NotFound, "Name the folder of a set in the layout that docs/cli.md describes.", err)
	}
	defer f.Close()
	return decodeLines(path, f, each)
}

func decodeLines[T any](name string, r io.Reader, each func(T)) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<26)
	for n := 1; lines.Scan(); n++ {
		var row T
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return fault.New(fmt.Sprintf("read line %d of %s", n, name), fault.Unreadable, "Each line must be one JSON value.", err)
		}
		each(row)
	}
	return lines.Err()
}
