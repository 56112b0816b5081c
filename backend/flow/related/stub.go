package related

import (
	"context"

	"rabbithole/backend/graph"
)

func (f *run) yield(context.Context, State) error { return nil }
func (f *run) open(_ context.Context, s State) (graph.Step[State], error) {
	return graph.Step[State]{Change: &opened{Language: s.Language, Mode: s.Mode}}, nil
}
func (f *run) gather(context.Context, State) (graph.Step[State], error) {
	return graph.Step[State]{Change: &gathered{}, Next: []graph.Task{graph.To("consent")}}, nil
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
func (f *run) summarize(context.Context, State) (graph.Step[State], error) {
	return graph.Step[State]{Change: &summarized{Status: StatusReady, Made: "rule"}}, nil
}
