package step

import (
	"context"

	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// See has a model that sees say what a picture (PNG or JPEG) shows. It has no twin: without such a model only what is written in a picture and
// about it can be read, and that is not a matter of reasoning.
func (k *Kit) See(ctx context.Context, in prompts.LookIn, picture []byte) (prompts.LookOut, error) {
	call, err := prompts.Look.Render(in)
	if err != nil {
		return prompts.LookOut{}, err
	}
	call.Images = [][]byte{picture}
	return reason.Answered[prompts.LookOut](ctx, k.Caller(), call, nil)
}
