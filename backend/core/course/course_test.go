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

// With every call of a run less is left, whatever it repeats, but where a sentence is mended, which is checked then; and after a step that the course does not have nothing is known.
func TestCourse_LessIsLeftWithEveryCall(t *testing.T) {
	for _, flow := range []string{answer.Name, research.Name, explore.Name, discover.Name, related.Name} {
		c := Known(flow)
		_, before := c.All()
		made := map[string]int{}
		for _, l := range c.Legs {
			for range 3 {
				made[l.Step]++
				calls, work, least, known := c.After(l.Step, made, 0)
				if !known || calls < 0 || work > before && !least && l.Step != prompts.Repair.Name || least != (flow == explore.Name && l.Phase == 0) {
					t.Errorf("%s, after %v: %v calls, %v of work after %v, least %v, known %v", flow, made, calls, work, before, least, known)
				}
				if !least {
					before = work
				}
			}
		}
		if _, work, _, _ := c.After(prompts.Proof.Name, made, 0); work != 0 {
			t.Errorf("%s: %v of work is left when every call was made three times and the last check is over", flow, work)
		}
		if _, _, _, known := c.After("sing", made, 0); known {
			t.Errorf("%s knows what follows a step that it has not", flow)
		}
	}
}

// No run waits for a call that mostly does not come: what was checked is seldom mended, and only what was mended is checked again.
func TestCourse_NoCallIsAheadThatSeldomComes(t *testing.T) {
	for flow, begins := range map[string]map[string]int{
		answer.Name:   {prompts.Seek.Name: 1, prompts.Weigh.Name: 1, prompts.Respond.Name: 1, prompts.Proof.Name: 1},
		research.Name: {prompts.Plan.Name: 1, prompts.Sift.Name: 1, prompts.Draft.Name: 1, prompts.Proof.Name: 1},
	} {
		c := Known(flow)
		made := maps.Clone(begins)
		if calls, work, _, _ := c.After(prompts.Proof.Name, made, 0); calls != 0 || work != 0 {
			t.Errorf("%s: behind the check %v calls are waited for, %v of work", flow, calls, work)
		}
		if calls, _, _, _ := c.After(prompts.Proof.Name, made, 2); calls != 2 {
			t.Errorf("%s: behind the first check of three %v calls are waited for", flow, calls)
		}
		made[prompts.Repair.Name] = 1
		if calls, _, _, _ := c.After(prompts.Repair.Name, made, 0); calls != 1 {
			t.Errorf("%s: behind what is mended %v calls are waited for, want its check", flow, calls)
		}
		made[prompts.Proof.Name] = 2
		if calls, _, _, _ := c.After(prompts.Proof.Name, made, 0); calls != 0 {
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
			if calls, _, _, _ := course.After(step, made, 0); i+1+int(calls) != run.told[i] {
				t.Errorf("call %d, %s: %d calls are told, want %d", i+1, step, i+1+int(calls), run.told[i])
			}
		}
	}
}

// Of a tree that may grow, nothing is said but what comes for certain.
func TestCourse_WhatATreeTakesAtLeast(t *testing.T) {
	c := Known(explore.Name)
	_, least, _, _ := c.After(prompts.Sufficiency.Name, map[string]int{prompts.Analyse.Name: 1, prompts.Queries.Name: 1, prompts.Judge.Name: 1, prompts.Sufficiency.Name: 1}, 0)
	report, _ := c.Leg(prompts.TreeReport.Name)
	check, _ := c.Leg(prompts.Proof.Name)
	if want := Weight(report.Prompt, report.Reply) + Weight(check.Prompt, check.Reply); least != want {
		t.Errorf("at least %v follows, want one report and one check: %v", least, want)
	}
	calls, _, _, _ := c.After(prompts.Queries.Name, map[string]int{prompts.Analyse.Name: 1, prompts.Queries.Name: 3, prompts.Judge.Name: 1, prompts.Sufficiency.Name: 1}, 0)
	if calls != 6 {
		t.Errorf("with two more questions begun at least %v calls follow, want two to judge, two to look what is missing, a report and its check", calls)
	}
}

// What is before a run between two calls is what the calls before and after it tell, and is less with every call.
func TestCourse_WhatIsAheadBetweenTwoCalls(t *testing.T) {
	c := Known(research.Name)
	_, before := c.All()
	var paid []store.JournalEntry
	if got := c.Ahead(paid); got != before {
		t.Errorf("before the first call %v are ahead, want all: %v", got, before)
	}
	for _, step := range []string{prompts.Plan.Name, prompts.Sift.Name, prompts.Sift.Name, prompts.Draft.Name, prompts.Proof.Name} {
		paid = append(paid, store.JournalEntry{Step: step})
		got := c.Ahead(paid)
		if _, after, _, _ := c.After(step, StepsOf(paid), 0); got != after || got >= before {
			t.Errorf("after %s %v are ahead; the call itself told %v, before it were %v", step, got, after, before)
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
