// Package reason asks a language model for one step of reasoning at a time: it renders the prompt, asks, repairs and validates the answer, and asks
// once more where it could not be used, saying what was wrong.
//
// Each file holds one call: its input as plain values, its bounds, and what code checks of the answer. The package promises a usable, validated answer, or an error that says why
// there is none; it never writes a file name, a page or a quote that code has not found. It refuses to know flows, and what is done where a model fails.
package reason

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/kaptinlin/jsonrepair"

	"rabbithole/backend/budget"
	"rabbithole/backend/chunk"
	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/prompts"
)

// EventFallback says that a step was done by its deterministic fallback although a model was chosen. Data: FallbackData.
const EventFallback event.Kind = "step.fallback"

// EventTruncated is the truncation alarm: the server's own count says that it cut the prompt. Data: FallbackData.
const EventTruncated event.Kind = "step.truncated"

// EventCalled says that a model answered, or the journal for it. Data: CalledData.
const EventCalled event.Kind = "step.called"

// EventBroken says that a call was broken off, and what it had cost until then. Data: CalledData, without the time where its step went on and counts that itself.
const EventBroken event.Kind = "step.broken"

// CalledData is what one call cost.
type CalledData struct {
	Step         string        `json:"step"`
	Attempt      int           `json:"attempt,omitempty"` // 1: the first answer could not be used
	PromptTokens int           `json:"prompt_tokens"`
	ReplyTokens  int           `json:"reply_tokens"`
	Elapsed      time.Duration `json:"elapsed"`
	Replayed     bool          `json:"replayed,omitempty"`
}

// Spend is what a run spent on the call, its time left out: a call counts from when the model is at it, whatever becomes of it.
func (d CalledData) Spend() (s budget.Spend) {
	if d.Step == "" {
		return s
	}
	if s = (budget.Spend{Calls: 1, PromptTokens: d.PromptTokens, ReplyTokens: d.ReplyTokens}); d.Replayed {
		s.Replayed = 1
	}
	return s
}

// FallbackData says which step fell back and why.
type FallbackData struct {
	Step   string `json:"step"`
	Reason string `json:"reason"`
}

// Model is a language model.
type Model interface {
	Card() prompts.Card
	// Generate answers one call completely; onToken (may be nil) sees the reply as it grows.
	Generate(ctx context.Context, call prompts.Call, onToken func(string)) (prompts.Reply, error)
}

// Caller asks a model for one run.
type Caller struct {
	Model Model // nil without one
	Meter *budget.Meter
	// Emit tells what happens; nil is allowed.
	Emit func(ctx context.Context, e event.Event)
}

func (c Caller) emit(ctx context.Context, kind event.Kind, data any) {
	if c.Emit != nil {
		c.Emit(ctx, event.New(kind, data))
	}
}

// Or does a step: it asks the model, and has otherwise do it where there is no model or its answers stay broken. check (may be nil) tightens the validation beyond
// the schema. A model that is gone (fault.Unavailable) and a cancelled context are errors, not fallbacks: the run pauses instead of quietly changing engine in
// the middle.
func Or[In, Out any](ctx context.Context, c Caller, t prompts.Template[In, Out], in In, check func(*Out) error, otherwise func() (Out, error)) (Out, error) {
	if c.Model == nil {
		return otherwise()
	}
	out, err := Ask(ctx, c, t, in, check)
	if err == nil || ctx.Err() != nil || !errors.Is(err, ErrLimit) && Gone(err) {
		return out, err
	}
	c.GaveUp(ctx, t.Name, err)
	return otherwise()
}

// Gone reports whether the model itself is the trouble, not its answer.
func Gone(err error) bool {
	switch fault.KindOf(err) {
	case fault.Unavailable, fault.Cancelled, fault.NotFound, fault.Denied:
		return true
	}
	return false
}

// Ask makes at most two calls: the second one, attempt 1, tells the model what was wrong with the first.
func Ask[In, Out any](ctx context.Context, c Caller, t prompts.Template[In, Out], in In, check func(*Out) error) (Out, error) {
	call, err := t.Render(in)
	if err != nil {
		var none Out
		return none, err
	}
	return Answered(ctx, c, call, check)
}

// Answered is Ask for a call that is rendered already.
func Answered[Out any](ctx context.Context, c Caller, call prompts.Call, check func(*Out) error) (Out, error) {
	var out Out
	var broken error
	call.NumPredict = c.Reply(call.NumPredict)
	for attempt := range 2 {
		call.Attempt = attempt
		if broken != nil {
			call.User += "\n\nYour last answer could not be used: " + chunk.Clip(broken.Error(), 300) + "\nAnswer again with one JSON object of exactly the shape described."
		}
		reply, err := c.generate(ctx, call)
		if err != nil {
			return out, err
		}
		if out, broken = decode[Out](reply, check); broken == nil {
			return out, nil
		}
	}
	return out, fmt.Errorf("unusable answer: %w", broken)
}

// generate makes one call within the limits of its context, and charges it.
func (c Caller) generate(ctx context.Context, call prompts.Call) (prompts.Reply, error) {
	inner, done, err := within(ctx)
	if err != nil {
		return prompts.Reply{}, err
	}
	defer done()
	reply, err := c.Model.Generate(inner, call, nil)
	if err != nil && ctx.Err() == nil && inner.Err() != nil {
		err = ErrLimit
	}
	if err != nil {
		return reply, fmt.Errorf("ask the model to %s: %w", call.Step, err)
	}
	c.spend(ctx, call.Step, call.Attempt, reply)
	return reply, nil
}

func (c Caller) spend(ctx context.Context, name string, attempt int, r prompts.Reply) {
	called := CalledData{name, attempt, r.PromptTokens, r.ReplyTokens, r.Elapsed, r.Replayed}
	c.emit(ctx, EventCalled, called)
	s := called.Spend()
	if r.Truncated {
		s.Truncated = 1
		c.emit(ctx, EventTruncated, FallbackData{Step: name, Reason: fmt.Sprintf("the server read only %d tokens of the prompt", r.PromptTokens)})
	}
	c.Meter.Add(s)
}

// decode turns a reply into Out: the outermost JSON object, repaired if it must be, validated against the schema.
func decode[Out any](r prompts.Reply, check func(*Out) error) (Out, error) {
	var out Out
	if r.Truncated {
		return out, errors.New("the prompt was cut by the server")
	}
	text := thinking.ReplaceAllString(r.Text, "")
	for _, object := range objects(text) {
		if out, err := checked(object, check); err == nil {
			return out, nil
		}
	}
	text = outermost(text)
	whole := json.Valid([]byte(text))
	if !whole && r.DoneReason == "length" {
		return out, errors.New("the answer was cut at its token limit")
	}
	if text == "" {
		return out, errors.New("no JSON object in the answer")
	}
	if !whole {
		if len(text) > mostRepaired {
			return out, fmt.Errorf("the answer is not JSON, and %d bytes long", len(text))
		}
		fixed, err := jsonrepair.Repair(text)
		if err != nil {
			return out, fmt.Errorf("the answer is not JSON: %w", err)
		}
		text = fixed
	}
	return checked(text, check)
}

// checked decodes an object that fits Out's schema and passes check.
func checked[Out any](object string, check func(*Out) error) (Out, error) {
	out, err := prompts.Check[Out](json.RawMessage(object))
	if err != nil || check == nil {
		return out, err
	}
	return out, check(&out)
}

// mostRepaired bounds what is repaired, in bytes: the time it takes grows with the square of what is wrong, and no answer to a step is
// as long.
const mostRepaired = 32 << 10

var thinking = regexp.MustCompile(`(?s)<think>.*?</think>`)

// mostTalk is how many braces that begin no object are passed over: talk before the answer is short.
const mostTalk = 50

// objects returns the complete JSON objects in text that are not part of another, in order.
func objects(text string) []string {
	var out []string
	for from, talk := 0, 0; talk < mostTalk; talk++ {
		at := strings.IndexByte(text[from:], '{')
		if at < 0 {
			break
		}
		from += at
		var object json.RawMessage
		if json.NewDecoder(strings.NewReader(text[from:])).Decode(&object) == nil {
			out = append(out, string(object))
			from += len(object)
			continue
		}
		from++
	}
	return out
}

// outermost returns the text from the first { to the last }, or to the end when the object was never closed.
func outermost(text string) string {
	from := strings.IndexByte(text, '{')
	if from < 0 {
		return ""
	}
	if to := strings.LastIndexByte(text, '}'); to > from {
		return text[from : to+1]
	}
	return text[from:]
}
