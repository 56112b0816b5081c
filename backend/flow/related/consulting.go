package related

import (
	"context"
	"errors"

	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// consults reports whether the run asks a model.
func (f *run) consults(s State) bool { return f.Kit.Model != nil && !s.Spoilt && s.Error == "" }

// tooled reports whether the model of the run can be given tools.
func (f *run) tooled() bool { return f.Kit.Model != nil && f.Kit.Model.Card().Tools }

// callsPerTurn is how many tools a model may ask for at once.
const callsPerTurn = 4

// consult makes one turn of the conversation with the model: it asks for tools, or says its last word. What it asks of the library is carried out
// at once; what reaches the web waits for consent. A model that cannot be given tools is only asked to summarize.
func (f *run) consult(ctx context.Context, s State) (graph.Step[State], error) {
	out, told := graph.Step[State]{State: &s, Next: []graph.Task{graph.To("summarize")}}, len(s.Steps)
	s.Asked, s.Answered = nil, nil
	last := !f.tooled() || len(s.Turns) >= LimitsOf(s.Mode).Turns
	work, cancel := f.clock(ctx, s, consultShare)
	defer cancel()
	call, reply, built, err := f.ask(ctx, work, s, last)
	switch {
	case !built:
		return out, err
	case ctx.Err() != nil:
		return out, ctx.Err()
	case err != nil:
		return f.giveUp(&s, out, err), nil
	case len(reply.ToolCalls) > 0 && last:
		return f.giveUp(&s, out, errors.New("it asks for tools without end")), nil
	case len(reply.ToolCalls) > 0:
		if err := f.carryOut(ctx, &s, reply); err != nil {
			return out, err
		}
		out.Next, out.Events = []graph.Task{graph.To("consult")}, steps(s.Steps[told:])
		if len(s.Asked) > 0 {
			out.Next = []graph.Task{graph.To("consent")}
		}
		return out, nil
	}
	if err := f.heard(work, &s, call, reply); err != nil {
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		return f.giveUp(&s, out, err), nil
	}
	return out, nil
}

// mostCut is how often a prompt that the model's own measure finds too long is made shorter.
const mostCut = 3

// ask puts the model's next call, shorter where the model finds it too long; built is false when the call could not be made from the library.
func (f *run) ask(ctx, work context.Context, s State, last bool) (call prompts.Call, reply prompts.Reply, built bool, err error) {
	for cut := 0; ; cut++ {
		if call, err = f.call(ctx, s, last, cut); err != nil {
			return call, reply, false, err
		}
		var tooLong interface{ Room() int }
		if reply, err = f.Kit.Converse(work, call); !errors.As(err, &tooLong) || cut == mostCut {
			return call, reply, true, err
		}
	}
}

// giveUp goes on without the model: what it found so far is kept, and the web is asked by rule where it was not asked yet.
func (f *run) giveUp(s *State, out graph.Step[State], err error) graph.Step[State] {
	f.log("related information for article %d: the model was given up: %v", s.Article, err)
	s.Spoilt, s.Warnings = true, append(s.Warnings, saySpoilt.In(s.Language))
	if f.MayAsk(s.Allow) && len(s.Queries) == 0 {
		out.Next = []graph.Task{graph.To("consent")}
	}
	return out
}

func (f *run) log(format string, args ...any) {
	if f.Log != nil {
		f.Log(format, args...)
	}
}

// heard takes the model's last word. An answer that is not of the specification's shape is sent back once; then the run has failed, with a
// message that holds nothing of the answer.
func (f *run) heard(ctx context.Context, s *State, call prompts.Call, reply prompts.Reply) error {
	answered, err := reason.Heard[prompts.RelatedOut](reply)
	if err != nil {
		call, err = f.repair(call, reply, err)
		if err != nil {
			return err
		}
		if reply, err = f.Kit.Converse(ctx, call); err != nil {
			return err
		}
		answered, err = reason.Heard[prompts.RelatedOut](reply)
	}
	if err != nil {
		f.log("related information for article %d: the model's answer is not of the right shape, twice: %v", s.Article, err)
		s.Error = sayBroken.In(s.Language)
		return nil
	}
	s.Answered = &answered
	return nil
}

// repair returns the call that sends an answer back: with the schema that holds the model to the shape, and without tools.
func (f *run) repair(call prompts.Call, reply prompts.Reply, broken error) (prompts.Call, error) {
	schema, err := prompts.Related.Schema()
	call.Tools, call.Schema, call.Attempt = nil, schema, 1
	call.Turns = append(call.Turns, prompts.Turn{Role: prompts.Assistant, Text: flow.Clipped(reply.Text, mostRepeated)},
		prompts.Turn{Role: prompts.User, Text: "Your last answer could not be used: " + flow.Clipped(broken.Error(), 300) + "\nAnswer again with one JSON object of exactly the shape described."})
	return call, err
}

// mostRepeated is how much of a broken answer the model is shown again, in bytes.
const mostRepeated = 1500
