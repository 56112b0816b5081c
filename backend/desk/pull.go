package desk

import (
	"context"
	"errors"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
)

// pull downloads a model.
func (d *Desk) pull(c *core.Core, name string) error {
	name = strings.TrimSpace(name)
	if name == "" || strings.ContainsAny(name, " \t\n") || len(name) > 200 {
		return fault.New("download a model", fault.Usage, "Name one as Ollama's library does, such as qwen3:4b.",
			errors.New("that is not the name of a model"))
	}
	return d.beginTask(taskPull, func(ctx context.Context) {
		p, sum, now := Pull{Name: name}, layers{}, sparsely()
		d.say(EventPull, p)
		err := c.PullModel(ctx, name, func(step core.PullProgress) {
			p.Status = step.Status
			if p.Completed, p.Total = sum.add(step); now() {
				d.say(EventPull, p)
			}
		})
		p.Done = true
		if err != nil {
			f := FaultOf(err)
			p.Problem = &f
		}
		d.say(EventPull, p)
	})
}

// layers is how much of each part of a model is there: Ollama tells of one at a time.
type layers map[string]core.PullProgress

// add notes a step and returns how much is there of all parts known so far.
func (l layers) add(step core.PullProgress) (completed, total int64) {
	if step.Digest != "" {
		l[step.Digest] = step
	}
	for _, layer := range l {
		completed, total = completed+layer.Completed, total+layer.Total
	}
	return completed, total
}
