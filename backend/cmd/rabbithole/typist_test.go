package main

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
)

// endless counts what is read of an input without lines.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	if e.read > 64<<20 {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = 'x'
	}
	e.read += len(p)
	return len(p), nil
}

// An input without end is no key, and is not held in memory.
func TestKeySet_ReadsNoMoreThanALine(t *testing.T) {
	in := &endless{}
	s := &shell{in: in, err: io.Discard}
	if _, err := s.secret(t.Context(), ""); fault.KindOf(err) != fault.Usage {
		t.Error(err)
	}
	if in.read > 2*longestLine {
		t.Errorf("%d bytes were read", in.read)
	}
	s.in = strings.NewReader("  key\nmore")
	if key, err := s.secret(t.Context(), ""); err != nil || key != "key" {
		t.Errorf("%q, %v", key, err)
	}
}

// What was typed before the last line of an answer is there when the program asks again.
func TestAsk_WhatWasTypedIsKept(t *testing.T) {
	data, err := json.Marshal([]research.Item{{ID: 1, Task: "Find the hive"}, {ID: 2, Task: "Find the queen"}, {ID: 3, Task: "Find the honey"}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := core.Open(t.Context(), core.Config{Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var printed strings.Builder
	s, q := &shell{err: &printed, attended: true}, graph.Question{ID: "plan", Kind: research.QuestionPlan, Data: data}
	sit := func(text string) *typist {
		again, err := c.Typed(t.Context(), "run", q)
		if err != nil {
			t.Fatal(err)
		}
		in := &typist{again: again, out: &printed, keep: func(lines []string) error { return c.KeepTyped(t.Context(), "run", q, lines) }}
		in.sitDown(strings.NewReader(text))
		return in
	}
	if _, err := s.ask(t.Context(), sit("delete 3\nmove 2 1\n"), q, false); fault.KindOf(err) != fault.Cancelled || !strings.Contains(fault.Hint(err), "What you typed is kept.") {
		t.Errorf("%v, hint %q", err, fault.Hint(err))
	}
	printed.Reset()
	answer, err := s.ask(t.Context(), sit("\n"), q, false)
	plan, ok := answer.(research.PlanAnswer)
	if err != nil || !ok || len(plan.Items) != 2 || plan.Items[0].ID != 2 || plan.Items[1].ID != 1 {
		t.Errorf("the plan is %+v, %v", answer, err)
	}
	if !strings.Contains(printed.String(), "> delete 3\n") {
		t.Errorf("it shows %q", printed.String())
	}
}
