package core

import (
	"context"
	"sync"
	"time"

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
	usual   time.Duration // that a call takes, by so many calls
	of      int
	since   time.Time // the stage began
	sent    time.Time // the model began to read
	writes  time.Time // the first token came
	told    bool
	release func()
	growing *reason.Growing
	words   bool // some were told
}

func (v *voice) telling(ctx context.Context, call prompts.Call) *telling {
	v.once.Do(func() { v.recall(ctx) })
	t := &telling{ctx: ctx, voice: v, since: time.Now(), written: call.Step == prompts.Draft.Name || call.Step == prompts.TreeReport.Name, growing: &reason.Growing{}}
	spent := v.spent.Plus(v.meter.Spent())
	t.asking = reason.Asking{Step: call.Step, Model: v.meta.Card.Name, Call: spent.Calls + 1, Calls: v.calls, PromptTokens: promptTokens(call), Tokens: spent.PromptTokens + spent.ReplyTokens}
	t.usual, t.of, _ = v.core.callTime(ctx, v.meta)
	return t
}

func promptTokens(call prompts.Call) int {
	n := prompts.EstimateTokens(call.System) + prompts.EstimateTokens(call.User)
	for _, turn := range call.Turns {
		n += prompts.EstimateTokens(turn.Text)
	}
	return n
}

// see is told by the model how far the call has come.
func (t *telling) see(m ollama.Moment) {
	t.mu.Lock()
	stage := string(m.Stage)
	changed := t.asking.Stage != stage
	if changed {
		if t.asking.Stage != reason.AskReading || stage != reason.AskWriting {
			t.since = time.Now()
		}
		switch stage {
		case reason.AskReading:
			t.sent = time.Now()
		case reason.AskWriting:
			t.writes = time.Now()
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
	if writing := now.Sub(t.writes); a.Stage == reason.AskWriting && writing >= heartbeat {
		a.Rate = float64(a.ReplyTokens) / writing.Seconds()
	}
	if a.Stage == reason.AskReading || a.Stage == reason.AskWriting {
		a.Tokens += a.PromptTokens + a.ReplyTokens
	}
	if a.Time = t.voice.worked(); a.Stage == reason.AskWaiting {
		a.Time -= a.Elapsed
	}
	if t.of > 0 && a.Calls >= a.Call {
		a.Left = t.left(t.reading(now), a.Calls-a.Call)
	}
	a.Text = a.Line("en")
	graph.Emit(t.ctx, event.New(reason.EventAsking, a))
	t.told = true
}

// left is how long the run takes, about, whose model has worked so long on this call and has some more to answer: one that takes longer than usual moves what is usual.
func (t *telling) left(spent time.Duration, more int) time.Duration {
	if spent <= t.usual {
		return t.usual - spent + t.usual*time.Duration(more)
	}
	return (t.usual*time.Duration(t.of) + spent) / time.Duration(t.of+1) * time.Duration(more)
}

// reading is how long the model has worked on the call.
func (t *telling) reading(now time.Time) time.Duration {
	if t.sent.IsZero() {
		return 0
	}
	return now.Sub(t.sent)
}

// finish tells that the call is over, where anything was told of it.
func (t *telling) finish() {
	t.mu.Lock()
	told := t.told
	if t.release != nil {
		t.release()
		t.release = nil
	}
	t.mu.Unlock()
	if told {
		t.tell(reason.AskDone)
	}
}
