package ollama

import (
	"context"
	"time"
)

// insist runs try until it succeeds, fails for good, or patience ends. After a broken connection it waits for the server to answer
// again, then tries once more; a second break ends it. A busy server is asked again at growing intervals. crashes is how often a
// crash of the model runner is forgiven. try must be safe to repeat.
func (c *Client) insist(ctx context.Context, op string, crashes int, try func() error) error {
	breaks := 1
	wait, waited := 100*time.Millisecond, time.Duration(0)
	for {
		err := try()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return c.explain(ctx, op, err)
		}
		switch diagnose(err) {
		case gone:
			if breaks == 0 || !c.await(ctx) {
				return c.giveUp(ctx, op, err)
			}
			breaks--
		case busy:
			if waited+wait > c.opts.Limits.Patience || !pause(ctx, wait) {
				return c.explain(ctx, op, err)
			}
			waited += wait
			wait = min(2*wait, 5*time.Second)
		case crashed:
			if crashes == 0 {
				return c.explain(ctx, op, err)
			}
			if !c.await(ctx) {
				return c.giveUp(ctx, op, err)
			}
			crashes--
		default:
			return c.explain(ctx, op, err)
		}
	}
}

func (c *Client) giveUp(ctx context.Context, op string, err error) error {
	if ctx.Err() != nil {
		return c.explain(ctx, op, err)
	}
	return c.stopped(op)
}

// await waits at most Patience until the server answers; false when it does not, or ctx ends.
func (c *Client) await(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, c.opts.Limits.Patience)
	defer cancel()
	see(ctx, Moment{Stage: Absent, Limit: c.opts.Limits.Patience})
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		probe, done := context.WithTimeout(ctx, 5*time.Second)
		_, err := c.askVersion(probe)
		done()
		if err == nil {
			return true
		}
		if !pause(ctx, wait) {
			return false
		}
	}
}

// pause sleeps for d; false when ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
