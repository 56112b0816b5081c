package step_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/step"
	"rabbithole/prompts"
)

var claimRef = regexp.MustCompile(`(?m)^(K\d+) \(claim\)$`)

// judged answers every claim of a call with one verdict, which its first quote decides.
func judged(verdict cite.Verdict) func(prompts.Call) any {
	return func(c prompts.Call) any {
		var out prompts.CheckOut
		for _, m := range claimRef.FindAllStringSubmatch(c.User, -1) {
			out.Claims = append(out.Claims, prompts.CheckVerdict{Ref: m[1], Verdict: string(verdict), Quote: m[1] + "a", Why: "The quote says so."})
		}
		return out
	}
}

func checkables(n, words int) []step.Checkable {
	var out []step.Checkable
	for i := range n {
		out = append(out, step.Checkable{Text: fmt.Sprintf("Hive %d stands at the road.", i),
			Quotes: []step.CheckQuote{{Heading: "Bees.md, 1 Hives", Text: fmt.Sprintf("Hive %d. ", i) + strings.Repeat("A beehive stands near. ", words/4)}}})
	}
	return out
}

func TestCheck_BatchesFitTheContext(t *testing.T) {
	for _, c := range []struct{ numCtx, claims, words, calls int }{{16384, 5, 20, 1}, {16384, 30, 20, 3}, {4096, 12, 300, 3}, {2048, 2, 8000, 1}} {
		m := &oracle{numCtx: c.numCtx, replies: []any{judged(cite.Supported)}}
		opinions, err := newKit(t, m).Check(t.Context(), checkables(c.claims, c.words))
		if err != nil || len(opinions) != c.claims {
			t.Fatalf("%d opinions, %v", len(opinions), err)
		}
		for i, o := range opinions {
			if o.Verdict != cite.Supported || o.Why == "" {
				t.Errorf("claim %d of %d: %+v", i, c.claims, o)
			}
		}
		if len(m.calls) < c.calls || len(m.calls) > c.claims {
			t.Errorf("%d claims of %d words in a context of %d took %d calls, want %d", c.claims, c.words, c.numCtx, len(m.calls), c.calls)
		}
		for _, call := range m.calls {
			if words := len(strings.Fields(call.System + call.User)); words+call.NumPredict > c.numCtx {
				t.Errorf("a prompt of %d words and a reply of %d in a context of %d", words, call.NumPredict, c.numCtx)
			}
		}
	}
}

func TestCheck_WhatIsDoneWithAnOpinion(t *testing.T) {
	one := func(ref, verdict, quote string) prompts.CheckOut {
		return prompts.CheckOut{Claims: []prompts.CheckVerdict{{Ref: ref, Verdict: verdict, Quote: quote, Why: "w"}}}
	}
	for name, c := range map[string]struct {
		replies []any
		want    cite.Verdict
		calls   int
	}{
		"supported":                          {[]any{one("K1", "supported", "K1a")}, cite.Supported, 1},
		"small letters":                      {[]any{one("k1 ", "unproven", "")}, cite.Unproven, 1},
		"contradicted by its quote":          {[]any{one("K1", "contradicted", "k1a")}, cite.Contradicted, 1},
		"contradicted by nothing":            {[]any{one("K1", "contradicted", "")}, cite.Unproven, 1},
		"contradicted by another":            {[]any{one("K1", "contradicted", "K2a")}, cite.Unproven, 1},
		"an unknown claim, then a known one": {[]any{one("K7", "supported", "K7a"), one("K1", "supported", "K1a")}, cite.Supported, 2},
		"unknown claims twice":               {[]any{one("K7", "supported", "K7a")}, "", 2},
		"a verdict nobody knows, then one":   {[]any{one("K1", "probably", ""), one("K1", "unproven", "")}, cite.Unproven, 2},
		"no JSON twice":                      {[]any{"They are fine."}, "", 2},
	} {
		m := &oracle{replies: c.replies}
		k := newKit(t, m)
		got, err := k.Check(t.Context(), checkables(1, 20))
		if err != nil || len(got) != 1 || got[0].Verdict != c.want || len(m.calls) != c.calls {
			t.Errorf("%s: %+v, %v after %d calls", name, got, err, len(m.calls))
		}
		if fell := k.Meter.Spent().Fallbacks == 1; fell != (c.want == "") {
			t.Errorf("%s: fell back: %v", name, fell)
		}
	}
}

func TestCheck_WithoutAModelThereIsNoOpinion(t *testing.T) {
	got, err := newKit(t, nil).Check(t.Context(), checkables(3, 20))
	if err != nil || len(got) != 3 || got[0] != (step.Opinion{}) {
		t.Errorf("%+v, %v", got, err)
	}
	m := &oracle{replies: []any{"x"}}
	if _, err := newKit(t, m).Check(t.Context(), nil); err != nil || len(m.calls) != 0 {
		t.Errorf("asked %d times about nothing: %v", len(m.calls), err)
	}
}
