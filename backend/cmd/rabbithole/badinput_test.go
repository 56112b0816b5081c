package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/fake"
)

// Every wrong call ends with the documented code, and with a message that says what to do.
func TestBadInput_CodeAndCure(t *testing.T) {
	home, server := library(t), fake.NewServer(t)
	empty := filepath.Join(t.TempDir(), "pictures")
	if err := os.MkdirAll(empty, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(empty, "cat.png"), []byte("\x89PNG"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, k := range []struct {
		name string
		args []string
		host string // of Ollama; "" for none
		code int
		kind string
		cure string
	}{
		{"MissingFile", []string{"add", "nowhere.pdf"}, "", 3, "not_found", "spelling"},
		{"FolderWithoutDocuments", []string{"add", empty}, "", 2, "usage", ".pdf"},
		{"EmptyQuestion", []string{"research", ""}, "", 2, "usage", "in your documents"},
		{"BlankQuestion", []string{"research", " \t "}, "", 2, "usage", "in your documents"},
		{"EndlessQuestion", []string{"research", strings.Repeat("why? ", 10_000)}, "", 2, "usage", "4000 characters"},
		{"Greeting", []string{"ask", "hello"}, "", 2, "usage", "rabbithole examples"},
		{"PastedPage", []string{"ask", strings.Repeat("The keeper lights the lantern at dusk. ", 25)}, "", 2, "usage", "--context FILE"},
		{"UnknownEngine", []string{"research", "Why radon?", "--engine", "warp"}, "", 2, "usage", "auto, ollama and extractive"},
		{"OllamaAbsent", []string{"research", "Why radon?", "--engine", "ollama"}, "", 6, "unavailable", "ollama serve"},
		{"ModelsWithoutOllama", []string{"models"}, "", 6, "unavailable", "ollama serve"},
		{"UnknownModel", []string{"research", "Why radon?", "--engine", "ollama", "--model", "mistral"}, server.URL.String(), 3, "not_found", "rabbithole models pull mistral"},
		{"EmbeddingModelAsked", []string{"research", "Why radon?", "--engine", "ollama", "--model", "nomic-embed-text"}, server.URL.String(), 2, "usage", "only makes embeddings"},
		{"UnknownDocument", []string{"refs", "nowhere.pdf"}, "", 3, "not_found", "rabbithole documents"},
		{"UnknownDocumentInSearch", []string{"search", "radon", "--document", "nowhere.pdf"}, "", 3, "not_found", "rabbithole documents"},
		{"UnknownRun", []string{"show", "nobody"}, "", 3, "not_found", "rabbithole runs"},
		{"NoRunNamed", []string{"show"}, "", 2, "usage", "rabbithole show last"},
		{"UnknownRunResumed", []string{"resume", "nobody"}, "", 3, "not_found", "rabbithole runs"},
		{"UnknownRunForked", []string{"fork", "nobody"}, "", 3, "not_found", "rabbithole runs"},
		{"CheckpointWithoutItsFlag", []string{"fork", "last", "99"}, "", 2, "usage", "--checkpoint N; `rabbithole show RUN --checkpoints`"},
		{"UnknownCommand", []string{"excavate"}, "", 2, "usage", "rabbithole --help"},
		{"UnknownFlag", []string{"documents", "--loudly"}, "", 2, "usage", "rabbithole --help"},
		{"UnknownMode", []string{"search", "radon", "--mode", "guess"}, "", 2, "usage", "rabbithole --help"},
		{"NothingExplored", []string{"explore"}, "", 2, "usage", "Write the question behind it: rabbithole explore"},
		{"ExploredBlank", []string{"explore", " "}, "", 2, "usage", "in your documents"},
		{"ContextMissing", []string{"explore", "Why radon?", "--context", "nowhere.pdf"}, "", 3, "not_found", "spelling"},
		{"ContextIsAFolder", []string{"explore", "Why radon?", "--context", empty}, "", 2, "usage", "one by one"},
		{"ContextIsAPicture", []string{"explore", "Why radon?", "--context", filepath.Join(empty, "cat.png")}, "", 2, "usage", ".pdf"},
		{"TreeTooLarge", []string{"explore", "Why radon?", "--nodes", "9999"}, "", 2, "usage", "from 1 to 500"},
		{"ExploredHostWithoutWeb", []string{"explore", "Why radon?", "--host", "who.int"}, "", 2, "usage", "--web"},
		{"NoQuery", []string{"search"}, "", 2, "usage", "rabbithole --help"},
	} {
		t.Run(k.name, func(t *testing.T) {
			if k.host != "" {
				t.Setenv("OLLAMA_HOST", k.host)
			}
			s := rabbithole(t, home, k.args...)
			message, cure, _ := strings.Cut(s.err, "\n")
			if s.code != k.code || s.out != "" || !strings.HasPrefix(message, "rabbithole: ") || !strings.Contains(cure, k.cure) || strings.TrimSpace(cure) == "" {
				t.Errorf("exit code %d, want %d with %q\n%s%s", s.code, k.code, k.cure, s.out, s.err)
			}
			list := lines(t, rabbithole(t, home, append(k.args, "--json")...))
			failure := list[len(list)-1]
			keysOf(t, "a failure", failure, "error")
			keysOf(t, "error", failure["error"], "message kind hint")
			if e, ok := failure["error"].(object); ok && (e["kind"] != k.kind || !strings.Contains(e["hint"].(string), k.cure)) {
				t.Errorf("error %v, want kind %s", e, k.kind)
			}
		})
	}
}

func TestBadInput_ExportHasNoJSONFlagButACode(t *testing.T) {
	home := library(t)
	for _, args := range [][]string{{"export", "nobody"}, {"export", "nobody", "--format", "state"}} {
		if s := rabbithole(t, home, args...); s.code != 3 || !strings.Contains(s.err, "rabbithole runs") {
			t.Errorf("%v: exit code %d\n%s", args, s.code, s.err)
		}
	}
	if s := rabbithole(t, home, "export", "last", "--format", "odt"); s.code != 2 || !strings.Contains(s.err, "docx, bibtex") {
		t.Errorf("exit code %d\n%s", s.code, s.err)
	}
	var told strings.Builder
	terminal := &shell{out: io.Discard, err: &told, screen: true}
	if code := run([]string{"--home", home, "export", "last", "--format", "pdf"}, terminal); code != 2 || !strings.Contains(told.String(), "-o report.pdf") {
		t.Errorf("a PDF on a terminal: exit code %d\n%s", code, told.String())
	}
	if s := rabbithole(t, home, "remove", "nowhere.pdf"); s.code != 3 || !strings.Contains(s.err, "rabbithole documents") {
		t.Errorf("exit code %d\n%s", s.code, s.err)
	}
}

func TestBadInput_NoLibraryYet(t *testing.T) {
	home := filepath.Join(t.TempDir(), "none")
	for _, args := range [][]string{{"documents"}, {"search", "radon"}, {"refs", "a.pdf"}, {"runs"}, {"show", "last"}, {"export", "last"}} {
		s := rabbithole(t, home, args...)
		if s.code != 3 || !strings.Contains(s.err, "rabbithole add") {
			t.Errorf("%v: exit code %d\n%s", args, s.code, s.err)
		}
	}
	if _, err := os.Stat(home); err == nil {
		t.Error("looking made a library")
	}
	if s := rabbithole(t, home, "research", "Why radon?"); s.code != 3 || !strings.Contains(s.err, "rabbithole add") {
		t.Errorf("exit code %d\n%s", s.code, s.err)
	}
}

func TestBadInput_HomeCannotBeMade(t *testing.T) {
	inTheWay := file(t, "file", []byte("x"))
	for _, args := range [][]string{{"add", inTheWay}, {"research", "Why radon?"}} {
		if s := rabbithole(t, filepath.Join(inTheWay, "home"), args...); s.code != 7 || !strings.Contains(s.err, "--home") {
			t.Errorf("%v: exit code %d\n%s", args, s.code, s.err)
		}
	}
}

func TestBadInput_DamagedDatabase(t *testing.T) {
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "library.db"), []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"documents"}, {"add", file(t, "a.txt", []byte("text"))}} {
		if s := rabbithole(t, home, args...); s.code != 7 || strings.Count(s.err, "\n") < 2 {
			t.Errorf("%v: exit code %d\n%s", args, s.code, s.err)
		}
	}
}

func TestHelp_NamesEveryCommand(t *testing.T) {
	cmd := exec.Command(os.Args[0], "--help")
	cmd.Env = append(os.Environ(), childEnv+"=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"add", "documents", "remove", "search", "refs", "research", "ask", "explore", "runs", "show", "resume", "fork", "export", "models", "settings", "doctor", "demo", "--home"} {
		if !strings.Contains(string(out), name) {
			t.Errorf("--help does not name %s", name)
		}
	}
}

func TestMisuse_NoSuchCommand(t *testing.T) {
	for _, args := range [][]string{{"serch", "radon"}, {"frobnicate"}} {
		if s := rabbithole(t, t.TempDir(), args...); s.code != 2 || !strings.Contains(s.err, "there is no command "+args[0]) {
			t.Errorf("%q ends with %d: %s", args, s.code, s.err)
		}
	}
}
