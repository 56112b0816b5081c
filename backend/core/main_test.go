package core_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/fake"
	"rabbithole/backend/graph"
	"rabbithole/backend/ollama"
	"rabbithole/backend/report"
	"rabbithole/backend/report/reporttest"
)

func TestMain(m *testing.M) {
	core.RunWorkerIfAsked()
	if child := os.Getenv(childEnv); child != "" {
		os.Exit(runChild(child))
	}
	code := m.Run()
	sample.Remove()
	os.Exit(code)
}

// sample is a library with the sample PDFs.
var sample fake.Samples

// library returns the home of a fresh copy of the sample library.
func library(t *testing.T) string {
	t.Helper()
	return sample.Copy(t, func(home, folder string) error {
		c, err := core.Open(context.Background(), core.Config{Home: home, Env: noEnv})
		if err != nil {
			return err
		}
		defer c.Close()
		results, err := c.Add(context.Background(), []string{folder}, core.AddOptions{})
		if err == nil && len(results) < 5 {
			err = fmt.Errorf("only %d sample documents", len(results))
		}
		return err
	})
}

// noEnv is an empty environment on a machine that does not have Tesseract.
func noEnv(name string) string {
	if name == "RABBITHOLE_TESSERACT" {
		return "none"
	}
	return ""
}

// env is an environment with the given pairs.
func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return noEnv(name)
	}
}

func open(t *testing.T, home string, environment func(string) string) *core.Core {
	t.Helper()
	c, err := core.Open(t.Context(), core.Config{Home: home, Env: environment, Ollama: ollama.Options{NumThread: 1}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// finish runs research unattended to its end and returns its checked report.
func finish(t *testing.T, c *core.Core, b core.Begin) (graph.Run, report.Report) {
	t.Helper()
	b.Unattended = true
	run, err := c.StartResearch(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	if run, err = c.Resume(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	return run, checked(t, c, run)
}

// checked returns a finished run's report after the independent check of every citation.
func checked(t *testing.T, c *core.Core, run graph.Run) report.Report {
	t.Helper()
	if run.Status != graph.Finished {
		t.Fatalf("run is %s: %s", run.Status, run.Error)
	}
	r, err := c.Report(t.Context(), run.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := report.JSON(r)
	if err != nil {
		t.Fatal(err)
	}
	result := reporttest.Check(t, raw, func(document string, page int) (string, bool) {
		text, err := c.PageText(t.Context(), document, page)
		return text, err == nil
	})
	if len(r.Claims) > 0 && result.Citations < len(r.Claims) {
		t.Fatalf("%d claims, %d citations", len(r.Claims), result.Citations)
	}
	return r
}

// said is everything a report states, for looking words up.
func said(r report.Report) string {
	var b strings.Builder
	for _, c := range r.Claims {
		b.WriteString(c.Text + "\n")
		for _, q := range c.Citations {
			b.WriteString(q.Quote + "\n")
		}
	}
	return b.String()
}
