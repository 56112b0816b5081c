package step

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/prompts"
)

// Checkable is a claim with the texts that it cites, as a model that checks reads them.
type Checkable struct {
	Text   string
	Quotes []CheckQuote
}

// CheckQuote is a cited text in full sentences, and where it stands.
type CheckQuote struct {
	Heading string
	Text    string
}

// Opinion is what a model says of a claim. Verdict is "" when it was not asked or gave no usable answer.
type Opinion struct {
	Verdict cite.Verdict
	Why     string
}

// Check asks the model whether quotes prove claims, many per call, and returns one opinion per claim, in their order. Its twin is code's own
// verdict, which callers have already: without a model, and where its answer stays broken, the opinion is empty.
func (k *Kit) Check(ctx context.Context, claims []Checkable) ([]Opinion, error) {
	out := make([]Opinion, len(claims))
	if k.Model == nil {
		return out, nil
	}
	done := 0
	for _, batch := range k.checkBatches(claims) {
		if err := k.checkBatch(ctx, batch, out[done:done+len(batch)]); err != nil {
			return nil, err
		}
		done += len(batch)
	}
	return out, nil
}

// checkReply is the number of reply tokens an opinion takes; checkMost caps a batch.
const (
	checkReply = 100
	checkMost  = 12
)

// checkBatches cuts claims into batches that fit the model's context together with the reply they need.
func (k *Kit) checkBatches(claims []Checkable) [][]Checkable {
	room, reply := k.room(prompts.Proof.NumPredict, Question{}), k.reply(prompts.Proof.NumPredict)
	var out [][]Checkable
	var batch []Checkable
	used := 0
	for _, c := range claims {
		c = c.cut(room)
		full := used+c.tokens() > room || len(batch) == checkMost || (len(batch)+1)*checkReply > reply
		if full && len(batch) > 0 {
			out, batch, used = append(out, batch), nil, 0
		}
		batch = append(batch, c)
		used += c.tokens()
	}
	if len(batch) > 0 {
		out = append(out, batch)
	}
	return out
}

func (c Checkable) tokens() int {
	n := tokens(c.Text) + 40
	for _, q := range c.Quotes {
		n += tokens(q.Text) + tokens(q.Heading) + fenced + 10
	}
	return n
}

// cut shortens the quotes of a claim that would not fit a call of its own.
func (c Checkable) cut(room int) Checkable {
	for len(c.Quotes) > 1 && c.tokens() > room {
		c.Quotes = c.Quotes[:len(c.Quotes)-1]
	}
	if c.tokens() > room && len(c.Quotes) == 1 {
		q := c.Quotes[0]
		q.Text = clip(q.Text, room)
		c.Quotes = []CheckQuote{q}
	}
	return c
}

func (k *Kit) checkBatch(ctx context.Context, batch []Checkable, out []Opinion) error {
	var in prompts.CheckIn
	for i, c := range batch {
		ref := fmt.Sprintf("K%d", i+1)
		claim := prompts.CheckClaim{Ref: ref, Text: c.Text}
		for j, q := range c.Quotes {
			claim.Quotes = append(claim.Quotes, prompts.CheckQuote{Ref: ref + string(rune('a'+j)), Heading: clip(q.Heading, 160), Text: q.Text})
		}
		in.Claims = append(in.Claims, claim)
	}
	someKnown := func(o *prompts.CheckOut) error {
		for _, v := range o.Claims {
			if i := claimIndex(v.Ref, len(batch)); i >= 0 {
				return nil
			}
		}
		return errors.New("no ref of a claim that was asked about")
	}
	answer, err := reason(ctx, k, prompts.Proof, in, someKnown, func() (prompts.CheckOut, error) { return prompts.CheckOut{}, nil })
	if err != nil {
		return err
	}
	for _, v := range answer.Claims {
		if i := claimIndex(v.Ref, len(batch)); i >= 0 {
			out[i] = Opinion{cite.Verdict(v.Verdict), strings.TrimSpace(v.Why)}
			if out[i].Verdict == cite.Contradicted && !pointsAt(v.Quote, in.Claims[i].Quotes) {
				out[i].Verdict = cite.Unproven // a contradiction stands somewhere, or it is none
			}
		}
	}
	return nil
}

func claimIndex(ref string, n int) int {
	var i int
	if _, err := fmt.Sscanf(strings.ToUpper(strings.TrimSpace(ref)), "K%d", &i); err != nil || i < 1 || i > n {
		return -1
	}
	return i - 1
}

func pointsAt(ref string, quotes []prompts.CheckQuote) bool {
	for _, q := range quotes {
		if strings.EqualFold(strings.TrimSpace(ref), q.Ref) {
			return true
		}
	}
	return false
}
