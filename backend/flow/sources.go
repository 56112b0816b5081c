package flow

import (
	"context"

	"rabbithole/backend/cite"
	"rabbithole/backend/step"
)

// Label completes citations with what is printed on their pages.
func Label(ctx context.Context, library step.Library, claims []cite.Claim) (err error) {
	for i := range claims {
		for j := range claims[i].Citations {
			x := &claims[i].Citations[j]
			if x.Label, err = library.PageLabel(ctx, x.Document, x.Page); err != nil {
				return err
			}
		}
	}
	return nil
}
