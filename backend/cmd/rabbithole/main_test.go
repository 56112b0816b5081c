package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/private"
	"rabbithole/kb"
)

// childEnv makes a copy of the test binary behave as the program does; its value "attended" seats a person at it.
const childEnv = "RABBITHOLE_CLI_CHILD"

// nowhere is an address of this computer at which nobody listens: tests must not find a person's own Ollama.
const nowhere = "127.0.0.1:1"

func TestMain(m *testing.M) {
	core.RunWorkerIfAsked()
	if child := os.Getenv(childEnv); child != "" {
		os.Exit(run(os.Args[1:], &shell{out: os.Stdout, err: os.Stderr, in: os.Stdin, attended: child == "attended"}))
	}
	os.Setenv("OLLAMA_HOST", nowhere)
	os.Setenv("RABBITHOLE_TESSERACT", "none") // tests that need it name it
	for _, s := range []string{"RABBITHOLE_HOME", "RABBITHOLE_ENGINE", "RABBITHOLE_MODEL", "RABBITHOLE_EMBEDDER", "RABBITHOLE_PDF_PASSWORD", "DBUS_SESSION_BUS_ADDRESS", "BRAVE_API_KEY", "TAVILY_API_KEY", "SEARXNG_URL", "WEB_SEARCH_PROVIDER"} {
		os.Unsetenv(s)
	}
	code := m.Run()
	for _, s := range []*sample{&bare, &researched} {
		os.RemoveAll(s.home)
	}
	os.Exit(code)
}

// said is what a command printed and how it ended.
type said struct {
	code     int
	out, err string
}

// rabbithole runs a command as from a script: nobody is there to be asked.
func rabbithole(t *testing.T, home string, args ...string) said {
	t.Helper()
	var out, err bytes.Buffer
	code := run(append([]string{"--home", home}, args...), &shell{out: &out, err: &err, in: strings.NewReader("")})
	return heard(code, home, out, err)
}

// heard is what a command said; commands in it are read without the library that they name, see TestHome_CommandsNameTheLibrary.
func heard(code int, home string, out, err bytes.Buffer) said {
	plain := strings.NewReplacer("rabbithole --home "+home+" ", "rabbithole ")
	return said{code, plain.Replace(out.String()), plain.Replace(err.String())}
}

// typing runs a command as in a terminal at which a person types lines.
func typing(t *testing.T, home, lines string, args ...string) said {
	t.Helper()
	var out, err bytes.Buffer
	code := run(append([]string{"--home", home}, args...), &shell{out: &out, err: &err, in: strings.NewReader(lines), attended: true})
	return heard(code, home, out, err)
}

// ok fails the test when the command did not end with 0.
func (s said) ok(t *testing.T) said {
	t.Helper()
	if s.code != 0 {
		t.Fatalf("exit code %d\n%s%s", s.code, s.out, s.err)
	}
	return s
}

// has fails for every word that was not printed as a result.
func (s said) has(t *testing.T, words ...string) said {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(s.out, w) {
			t.Errorf("%q is not in the output\n%s", w, s.out)
		}
	}
	return s
}

// one reads the output as exactly one JSON value.
func one[T any](t *testing.T, s said) T {
	t.Helper()
	var v T
	d := json.NewDecoder(strings.NewReader(s.ok(t).out))
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in\n%s", err, s.out)
	}
	if _, err := d.Token(); err != io.EOF {
		t.Errorf("more than one JSON value:\n%s", s.out)
	}
	return v
}

type object = map[string]any

// lines reads the output as NDJSON: one object a line.
func lines(t *testing.T, s said) []object {
	t.Helper()
	var list []object
	for line := range strings.Lines(s.out) {
		var v object
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("line %d: %v: %s", len(list)+1, err, line)
		}
		list = append(list, v)
	}
	if len(list) == 0 {
		t.Fatalf("no output; standard error says\n%s", s.err)
	}
	return list
}

// keys fails unless an object has exactly these keys; those after "|" may be missing.
func keysOf(t *testing.T, what string, v any, names string) {
	t.Helper()
	must, may, _ := strings.Cut(names, "|")
	o, ok := v.(object)
	if !ok {
		t.Errorf("%s is no object: %v", what, v)
		return
	}
	for _, name := range strings.Fields(must) {
		if _, ok := o[name]; !ok {
			t.Errorf("%s lacks %q: %v", what, name, slices.Sorted(maps.Keys(o)))
		}
	}
	for name := range o {
		if !slices.Contains(strings.Fields(must+" "+may), name) {
			t.Errorf("%s has %q, which docs/cli.md does not document", what, name)
		}
	}
}

// sample is a library that is made once; each test works on a copy.
type sample struct {
	once sync.Once
	home string
	err  error
}

// bare has the sample documents, researched a finished run too.
var bare, researched sample

func (s *sample) copy(t *testing.T, build func(*core.Core, string) error) string {
	t.Helper()
	s.once.Do(func() { s.err = s.make(build) })
	if s.err != nil {
		t.Fatal(s.err)
	}
	home := t.TempDir()
	if err := os.CopyFS(home, os.DirFS(s.home)); err != nil {
		t.Fatal(err)
	}
	new(private.Tightened).Tree(home) // a copy is open to others, which every command would say
	return home
}

func (s *sample) make(build func(*core.Core, string) error) (err error) {
	if s.home, err = os.MkdirTemp("", "rabbithole-cli"); err != nil {
		return err
	}
	app, err := core.Open(context.Background(), core.Config{Home: s.home})
	if err != nil {
		return err
	}
	defer app.Close()
	return build(app, s.home)
}

func addSample(app *core.Core, home string) error {
	folder := filepath.Join(home, "radon")
	if err := unpack(folder); err != nil {
		return err
	}
	_, err := app.Add(context.Background(), []string{folder}, core.AddOptions{})
	return err
}

// library returns a copy of the sample library without runs.
func library(t *testing.T) string {
	t.Helper()
	return bare.copy(t, addSample)
}

// finished returns a copy of the sample library with one finished run, which answers kb.Question.
func finished(t *testing.T) string {
	t.Helper()
	return researched.copy(t, func(app *core.Core, home string) error {
		if err := addSample(app, home); err != nil {
			return err
		}
		run, err := app.StartResearch(context.Background(), core.Begin{Question: kb.Question, Engine: settings.Extractive, Unattended: true})
		if err != nil {
			return err
		}
		_, err = app.Resume(context.Background(), run.ID)
		return err
	})
}

// file writes a file of the test and returns its path.
func file(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
