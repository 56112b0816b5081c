package core

import (
	"testing"

	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/store"
	"rabbithole/prompts"
)

// With every call of a run less is left, whatever it repeats, and after a step that the course does not have nothing is known.
func TestCourse_LessIsLeftWithEveryCall(t *testing.T) {
	for _, flow := range []string{answer.Name, research.Name, explore.Name, discover.Name, related.Name} {
		c := courseOf(flow)
		_, before := c.all()
		made := map[string]int{}
		for _, l := range c.legs {
			for range 3 {
				made[l.step]++
				calls, work, least, known := c.after(l.step, made)
				if !known || calls < 0 || work > before || least != (flow == explore.Name && l.phase == 0) {
					t.Errorf("%s, after %v: %v calls, %v of work after %v, least %v, known %v", flow, made, calls, work, before, least, known)
				}
				if !least {
					before = work
				}
			}
		}
		if before != 0 {
			t.Errorf("%s: %v of work is left when every call was made three times", flow, before)
		}
		if _, _, _, known := c.after("sing", made); known {
			t.Errorf("%s knows what follows a step that it has not", flow)
		}
	}
}

// No run waits for a call that does not come: what was checked is seldom mended, and only what was mended is checked again.
func TestCourse_NoCallIsAheadThatSeldomComes(t *testing.T) {
	c := courseOf(answer.Name)
	made := map[string]int{prompts.Seek.Name: 1, prompts.Weigh.Name: 1, prompts.Respond.Name: 1, prompts.Proof.Name: 1}
	if calls, work, _, _ := c.after(prompts.Proof.Name, made); calls != 0 || work != 0 {
		t.Errorf("behind the check of an answer %v calls are waited for, %v of work", calls, work)
	}
	made[prompts.Repair.Name] = 1
	if calls, _, _, _ := c.after(prompts.Repair.Name, made); calls != 1 {
		t.Errorf("behind what is mended %v calls are waited for, want its check", calls)
	}
	made[prompts.Proof.Name] = 2
	if calls, _, _, _ := c.after(prompts.Proof.Name, made); calls != 0 {
		t.Errorf("behind the second check %v calls are waited for", calls)
	}
}

// Of a tree that may grow, nothing is said but what comes for certain.
func TestCourse_WhatATreeTakesAtLeast(t *testing.T) {
	c := courseOf(explore.Name)
	_, least, _, _ := c.after(prompts.Sufficiency.Name, map[string]int{prompts.Analyse.Name: 1, prompts.Queries.Name: 1, prompts.Judge.Name: 1, prompts.Sufficiency.Name: 1})
	report, _ := c.leg(prompts.TreeReport.Name)
	check, _ := c.leg(prompts.Proof.Name)
	if want := weight(report.prompt, report.reply) + weight(check.prompt, check.reply); least != want {
		t.Errorf("at least %v follows, want one report and one check: %v", least, want)
	}
}

// What is before a run between two calls is what the calls before and after it tell, and is less with every call.
func TestCourse_WhatIsAheadBetweenTwoCalls(t *testing.T) {
	c := courseOf(research.Name)
	_, before := c.all()
	var paid []store.JournalEntry
	if got := c.ahead(paid); got != before {
		t.Errorf("before the first call %v are ahead, want all: %v", got, before)
	}
	for _, step := range []string{prompts.Plan.Name, prompts.Sift.Name, prompts.Sift.Name, prompts.Draft.Name, prompts.Proof.Name, prompts.Proof.Name} {
		paid = append(paid, store.JournalEntry{Step: step})
		got := c.ahead(paid)
		if _, after, _, _ := c.after(step, stepsOf(paid)); got != after || got >= before {
			t.Errorf("after %s %v are ahead; the call itself told %v, before it were %v", step, got, after, before)
		}
		before = got
	}
}
