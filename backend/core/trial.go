package core

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/event"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/report"
	"rabbithole/prompts"
)

// EventTested says that the model of a run is being tested before auto first takes it, how it did, or that it is known to be too weak. Data: Tested.
const EventTested event.Kind = "model.tested"

// How the test of a model can end; TestGoing while it goes on.
const (
	TestGoing  = "testing"
	TestPassed = "passed"
	TestWeak   = "weak"
	TestSlow   = "slow" // nobody knows: it takes more than trialTime, and is used
)

// trialTime is how long the test of a model may take. That it took longer counts for slowLife: the computer may have been busy.
const (
	trialTime = time.Minute
	slowLife  = 24 * time.Hour
)

// Tested is how a model did in its test.
type Tested struct {
	Model string `json:"model"`
	State string `json:"state"`
	Right int    `json:"right"`          // sentences of ten that it judged rightly
	Used  bool   `json:"used,omitempty"` // although it is too weak, because it was asked for by name

	At time.Time `json:"at,omitzero" ts_type:"string"` // it began, or ended
}

// String says it in half a sentence.
func (t Tested) String() string {
	switch t.State {
	case TestGoing:
		return fmt.Sprintf("Testing once whether %s can check sentences", t.Model)
	case TestPassed:
		return fmt.Sprintf("judged %d of %d test sentences rightly", t.Right, reason.Trial)
	case TestWeak:
		return fmt.Sprintf("too weak for research: judged %d of %d test sentences rightly", t.Right, reason.Trial)
	}
	return "could not be tested in a minute"
}

// trialKey is the setting under which the library remembers the test of a model by its digest.
func trialKey(digest string) string { return trialNotes + digest }

// trialNotes stands before the keys of such settings.
const trialNotes = "model.test."

// trial returns how a model did in its test; the zero Tested when it had none.
func (c *Core) trial(ctx context.Context, digest string) (t Tested, err error) {
	raw, ok, err := c.db.Setting(ctx, trialKey(digest))
	if err != nil || !ok {
		return t, err
	}
	if err := json.Unmarshal([]byte(raw), &t); err != nil || t.State == TestSlow && c.config.Now().Sub(t.At) > slowLife {
		return Tested{}, nil // what cannot be read is as if it had not been tested
	}
	return t, nil
}

// testsOf writes into cards how their models did.
func (c *Core) testsOf(ctx context.Context, cards []prompts.Card) error {
	for i := range cards {
		t, err := c.trial(ctx, cards[i].Digest)
		if err != nil {
			return err
		}
		cards[i].Test, cards[i].Right = t.State, t.Right
	}
	return nil
}

// TestModel tests a model, "" for the one that would be taken, and remembers the result.
func (c *Core) TestModel(ctx context.Context, name string, tell func(Tested)) (Tested, error) {
	client, err := c.client()
	if err != nil {
		return Tested{}, err
	}
	card, err := client.Pick(ctx, name)
	if err != nil {
		return Tested{}, err
	}
	tell(Tested{Model: card.Name, State: TestGoing})
	return c.try(ctx, card)
}

// try has a model take its test. The library remembers the result, but not that the model could not be reached.
func (c *Core) try(ctx context.Context, card prompts.Card) (Tested, error) {
	t := Tested{Model: card.Name}
	client, err := c.client()
	if err != nil {
		return t, err
	}
	model, err := client.Open(ctx, card)
	if err != nil {
		return t, err
	}
	limited, cancel := context.WithTimeout(ctx, trialTime)
	defer cancel()
	t.Right, err = reason.Caller{Model: model, Meter: &budget.Meter{}}.Try(limited)
	switch {
	case ctx.Err() != nil:
		return t, ctx.Err()
	case limited.Err() != nil:
		t.State = TestSlow
	case err != nil:
		return t, err
	case t.Right < reason.TrialPass:
		t.State = TestWeak
	default:
		t.State = TestPassed
	}
	t.At = c.config.Now()
	raw, err := json.Marshal(t)
	if err != nil {
		return t, err
	}
	return t, c.db.SetSetting(ctx, trialKey(card.Digest), string(raw))
}

// sifted passes a model over that is known to be too weak, and notes that. One that was asked for by name is used all the same where a
// setting says so.
func (c *Core) sifted(ctx context.Context, meta runMeta) (runMeta, error) {
	known, err := c.trial(ctx, meta.Card.Digest)
	if err != nil || known.State != TestWeak {
		return meta, err
	}
	meta.Weak = &report.Weak{Model: meta.Card.Name, Right: known.Right}
	if meta.Auto || !c.settings.get().WeakModels {
		meta.Engine, meta.Card, meta.Auto = settings.Extractive, prompts.Card{}, false
	}
	return meta, nil
}

// settle decides for a run that is to begin whether the model that auto found is taken, and has it tested once if it never was. It says
// when a model is too weak.
func (c *Core) settle(ctx context.Context, run graph.Run, meta runMeta) (runMeta, error) {
	if meta.Engine == settings.Ollama && meta.Auto {
		var err error
		if meta, err = c.tested(ctx, run, meta); err != nil {
			return meta, err
		}
		meta.Auto = false // and stays so, however long the run takes
		if err := c.keepMeta(ctx, run, meta); err != nil {
			return meta, err
		}
	} else if meta.Engine == settings.Ollama && meta.Weak == nil {
		var err error
		if meta, err = c.sifted(ctx, meta); err == nil && meta.Weak != nil {
			err = c.keepMeta(ctx, run, meta)
		}
		if err != nil {
			return meta, err
		}
	}
	if w := meta.Weak; w != nil {
		c.tellTested(run, Tested{Model: w.Model, State: TestWeak, Right: w.Right, Used: meta.Engine == settings.Ollama})
	}
	return meta, nil
}

// testedIn is the test of the model of a run: while this process executes it as it was told of last, else that it was too weak; nil when
// nothing is to be said.
func (c *Core) testedIn(id string, meta runMeta) *Tested {
	if l := c.liveOf(id); l != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if l.tested != nil {
			return l.tested
		}
	}
	if w := meta.Weak; w != nil {
		return &Tested{Model: w.Model, State: TestWeak, Right: w.Right, Used: meta.Engine == settings.Ollama}
	}
	return nil
}

func (c *Core) keepMeta(ctx context.Context, run graph.Run, meta runMeta) error {
	raw, err := json.Marshal(meta)
	if err != nil {
		return err
	}
	return c.db.PutMeta(ctx, run.ID, raw)
}

// tested sifts the model of a run, after its test where it had none. One that cannot be reached is left to the run, which says so.
func (c *Core) tested(ctx context.Context, run graph.Run, meta runMeta) (runMeta, error) {
	select {
	case c.trying <- struct{}{}:
		defer func() { <-c.trying }()
	case <-ctx.Done():
		return meta, ctx.Err()
	}
	known, err := c.trial(ctx, meta.Card.Digest)
	if err == nil && known.State == "" {
		c.tellTested(run, Tested{Model: meta.Card.Name, State: TestGoing})
		if known, err = c.try(ctx, meta.Card); known.State != "" && known.State != TestWeak {
			c.tellTested(run, known)
		}
		if ctx.Err() == nil && known.State == "" {
			return meta, nil
		}
	}
	if err != nil {
		return meta, err
	}
	if meta.Card.Pace, err = c.planned(ctx, meta.Card.Digest); err != nil { // its test told it
		return meta, err
	}
	return c.sifted(ctx, meta)
}

func (c *Core) tellTested(run graph.Run, t Tested) {
	if t.At.IsZero() {
		t.At = c.config.Now()
	}
	if l := c.liveOf(run.ID); l != nil {
		c.mu.Lock()
		l.tested = &t
		c.mu.Unlock()
	}
	e := event.New(EventTested, t)
	e.Run, e.At = run.ID, c.config.Now()
	c.Events.Publish(e)
}
