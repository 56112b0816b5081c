package core

import (
	"context"
	"sync"
	"time"

	"rabbithole/backend/core/course"
	"rabbithole/backend/event"
	"rabbithole/backend/graph"
	"rabbithole/backend/ollama"
	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// telling tells of one call.
type telling struct {
	ctx     context.Context
	voice   *voice
	written bool // what it writes is for a reader

	mu      sync.Mutex
	asking  reason.Asking
	guessed int           // tokens of the prompt, as prompts are measured
	pace    float64       // of the model, as Card.Pace says it; 0 when it is not known
	writing float64       // tokens that such a reply has, about; 0 when that is not known
	more    float64       // work after this call, as course.After says it
	late    time.Time     // it was found that the run takes longer than was told before
	begun   bool          // the model works on it, and its number is known
	since   time.Time     // the stage began
	heard   time.Time     // something came from the model
	limit   time.Duration // after that, when the call is given up; 0: never
	works   time.Time     // the run waits for nobody any more
	sent    time.Time     // the model began to read
	writes  time.Time     // the first tokens came
	first   int           // how many these were
	told    bool
	over    bool // it counts as the run's
	release func()
	growing *reason.Growing
	words   bool // some were told
}

func (v *voice) telling(ctx context.Context, call prompts.Call) *telling {
	v.once.Do(func() { v.recall(ctx) })
	t := &telling{ctx: ctx, voice: v, since: time.Now(), written: call.Step == prompts.Draft.Name || call.Step == prompts.TreeReport.Name,
		growing: &reason.Growing{}}
	t.guessed = call.Tokens()
	part, parts := reason.PartOf(ctx)
	t.asking = reason.Asking{Step: call.Step, Model: v.meta.Card.Name, Part: part, Parts: parts, PromptTokens: v.tokens(t.guessed)}
	return t
}

// begin numbers the call, and looks up what it and those after it usually take.
func (t *telling) begin() {
	if t.begun {
		return
	}
	t.begun = true
	rest := t.asking.Parts - t.asking.Part
	number, made := t.voice.begin(t.asking.Step, t.asking.PromptTokens)
	left := t.voice.course.After(made, rest)
	t.asking.Call, t.asking.Calls, t.asking.Unusual = number, number+int(left.Calls+0.5), left.Unusual
	t.pace, t.writing, t.more = t.voice.pace(t.ctx), left.Reply, left.Work
}

// see is told by the model how far the call has come.
func (t *telling) see(m ollama.Moment) {
	t.mu.Lock()
	t.begin()
	stage := string(m.Stage)
	t.heard, t.limit = time.Now(), m.Limit
	changed := t.asking.Stage != stage
	if changed {
		if t.asking.Stage != reason.AskReading || stage != reason.AskWriting {
			t.since = time.Now()
		}
		switch stage {
		case reason.AskReading:
			t.sent = time.Now()
		case reason.AskWriting:
			t.writes, t.first = time.Now(), m.Tokens
		}
		if t.works.IsZero() && stage != reason.AskWaiting {
			t.works = time.Now()
		}
		t.asking.Stage, t.asking.Holder = stage, ""
		if t.release != nil {
			t.release()
			t.release = nil
		}
		if stage == reason.AskWaiting {
			t.release = t.voice.hold(t.ctx)
			t.asking.Holder = t.voice.core.flowName(m.Holder)
		}
		if stage == reason.AskReading && t.words { // the answer begins anew
			graph.Emit(t.ctx, event.New(reason.EventWords, reason.Words{Step: t.asking.Step, Reset: true}))
			t.growing, t.words = &reason.Growing{}, false
		}
	}
	t.asking.ReplyTokens = m.Tokens
	t.mu.Unlock()
	if changed && stage != reason.AskLoading { // a model that is loaded answers at once
		t.tell("")
	}
}

// hear takes a piece of the reply in and tells what of it is for a reader.
func (t *telling) hear(piece string) {
	if !t.written {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	text := t.growing.Hear(piece)
	if text == "" {
		return
	}
	graph.Emit(t.ctx, event.New(reason.EventWords, reason.Words{Step: t.asking.Step, Text: text, Reset: !t.words}))
	t.words = true
}

// tell tells how far the call has come; stage "" is the one it is in.
func (t *telling) tell(stage string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if stage != "" {
		t.asking.Stage = stage
	}
	if t.asking.Stage == "" { // it waits for nobody and nothing was sent: the journal is looked at
		return
	}
	now := time.Now()
	a := t.asking
	a.Elapsed = now.Sub(t.since)
	a.Rate = t.rate(now)
	spent := t.voice.spending()
	if !t.over {
		spent = spent.Plus(t.cost().Spend())
	}
	a.Made, a.Tokens = spent.Calls, spent.PromptTokens+spent.ReplyTokens
	if a.Time = t.voice.worked(); a.Stage == reason.AskWaiting {
		a.Time -= a.Elapsed
	}
	a.Left, a.Long = t.left(a, now)
	if a.GivesUp = t.givesUp(a, now); a.GivesUp > 0 {
		a.Left = 0 // whether it goes on is what nobody knows
	}
	a.Left = roughly(a.Left)
	a.Unusual = a.Unusual && a.Long && a.Left > 0
	a.Text = a.Line("en")
	graph.Emit(t.ctx, event.New(reason.EventAsking, a))
	t.told = true
}

// rate is how many tokens the model writes a second; 0 as long as that is not known. Those that came first were written before the clock ran.
func (t *telling) rate(now time.Time) float64 {
	writing := now.Sub(t.writes)
	if t.asking.Stage != reason.AskWriting || writing < heartbeat {
		return 0
	}
	return float64(t.asking.ReplyTokens-t.first) / writing.Seconds()
}

// lateFor is how long it is told that a run takes longer than was said before.
const lateFor = 15 * time.Second

// quiet is how long nothing may come before it is said when a call will be given up.
const quiet = 10 * time.Second

// givesUp is when the call will be given up: told of one that is silent and of one that is late; 0 for any other, and where that is not known.
func (t *telling) givesUp(a reason.Asking, now time.Time) (after time.Duration) {
	unsure, most := a.Left == 0, quiet
	if t.pace <= 0 && a.Stage == reason.AskReading {
		most *= 3 // nobody knows how long a prompt is read here
	}
	if silent := now.Sub(t.heard); silent >= most && t.limit > 0 && (unsure || a.Stage == reason.AskWriting) {
		after = max(time.Second, t.limit-silent)
	}
	if at, bound := t.ctx.Deadline(); bound && (after > 0 || unsure && a.Long) {
		if own := max(time.Second, at.Sub(now)); after == 0 || own < after { // that of its step or run comes first
			after = own
		}
	}
	return after
}

// left is how long the run takes, about, and whether it is more than was told; 0 where a prompt takes much longer to read than it should, or a last call
// longer than such calls do: then nobody knows.
func (t *telling) left(a reason.Asking, now time.Time) (left time.Duration, long bool) {
	if at := a.Stage == reason.AskReading || a.Stage == reason.AskWriting; !at || t.pace <= 0 {
		return 0, false
	}
	ahead := course.Lasts(course.Weight(0, max(0, t.writing-float64(a.ReplyTokens)))+t.more, t.pace)
	if a.Stage == reason.AskReading {
		reads, worked := course.Lasts(float64(a.PromptTokens), t.pace), t.reading(now)
		if worked > 2*reads+quiet {
			return 0, true
		}
		ahead += max(0, reads-worked)
	}
	if ahead == 0 {
		return 0, true
	}
	left, late := t.voice.foretell(ahead)
	if late {
		t.late = now
	}
	return left, now.Sub(t.late) < lateFor
}

// roughly is a time that is left as nobody can know it better: rounded to five or ten seconds, or to minutes, and never to nothing.
func roughly(d time.Duration) time.Duration {
	step := 5 * time.Second
	switch {
	case d > 10*time.Minute:
		step = time.Minute
	case d > time.Minute:
		step = 10 * time.Second
	}
	if d <= 0 {
		return 0
	}
	return max(step, d.Round(step))
}

// reading is how long the model has worked on the call.
func (t *telling) reading(now time.Time) time.Duration {
	if t.sent.IsZero() {
		return 0
	}
	return now.Sub(t.sent)
}

// cost is what the call has cost so far: nothing before the model is at it.
func (t *telling) cost() reason.CalledData {
	if t.works.IsZero() {
		return reason.CalledData{}
	}
	out := reason.CalledData{Step: t.asking.Step, Elapsed: time.Since(t.works)}
	if !t.sent.IsZero() {
		out.PromptTokens, out.ReplyTokens = t.asking.PromptTokens, t.asking.ReplyTokens
	}
	return out
}

// finish tells that the call is over, where anything was told of it.
func (t *telling) finish(reply prompts.Reply, err error) {
	t.mu.Lock()
	told := t.told
	t.over = true
	t.voice.end(t.asking.Step, t.begun, t.guessed, reply, err)
	if t.release != nil {
		t.release()
		t.release = nil
	}
	t.mu.Unlock()
	if told {
		t.tell(reason.AskDone)
	}
}
