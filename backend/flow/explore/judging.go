package explore

import (
	"cmp"
	"context"
	"regexp"
	"strconv"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/step"
)

// suffice judges a question against its findings and its slice.
func (f *run) suffice(ctx context.Context, s State) (graph.Step[State], error) {
	n, r, ok, err := f.here(ctx, s, NodeSearched)
	if err != nil || !ok {
		return graph.Step[State]{Next: done()}, err
	}
	evidence, err := flow.Evidence(ctx, f.Kit.Library, r.Evidence)
	if err != nil {
		return graph.Step[State]{}, err
	}
	f.doing(ctx, n, r.Question, sayWeighs.In(s.Language, n.ID))
	j, err := f.Kit.Suffices(ctx, s.asks(s.Question), r.Question, evidence, r.Slice.items())
	if err != nil {
		return graph.Step[State]{}, err
	}
	r.Judgement = &j
	n.Rev++
	change := &judged{worked: worked{at: at{n.ID, n.Gen}, Rev: n.Rev, Kept: n.Kept}, Enough: j.IsSufficient}
	return graph.Step[State]{Change: change, Next: []graph.Task{n.task("decompose")}, Events: []event.Event{s.tell(EventJudged, n, spelled(r, evidence, s.Language), NodeJudged)}}, put(ctx, f.Rows, n.key(), r)
}

var evidenceID = regexp.MustCompile(`\bE\d+\b(?:\.\d+)?`)

// spelled is a judged question in the words for people: findings are called by document and page, because nobody sees their IDs.
func spelled(r Record, evidence []cite.Evidence, language string) Record {
	names := map[string]string{}
	for _, e := range evidence {
		names[e.ID] = e.Name + ", " + report.PageOf(language, e.Page, e.Label)
	}
	spell := func(text string) string {
		return evidenceID.ReplaceAllStringFunc(text, func(id string) string {
			whole, _, _ := strings.Cut(id, ".")
			return cmp.Or(names[whole], id)
		})
	}
	j := *r.Judgement
	j.Reasoning, j.Gaps = spell(j.Reasoning), nil
	for _, gap := range r.Judgement.Gaps {
		j.Gaps = append(j.Gaps, spell(gap))
	}
	r.Judgement = &j
	return r
}

func (s *NodeContextSlice) items() []extract.ContextItem {
	if s == nil {
		return nil
	}
	return s.SelectedItems
}

// dig leads what a person wants dug deeper to the next wave, where what works on the question now is done.
func (f *run) dig(ctx context.Context, _ State) (graph.Step[State], error) {
	a, err := graph.Arg[at](ctx)
	return graph.Step[State]{Next: []graph.Task{graph.With("decompose", a)}}, err
}

// decompose takes a question apart that is not answered, or that the person wants deeper, and splits its context among the children, once.
func (f *run) decompose(ctx context.Context, s State) (graph.Step[State], error) {
	n, r, ok, err := f.here(ctx, s, NodeJudged, NodeSufficient, NodeGaps, NodeDecomposed)
	if err != nil || !ok || n.Status != NodeJudged && !n.Deeper {
		return graph.Step[State]{Next: done()}, err
	}
	change := &decomposed{worked: worked{at: at{n.ID, n.Gen}, Rev: n.Rev, Kept: n.Kept}}
	out := graph.Step[State]{Change: change, Next: done()}
	if !n.Deeper && (n.Enough || n.Depth() >= s.Settings.MaxDepth) || s.planted() >= s.Settings.MaxNodes {
		return out, nil
	}
	known, err := f.questions(ctx, s, n.ID)
	if err != nil {
		return out, err
	}
	apart := extract.Apart{Task: r.Question, Context: r.Slice.items(), Known: known, Read: r.Read, Max: s.Settings.MaxBreadth}
	if r.Judgement != nil {
		apart.Gaps = r.Judgement.Gaps
	}
	f.doing(ctx, n, r.Question, sayAsksOn.In(s.Language, n.ID))
	children, err := f.Kit.Decompose(ctx, s.asks(s.Question), apart)
	if err != nil || len(children) == 0 {
		return out, err
	}
	questions := make([]string, len(children))
	for i, c := range children {
		questions[i] = c.Question
	}
	parts, err := f.split(ctx, s, r, questions)
	if err != nil {
		return out, err
	}
	out.Next = nil
	for i, c := range children {
		child := Node{ID: n.ID + "." + strconv.Itoa(n.Children+i+1), Key: keyOf(f.Kit.Lexicon, s.Language, c.Question), Status: NodeOpen}
		row := Record{Question: c.Question, Reason: c.Reason}
		if parts != nil {
			parts[i].NodeID = child.ID
			row.Slice = &parts[i]
		}
		if err := put(ctx, f.Rows, child.key(), row); err != nil {
			return out, err
		}
		change.Children = append(change.Children, child)
		out.Next = append(out.Next, child.task("search"))
	}
	d := NodeData{NodeID: n.ID, Depth: n.Depth(), Question: r.Question, Status: NodeDecomposed, Kept: n.Kept, Gaps: apart.Gaps, Children: questions,
		Text: sayDecomposed.In(s.Language, n.ID, aQuestion.In(s.Language, len(children)))}
	out.Events = append(out.Events, event.New(EventDecomposed, d))
	return out, nil
}

// questions returns what the tree asks already, but for one question.
func (f *run) questions(ctx context.Context, s State, but string) (out []string, err error) {
	err = f.each(ctx, s, func(n Node, r Record) {
		if n.ID != but && n.Status != NodeUnsearched {
			out = append(out, r.Question)
		}
	})
	return out, err
}

// split assigns a question's slice to its children. An only child gets all of it.
func (f *run) split(ctx context.Context, s State, r Record, children []string) ([]NodeContextSlice, error) {
	if r.Slice == nil {
		return nil, nil // the children look for one above
	}
	out := make([]NodeContextSlice, len(children))
	if len(children) == 1 {
		out[0] = NodeContextSlice{Mode: ModeInherited, SelectionReason: sayWhole.In(s.Language), SelectedItems: r.Slice.SelectedItems}
		return out, nil
	}
	parts, err := f.Kit.Split(ctx, s.asks(r.Question), r.Slice.SelectedItems, children)
	if err != nil {
		return nil, err
	}
	for i, p := range parts {
		out[i] = NodeContextSlice{Mode: ModeSplit, SelectionReason: p.Reason, SelectedItems: append([]extract.ContextItem{}, p.Items...)}
		if p.Fallback {
			out[i].Mode = ModeSplitFallback
		}
	}
	return out, nil
}

// slice returns the context a question has on entry: the root's is the full digest, any other's was assigned when its parent was taken apart. No
// model is asked.
func (f *run) slice(ctx context.Context, s State, n Node, r Record) (NodeContextSlice, error) {
	if n.Depth() == 0 {
		all, _, err := get[[]extract.ContextItem](ctx, f.Rows, s.Runs, aggregateKey)
		items := append([]extract.ContextItem{}, step.Compact(all, s.Settings.ContextTokens)...)
		return NodeContextSlice{NodeID: n.ID, Mode: ModeRootFull, SelectionReason: sayFull.In(s.Language), SelectedItems: items}, err
	}
	if r.Slice != nil {
		return *r.Slice, nil
	}
	mode, reason := ModeInherited, sayInherited.In(s.Language)
	for id := n.Parent(); id != ""; id = parentOf(id) {
		if above := s.node(id); above != nil {
			row, err := Read(ctx, f.Rows, s, *above)
			if err != nil {
				return NodeContextSlice{}, err
			}
			if row.Slice != nil {
				return NodeContextSlice{NodeID: n.ID, Mode: mode, SelectionReason: reason, SelectedItems: row.Slice.SelectedItems}, nil
			}
		}
		mode, reason = ModeFallbackParent, sayInheritedFar.In(s.Language)
	}
	return NodeContextSlice{NodeID: n.ID, Mode: ModeFallbackParent, SelectionReason: reason, SelectedItems: []extract.ContextItem{}}, nil
}
