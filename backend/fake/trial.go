package fake

import (
	"context"
	"strconv"

	"rabbithole/prompts"
)

// Discerning judges the sentences that test a model rightly.
func Discerning(context.Context) ChatReply {
	return judged(func(c prompts.TrialClaim) bool { return c.Right })
}

// Credulous takes every sentence that tests a model for right.
func Credulous(context.Context) ChatReply {
	return judged(func(prompts.TrialClaim) bool { return true })
}

func judged(right func(prompts.TrialClaim) bool) ChatReply {
	var out prompts.TrialOut
	for i, c := range prompts.TrialClaims() {
		v := prompts.TrialVerdict{Ref: "K" + strconv.Itoa(i+1), Verdict: "unproven"}
		if right(c) {
			v.Verdict = "supported"
		}
		out.Claims = append(out.Claims, v)
	}
	return Answer(out)
}
