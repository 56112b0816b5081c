package core

import (
	"context"
	"encoding/json"
	"math"
	"time"

	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/store"
	"rabbithole/prompts"
)

// leg is a step of a flow that asks a model: how often a run of standard depth takes it, on average, and the tokens of such a call.
type leg struct {
	step          string
	phase         int // a run does not come back to an earlier one
	often         float64
	prompt, reply float64
}

// course is what the calls of a run usually are. An open one may work on any number of questions in its first phase: open is the step that each begins with.
type course struct {
	legs []leg
	open string
}

// courseOf is the course of a flow as the recorded runs had it (make eval-runs): what is known before any run was finished here.
func courseOf(flow string) course {
	check, repair := leg{prompts.Proof.Name, 2, 1.4, 2000, 330}, leg{prompts.Repair.Name, 2, 0.5, 800, 60}
	seek, weigh, respond := leg{prompts.Seek.Name, 0, 1, 420, 135}, leg{prompts.Weigh.Name, 0, 1.2, 2800, 400}, leg{prompts.Respond.Name, 1, 1, 1650, 350}
	switch flow {
	case answer.Name:
		return course{legs: []leg{seek, weigh, respond, check, repair}}
	case research.Name:
		check.often, check.prompt, check.reply = 1.7, 2500, 430
		return course{legs: []leg{{prompts.Plan.Name, 0, 1, 850, 620}, {prompts.Sift.Name, 0, 1.8, 3300, 350}, {prompts.Draft.Name, 1, 1, 2000, 700}, check, repair}}
	case explore.Name:
		check.often, check.reply, repair.often = 1.9, 280, 0.9
		return course{open: prompts.Queries.Name, legs: []leg{{prompts.Digest.Name, 0, 0, 530, 240}, {prompts.Analyse.Name, 0, 1, 420, 130}, {prompts.Queries.Name, 0, 1, 330, 80}, {prompts.Judge.Name, 0, 1, 3500, 350},
			{prompts.Sufficiency.Name, 0, 1, 1500, 80}, {prompts.Decompose.Name, 0, 0, 620, 150}, {prompts.Split.Name, 0, 0, 740, 290},
			{prompts.TreeReport.Name, 1, 1, 2400, 650}, check, repair}}
	case discover.Name:
		check.often = 2.5
		return course{legs: []leg{seek, weigh, respond, {prompts.Discover.Name, 1, 1, 2500, 650}, check, repair}}
	case related.Name:
		check.often = 1
		return course{legs: []leg{{prompts.Related.Name, 1, 1, 3500, 470}, check}}
	}
	return course{}
}

// learning is how many finished runs a course is learned from at most, and learned how many it takes.
const (
	learning = 10
	learned  = 2
)

// course is what calls a run has that was begun like this: as those of its kind had that were finished here, where there are some.
func (c *Core) course(ctx context.Context, flow string, meta runMeta) (course, error) {
	out := courseOf(flow)
	for i := range out.legs {
		if out.legs[i].phase == 0 {
			out.legs[i].often *= meta.work()
		}
	}
	calls, err := c.db.FlowCalls(ctx, flow, meta.Card.Digest, learning)
	if err != nil {
		return out, err
	}
	runs := map[string]bool{}
	seen := map[string]leg{}
	for _, call := range calls {
		var made runMeta
		if json.Unmarshal([]byte(call.Meta), &made) != nil || made.work() != meta.work() || made.Wrote != "" {
			continue
		}
		runs[call.Run] = true
		l := seen[call.Step]
		l.often, l.prompt, l.reply = l.often+1, l.prompt+float64(call.Prompt), l.reply+float64(call.Reply)
		seen[call.Step] = l
	}
	if len(runs) < learned {
		return out, nil
	}
	for i := range out.legs {
		l := &out.legs[i]
		of := seen[l.step]
		if l.often = of.often / float64(len(runs)); of.often > 0 {
			l.prompt, l.reply = of.prompt/of.often, of.reply/of.often
		}
	}
	return out, nil
}

// leg returns the step of a course, false where it has none of that name.
func (c course) leg(step string) (leg, bool) {
	for _, l := range c.legs {
		if l.step == step {
			return l, true
		}
	}
	return leg{}, false
}

// all is how many calls the whole course has and how much work they are.
func (c course) all() (calls, work float64) {
	return course{legs: c.legs}.to(leg{}, nil, 0)
}

// after is what follows a call of a step, itself left out, in a run that made so many calls of each, this one included, where rest more calls do the same thing: calls, work, and
// whether that is the least. Nothing is known after a step that the course does not have.
func (c course) after(step string, made map[string]int, rest int) (calls, work float64, least, known bool) {
	at, known := c.leg(step)
	calls, work = c.to(at, made, rest)
	return calls, work, c.open != "" && at.phase == 0, known
}

// to is what follows a call of a leg; the leg without a name is where a run begins. A call counts where most runs have it, a repetition where all have it. The work is what such
// runs have on average, but for what ends a run: that comes whole or not at all. What is written is checked, and so is what is mended.
func (c course) to(at leg, made map[string]int, rest int) (calls, work float64) {
	repair, _ := c.leg(prompts.Repair.Name)
	mends := max(0, usual(repair.often)-float64(made[repair.step]))
	questions := 1.0 // that are worked on, from where each begins
	for _, l := range c.legs {
		left := float64(made[l.step])
		if l.step == c.open && l.phase == at.phase {
			questions = max(1, left)
		}
		more, average := max(0, usual(l.often)-left), max(0, l.often-left)
		switch {
		case c.open != "" && at.phase == 0: // what comes for certain, and once, or once for each question that has begun
			if l.phase > 0 {
				questions = 1
			}
			more = max(0, math.Floor(min(1, l.often))*questions-left)
			average = more
		case l.step == prompts.Repair.Name:
			average = more
		case l.step == prompts.Proof.Name:
			first, again := usual(l.often-repair.often), mends
			switch at.step {
			case l.step:
				first = float64(rest)
			case repair.step:
				first, again = 0, mends+1
			}
			more, average = first+again, first
			if l.phase >= at.phase {
				work += again * weight(l.prompt, l.again())
			}
		case l.step == at.step && rest > 0:
			more, average = float64(rest), max(average, float64(rest))
		}
		if l.phase >= at.phase {
			calls += more
			work += average * weight(l.prompt, l.reply)
		}
	}
	return calls, work
}

// again is what a check of mended sentences writes, about, of which there are fewer: a third, as the recorded runs had it.
func (l leg) again() float64 { return l.reply / 3 }

// usual is how many calls of a step come for certain, or nearly so, that come so often on average.
func usual(often float64) float64 {
	if often <= 0.5 {
		return 0
	}
	return max(1, math.Floor(often))
}

// ahead is what such a run still has before it when it has paid for these calls, the latest last, and no other is under way.
func (c course) ahead(paid []store.JournalEntry) (work float64) {
	if len(paid) == 0 {
		_, work = c.all()
		return work
	}
	_, work, _, _ = c.after(paid[len(paid)-1].Step, stepsOf(paid), 0)
	return work
}

// stepsOf counts calls by step.
func stepsOf(paid []store.JournalEntry) map[string]int {
	made := map[string]int{}
	for _, call := range paid {
		made[call.Step]++
	}
	return made
}

// weight is the work of a call: tokens read, those written counted as so many.
func weight(prompt, reply float64) float64 { return prompt + prompts.Writing*reply }

// replies is about how many tokens a call of the step writes whose prompt has so many: more where there is more to judge.
func (l leg) replies(prompt int) float64 {
	return l.reply * min(2, max(0.5, float64(prompt)/l.prompt))
}

// lasts is how long a model works that does so much work a second; 0 when its pace is not known.
func lasts(work, pace float64) time.Duration {
	if pace <= 0 {
		return 0
	}
	return time.Duration(work / pace * float64(time.Second))
}

// measured is how much work a model does a second on this computer: as a run saw it itself, else as of late; 0 when it was never measured. Its test alone is no measure: a
// computer that is just starting a model is slower than it will be.
func (c *Core) measured(ctx context.Context, digest string, own store.Pace) (float64, error) {
	if pace := paceOf(own, leastMeasured); pace > 0 {
		return pace, nil
	}
	return c.pace(ctx, digest)
}
