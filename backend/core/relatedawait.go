package core

import (
	"context"
	"encoding/json"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/step"
)

// lookAgain is how often it is looked without being told: what is told is not kept for who falls behind.
const lookAgain = 5 * time.Second

// AwaitRelated waits until the search beside a document is at rest, because it ended or a person is asked, and returns what is known then. tell is called with how it
// stands at first and with every change on the way; nil is allowed.
func (c *Core) AwaitRelated(ctx context.Context, hash string, tell func(RelatedChanged)) (Related, error) {
	heard := c.Events.Subscribe(1024) // before the first look, so that nothing falls between
	defer heard.Close()
	again := time.NewTicker(lookAgain)
	defer again.Stop()
	for first := true; ; first = false {
		r, err := c.RelatedTo(ctx, hash)
		if err != nil {
			return r, err
		}
		rests, err := c.relatedRests(ctx, r)
		if err != nil {
			return r, err
		}
		if rests { // it may have come to rest since the look
			return c.RelatedTo(ctx, hash)
		}
		if first && tell != nil {
			tell(RelatedChanged{Type: relatedUpdated, Article: r.Article, Document: hash, Status: r.Status, Doing: r.Doing, Message: r.Message, Updated: r.Updated})
		}
		for changed := false; !changed; {
			select {
			case e := <-heard.C:
				if said, ok := besideSaid(e, r.Run); ok && tell != nil {
					tell(RelatedChanged{Type: relatedUpdated, Article: r.Article, Document: hash, Status: r.Status, Doing: r.Doing, Message: said, Calling: true, Updated: e.At})
					continue
				}
				var now RelatedChanged
				if e.Kind != EventRelated || json.Unmarshal(e.Data, &now) != nil || now.Document != hash {
					continue
				}
				if changed = true; tell != nil {
					tell(now)
				}
			case <-again.C:
				changed = true
			case <-ctx.Done():
				return r, ctx.Err()
			}
		}
	}
}

// besideSaid is how far a call of the run's model has come, in words.
func besideSaid(e event.Event, run string) (string, bool) {
	var call step.Asking
	if e.Kind != step.EventAsking || e.Run != run || json.Unmarshal(e.Data, &call) != nil {
		return "", false
	}
	return call.Text, call.Text != ""
}

// relatedRests reports whether nothing happens beside a document until somebody does something.
func (c *Core) relatedRests(ctx context.Context, r Related) (bool, error) {
	if c.beside.busy(r.Run) {
		return false, nil
	}
	if r.Status != related.StatusQueued && r.Status != related.StatusRunning {
		return true, nil
	}
	questions, err := c.Questions(ctx, r.Run)
	return len(questions) > 0, err
}
