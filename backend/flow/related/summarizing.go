package related

import (
	"context"

	"rabbithole/backend/graph"
)

// summarize writes the bullets.
func (f *run) summarize(ctx context.Context, s State) (graph.Step[State], error) {
	change := &summarized{Status: StatusReady, Made: "rule"}
	var err error
	if change.Bullets, err = f.byRule(ctx, s, choose(s.Found, mostOf(s.Mode))); err != nil {
		return graph.Step[State]{}, err
	}
	if change.Sources, err = f.sources(ctx, change.Bullets); err != nil {
		return graph.Step[State]{}, err
	}
	if change.Questions, err = f.questions(ctx, s, change.Bullets); err != nil {
		return graph.Step[State]{}, err
	}
	return graph.Step[State]{Change: change}, nil
}

func (f *run) consults(s State) bool {
	return f.Kit.Model != nil && f.Kit.Model.Card().Tools && !s.Spoilt
}

func (f *run) consult(context.Context, State) (graph.Step[State], error) {
	return graph.Step[State]{Change: &consulted{}, Next: []graph.Task{graph.To("summarize")}}, nil
}
func (f *run) consent(_ context.Context, s State) (graph.Step[State], error) {
	return graph.Step[State]{Change: &consented{Allow: s.Allow}}, nil
}
func (f *run) browse(context.Context, State) (graph.Step[State], error) {
	return graph.Step[State]{Change: &browsed{}, Next: []graph.Task{graph.To("summarize")}}, nil
}
