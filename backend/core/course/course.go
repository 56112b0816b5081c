// Package course is what calls of a model a run usually has, by flow, and what is left of them.
//
// It is plain arithmetic over averages: of recorded runs, or of those finished on this computer. It knows no store and no clock; whoever
// asks brings the pace of the model.
package course

import (
	"math"
	"slices"
	"time"

	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/store"
	"rabbithole/prompts"
)

// Leg is a step of a flow that asks a model: how often a run of standard depth takes it, on average, and the tokens of such a call.
type Leg struct {
	Step          string
	Phase         int // a run does not come back to an earlier one
	Often         float64
	Prompt, Reply float64
}

// Course is what the calls of a run usually are. An open one may work on any number of questions in its first phase: open is the step that
// each begins with.
type Course struct {
	Legs []Leg
	open string
}

// split is into how many questions one is taken apart, about, each of which takes what the first took; and what is then written and checked is
// larger times told.
const (
	split  = 3
	larger = 2
)

// Thorough is what Known calls an answer that is made thoroughly.
const Thorough = "thorough " + answer.Name

// Known is the course of a flow as the recorded runs had it (make eval-runs): what is known before any run was finished here.
func Known(flow string) Course {
	check, repair := Leg{prompts.Proof.Name, 2, 1.4, 2000, 330}, Leg{prompts.Repair.Name, 2, 0.5, 800, 60}
	seek, weigh, respond := Leg{prompts.Seek.Name, 0, 1, 420, 135}, Leg{prompts.Weigh.Name, 0, 1.2, 2800, 400},
		Leg{prompts.Respond.Name, 1, 1, 1650, 350}
	switch flow {
	case answer.Name: // judging and writing apart only where not all that was found goes into one call
		seek.Reply, weigh.Often, respond.Often = 75, 0, 0
		return Course{Legs: []Leg{seek, {prompts.Settle.Name, 0, 1.4, 3200, 280}, weigh, respond, check, repair}}
	case Thorough:
		return Course{Legs: []Leg{seek, weigh, respond, check, repair}}
	case research.Name:
		check.Often, check.Prompt, check.Reply = 1.7, 2500, 430
		return Course{Legs: []Leg{{prompts.Plan.Name, 0, 1, 850, 620}, {prompts.Sift.Name, 0, 1.8, 3300, 350}, {prompts.Draft.Name, 1, 1, 2000, 700},
			check, repair}}
	case explore.Name:
		check.Often, check.Reply, repair.Often = 1.9, 280, 0.9
		return Course{open: prompts.Queries.Name, Legs: []Leg{{prompts.Digest.Name, 0, 0, 530, 240}, {prompts.Analyse.Name, 0, 1, 420, 130},
			{prompts.Queries.Name, 0, 1, 330, 80}, {prompts.Judge.Name, 0, 1, 3500, 350},
			{prompts.Sufficiency.Name, 0, 1, 1500, 80}, {prompts.Decompose.Name, 0, 0, 620, 150}, {prompts.Split.Name, 0, 0, 740, 290},
			{prompts.TreeReport.Name, 1, 1, 2400, 650}, check, repair}}
	case discover.Name:
		check.Often = 2.5
		return Course{Legs: []Leg{seek, weigh, respond, {prompts.Discover.Name, 1, 1, 2500, 650}, check, repair}}
	case related.Name:
		check.Often = 1
		return Course{Legs: []Leg{{prompts.Related.Name, 1, 1, 3500, 470}, check}}
	}
	return Course{}
}

// Leg returns the step of a course, false where it has none of that name.
func (c Course) Leg(step string) (Leg, bool) {
	for _, l := range c.Legs {
		if l.Step == step {
			return l, true
		}
	}
	return Leg{}, false
}

// All is how many calls the whole course has and how much work they are.
func (c Course) All() (calls, work float64) {
	return c.to(Leg{}, nil, 0, 1)
}

// Left is what follows a call.
type Left struct {
	Calls float64
	Open  bool    // questions may still be taken apart: nobody knows into how many calls
	Work  float64 // usually
	Most  float64 // work that is to be expected
}

// After is what follows a call of a step, itself left out, in a run that made so many calls of each, this one included, where rest more
// calls do the same thing. Nothing is known after a step that the course does not have.
func (c Course) After(step string, made map[string]int, rest int) (left Left, known bool) {
	at, known := c.Leg(step)
	questions := max(1, made[c.open])
	if apart := made[prompts.Decompose.Name]; apart > 0 {
		questions = max(questions, 1+split*apart)
	}
	left.Calls, left.Work = c.to(at, made, rest, questions)
	if left.Open = c.open != "" && at.Phase == 0; left.Open {
		questions = max(questions, 1+split)
	}
	_, left.Most = c.ample().to(at, made, rest, questions)
	return left, known
}

// often is the share of runs from which on a call has to be expected.
const often = 0.25

// ample is the course of a run that has every call that has to be expected.
func (c Course) ample() Course {
	c.Legs = slices.Clone(c.Legs)
	for i, l := range c.Legs {
		c.Legs[i].Often = max(l.Often, math.Floor(l.Often+1-often))
	}
	return c
}

// Unusual reports whether a call of a step is more than nearly all such runs have, by how often the step was taken, this call included, by how many more do
// the same thing, or by how much it reads; of an open course, whether questions are taken apart once more.
func (c Course) Unusual(step string, made map[string]int, rest, prompt int) bool {
	l, known := c.Leg(step)
	if c.open != "" && l.Phase == 0 {
		return made[prompts.Decompose.Name] > 1
	}
	return known && (float64(made[step]+rest) > max(1, usual(l.Often)) || l.Larger(prompt) >= late)
}

// late is how many times what was told has to be ahead to be told.
const late = 1.75

// Late reports whether so much more is ahead than was told that it has to be told.
func Late(ahead, told time.Duration) bool { return float64(ahead) > late*float64(told) }

// to is what follows a call of a leg; the leg without a name is where a run begins. A call counts where most runs have it, a repetition
// where all have it. The work is what such runs have on average, but for what ends a run: that comes whole or not at all. What is written
// is checked, and so is what is mended. An open course works on so many questions, in its first phase.
func (c Course) to(at Leg, made map[string]int, rest, questions int) (calls, work float64) {
	repair, _ := c.Leg(prompts.Repair.Name)
	mends := max(0, usual(repair.Often)-float64(made[repair.Step]))
	each := false // a step that is taken for each question
	for _, l := range c.Legs {
		left, size := float64(made[l.Step]), 1.0
		each = each || l.Step == c.open
		more, average := max(0, usual(l.Often)-left), max(0, l.Often-left)
		switch {
		case c.open != "" && at.Phase == 0: // what comes for certain, and once, or once for each question
			times := 1.0
			if l.Phase > 0 && questions > 1 {
				size = larger
			} else if l.Phase == 0 && each {
				times = float64(questions)
			}
			more = max(0, math.Floor(min(1, l.Often))*times-left)
			average = more
		case l.Step == repair.Step:
			average = more
		case l.Step == prompts.Proof.Name:
			first, again := usual(l.Often-repair.Often), mends
			switch at.Step {
			case l.Step:
				first = float64(rest)
			case repair.Step:
				first, again = 0, mends+1
			}
			more, average = first+again, first
			if l.Phase >= at.Phase {
				work += again * Weight(l.Prompt, l.Again())
			}
		case l.Step == at.Step && rest > 0:
			more, average = float64(rest), max(average, float64(rest))
		}
		if l.Phase >= at.Phase {
			calls += more
			work += size * average * Weight(l.Prompt, l.Reply)
		}
	}
	return calls, work
}

// Again is what a check of mended sentences writes, about, of which there are fewer: a third, as the recorded runs had it.
func (l Leg) Again() float64 { return l.Reply / 3 }

// usual is how many calls of a step come for certain, or nearly so, that come so often on average.
func usual(often float64) float64 {
	if often <= 0.5 {
		return 0
	}
	return max(1, math.Floor(often))
}

// Ahead is what such a run still has before it when it has paid for these calls, the latest last, and no other is under way, and the most that is to be
// expected.
func (c Course) Ahead(paid []store.JournalEntry) (work, most float64) {
	if len(paid) > 0 {
		left, _ := c.After(paid[len(paid)-1].Step, StepsOf(paid), 0)
		return left.Work, left.Most
	}
	questions := 1
	if c.open != "" {
		questions += split
	}
	_, work = c.All()
	_, most = c.ample().to(Leg{}, nil, 0, questions)
	return work, most
}

// StepsOf counts calls by step.
func StepsOf(paid []store.JournalEntry) map[string]int {
	made := map[string]int{}
	for _, call := range paid {
		made[call.Step]++
	}
	return made
}

// Weight is the work of a call: tokens read, those written counted as so many.
func Weight(prompt, reply float64) float64 { return prompt + prompts.Writing*reply }

// Replies is about how many tokens a call of the step writes whose prompt has so many: more where there is more to judge, and most where there is more to tell.
func (l Leg) Replies(prompt int) float64 {
	most := 2.0
	if l.Phase == 1 {
		most = 3
	}
	return l.Reply * min(most, max(0.5, float64(prompt)/l.Prompt))
}

// Larger is about how many times the usual work comes after a call of the step whose prompt has so many tokens: who reads more writes more, and has more to check.
func (l Leg) Larger(prompt int) float64 { return min(3, max(1, float64(prompt)/l.Prompt)) }

// Lasts is how long a model works that does so much work a second; 0 when its pace is not known.
func Lasts(work, pace float64) time.Duration {
	if pace <= 0 {
		return 0
	}
	return time.Duration(work / pace * float64(time.Second))
}
