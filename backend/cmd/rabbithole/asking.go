package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/report/plain"
)

// typist reads what a person types. Reading from a terminal cannot be interrupted, so a goroutine does it, and Ctrl-C is heard
// meanwhile; the goroutine ends with the input or the process.
type typist struct {
	lines chan string
	typed []string             // for the question at hand
	again []string             // what was typed for it before the program ended, and is read first
	keep  func([]string) error // keeps typed; may be nil
	out   io.Writer            // what is read again is printed there, behind the prompt; may be nil
}

// longestLine is the most bytes of a line that is read: what is longer ends the input.
const longestLine = 1 << 20

// sitDown begins to read; once is enough.
func (t *typist) sitDown(in io.Reader) {
	if t.lines != nil {
		return
	}
	typed := make(chan string)
	t.lines = typed
	go func() {
		defer close(typed)
		lines := bufio.NewScanner(in)
		lines.Buffer(nil, longestLine)
		for lines.Scan() {
			typed <- strings.TrimSpace(lines.Text())
		}
	}()
}

// line returns the next line; the end of the input, or Ctrl-C, leaves the run waiting.
func (t *typist) line(ctx context.Context) (line string, err error) {
	if len(t.again) > 0 {
		line, t.again = t.again[0], t.again[1:]
		t.typed = append(t.typed, line)
		t.say(line)
		return line, nil
	}
	err = errors.New("the input ended")
	select {
	case line, open := <-t.lines:
		if open {
			return line, t.kept(line)
		}
	case <-ctx.Done():
		err = ctx.Err()
	}
	t.say("")
	hint := "The run waits."
	if len(t.typed) > 0 {
		hint += " What you typed is kept."
	}
	return "", fault.New("read your answer", fault.Cancelled, hint+" Go on with: rabbithole resume last", err)
}

func (t *typist) kept(line string) error {
	t.typed = append(t.typed, line)
	if t.keep == nil {
		return nil
	}
	return t.keep(t.typed)
}

// say ends the line of a prompt.
func (t *typist) say(line string) {
	if t.out != nil {
		fmt.Fprintln(t.out, plain.Line(line))
	}
}

// ask puts one question of a run to the person; with yes the default is taken.
func (s *shell) ask(ctx context.Context, in *typist, q graph.Question, yes bool) (any, error) {
	switch q.Kind {
	case research.QuestionClarify:
		if yes {
			return research.ClarifyAnswer{Enough: true}, nil
		}
		return s.askClarify(ctx, in, q)
	case research.QuestionPlan:
		if yes {
			return research.PlanAnswer{}, nil
		}
		return s.askPlan(ctx, in, q)
	case flow.QuestionConsent:
		if yes { // silence is no consent
			return flow.ConsentAnswer{Decision: flow.ConsentLibrary}, nil
		}
		return s.askConsent(ctx, in, q)
	}
	return nil, fmt.Errorf("the run asks something this program does not know: %s", q.Kind)
}

// waitsFor prints what a run asks that cannot be answered where it runs.
func (s *shell) waitsFor(q graph.Question) error {
	switch q.Kind {
	case research.QuestionClarify:
		var c research.Clarification
		if err := json.Unmarshal(q.Data, &c); err != nil {
			return err
		}
		s.note("It asks:")
		for i, question := range c.Questions {
			s.note("%2d. %s", i+1, question)
		}
	case research.QuestionPlan:
		var items []research.Item
		if err := json.Unmarshal(q.Data, &items); err != nil {
			return err
		}
		s.note("It asks whether this plan is right:")
		for i, item := range items {
			s.note("%2d. %s", i+1, item.Task)
		}
	default:
		s.note("It asks: %s", q.Text)
	}
	return nil
}

func (s *shell) askClarify(ctx context.Context, in *typist, q graph.Question) (any, error) {
	var c research.Clarification
	if err := json.Unmarshal(q.Data, &c); err != nil {
		return nil, err
	}
	if c.Needed {
		s.note("\nThe question has several readings. What you say here changes the research.")
	} else {
		s.note("\nOptional: answers sharpen the research.")
	}
	s.note("Enter skips a question, a number takes a choice, 'enough' begins the research.\n")
	answer := research.ClarifyAnswer{}
	for i, question := range c.Questions {
		var choices []string
		if i < len(c.Choices) {
			choices = c.Choices[i]
		}
		s.prompt("%d/%d %s\n", i+1, len(c.Questions), question)
		for n, choice := range choices {
			s.prompt("    %d %s\n", n+1, choice)
		}
		s.prompt("> ")
		line, err := in.line(ctx)
		if err != nil {
			return nil, err
		}
		if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(choices) {
			line = choices[n-1]
		}
		if w := strings.ToLower(line); w == "enough" || w == "genug" {
			answer.Enough = true
			break
		}
		answer.Answers = append(answer.Answers, line)
	}
	return answer, nil
}

func (s *shell) askPlan(ctx context.Context, in *typist, q graph.Question) (any, error) {
	var items []research.Item
	if err := json.Unmarshal(q.Data, &items); err != nil {
		return nil, err
	}
	list := make([]research.PlanEntry, 0, len(items))
	for _, i := range items {
		list = append(list, research.PlanEntry{ID: i.ID, Task: i.Task, Context: i.Context})
	}
	for {
		s.note("\nThe plan:")
		for i, e := range list {
			s.note("%2d. %s", i+1, e.Task)
		}
		s.prompt("Enter approves. add TEXT, edit N TEXT, delete N, move N M\n> ")
		line, err := in.line(ctx)
		if err != nil {
			return nil, err
		}
		if line == "" && len(list) > 0 {
			return research.PlanAnswer{Items: list}, nil
		}
		if line == "" {
			s.note("  A plan needs at least one item: add TEXT. Ctrl-C leaves the run waiting.")
			continue
		}
		if edited, err := editPlan(list, line); err != nil {
			s.note("  %v", err)
		} else {
			list = edited
		}
	}
}

// editPlan applies one line such as "edit 2 Find the exceptions" to a list.
func editPlan(list []research.PlanEntry, line string) ([]research.PlanEntry, error) {
	verb, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	if verb == "add" && rest != "" {
		return append(list, research.PlanEntry{Task: rest}), nil
	}
	first, rest, _ := strings.Cut(rest, " ")
	n, err := strconv.Atoi(first)
	if err != nil || n < 1 || n > len(list) {
		return nil, fmt.Errorf("say which of 1 to %d: add TEXT, edit N TEXT, delete N, move N M, or Enter to approve", len(list))
	}
	out := append([]research.PlanEntry{}, list...)
	switch rest = strings.TrimSpace(rest); {
	case verb == "edit" && rest != "":
		out[n-1].Task = rest
		return out, nil
	case verb == "delete":
		return append(out[:n-1], out[n:]...), nil
	case verb == "move":
		m, err := strconv.Atoi(rest)
		if err != nil || m < 1 || m > len(list) {
			return nil, fmt.Errorf("move %d to which place of 1 to %d?", n, len(list))
		}
		e := out[n-1]
		out = append(out[:n-1], out[n:]...)
		return append(out[:m-1], append([]research.PlanEntry{e}, out[m-1:]...)...), nil
	}
	return nil, fmt.Errorf("%q is not one of: add TEXT, edit N TEXT, delete N, move N M, or Enter to approve", verb)
}
