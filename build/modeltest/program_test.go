package modeltest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/fake"
)

// program is the command line on a library.
type program struct {
	path, home string
	env        []string
}

// command returns what runs the program in a context.
func (p program) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, p.path, append([]string{"--home", p.home}, args...)...)
	cmd.Env = append(os.Environ(), p.env...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = grace
	return cmd
}

// grace is how much longer than its limit a run may take, and to end once it is stopped.
const grace = 10 * time.Second

// all is the program that uses a model by its name although it is too weak.
func (p program) all() program {
	p.env = append(slices.Clone(p.env), "RABBITHOLE_WEAK_MODELS=true")
	return p
}

// last runs a command and returns the last line it prints.
func (p program) last(ctx context.Context, args ...string) ([]byte, error) {
	cmd := p.command(ctx, args...)
	var trouble bytes.Buffer
	cmd.Stderr = &trouble
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("rabbithole %s: %w: %s", strings.Join(args, " "), err, trouble.String())
	}
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	return lines[len(lines)-1], err
}

// addSamples makes the library.
func (p program) addSamples(ctx context.Context, folder string) error {
	samples := filepath.Join(folder, "samples")
	if err := fake.Unpack(samples); err != nil {
		return err
	}
	_, err := p.last(ctx, "add", samples, "--json")
	return err
}

// try does a run with an engine.
func (p program) try(ctx context.Context, t trial, engine string) outcome {
	r := outcome{Flow: t.flow, Name: t.name, Engine: engine}
	begun := time.Now()
	limited, cancel := context.WithTimeout(ctx, t.limit+grace)
	defer cancel()
	end, err := p.last(limited, append(t.args, "--engine", engine, "--json")...)
	r.Seconds = time.Since(begun).Seconds()
	switch {
	case limited.Err() != nil:
		r.Wrong = append(r.Wrong, fmt.Sprintf("did not end within %s", t.limit+grace))
		return r
	case err != nil:
		r.Wrong = append(r.Wrong, err.Error())
		return r
	}
	var ended struct{ Run, Status string }
	if json.Unmarshal(end, &ended) == nil && ended.Status == "finished" && t.flow != "discover" {
		if end, err = p.command(ctx, "show", ended.Run, "--json").Output(); err != nil {
			r.Wrong = append(r.Wrong, err.Error())
			return r
		}
	}
	r.judge(t, end)
	return r
}

// tests has the model take the program's own test, so that the program knows of the runs to come whether it is weak. Not to pass is no failure.
func (p program) tests(ctx context.Context, name string) outcome {
	r := outcome{Flow: "test", Name: name, Engine: "ollama"}
	begun := time.Now()
	out, err := p.command(ctx, "models", "test", name, "--json").Output()
	var t struct {
		State string
		Right int
	}
	if err == nil {
		err = json.Unmarshal(out, &t)
	}
	if err != nil {
		r.Wrong = append(r.Wrong, err.Error())
	}
	r.Verdict, r.Stated, r.Marked, r.Seconds = t.State, t.Right, 10-t.Right, time.Since(begun).Seconds()
	return r
}

// embeds makes a library of one document whose vectors are a real embedder's, and searches it by meaning.
func (p program) embeds(ctx context.Context, name string) outcome {
	r := outcome{Flow: "add", Name: name, Engine: "ollama"}
	begun := time.Now()
	p.env = append(p.env, "RABBITHOLE_EMBEDDER="+name)
	document := filepath.Join(filepath.Dir(p.home), "samples", questions()[0].gold.document)
	p.home += "-embedded"
	_, err := p.last(ctx, "add", document, "--json")
	var hits []struct{ Page int }
	if err == nil {
		var out []byte
		if out, err = p.command(ctx, "search", "--mode", "semantic", "craft room", "--json").Output(); err == nil {
			err = json.Unmarshal(out, &hits)
		}
	}
	if err != nil {
		r.Wrong = append(r.Wrong, err.Error())
	} else if len(hits) == 0 {
		r.Wrong = append(r.Wrong, "a search by meaning finds nothing")
	}
	r.Seconds = time.Since(begun).Seconds()
	return r
}
