package main

import (
	"bytes"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

const askedOf = "What was measured at the Lindenhof School?"

func TestAsk_PrintsTheAnswerWithItsSources(t *testing.T) {
	home := library(t)
	s := rabbithole(t, home, "ask", askedOf).ok(t).has(t, "[1, p. ", "[1] Memo: Radon at Lindenhof School, pp. ")
	if !strings.Contains(s.err, "ask --follow ") || strings.Contains(s.out, "ask --follow") {
		t.Errorf("standard error:\n%s", s.err)
	}
	events, last := stream(t, rabbithole(t, home, "ask", "--deep", "--follow", "last", "--json", "And who worked there?"))
	keysOf(t, "the answer", last, "run question mode web status at answer citations verdict missing warnings stats spend | error hint")
	if last["mode"] != "deep_research" || len(events) == 0 {
		t.Errorf("%v after %d events", last["mode"], len(events))
	}
	run := last["run"].(string)
	rabbithole(t, home, "runs").ok(t).has(t, "COMMAND", "ask  ", askedOf)
	rabbithole(t, home, "show", run).ok(t).has(t, "And who worked there?")
	for _, format := range []string{"md", "json", "html", "bibtex"} {
		if s := rabbithole(t, home, "export", run, "--format", format).ok(t); s.out == "" {
			t.Errorf("export as %s is empty", format)
		}
	}
	if s := rabbithole(t, home, "export", run, "--format", "state"); s.code != 2 || !strings.Contains(s.err, "run of answer") {
		t.Errorf("%d: %s", s.code, s.err)
	}
	if german := rabbithole(t, home, "ask", "Was wurde in der Schule gemessen?"); !strings.Contains(german.err, "Planning what to look for.") || strings.Contains(german.err, "geplant") {
		t.Errorf("the command line speaks two languages:\n%s", german.err)
	}
	rabbithole(t, home, "delete", run).ok(t)
	if s := rabbithole(t, home, "show", run); s.code != 3 {
		t.Errorf("a deleted run: %d %s", s.code, s.out)
	}
}

func TestAsk_SaysWhatIsMissing(t *testing.T) {
	home := t.TempDir()
	for _, k := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"ask", "What is radon?"}, 3, "rabbithole add FOLDER"},
		{[]string{"ask", "What is radon?"}, 3, "--web"},
		{[]string{"ask", "--host", "who.int", "What is radon?"}, 2, "--web"},
		{[]string{"ask", ""}, 2, "Ask a question"},
		{[]string{"ask", "--follow", "nonsense", "What is radon?"}, 3, "rabbithole runs"},
		{[]string{"ask", "--follows", "nonsense", "What is radon?"}, 3, "rabbithole runs"},
		{[]string{"key", "set", "google"}, 2, "brave and tavily"},
	} {
		if s := rabbithole(t, home, k.args...); s.code != k.code || !strings.Contains(s.err, k.says) {
			t.Errorf("%v: %d %s", k.args, s.code, s.err)
		}
	}
}

// Nothing leaves before the person was shown what, and to whom, and said so.
func TestAsk_ShowsWhatWouldLeave(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	provider, searches := barren(t)
	home := library(t)
	if s := rabbithole(t, home, "ask", "--web", beyond); s.code != exitWaiting || searches.Load() != 0 {
		t.Errorf("with nobody there: %d, %d searches\n%s", s.code, searches.Load(), s.err)
	}
	s := typing(t, home, "n\n", "ask", "--web", beyond).ok(t)
	if !strings.Contains(s.err, provider) || !strings.Contains(strings.ToLower(s.err), "sistine") || searches.Load() != 0 {
		t.Errorf("%d searches after a no\n%s", searches.Load(), s.err)
	}
	typing(t, home, "all\n", "ask", "--web", beyond).ok(t)
	if searches.Load() == 0 {
		t.Error("nothing was searched after a yes")
	}
	before := searches.Load()
	rabbithole(t, home, "ask", "--web", "--yes", beyond).ok(t)
	if searches.Load() == before {
		t.Error("--yes agreed to nothing")
	}
}

func TestKey_IsReadAndNotShown(t *testing.T) {
	const secret = "tvly-0a1b2c3d4e5f"
	home := t.TempDir()
	rabbithole(t, home, "key").ok(t).has(t, "* wikipedia", "brave")
	s := typing(t, home, secret+"\n", "key", "set", "tavily").ok(t)
	list := rabbithole(t, home, "key", "list").ok(t).has(t, "ready; key in the file")
	for _, printed := range []string{s.out, s.err, list.out, rabbithole(t, home, "settings").out, rabbithole(t, home, "settings", "--json").out, rabbithole(t, home, "doctor").out} {
		if strings.Contains(printed, secret) {
			t.Errorf("the key was printed:\n%s", printed)
		}
	}
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if bytes.Contains(raw, []byte(secret)) != (d.Name() == "keys.json") {
			t.Errorf("%s: the key stands there, or does not and should", d.Name())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	rabbithole(t, home, "key", "remove", "tavily").ok(t)
	if s := rabbithole(t, home, "key"); strings.Contains(s.out, "key in the") {
		t.Errorf("the key is still there:\n%s", s.out)
	}
	if s := rabbithole(t, home, "key", "set", "tavily"); s.code != 2 {
		t.Errorf("no key at all: %d %s", s.code, s.err)
	}
}

// A run that waits for a consent and is resumed with --yes stays in the library: silence is no consent.
func TestAsk_ResumedWithYesSendsNothing(t *testing.T) {
	var searches atomic.Int64
	search := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { searches.Add(1) }))
	defer search.Close()
	t.Setenv("WEB_SEARCH_PROVIDER", "searxng")
	t.Setenv("SEARXNG_URL", search.URL)
	home := library(t)
	rabbithole(t, home, "ask", "What is radon?").ok(t)
	s := rabbithole(t, home, "ask", "--web", askedOf)
	_, rest, _ := strings.Cut(s.err, "Run ")
	run, _, _ := strings.Cut(rest, "\n")
	if s.code != exitWaiting || run == "" {
		t.Fatalf("%d: %s", s.code, s.err)
	}
	rabbithole(t, home, "show", "last").ok(t).has(t, askedOf, "resume "+run, "So far: ", "Spent: no call of a model, ") // what resume goes on with, not the one that finished before
	if s := rabbithole(t, home, "resume", "last", "--yes").ok(t).has(t, "[1]"); !strings.Contains(s.err, "Run "+run) || !strings.Contains(s.err, "So far: ") {
		t.Errorf("another run went on:\n%s", s.err)
	}
	if searches.Load() != 0 {
		t.Errorf("%d searches", searches.Load())
	}
}
