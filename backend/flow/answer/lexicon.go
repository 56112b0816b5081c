package answer

import (
	"context"

	"rabbithole/backend/flow"
	"rabbithole/backend/source"
)

// knowing returns the flow with a lexicon that knows passages of web pages.
func (f *run) knowing(ctx context.Context, passages []source.Passage) (*run, error) {
	tools := f.Tools
	var err error
	tools.Kit, err = flow.Knowing(ctx, f.Kit, passages)
	return &run{tools}, err
}

// passages reads passages by their IDs.
func (f *run) passages(ctx context.Context, ids []string) ([]source.Passage, error) {
	return flow.Passages(ctx, f.Kit.Library, ids)
}

// informed returns the flow with a lexicon that knows what was read so far.
func (f *run) informed(ctx context.Context, s State) (*run, error) {
	if f.Web == nil {
		return f, nil
	}
	tools, err := f.Informed(ctx, s.Read)
	return &run{tools}, err
}
