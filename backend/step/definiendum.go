package step

import (
	"context"
	"rabbithole/backend/step/ask"
)

// thingsAsked returns the profiles of what a question asks to be defined.
func (k *Kit) thingsAsked(ctx context.Context, q Question) ([]Profile, error) {
	var out []Profile
	for _, clause := range q.Clauses() {
		own, err := k.Matter(ctx, q.Language, ask.MatterOf(clause, q.Language)...)
		if err != nil {
			return nil, err
		}
		out = append(out, k.toDefine(clause, own)...)
	}
	return out, nil
}
