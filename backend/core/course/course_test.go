package course

import (
	"math"
	"slices"
	"testing"

	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/flow/research"
	"rabbithole/prompts"
)

var flows = []string{answer.Name, Thorough, research.Name, explore.Name, discover.Name, related.Name}

func work(calls []Call) (sum float64) {
	for _, c := range calls {
		sum += Weight(float64(c.Prompt), float64(c.Reply))
	}
	return sum
}

// What is told as each call of a recorded run begins, by the other runs of its flow alone, is mostly within a factor of 1.75 of what the run then takes,
// where that is more than one small call.
func TestCourse_ForetellsRunsThatItDoesNotKnow(t *testing.T) {
	const factor, small = 1.75, 3000
	right, all := 0, 0
	for _, flow := range flows {
		runs := Known(flow, 1)
		for i, run := range runs {
			others := Of(slices.Concat(runs[:i], runs[i+1:]))
			for n := range run {
				if len(runs) < 2 || work(run[n:]) < small {
					continue
				}
				made := slices.Clone(run[:n+1])
				made[n].Reply = 0 // nobody knows it yet
				left := others.After(made, 0)
				told := Weight(float64(run[n].Prompt), left.Reply) + left.Work
				if all++; math.Abs(math.Log(told/work(run[n:]))) < math.Log(factor) {
					right++
				}
			}
		}
	}
	if right*3 < all*2 {
		t.Errorf("%d of %d times it was told right", right, all)
	}
}

// Before its first call a run has all calls before it, and behind the last that all such runs end with, none; where two runs are known, it is what they have on average.
func TestCourse_IsTheAverageOfItsRuns(t *testing.T) {
	plan, sift, draft, check := Call{"plan", 900, 600}, Call{"sift", 3000, 300}, Call{"draft", 2000, 600}, Call{prompts.Proof.Name, 3000, 500}
	c := Of([][]Call{{plan, sift, draft, check}, {plan, sift, sift, draft, check}})
	if left := c.After(nil, 0); left.Calls != 4.5 || left.Work != (work([]Call{plan, sift, draft, check})+work([]Call{plan, sift, sift, draft, check}))/2 {
		t.Errorf("a whole run: %+v", left)
	}
	if left := c.After([]Call{plan, sift}, 0); left.Calls != 2.5 || left.Unusual || left.Reply != float64(sift.Reply) {
		t.Errorf("behind the first round: %+v", left)
	}
	if left := c.After([]Call{plan, sift, sift, sift}, 0); left.Calls != 2 || !left.Unusual {
		t.Errorf("behind a round more than any run had: %+v", left)
	}
	if left := c.After([]Call{plan, sift, draft, check}, 0); left.Calls != 0 || left.Work != 0 {
		t.Errorf("behind the last call: %+v", left)
	}
	before, after := c.After([]Call{plan}, 0), c.After([]Call{plan, {"clarify", 500, 0}}, 0)
	if before.Work != after.Work || after.Reply == 0 {
		t.Errorf("a step that such runs do not have: %+v, before it %+v", after, before)
	}
	large := sift
	large.Prompt *= 2
	if usual, left := c.After([]Call{plan, sift}, 0), c.After([]Call{plan, large}, 0); left.Work != 2*usual.Work || left.Reply != 2*usual.Reply || !left.Unusual {
		t.Errorf("who reads twice as much has twice as much before it: %+v, want twice %+v", left, usual)
	}
}

// A text that is checked in parts is checked once, and its other parts are still to come; what mends sentences, and the check of that, is small whatever was written.
func TestCourse_PartsOfACheck(t *testing.T) {
	draft, check := Call{"draft", 2000, 600}, Call{prompts.Proof.Name, 3000, 500}
	repair, second := Call{prompts.Repair.Name, 1000, 70}, Call{prompts.Proof.Name, 1500, 60}
	c := Of([][]Call{{draft, check, repair, second}, {draft, check, repair, second}})
	mends := work([]Call{repair, second})
	if left := c.After([]Call{draft, check}, 2); left.Calls != 4 || left.Reply != float64(check.Reply) || left.Work != 2*work([]Call{check})+mends {
		t.Errorf("behind the first part of three: %+v", left)
	}
	if left := c.After([]Call{draft, check, check, check}, 0); left.Calls != 2 || left.Work != mends {
		t.Errorf("behind the last part of three: %+v", left)
	}
	if left := c.After([]Call{draft, check, repair}, 0); left.Calls != 1 || left.Work != work([]Call{second}) {
		t.Errorf("what was mended is checked: %+v", left)
	}
	if left := c.After([]Call{draft, check, repair, second}, 0); left.Calls != 0 {
		t.Errorf("and nothing follows that: %+v", left)
	}
}

// A research of another depth has more work, or less, behind its plan.
func TestKnown_AnotherDepthIsAnotherAmountOfWork(t *testing.T) {
	whole := func(times float64) float64 { return Of(Known(research.Name, times)).After(nil, 0).Work }
	if quick, usual, deep := whole(research.Quick.Work()), whole(1), whole(research.Deep.Work()); quick >= usual || deep <= usual {
		t.Errorf("%v, %v, %v", quick, usual, deep)
	}
}
