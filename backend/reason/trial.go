package reason

import (
	"context"
	"errors"

	"rabbithole/backend/cite"
	"rabbithole/prompts"
)

// Trial is how many sentences test a model, TrialPass how many of them it has to judge rightly: of twenty models that toss a coin, one does.
const (
	Trial     = 10
	TrialPass = 8
)

// Try has a model judge sentences whose verdicts are known, and returns how many it judged rightly: none where it gave no answer that can be used.
func (c Caller) Try(ctx context.Context) (right int, err error) {
	known := prompts.TrialClaims()
	some := func(out *prompts.TrialOut) error {
		if len(out.Claims) == 0 {
			return errors.New("no claims")
		}
		return nil
	}
	answer, err := Or(ctx, c, prompts.Trial, prompts.TrialIn{Passages: prompts.TrialPassages(), Claims: known}, some,
		func() (prompts.TrialOut, error) { return prompts.TrialOut{}, nil })
	judged := map[int]bool{} // the first verdict of each counts
	for _, v := range answer.Claims {
		if i := refIndex(v.Ref, "K", len(known)); i >= 0 && !judged[i] {
			judged[i] = true
			if (v.Verdict == string(cite.Supported)) == known[i].Right {
				right++
			}
		}
	}
	return right, err
}
