package reason_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/reason"
)

func TestAsking_InALine(t *testing.T) {
	a := reason.Asking{Step: "judge", Model: "qwen3:14b", Stage: reason.AskWriting, Call: 2, Calls: 8, Elapsed: 41 * time.Second, PromptTokens: 3000, ReplyTokens: 120, Rate: 14.83}
	read, over, wait, load, odd, silent := a, a, a, a, a, a
	read.Stage, read.Left = reason.AskReading, 70*time.Minute+2*time.Second
	over.Call = 9
	wait.Stage, wait.Holder = reason.AskWaiting, "research"
	load.Stage = reason.AskLoading
	odd.Step, odd.Calls = "sing", 0
	silent.Stage, silent.Long, silent.GivesUp, silent.Part, silent.Parts = reason.AskReading, true, 100*time.Second, 2, 3
	for want, got := range map[string]string{
		"qwen3:14b is judging passages, call 2 of about 8, 0:41, 120 tokens, 14.8 per second":                                                                       a.Line("en"),
		"qwen3:14b is judging passages, call 9, 0:41, 120 tokens, 14.8 per second":                                                                                  over.Line("fr"),
		"qwen3:14b is judging passages, call 2 of about 8, 0:41, about 1:10:02 left, reading about 3000 tokens":                                                     read.Line("en"),
		"Waiting for the model: a research is using it, 0:41":                                                                                                       wait.Line("en"),
		"qwen3:14b is being loaded into memory, 0:41":                                                                                                               load.Line("en"),
		"qwen3:14b denkt nach, Aufruf 2, 0:41, 120 Tokens, 14,8 je Sekunde":                                                                                         odd.Line("de"),
		"qwen3:14b is judging passages, part 2 of 3, call 2 of about 8, 0:41, longer than expected, reading about 3000 tokens, given up in 1:40 if no answer comes": silent.Line("en"),
		"qwen3:14b is judging passages, part 2 of 3, 0:41, given up in 1:40 if no answer comes":                                                                     silent.Within("en", 90),
		"0:41, wird in 1:40 aufgegeben, wenn keine Antwort kommt":                                                                                                   silent.Within("de", 56),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A line that is too long for its place loses what a reader misses least, never the end of a word.
func TestAsking_InALineThatIsTooLong(t *testing.T) {
	a := reason.Asking{Step: "judge", Model: "qwen3:14b", Stage: reason.AskWriting, Call: 2, Calls: 8, Elapsed: 41 * time.Second, ReplyTokens: 120, Rate: 14.83, Left: 70 * time.Second}
	whole := a.Line("en")
	for width, want := range map[int]string{
		110: whole,
		100: "qwen3:14b is judging passages, call 2 of about 8, 0:41, about 1:10 left, 120 tokens",
		79:  "qwen3:14b is judging passages, call 2 of about 8, 0:41, about 1:10 left",
		60:  "qwen3:14b is judging passages, 0:41, about 1:10 left",
		45:  "qwen3:14b is …, 0:41, about 1:10 left",
		22:  "0:41, about 1:10 left",
	} {
		if got := a.Within("en", width); got != want {
			t.Errorf("in %d characters: %q, want %q", width, got, want)
		}
	}
	late := a
	late.Long, late.Step, late.Part, late.Parts = true, "check", 1, 3
	if got, want := late.Within("en", 79), "qwen3:14b is checking what was …, 0:41, longer than expected, about 1:10 left"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	first := a
	first.Step, first.Call, first.Left = "plan", 1, 0
	if got, want := first.Within("en", 79), "qwen3:14b is taking the question apart, call 1 of about 8, 0:41, 120 tokens"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	shape := regexp.MustCompile(`[\d.:]+`)
	for width := 40; width < 120; width++ { // whatever its figures, the line says the same
		later := a
		later.Elapsed, later.Left, later.ReplyTokens, later.Rate = 2*time.Minute, 5*time.Second, 7, 9.5
		if before, after := shape.ReplaceAllString(a.Within("en", width), "N"), shape.ReplaceAllString(later.Within("en", width), "N"); before != after && !strings.Contains(before, "…") {
			t.Errorf("in %d characters: %q, then %q", width, before, after)
		}
	}
	for width := 40; width < 120; width++ { // nor does the number of the call come and go
		reads := a
		reads.Stage, reads.PromptTokens, reads.Rate, reads.ReplyTokens = reason.AskReading, 4000, 0, 0
		if strings.Contains(reads.Within("en", width), "call 2") != strings.Contains(a.Within("en", width), "call 2") {
			t.Errorf("in %d characters: %q, then %q", width, reads.Within("en", width), a.Within("en", width))
		}
	}
	long, again := a, late
	long.Long, long.Left, again.Unusual = true, 0, true
	for want, got := range map[string]string{"there is more to check, about 1:10 left": again.Line("en"), "longer than expected": long.Line("en"), "länger als erwartet": long.Line("de"),
		"longer than expected, about 1:10 left": late.Line("en")} {
		if !strings.Contains(got, ", "+want+", ") {
			t.Errorf("%q does not say %q", got, want)
		}
	}
}
