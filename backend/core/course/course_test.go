package course

import (
	"maps"
	"testing"

	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/store"
	"rabbithole/prompts"
)

func after(c Course, step string, made map[string]int, rest int) (calls, work, most float64) {
	left, _ := c.After(step, made, rest)
	return left.Calls, left.Work, left.Most
}

// With every call of a run less is left, whatever it repeats, but where a sentence is mended, which is checked then; and after a step that the course does not have nothing is known.
func TestCourse_LessIsLeftWithEveryCall(t *testing.T) {
	for _, flow := range []string{answer.Name, Thorough, research.Name, explore.Name, discover.Name, related.Name} {
		c := Known(flow)
		made := map[string]int{}
		_, before := c.Ahead(nil)
		for _, l := range c.Legs {
			for range 3 {
				made[l.Step]++
				left, known := c.After(l.Step, made, 0)
				if !known || left.Open != (flow == explore.Name && l.Phase == 0) || left.Work > left.Most || left.Most > before && l.Step != prompts.Repair.Name && l.Step != prompts.Decompose.Name && l.Step != prompts.Queries.Name {
					t.Errorf("%s, after %v: %+v after %v, known %v", flow, made, left, before, known)
				}
				before = left.Most
			}
		}
		if left, _ := c.After(prompts.Proof.Name, made, 0); left.Work != 0 {
			t.Errorf("%s: %v of work is left when every call was made three times and the last check is over", flow, left.Work)
		}
		if _, known := c.After("sing", made, 0); known {
			t.Errorf("%s knows what follows a step that it has not", flow)
		}
	}
}

// No run waits for a call that mostly does not come: what was checked is seldom mended, and only what was mended is checked again.
func TestCourse_NoCallIsAheadThatSeldomComes(t *testing.T) {
	for flow, begins := range map[string]map[string]int{
		answer.Name:   {prompts.Seek.Name: 1, prompts.Settle.Name: 1, prompts.Proof.Name: 1},
		Thorough:      {prompts.Seek.Name: 1, prompts.Weigh.Name: 1, prompts.Respond.Name: 1, prompts.Proof.Name: 1},
		research.Name: {prompts.Plan.Name: 1, prompts.Sift.Name: 1, prompts.Draft.Name: 1, prompts.Proof.Name: 1},
	} {
		c := Known(flow)
		made := maps.Clone(begins)
		if calls, work, _ := after(c, prompts.Proof.Name, made, 0); calls != 0 || work != 0 {
			t.Errorf("%s: behind the check %v calls are waited for, %v of work", flow, calls, work)
		}
		if calls, _, _ := after(c, prompts.Proof.Name, made, 2); calls != 2 {
			t.Errorf("%s: behind the first check of three %v calls are waited for", flow, calls)
		}
		made[prompts.Repair.Name] = 1
		if calls, _, _ := after(c, prompts.Repair.Name, made, 0); calls != 1 {
			t.Errorf("%s: behind what is mended %v calls are waited for, want its check", flow, calls)
		}
		made[prompts.Proof.Name] = 2
		if calls, _, _ := after(c, prompts.Proof.Name, made, 0); calls != 0 {
			t.Errorf("%s: behind the second check %v calls are waited for", flow, calls)
		}
	}
}

// The number of calls that a run takes, about, never falls from call to call, and rises only where one comes that most runs do not have, or a check that is known to take several.
func TestCourse_TheNumberOfCallsNeverFalls(t *testing.T) {
	plan, sift, draft, check, repair := prompts.Plan.Name, prompts.Sift.Name, prompts.Draft.Name, prompts.Proof.Name, prompts.Repair.Name
	for _, run := range []struct {
		steps []string
		told  []int
	}{
		{[]string{plan, sift, draft, check}, []int{4, 4, 4, 4}},
		{[]string{plan, sift, sift, draft, check, repair, check}, []int{4, 4, 5, 5, 5, 7, 7}},
	} {
		made, course := map[string]int{}, Known(research.Name)
		all, _ := course.All()
		if int(all) != run.told[0] {
			t.Errorf("before the first call %v calls are told, with it %d", all, run.told[0])
		}
		for i, step := range run.steps {
			made[step]++
			if calls, _, _ := after(course, step, made, 0); i+1+int(calls) != run.told[i] {
				t.Errorf("call %d, %s: %d calls are told, want %d", i+1, step, i+1+int(calls), run.told[i])
			}
		}
	}
}

// A tree takes what its one question takes, and at most what it takes when that is taken apart: so much is known from the beginning, and nothing rises when it is.
func TestCourse_WhatATreeTakes(t *testing.T) {
	c := Known(explore.Name)
	report, _ := c.Leg(prompts.TreeReport.Name)
	check, _ := c.Leg(prompts.Proof.Name)
	ends := Weight(report.Prompt, report.Reply) + Weight(check.Prompt, check.Reply)
	made := map[string]int{prompts.Analyse.Name: 1, prompts.Queries.Name: 1, prompts.Judge.Name: 1, prompts.Sufficiency.Name: 1}
	_, work, most := after(c, prompts.Sufficiency.Name, made, 0)
	if work != ends || most < 2*work {
		t.Errorf("%v to %v follows, want one report and one check, %v, to much more", work, most, ends)
	}
	before := most
	made[prompts.Decompose.Name] = 1
	if _, work, most = after(c, prompts.Decompose.Name, made, 0); work <= ends || most > before {
		t.Errorf("once it is taken apart %v to %v follows, want what was told at most: %v", work, most, before)
	}
	for range split {
		for _, step := range []string{prompts.Queries.Name, prompts.Judge.Name, prompts.Sufficiency.Name} {
			before = work
			made[step]++
			if _, work, _ = after(c, step, made, 0); work >= before {
				t.Errorf("after %s of a part %v follows, before it was %v", step, work, before)
			}
		}
	}
	made[prompts.Decompose.Name] = 2
	if _, again, _ := after(c, prompts.Decompose.Name, made, 0); again <= work || !c.Unusual(prompts.Decompose.Name, made, 0, 0) {
		t.Errorf("a part is taken apart too: %v follows after %v, unusual %v", again, work, c.Unusual(prompts.Decompose.Name, made, 0, 0))
	}
}

// A call is unusual that comes once more than nearly all runs have it, or reads much more, and the first is not.
func TestCourse_WhatIsUnusual(t *testing.T) {
	c := Known(Thorough)
	for n, want := range []bool{false, false, true} {
		if got := c.Unusual(prompts.Weigh.Name, map[string]int{prompts.Weigh.Name: n}, 0, 2000); got != want {
			t.Errorf("judging for the time %d: unusual %v", n, got)
		}
	}
	if c.Unusual(prompts.Repair.Name, map[string]int{prompts.Repair.Name: 1}, 0, 800) {
		t.Error("half of the runs have sentences mended")
	}
	if !c.Unusual(prompts.Proof.Name, map[string]int{prompts.Proof.Name: 1}, 2, 2000) || !c.Unusual(prompts.Respond.Name, map[string]int{prompts.Respond.Name: 1}, 0, 6000) {
		t.Error("three checks, or a prompt of four times the size, are usual")
	}
}

// What is before a run between two calls is what the calls before and after it tell, and is less with every call.
func TestCourse_WhatIsAheadBetweenTwoCalls(t *testing.T) {
	c := Known(research.Name)
	_, before := c.All()
	var paid []store.JournalEntry
	if got, _ := c.Ahead(paid); got != before {
		t.Errorf("before the first call %v are ahead, want all: %v", got, before)
	}
	for _, step := range []string{prompts.Plan.Name, prompts.Sift.Name, prompts.Sift.Name, prompts.Draft.Name, prompts.Proof.Name} {
		paid = append(paid, store.JournalEntry{Step: step})
		got, most := c.Ahead(paid)
		if _, after, _ := after(c, step, StepsOf(paid), 0); got != after || got >= before {
			t.Errorf("after %s %v are ahead; the call itself told %v, before it were %v", step, got, after, before)
		}
		if most < got {
			t.Errorf("after %s at most %v are ahead, about %v", step, most, got)
		}
		before = got
	}
}

// What is written from much has more to be checked: that is ahead before its check begins, so that it comes as no surprise.
func TestCourse_MuchToReadIsMuchToCheck(t *testing.T) {
	draft, _ := Known(research.Name).Leg(prompts.Draft.Name)
	for prompt, want := range map[int]float64{500: 1, 2000: 1, 5000: 2.5, 20000: 3} {
		if got := draft.Larger(prompt); got != want {
			t.Errorf("behind a report from %d tokens comes %v times the usual work, want %v", prompt, got, want)
		}
	}
}
