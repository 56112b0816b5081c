package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
)

// steerResearch tells a run something that only research understands.
func (d *Desk) steerResearch(run string, m graph.Message) error {
	err := tell(d, func(c *core.Core, ctx context.Context) error { return understands(c, ctx, run, research.Name, m.Kind) })
	if err != nil {
		return err
	}
	return d.message(run, m)
}

// answerResearch answers a question that only research asks.
func (d *Desk) answerResearch(run, question string, answer any) error {
	err := tell(d, func(c *core.Core, ctx context.Context) error {
		return understands(c, ctx, run, research.Name, graph.MessageAnswer)
	})
	if err != nil {
		return err
	}
	return d.answer(run, question, graph.Answer(question, answer))
}

// answer tells a run the answer to a question. One that nobody asks is refused: it would do no more than set a run going again that was stopped.
func (d *Desk) answer(run, question string, m graph.Message, follows ...graph.Message) error {
	err := tell(d, func(c *core.Core, ctx context.Context) error { return asks(c, ctx, run, question) })
	if err != nil {
		return err
	}
	return d.message(run, m, follows...)
}

// asks refuses an answer to what a run does not ask, or not any more. That it is finished is told by who tells it something.
func asks(c *core.Core, ctx context.Context, id, question string) error {
	run, err := c.Run(ctx, id)
	if err != nil || run.Status == graph.Finished {
		return err
	}
	questions, err := c.Questions(ctx, run.ID)
	if err != nil || slices.ContainsFunc(questions, func(q graph.Question) bool { return q.ID == question }) {
		return err
	}
	return fault.New("answer in run "+run.ID, fault.NotFound, "Look at the run again: it may have been answered already.",
		errors.New("it does not ask that"))
}

// understands refuses what is said to a run of another flow than the one that would do it: the run would take the word and forget it.
func understands(c *core.Core, ctx context.Context, id, flow, kind string) error {
	run, err := c.Run(ctx, id)
	if err != nil || run.Flow == flow {
		return err
	}
	return fault.New(kind+" in run "+run.ID, fault.Usage, c.Hints(run).Steer, fmt.Errorf("it is a run of %s, and this is said to a run of %s",
		run.Flow, flow))
}
