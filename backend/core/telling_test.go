package core

import (
	"testing"
	"time"

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
