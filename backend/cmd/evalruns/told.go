package main

import (
	"fmt"
	"math"
	"regexp"
	"strconv"

	"rabbithole/backend/flow/explore"
	"rabbithole/prompts"
)

// moment is what a run told at a time of how long it still takes.
type moment struct {
	At   float64 `json:"at"`   // seconds after it began
	Left float64 `json:"left"` // seconds; 0: it did not say
	Long bool    `json:"long"` // it said that it takes longer than was told before
}

// course is what a run told of the time left, moment by moment.
type course []moment

// clock finds the time left in a sentence about a call.
var clock = regexp.MustCompile(`about (?:(\d+):)?(\d+):(\d\d) left`)

// leftIn is how many seconds are left by a sentence about a call; 0 where it does not say.
func leftIn(text string) (seconds float64) {
	for i, part := range clock.FindStringSubmatch(text) {
		if n, err := strconv.Atoi(part); i > 0 && err == nil {
			seconds = 60*seconds + float64(n)
		}
	}
	return seconds
}

// near is how many seconds what is told may be off without being wrong: it is rounded up to five or ten.
const near = 10

// off is by what factor a moment told too much, or below one too little, of a run that took so many seconds: by how much it is off at all, and what is left
// of that when it is taken to be as good as it may be.
func (m moment) off(took float64) (whole, beyond float64) {
	left := took - m.At
	if m.Left > left {
		return m.Left / left, max(1, m.Left/(left+near))
	}
	return m.Left / left, min(1, (m.Left+near)/left)
}

// at is by what factor a run of so many seconds was off when it told something last before a share of them was over, or first where it had told nothing.
func (c course) at(share, took float64) (off float64) {
	for _, m := range c {
		if m.Left > 0 && (off == 0 || m.At <= share*took) {
			off, _ = m.off(took)
		}
	}
	return off
}

// worst is by what factor a run was off at most, beyond what is near enough, and how often it told of more left than before without a word of why.
func (c course) worst(took float64) (off float64, rises int) {
	off, last := 1.0, 0.0
	for _, m := range c {
		if m.Left == 0 {
			continue
		}
		if last > 0 && m.Left > last && !m.Long {
			rises++
		}
		if _, beyond := m.off(took); m.At < took-1 && math.Abs(math.Log(beyond)) > math.Abs(math.Log(off)) {
			off = beyond
		}
		last = m.Left
	}
	return off, rises
}

// times prints how long runs took at a pace, what they told of the time left as a part of what it was, and what wrote them.
func times(p pace, all []result) {
	written := 0
	fmt.Printf("at %s tokens a second\n%-24s %5s %4s %8s %10s %5s %5s %5s %6s %6s %9s %12s %13s %s\n", p.String(), "run", "calls", "new", "seconds", "told/took",
		"1/4", "1/2", "3/4", "worst", "rises", "passages", "first words", "most silence", "written by")
	for _, r := range all {
		worst, rises := r.Told.worst(r.Took)
		fmt.Printf("%-24s %5d %4d %8.0f %10.2f %5.2f %5.2f %5.2f %6.2f %6d %9.0f %12.0f %13.1f %s\n", r.Name, r.Calls, r.Unanswered, r.Took, r.Told.at(0, r.Took),
			r.Told.at(0.25, r.Took), r.Told.at(0.5, r.Took), r.Told.at(0.75, r.Took), worst, rises, r.Found, r.Words, r.Silence, r.Author)
		if r.Author == byModel {
			written++
		}
	}
	fmt.Printf("%d of %d were written by the model.\n", written, len(all))
}

// recording prints the calls of runs as the program keeps them, to foretell what such runs take.
func recording(all []result) {
	for _, r := range all {
		fmt.Println(r.Flow)
		for _, m := range r.Made {
			if r.Flow == explore.Name && m.Step == prompts.Draft.Name { // both answer in the same shape
				m.Step = prompts.TreeReport.Name
			}
			fmt.Println(m.Step, m.Prompt, m.Reply)
		}
	}
}
