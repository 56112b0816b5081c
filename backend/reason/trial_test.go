package reason_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"testing"

	"rabbithole/backend/budget"
	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// judge answers a test with a row of verdicts; an empty one is no answer.
type judge []string

func (j judge) Card() prompts.Card { return prompts.Card{NumCtx: 8192} }

func (j judge) Generate(_ context.Context, call prompts.Call, _ func(string)) (prompts.Reply, error) {
	if n := reason.Tokens(call.System + call.User); n > 1200 || call.NumPredict > 400 { // a laptop reads 200 a second, and writes 15
		return prompts.Reply{}, fmt.Errorf("%d tokens to read, %d to write", n, call.NumPredict)
	}
	out := prompts.TrialOut{Claims: []prompts.TrialVerdict{}}
	for i, verdict := range j {
		out.Claims = append(out.Claims, prompts.TrialVerdict{Ref: "K" + strconv.Itoa(i+1), Verdict: verdict})
	}
	text, _ := json.Marshal(out)
	return prompts.Reply{Text: string(text), DoneReason: "stop"}, nil
}

// A model that says anything else than what stands there does not pass: the same of all sentences, by turns, in halves, or nothing.
func TestTry_RowsOfVerdicts(t *testing.T) {
	row := func(verdict func(i int, right bool) bool) (j judge) {
		for i, c := range prompts.TrialClaims() {
			j = append(j, map[bool]string{true: "supported", false: "contradicted"}[verdict(i, c.Right)])
		}
		return j
	}
	for _, c := range []struct {
		name    string
		row     judge
		at, top int
	}{
		{"the truth", row(func(_ int, right bool) bool { return right }), 10, 10},
		{"all right", row(func(int, bool) bool { return true }), 5, 5},
		{"all wrong", row(func(int, bool) bool { return false }), 5, 5},
		{"by turns", row(func(i int, _ bool) bool { return i%2 == 0 }), 0, 6},
		{"by turns, wrong first", row(func(i int, _ bool) bool { return i%2 == 1 }), 0, 6},
		{"in halves", row(func(i int, _ bool) bool { return i < 5 }), 0, 6},
		{"in halves, wrong first", row(func(i int, _ bool) bool { return i >= 5 }), 0, 6},
		{"nothing", nil, 0, 0},
	} {
		right, err := reason.Caller{Model: c.row, Meter: &budget.Meter{}}.Try(t.Context())
		if err != nil || right < c.at || right > c.top {
			t.Errorf("%s: %d right, %v", c.name, right, err)
		}
	}
}
