package core

import (
	"context"
	"testing"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/reason"
)

func TestTelling_TheFirstTokensSayNothingOfTheSpeed(t *testing.T) {
	begun := time.Now()
	call := telling{writes: begun, first: 30, asking: reason.Asking{Stage: reason.AskWriting, ReplyTokens: 60}}
	for after, want := range map[time.Duration]float64{500 * time.Millisecond: 0, 2 * time.Second: 15} {
		if got := call.rate(begun.Add(after)); got != want {
			t.Errorf("%v after the first tokens: %v a second, want %v", after, got, want)
		}
	}
	call.asking.Stage = reason.AskReading
	if got := call.rate(begun.Add(time.Minute)); got != 0 {
		t.Errorf("while it reads: %v a second", got)
	}
}

// A call is given up when nothing comes for too long, or when its step or its run has no more time: what comes first is told.
func TestTelling_WhenACallIsGivenUp(t *testing.T) {
	now := time.Now()
	step, cancel := budget.WithTime(t.Context(), 90*time.Second)
	defer cancel()
	reading := reason.Asking{Stage: reason.AskReading}
	expected, longer, late := reading, reading, reading
	expected.Left, longer.Left, longer.Long, late.Long = time.Minute, time.Minute, true, true
	for name, c := range map[string]struct {
		ctx    context.Context
		silent time.Duration
		asking reason.Asking
		want   time.Duration
	}{
		"silent, and how long such calls take is not known": {t.Context(), time.Minute, reading, 9 * time.Minute},
		"silent, in a step that has less time":              {step, time.Minute, reading, 90 * time.Second},
		"silent, as is to be expected":                      {step, time.Minute, expected, 0},
		"silent, as is to be expected in a longer run":      {step, time.Minute, longer, 0},
		"silent for less than a prompt may take here":       {step, 20 * time.Second, reading, 0},
		"late, though it writes":                            {step, 0, late, 90 * time.Second},
		"late, and nothing bounds it":                       {t.Context(), 0, late, 0},
	} {
		call := telling{ctx: c.ctx, heard: now.Add(-c.silent), limit: 10 * time.Minute}
		if got := call.givesUp(c.asking, now); got.Round(time.Second) != c.want {
			t.Errorf("%s: given up in %v, want %v", name, got, c.want)
		}
	}
}

// A prompt that takes much longer to read than it should is late long before the whole call would be.
func TestTelling_ASilentPromptIsLateEarly(t *testing.T) {
	begun := time.Now()
	call := telling{voice: &voice{}, pace: 200, writing: 350, more: 5000, sent: begun, asking: reason.Asking{Stage: reason.AskReading, PromptTokens: 2800}}
	for after, want := range map[time.Duration]bool{14 * time.Second: false, 30 * time.Second: false, 40 * time.Second: true} {
		left, long := call.left(call.asking, begun.Add(after))
		if long != want || want == (left > 0) {
			t.Errorf("%v after it was sent %v are left, late %v, want %v", after, left, long, want)
		}
	}
}

// That a run takes longer than was said is told when it is found, not for the whole call.
func TestTelling_ALongerRunIsTold(t *testing.T) {
	begun := time.Now()
	call := telling{voice: &voice{foretold: 10 * time.Second}, pace: 200, writing: 1000, more: 5000, sent: begun, asking: reason.Asking{Stage: reason.AskReading, PromptTokens: 2800}}
	for _, after := range []time.Duration{0, 10 * time.Second, 20 * time.Second} {
		if left, long := call.left(call.asking, begun.Add(after)); left == 0 || long != (after < lateFor) {
			t.Errorf("after %v: %v left, longer %v", after, left, long)
		}
	}
}
