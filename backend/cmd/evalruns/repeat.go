package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/fake"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/ingest"
	"rabbithole/backend/reason"
)

// repeat does a recorded run again and counts what became of its sentences.
func repeat(ctx context.Context, o options, folder string) (out result, err error) {
	r, err := read(folder)
	if err != nil {
		return out, err
	}
	answers, err := openReplay(folder, o.ask)
	if err != nil {
		return out, err
	}
	server, stop := fake.Serve()
	defer stop()
	server.Models = server.Models[:1] // no embedder: the built-in one does
	answers.pace = o.pace
	server.Script(answers.reply)
	server.Trial = answers.trial
	p := program{path: o.program, server: server.URL.Host, patient: o.pace == (pace{})}
	made, err := library(ctx, p, o, r)
	if err != nil {
		return out, err
	}
	// A library keeps what a model said and does not ask again, so each run has one that is new.
	if p.home, err = os.MkdirTemp("", "evalruns-library"); err != nil {
		return out, err
	}
	defer os.RemoveAll(p.home)
	if made != "" {
		if err := os.CopyFS(p.home, os.DirFS(made)); err != nil {
			return out, err
		}
	}
	args, done, err := r.command(o)
	if err != nil {
		return out, err
	}
	defer done()
	if !p.patient { // as somebody does who chooses a model; from then on its pace is known
		if _, err := p.last(ctx, "models", "test", "qwen3:14b", "--json"); err != nil {
			return out, err
		}
	}
	if p.heard = new(heard); !p.patient && args[0] != "related" { // which shows no words before they are checked
		args = append(args, "--stream")
	}
	p.heard.began = time.Now()
	p.heard.last = p.heard.began
	last, err := p.last(ctx, args...)
	if err != nil {
		return out, err
	}
	took := time.Since(p.heard.began)
	if len(r.Claims) > 0 {
		if answers.calls == 0 {
			return out, errors.New("the model was not asked")
		}
		out = checked(last)
		out.claims = true
	} else {
		handed, err := p.handed(ctx, last)
		if err != nil {
			return out, err
		}
		if err := p.export(ctx, last, o.reports, filepath.Base(folder)); err != nil {
			return out, err
		}
		out = r.judge(handed)
		out.Took, out.Words, out.Silence = took.Seconds(), p.heard.words.Seconds(), p.heard.silence.Seconds()
		out.Found = p.heard.found.Seconds()
		out.Told = p.heard.told
	}
	out.Flow = r.flow()
	out.Name, out.Calls, out.Unanswered = filepath.Base(folder), answers.calls, answers.fresh
	out.Made, out.Sections = answers.made, len(r.Sections)
	out.Prompt, out.Reply = answers.tokens()
	for _, section := range r.Sections {
		if !section.standsIn(answers.written) {
			out.Unwritten = append(out.Unwritten, section)
		}
	}
	return out, nil
}

// flow is what a course calls the flow of a run, "" for labelled sentences.
func (r recorded) flow() string {
	switch {
	case len(r.Args) > 0 && r.Args[0] != "ask":
		return r.Args[0]
	case slices.Contains(r.Args, "--deep"):
		return "thorough " + answer.Name
	case len(r.Args) > 0:
		return answer.Name
	}
	return ""
}

// command returns the arguments of a run, and what removes the files that they name.
func (r recorded) command(o options) (args []string, done func(), err error) {
	files, err := os.MkdirTemp("", "evalruns-files")
	if err != nil {
		return nil, nil, err
	}
	done = func() { os.RemoveAll(files) }
	for name, text := range r.Files {
		if err := os.WriteFile(filepath.Join(files, filepath.Base(name)), []byte(text), 0o600); err != nil {
			return nil, done, err
		}
	}
	if len(r.Claims) > 0 {
		file, err := chosen(o.sets, files, r.Claims)
		return []string{"eval", "claims", file, "--engine", "ollama", "--model", "qwen3:14b", "--json"}, done, err
	}
	for _, a := range r.Args {
		args = append(args, strings.ReplaceAll(a, "{files}", files))
	}
	return append(args, "--engine", "ollama", "--model", "qwen3:14b", "--json"), done, nil
}

// chosen writes those of the labelled sentences that are named into a file, in that order.
func chosen(sets, folder string, ids []string) (string, error) {
	files, err := filepath.Glob(filepath.Join(sets, "claims", "*.jsonl"))
	byID := map[string]string{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		for line := range strings.Lines(string(data)) {
			var named struct {
				ID string `json:"id"`
			}
			if json.Unmarshal([]byte(line), &named) == nil {
				byID[named.ID] = line
			}
		}
	}
	var b strings.Builder
	for _, id := range ids {
		if byID[id] == "" {
			return "", fmt.Errorf("no labelled sentence has the ID %s", id)
		}
		b.WriteString(byID[id])
	}
	file := filepath.Join(folder, "claims.jsonl")
	return file, errors.Join(err, os.WriteFile(file, []byte(b.String()), 0o600))
}

// program is the command line on a library.
type program struct {
	path, home, server string
	patient            bool   // whoever answers takes his time
	heard              *heard // nil: nobody listens
}

// heard is when a run said something.
type heard struct {
	began, last    time.Time
	words, silence time.Duration // until the first words of a text, and the longest time without a line
	found          time.Duration // until the first passages
	told           course
	rest           []byte // of a line
	said           bytes.Buffer
}

// Write takes lines as they come.
func (h *heard) Write(p []byte) (int, error) {
	now := time.Now()
	h.silence = max(h.silence, now.Sub(h.last))
	h.last = now
	h.rest = append(h.rest, p...)
	for {
		line, rest, whole := bytes.Cut(h.rest, []byte("\n"))
		if !whole {
			break
		}
		h.rest = rest
		var e struct {
			Kind    event.Kind      `json:"kind"`
			Data    json.RawMessage `json:"data"`
			Message string          `json:"message"` // beside a document
		}
		if json.Unmarshal(line, &e) != nil {
			continue
		}
		if left := leftIn(e.Message); left > 0 {
			h.told = append(h.told, moment{At: now.Sub(h.began).Seconds(), Left: left, Long: strings.Contains(e.Message, "longer than expected")})
		}
		switch e.Kind {
		case reason.EventWords, answer.EventToken:
			if h.words == 0 {
				h.words = now.Sub(h.began)
			}
		case answer.EventNear, answer.EventKept:
			if h.found == 0 {
				h.found = now.Sub(h.began)
			}
		case reason.EventAsking:
			var a reason.Asking
			if json.Unmarshal(e.Data, &a) == nil {
				h.told = append(h.told, moment{now.Sub(h.began).Seconds(), a.Left.Seconds(), a.Long})
			}
		}
	}
	return h.said.Write(p)
}

// last runs a command and returns the last object it prints.
func (p program) last(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, p.path, append([]string{"--home", p.home}, args...)...)
	cmd.Env = append(os.Environ(), "OLLAMA_HOST="+p.server)
	if p.patient {
		cmd.Env = append(cmd.Env, "CHAT_RESEARCH_TIMEOUT_SECONDS=86400", "DEEP_RESEARCH_TIMEOUT_SECONDS=86400")
	}
	var trouble bytes.Buffer
	said := p.heard
	if said == nil {
		said = new(heard)
	}
	cmd.Stdout, cmd.Stderr = said, &trouble
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("rabbithole %s: %w: %s", strings.Join(args, " "), err, trouble.String())
	}
	lines := bytes.Split(bytes.TrimSpace(said.said.Bytes()), []byte("\n"))
	return lines[len(lines)-1], nil
}

// handed returns what a run handed over: its report, or its cards or relations.
func (p program) handed(ctx context.Context, last []byte) ([]byte, error) {
	var end struct{ Run, Flow, Status string }
	if err := json.Unmarshal(last, &end); err != nil {
		return nil, err
	}
	if end.Status != "finished" {
		return last, nil // related, which has no report
	}
	cmd := exec.CommandContext(ctx, p.path, "--home", p.home, "show", end.Run, "--json")
	return cmd.Output()
}

// export writes the report of a run into a folder, as PDF and as Markdown; what has no report, as it was handed over.
func (p program) export(ctx context.Context, last []byte, folder, name string) error {
	if folder == "" {
		return nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	var end struct{ Run, Status string }
	if err := json.Unmarshal(last, &end); err != nil {
		return err
	}
	if end.Status != "finished" {
		return os.WriteFile(filepath.Join(folder, name+".json"), last, 0o600)
	}
	for _, ext := range []string{".pdf", ".md"} {
		cmd := exec.CommandContext(ctx, p.path, "--home", p.home, "export", end.Run, "-o", filepath.Join(folder, name+ext))
		if said, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("export %s%s: %w: %s", name, ext, err, said)
		}
	}
	return nil
}

// library makes a library of the documents of a run, or takes one that was made of the same and read as they are read now; "" for a run
// without documents.
func library(ctx context.Context, p program, o options, r recorded) (string, error) {
	if len(r.Library) == 0 {
		return "", nil
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\n%s", ingest.ReadingVersion, strings.Join(r.Library, "\n")))
	home := filepath.Join(o.work, fmt.Sprintf("library-%x", sum[:4]))
	done := filepath.Join(home, "complete")
	if _, err := os.Stat(done); err == nil {
		return home, nil
	}
	args := []string{"add", "--no-ocr"} // not everybody has what recognises text
	for _, name := range r.Library {
		args = append(args, filepath.Join(o.sets, filepath.FromSlash(name)))
	}
	p.home = home
	if _, err := p.last(ctx, append(args, "--json")...); err != nil {
		return "", err
	}
	return home, os.WriteFile(done, nil, 0o600)
}
