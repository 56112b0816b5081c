// Package course is what calls of a model a run usually has, by flow, and what is left of them.
//
// It is plain arithmetic over the calls of runs: of recorded ones, and of those finished on this computer. It knows no store and no clock; whoever
// asks brings the pace of the model.
package course

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/flow/answer"
	"rabbithole/prompts"
)

// Call is a call of a model: what for, and its tokens. Several that check one text in parts are one.
type Call struct {
	Step          string
	Prompt, Reply int
}

// Course is what the calls of a run usually are: as such runs had them.
type Course struct {
	runs  [][]Call
	usual map[string]Call // of each step, the median; that of "" is of all
}

// Thorough is what Known calls an answer that is made thoroughly.
const Thorough = "thorough " + answer.Name

// again is the step of a check of what was mended, which reads and writes much less than the first.
const again = "check again"

// recorded are the calls of the recorded runs (make course): a line with the name of a flow begins a run, each line below it is a call.
//
//go:embed recorded.txt
var recorded string

// Known are the calls of the recorded runs of a flow: what is known before any run was finished here. After its first call a run has so many times the work.
func Known(flow string, work float64) (runs [][]Call) {
	of := ""
	for line := range strings.Lines(recorded) {
		var c Call
		if n, _ := fmt.Sscan(line, &c.Step, &c.Prompt, &c.Reply); n < 3 {
			if of = strings.TrimSpace(line); of == flow {
				runs = append(runs, nil)
			}
			continue
		}
		if of == flow {
			last := &runs[len(runs)-1]
			if len(*last) > 0 {
				c.Prompt, c.Reply = int(float64(c.Prompt)*work), int(float64(c.Reply)*work)
			}
			*last = append(*last, c)
		}
	}
	return runs
}

// Of is the course of runs that are like these, each by its calls in order.
func Of(runs [][]Call) Course {
	c := Course{usual: map[string]Call{}}
	of := map[string][]Call{}
	for _, run := range runs {
		run = joined(run)
		c.runs = append(c.runs, run)
		for _, call := range run {
			of[call.Step] = append(of[call.Step], call)
			of[""] = append(of[""], call)
		}
	}
	for step, calls := range of {
		c.usual[step] = Call{step, middle(calls, func(c Call) int { return c.Prompt }), middle(calls, func(c Call) int { return c.Reply })}
	}
	return c
}

// middle is the median of a figure of calls.
func middle(calls []Call, figure func(Call) int) int {
	var list []int
	for _, c := range calls {
		list = append(list, figure(c))
	}
	slices.Sort(list)
	return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
}

// joined makes one call of those that check one text in parts, and names the checks of what was mended.
func joined(calls []Call) (out []Call) {
	before := "" // the last step that is no check
	for _, c := range calls {
		if c.Step != prompts.Proof.Name {
			before = c.Step
		} else if before == prompts.Repair.Name {
			c.Step = again
		}
		if n := len(out); n > 0 && out[n-1].Step == c.Step && (c.Step == again || c.Step == prompts.Proof.Name) {
			out[n-1].Prompt, out[n-1].Reply = out[n-1].Prompt+c.Prompt, out[n-1].Reply+c.Reply
		} else {
			out = append(out, c)
		}
	}
	return out
}

// Left is what is usual of the last call of a run, and what follows it.
type Left struct {
	Reply   float64 // tokens that the call writes
	Calls   float64 // that follow
	Work    float64 // of these, as Weight counts it
	Unusual bool    // most such runs do not have the call, or it reads much more than theirs
}

// After is what follows the last of the calls that a run has made, or what a whole run has when it made none: what followed in such runs, on average.
// Where the call reads more than theirs, together with those before it and the rest that check other parts of the same text, as much more follows,
// but for what mends single sentences. A step that they do not have changes nothing of what follows.
func (c Course) After(made []Call, rest int) (left Left) {
	size, whole := 1.0, joined(made)
	if n := len(made); n > 0 {
		reads := float64(made[n-1].Prompt)
		left.Reply = float64(c.usual[""].Reply)
		if usual, known := c.usual[whole[len(whole)-1].Step]; known {
			all := max(1, float64(whole[len(whole)-1].Prompt)+float64(rest)*reads)
			size = max(least, all/float64(max(1, usual.Prompt)))
			left.Reply = size * float64(usual.Reply) * reads / all
		}
		left.Calls, left.Work = float64(rest), float64(rest)*Weight(reads, left.Reply)
	}
	whole = slices.DeleteFunc(whole, func(call Call) bool { _, known := c.usual[call.Step]; return !known })
	rests, all := c.behind(whole)
	for _, rest := range rests {
		for _, call := range rest {
			work := Weight(float64(c.usual[call.Step].Prompt), float64(c.usual[call.Step].Reply))
			if call.Step != prompts.Repair.Name && call.Step != again {
				work *= size
			}
			left.Calls, left.Work = left.Calls+1/float64(len(rests)), left.Work+work/float64(len(rests))
		}
	}
	left.Unusual = !all || size >= Late
	return left
}

// behind is what such runs had behind the last of the calls that a run has made, and whether most of them had it so often: else it is behind the last
// such call of those that had it most often.
func (c Course) behind(made []Call) (rests [][]Call, most bool) {
	if len(made) == 0 {
		return c.runs, true
	}
	places := func(run []Call) (at []int) {
		for i, call := range run {
			if call.Step == made[len(made)-1].Step {
				at = append(at, i)
			}
		}
		return at
	}
	often := len(places(made))
	for n := often; n > 0 && len(rests) == 0; n-- {
		for _, run := range c.runs {
			if at := places(run); len(at) >= n {
				rests = append(rests, run[at[n-1]+1:])
			}
		}
		most = n == often && 2*len(rests) >= len(c.runs)
	}
	return rests, most
}

// least is the least that a call tells of the size of its run: one that reads little may come before one that reads much.
const least = 0.5

// Late is how many times what was told has to be ahead to be told.
const Late = 1.5

// Weight is the work of a call: tokens read, those written counted as so many.
func Weight(prompt, reply float64) float64 { return prompt + prompts.Writing*reply }

// Lasts is how long a model works that does so much work a second; 0 when its pace is not known.
func Lasts(work, pace float64) time.Duration {
	if pace <= 0 {
		return 0
	}
	return time.Duration(work / pace * float64(time.Second))
}
