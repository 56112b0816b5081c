package step_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"rabbithole/backend/extract"
	"rabbithole/backend/fault"
	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

var task = extract.Task{Task: "Find the distance of a hive from the road", Context: "beekeeping"}

// askFor asks the model for queries: the smallest step that goes the whole way.
func askFor(ctx context.Context, k *kit) ([]string, error) {
	return k.Queries(ctx, english, extract.Analysis{KeyConcepts: []string{"beehive"}}, task, nil)
}

const goodQueries = `{"queries": ["hive distance road", "beehive metres"]}`

func TestReason_WhatIsDoneWithAReply(t *testing.T) {
	cases := []struct {
		name     string
		replies  []any
		calls    int
		fallback bool
	}{
		{"valid", []any{goodQueries}, 1, false},
		{"thinking before it", []any{"<think>I could say nothing.</think>\n" + goodQueries}, 1, false},
		{"braces before it", []any{"<think>The shape is {queries: [...]}, so:</think>\n" + goodQueries}, 1, false},
		{"braces after it", []any{goodQueries + "\nI left {out} what was tried."}, 1, false},
		{"chatter around it", []any{"Sure! Here it is:\n```json\n" + goodQueries + "\n```\nI hope that helps."}, 1, false},
		{"invalid, then valid", []any{"I would rather not.", goodQueries}, 2, false},
		{"wrong shape, then valid", []any{`{"queries": "hive"}`, goodQueries}, 2, false},
		{"an unknown field, then valid", []any{`{"queries": ["hive distance road", "beehive metres"], "note": "x"}`, goodQueries}, 2, false},
		{"too many, then valid", []any{`{"queries": ["a b", "c d", "e f", "g h", "i j"]}`, goodQueries}, 2, false},
		{"empty, then valid", []any{`{"queries": ["  ", ""]}`, goodQueries}, 2, false},
		{"nothing, then valid", []any{"", goodQueries}, 2, false},
		{"invalid twice", []any{"no", "still no"}, 2, true},
		{"wrong shape twice", []any{`{"items": []}`, `[]`}, 2, true},
		{"the server cut the prompt twice", []any{prompts.Reply{Text: goodQueries, DoneReason: "stop", Truncated: true}}, 2, true},
		{"the server cut the prompt once", []any{prompts.Reply{Text: goodQueries, DoneReason: "stop", Truncated: true}, goodQueries}, 2, false},
		{"broken JSON that ended by itself is repaired", []any{prompts.Reply{Text: `{"queries": ["hive distance road", "beehive metres"`, DoneReason: "stop"}}, 1, false},
		{"a trailing comma is repaired", []any{`{'queries': ["hive distance road", "beehive metres",]}`}, 1, false},
		{"broken JSON that was cut is not", []any{prompts.Reply{Text: `{"queries": ["hive distance road", "beehive metres"`, DoneReason: "length"}}, 2, true},
		{"cut after the object was complete", []any{prompts.Reply{Text: goodQueries + " and then", DoneReason: "length"}}, 1, false},
		{"the server fails in an unknown way", []any{errors.New("500 internal server error")}, 1, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := &oracle{replies: c.replies}
			k := newKit(t, m)
			got, err := askFor(t.Context(), k)
			if err != nil || len(got) == 0 {
				t.Fatalf("queries %q, %v", got, err)
			}
			if len(m.calls) != c.calls {
				t.Errorf("%d calls, want %d", len(m.calls), c.calls)
			}
			spent := k.Meter.Spent()
			if fell := spent.Fallbacks == 1; fell != c.fallback || k.count(reason.EventFallback) != spent.Fallbacks {
				t.Errorf("%d fallbacks, %d events, want one: %v", spent.Fallbacks, k.count(reason.EventFallback), c.fallback)
			}
			if model := got[0] == "hive distance road"; model == c.fallback {
				t.Errorf("queries %q", got)
			}
		})
	}
}

// Replies with objects inside the object break in other places than flat ones.
func TestReason_NestedRepliesAreRepairedOrRefused(t *testing.T) {
	three := `{"key_concepts": ["hive"], "entities": [], "scope": "", "assumed_context": [], "clarification_needed": false, "items": [` +
		`{"task": "One", "context": "a", "queries": ["x"]}, {"task": "Two", "context": "b", "queries": []}, {"task": "Three", "context": "c", "queries": []}`
	for name, c := range map[string]struct {
		reply prompts.Reply
		calls int
	}{
		"the end is missing":        {prompts.Reply{Text: three, DoneReason: "stop"}, 1},
		"the last brace is missing": {prompts.Reply{Text: three + "]", DoneReason: "stop"}, 1},
		"a comma too many":          {prompts.Reply{Text: three + ",]}", DoneReason: "stop"}, 1},
		"fenced":                    {prompts.Reply{Text: "```json\n" + three + "]}\n```", DoneReason: "stop"}, 1},
		"cut at the token limit":    {prompts.Reply{Text: three, DoneReason: "length"}, 2},
		"cut inside the second":     {prompts.Reply{Text: three[:180], DoneReason: "length"}, 2},
	} {
		m := &oracle{replies: []any{c.reply}}
		k := newKit(t, m)
		_, tasks, err := k.Plan(t.Context(), english, nil)
		if err != nil || len(tasks) < 3 || len(m.calls) != c.calls || (tasks[0].Task == "One") != (c.calls == 1) {
			t.Errorf("%s: %+v after %d calls, %v", name, tasks, len(m.calls), err)
		}
		if c.calls == 2 && !strings.Contains(m.calls[1].User, "token limit") {
			t.Errorf("%s: the model is told %q", name, m.calls[1].User[len(m.calls[0].User):])
		}
	}
}

func TestReason_TheSecondCallSaysWhatWasWrong(t *testing.T) {
	m := &oracle{replies: []any{`{"queries": []}`, goodQueries}}
	if _, err := askFor(t.Context(), newKit(t, m)); err != nil {
		t.Fatal(err)
	}
	first, second := m.calls[0], m.calls[1]
	if first.Attempt != 0 || second.Attempt != 1 {
		t.Errorf("attempts %d and %d", first.Attempt, second.Attempt)
	}
	if !strings.HasPrefix(second.User, first.User) || !strings.Contains(second.User[len(first.User):], "could not be used") || !strings.Contains(second.User, "minItems") {
		t.Errorf("the second prompt ends %q", second.User[len(first.User):])
	}
	if first.System != second.System || string(first.Schema) != string(second.Schema) || len(first.Schema) == 0 || first.Think || first.NumPredict == 0 {
		t.Errorf("the two calls differ in more than that: %+v", second)
	}
}

func TestReason_TheFallbackSaysWhy(t *testing.T) {
	k := newKit(t, &oracle{replies: []any{"no"}})
	if _, err := askFor(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	var why reason.FallbackData
	last := k.events[len(k.events)-1]
	if err := json.Unmarshal(last.Data, &why); err != nil || k.count(reason.EventCalled) != 2 || why.Step != "queries" || !strings.Contains(why.Reason, "no JSON object") {
		t.Errorf("event %+v, %v", why, err)
	}
}

func TestReason_CutPromptsRaiseTheAlarm(t *testing.T) {
	k := newKit(t, &oracle{replies: []any{prompts.Reply{Text: goodQueries, DoneReason: "stop", Truncated: true, PromptTokens: 77}, goodQueries}})
	if _, err := askFor(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	if s := k.Meter.Spent(); s.Truncated != 1 || s.Calls != 2 || s.PromptTokens != 127 || k.count(reason.EventTruncated) != 1 {
		t.Errorf("spent %+v, %d alarms", s, k.count(reason.EventTruncated))
	}
}

func TestReason_CallsAndTokensAreCounted(t *testing.T) {
	k := newKit(t, &oracle{replies: []any{"no", prompts.Reply{Text: goodQueries, DoneReason: "stop", PromptTokens: 7, ReplyTokens: 3, Replayed: true}}})
	if _, err := askFor(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	if s := k.Meter.Spent(); s.Calls != 2 || s.PromptTokens != 57 || s.ReplyTokens != 8 || s.Replayed != 1 || s.Fallbacks != 0 {
		t.Errorf("spent %+v", s)
	}
}

// A model that is gone and a person who cancels end the step: the run must not quietly change its engine in the middle.
func TestReason_WhatIsAnErrorAndNoFallback(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx   context.Context
		reply any
		kind  fault.Kind
	}{
		"unavailable":       {t.Context(), fault.New("ask", fault.Unavailable, "Start Ollama.", nil), fault.Unavailable},
		"cancelled fault":   {t.Context(), fault.New("ask", fault.Cancelled, "", nil), fault.Cancelled},
		"cancelled context": {cancelled, goodQueries, fault.Internal},
	} {
		m := &oracle{replies: []any{c.reply}}
		k := newKit(t, m)
		_, err := askFor(c.ctx, k)
		if err == nil || fault.KindOf(err) != c.kind || len(m.calls) != 1 || k.Meter.Spent().Fallbacks != 0 || len(k.events) != 0 {
			t.Errorf("%s: %v after %d calls, spent %+v", name, err, len(m.calls), k.Meter.Spent())
		}
		if name == "cancelled context" && !errors.Is(err, context.Canceled) {
			t.Errorf("%v hides why", err)
		}
	}
}

// Every step answers without a model, and with one that never makes sense.
func TestReason_EveryStepSurvivesABrokenModel(t *testing.T) {
	for name, reply := range map[string]any{"babble": "lorem", "empty object": "{}", "null": "null", "list": "[1]", "deep": strings.Repeat(`{"a":`, 200)} {
		m := &oracle{replies: []any{reply}}
		k := newKit(t, m)
		for _, run := range steps(t, k, english) {
			before := k.Meter.Spent().Fallbacks
			calls := len(m.calls)
			if err := run.do(); err != nil {
				t.Errorf("%s, %s: %v", name, run.name, err)
			}
			if fell := k.Meter.Spent().Fallbacks - before; fell != 1 || len(m.calls)-calls != 2 {
				t.Errorf("%s, %s: %d fallbacks after %d calls", name, run.name, fell, len(m.calls)-calls)
			}
		}
	}
}
