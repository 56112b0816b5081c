// Package torture does to libraries what disks and crashes do to them, again and again, and looks what the program makes of it.
//
// It drives the command line from outside, as a person would, and looks into the files behind its back. What it does is
// drawn from a seed that it prints; the library is made anew each time, so that the same seed hits the same places but
// not always the same rows. The environment says how often (N), from which seed (SEED), and which command is killed (VERB).
package torture

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	_ "rabbithole/backend/store" // reads libraries
)

// number is what the environment says under a name.
func number(t *testing.T, name string, otherwise uint64) uint64 {
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// build builds the command line.
func build(t *testing.T) (program string) {
	program = filepath.Join(t.TempDir(), "rabbithole")
	if out, err := exec.Command("go", "build", "-o", program, "rabbithole/backend/cmd/rabbithole").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// library is a library that a program works on.
type library struct {
	program string
	home    string
}

// patience is how long a command may take.
const patience = 2 * time.Minute

// run runs a command on the library and returns what it said and its exit code.
func (l library) run(ctx context.Context, args ...string) (said string, code int, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, l.program, append([]string{"--home", l.home}, args...)...)
	cmd.Env = append(os.Environ(), "OLLAMA_HOST=127.0.0.1:1") // no model, whatever this computer has
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if ctx.Err() == nil && errors.As(err, &exit) {
		err = nil
	}
	if err != nil {
		return string(out), -1, fmt.Errorf("rabbithole %s: %w", strings.Join(args, " "), err)
	}
	return string(out), cmd.ProcessState.ExitCode(), nil
}

// must runs a command that has to succeed.
func (l library) must(ctx context.Context, args ...string) error {
	said, code, err := l.run(ctx, args...)
	if err == nil && code != 0 {
		err = fmt.Errorf("rabbithole %s: exit code %d: %s", strings.Join(args, " "), code, said)
	}
	return err
}

// fill makes a library with something of everything: documents, a conversation, a tree of questions with a letter,
// cards, settings, research.
func (l library) fill(ctx context.Context) error {
	letter := filepath.Join(filepath.Dir(l.home), "letter.md")
	text := "# Letter\n\nThe craft room was measured in winter: 640 Bq/m³. What has to be done, and by when?\n"
	if err := os.WriteFile(letter, []byte(text), 0o600); err != nil {
		return err
	}
	for _, command := range [][]string{
		{"demo"},
		{"ask", "Which limit applies to homes?"},
		{"explore", "What has to be done in our school, and by when?", "--context", letter, "--yes"},
		{"discover", "radon in old cellars"},
		{"watch", "add", filepath.Dir(l.home)},
		{"research", "Which limits apply to workplaces?", "--yes"}, // the last run, whose report a repair has to find
	} {
		if err := l.must(ctx, command...); err != nil {
			return err
		}
	}
	return nil
}

// twin makes home a copy of the library.
func (l library) twin(home string) (library, error) {
	if err := os.RemoveAll(home); err != nil {
		return l, err
	}
	return library{l.program, home}, os.CopyFS(home, os.DirFS(l.home))
}

func (l library) database() string { return filepath.Join(l.home, "library.db") }

// contents returns every row of every table of the library, whatever the pages that they stand on.
func (l library) contents(ctx context.Context) ([]byte, error) {
	db, err := sql.Open("sqlite", "file:"+l.database()+"?mode=ro")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	tables, err := rows(ctx, db, `SELECT name FROM sqlite_schema
		WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name`)
	var all bytes.Buffer
	for _, table := range tables {
		if err != nil {
			break
		}
		var lines []string
		lines, err = rows(ctx, db, `SELECT * FROM "`+table+`"`)
		slices.Sort(lines)
		fmt.Fprintf(&all, "%s\n%s\n", table, strings.Join(lines, "\n"))
	}
	return all.Bytes(), err
}

// rows returns the rows of a query, each as a line; a single text as it is.
func rows(ctx context.Context, db *sql.DB, query string) ([]string, error) {
	found, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	columns, err := found.Columns()
	if err != nil {
		return nil, err
	}
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	var out []string
	for found.Next() {
		if err := found.Scan(into...); err != nil {
			return nil, err
		}
		if text, ok := values[0].(string); ok && len(values) == 1 {
			out = append(out, text)
		} else {
			out = append(out, fmt.Sprintf("%q", values))
		}
	}
	return out, found.Err()
}
