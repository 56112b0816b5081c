package answer

import (
	"context"

	"rabbithole/backend/graph"
)

func (f *run) understand(context.Context, State) (graph.Step[State], error) {
	return graph.Step[State]{Change: &understood{}}, nil
}
func (f *run) plan(context.Context, State) (graph.Step[State], error) {
	return graph.Step[State]{Change: &planned{}}, nil
}
func (f *run) search(context.Context, State) (graph.Step[State], error) {
	return graph.Step[State]{Change: &searched{}}, nil
}
func (f *run) read(context.Context, State) (graph.Step[State], error) {
	return graph.Step[State]{Change: &read{}}, nil
}
func (f *run) evaluate(context.Context, State) (graph.Step[State], error) {
	return graph.Step[State]{Change: &evaluated{}, Next: []graph.Task{graph.To("synthesize")}}, nil
}
func (f *run) synthesize(context.Context, State) (graph.Step[State], error) {
	return graph.Step[State]{Change: &synthesized{}}, nil
}
func (f *run) finalize(context.Context, State) (graph.Step[State], error) {
	return graph.Step[State]{Change: &finalized{}}, nil
}
