package reason

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"rabbithole/prompts"
)

// Fault is what is the matter with a sentence: what is wrong with it, or what it leaves out though it is right. The zero Fault is none.
type Fault struct{ Wrong, Add string }

// mostAround is how many sentences before and after one that has a fault are shown with it.
const mostAround = 2

// Mend has a model write sentences anew that have a fault, and returns what is to stand in the place of each by its position; "" takes it out.
func (c Caller) Mend(ctx context.Context, asked prompts.Asked, passages []prompts.Passage, sentences []string, faults []Fault) (map[int]string, error) {
	in := prompts.RepairIn{Asked: asked, Passages: passages}
	for i, text := range sentences {
		if !slices.ContainsFunc(faults[max(0, i-mostAround):min(len(faults), i+mostAround+1)], func(f Fault) bool { return f != Fault{} }) {
			continue // it stands too far from what has a fault
		}
		in.Sentences = append(in.Sentences, prompts.RepairSentence{Ref: "K" + strconv.Itoa(i+1), Text: text, Wrong: faults[i].Wrong, Add: faults[i].Add})
	}
	room := c.Room(prompts.Repair.NumPredict, sentences...)
	in.Passages = Fit(passages, func(p prompts.Passage) string { return p.Text + p.Source }, room)
	some := func(o *prompts.RepairOut) error {
		if !slices.ContainsFunc(o.Sentences, func(s prompts.RepairedSentence) bool { return refIndex(s.Ref, "K", len(sentences)) >= 0 }) {
			return errors.New("none of the sentences that were asked about")
		}
		return nil
	}
	out := map[int]string{}
	mended, err := Or(ctx, c, prompts.Repair, in, some, func() (prompts.RepairOut, error) { return prompts.RepairOut{}, nil })
	for _, s := range mended.Sentences {
		if i := refIndex(s.Ref, "K", len(sentences)); i >= 0 {
			out[i] = strings.TrimSpace(s.Text)
		}
	}
	return out, err
}
