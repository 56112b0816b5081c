package main

import (
	"database/sql"
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/kb"
)

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// TestOddNames_FilesWhoseNamesAreNotUTF8 adds, lists, asks, cites and exports files with names from another time, named
// on the command line.
func TestOddNames_FilesWhoseNamesAreNotUTF8(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	folder, home := filepath.Join(t.TempDir(), "caf\xe9"), filepath.Join(t.TempDir(), "b\xfccher")
	data, err := kb.Files.ReadFile("Memo-Lindenhof-School.pdf")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Skip("file names here are UTF-8: ", err)
	}
	paths := map[string][]byte{"M\xe4rz.pdf": data,
		"\xfcber.md":   []byte("# Wrench\n\nThe lantern keeper keeps a wrench of brass.\n"),
		"\x80\xff.txt": []byte("The dredger Wilhelmina needs a bosun.\n")}
	for name, data := range paths {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Skip("file names here are UTF-8: ", err)
		}
	}
	for name := range paths {
		rabbithole(t, home, "add", filepath.Join(folder, name), "--no-ocr").ok(t)
	}
	rabbithole(t, home, "add", folder, "--no-ocr").ok(t)
	rows := one[[]object](t, rabbithole(t, home, "documents", "--json"))
	names := map[string]bool{}
	for _, row := range rows {
		names[row["name"].(string)] = true
	}
	if len(rows) != 3 || !names["März.pdf"] || !names["über.md"] || !names["\uFFFDÿ.txt"] ||
		rows[0]["collection"] != "café" {
		t.Fatalf("%v", rows)
	}
	if s := rabbithole(t, home, "documents").ok(t); !utf8.ValidString(s.out) || !strings.Contains(s.out, "März.pdf") {
		t.Errorf("%q", s.out)
	}
	rabbithole(t, home, "search", "wrench of brass", "--document", "über.md").ok(t).has(t, "über.md")
	rabbithole(t, home, "refs", "März.pdf").ok(t)
	rabbithole(t, home, "research", "--yes", "--engine", "extractive",
		"Which hours of the year does the craft teacher of Lindenhof School spend in the room?").ok(t).has(t, "[1] ")
	out := filepath.Join(t.TempDir(), "r\xe9port.html")
	rabbithole(t, home, "export", "last", "-o", out).ok(t)
	html, err := os.ReadFile(out)
	if err != nil || !utf8.Valid(html) {
		t.Fatalf("%d bytes of UTF-8: %t, %v", len(html), utf8.Valid(html), err)
	}
	_, link, _ := strings.Cut(string(html), `href="file://`)
	link, _, _ = strings.Cut(link, "#page=")
	if path, err := url.PathUnescape(link); err != nil || !exists(path) {
		t.Errorf("the citation opens %q: %v", link, err)
	}
	rabbithole(t, home, "explore", "Who keeps a wrench of brass?", "--engine", "extractive", "--context",
		filepath.Join(folder, "\xfcber.md")).ok(t).has(t, "[1] Wrench (über), p. 1")
	rabbithole(t, home, "watch", "add", folder).ok(t)
	rabbithole(t, home, "watch", "remove", folder).ok(t)
	rabbithole(t, home, "remove", "\uFFFDÿ.txt").ok(t)
}

// A terminal obeys what it is sent: the name of a file sends it nothing but letters, on one line.
func TestOddNames_DoNotCommandTheTerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	folder := t.TempDir()
	for _, name := range []string{"esc\x1b]0;PWNED\x07\x1b[2J.md", "new\nadded      forged.md", "c1\u009b31m.md", "turned\u202efdp.md"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("Radon is a gas, says "+name), 0o600); err != nil {
			t.Skip(err)
		}
	}
	home := t.TempDir()
	for _, args := range [][]string{{"add", "--no-embed", folder}, {"documents"}, {"search", "radon"},
		{"research", "--yes", "--engine", "extractive", "What is radon?"}, {"show", "last"}, {"remove", "nothing\x1b[2J"}} {
		s := rabbithole(t, home, args...)
		if text := s.out + s.err; strings.ContainsAny(text, "\x1b\x07\u009b\u202e") || strings.Contains(text, "\nadded      forged") {
			t.Errorf("%s prints %q", args[0], text)
		}
	}
}

// Nor does what a backup or another hand wrote into the library's rows.
func TestOddRows_DoNotCommandTheTerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := t.TempDir()
	note := filepath.Join(t.TempDir(), "radon.md")
	if err := os.WriteFile(note, []byte("# Radon\n\nRadon is a gas."), 0o600); err != nil {
		t.Fatal(err)
	}
	rabbithole(t, home, "add", note).ok(t)
	rabbithole(t, home, "research", "--yes", "--engine", "extractive", "What is radon?").ok(t)
	db, err := sql.Open("sqlite", filepath.Join(home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`UPDATE runs SET status = char(27) || '[2J', flow = char(27) || 'c', title = char(27) || ']0;x' || char(7);
		INSERT OR REPLACE INTO settings VALUES ('RABBITHOLE_EMBEDDER', char(27) || '[2J'), ('RABBITHOLE_ENGINE', char(27) || '[2J'),
		('RABBITHOLE_MODEL', char(27) || '[2J'), ('OLLAMA_HOST', char(27) || '[2J')`); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"runs", "settings", "documents", "doctor", "check"} {
		s := rabbithole(t, home, command)
		if text := s.out + s.err; strings.ContainsAny(text, "\x1b\x07") || text == "" {
			t.Errorf("%s prints %q", command, text)
		}
	}
}

// What a model asks stands on its line and sends the terminal nothing.
func TestAsk_QuestionsDoNotCommandTheTerminal(t *testing.T) {
	var printed strings.Builder
	s, in := &shell{err: &printed}, &typist{}
	in.sitDown(strings.NewReader("one\n\n"))
	const bad = "Which\nRun x is finished\x1b[2J"
	data, err := json.Marshal(research.Clarification{Questions: []string{bad}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.ask(t.Context(), in, graph.Question{Kind: research.QuestionClarify, Data: data}, false); err != nil {
		t.Fatal(err)
	}
	if data, err = json.Marshal([]research.Item{{ID: 1, Task: bad}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.ask(t.Context(), in, graph.Question{Kind: research.QuestionPlan, Data: data}, false); err != nil {
		t.Fatal(err)
	}
	s.warn(bad)
	s.note("%v", errors.New(bad))
	if text := printed.String(); strings.Contains(text, "\nRun x") || strings.Contains(text, "\x1b") || strings.Count(text, "Which Run x is finished") != 4 {
		t.Errorf("printed %q", text)
	}
}
