package research

import (
	"context"
	"regexp"
	"slices"
	"sort"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/event"
	"rabbithole/backend/graph"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// Why a reference was not followed.
const (
	ReasonMissing    = "not in the library"
	ReasonBudget     = "budget"
	ReasonOldVersion = "old version"
	ReasonWeb        = "on the web"
)

// leadStanding is the least relevance that a kept quote lends to what it points to: it was kept, so it counts.
const leadStanding = 0.75

// perTarget is the number of passages read of a section that a reference points to.
const perTarget = 2

// follow goes one level down the rabbit hole: it reads what the references in freshly kept evidence point to. It calls itself until
// nothing new is kept, the depth is reached, or the item's share of references is spent.
func (f *flow) follow(ctx context.Context, s State) (graph.Step[State], error) {
	item := s.item(s.Current)
	change := &read{Depth: s.Depth + 1}
	out := graph.Step[State]{Change: change, Next: []graph.Task{graph.To("reflect")}}
	fresh := s.Fresh
	if item.Dig != "" && s.Depth == 0 {
		fresh = append(slices.Clone(fresh), item.Dig)
	}
	if len(fresh) == 0 || s.Depth >= s.Settings.FollowDepth {
		return out, nil
	}
	trail := &trail{flow: f, state: s, item: item, change: change, seen: set(s.Read), queued: map[string]bool{}, left: s.Settings.FollowPerTask - s.followedFor(item.ID)}
	for _, k := range s.Evidence {
		if slices.Contains(fresh, k.ID) && !slices.Contains(s.Stopped, k.ID) {
			if err := trail.from(ctx, k); err != nil {
				return out, err
			}
		}
	}
	if err := f.judge(ctx, s, item, trail.pending, change, &out.Events); err != nil {
		return out, err
	}
	if err := f.promote(ctx, s, item, trail.again, change, &out.Events); err != nil {
		return out, err
	}
	for _, r := range change.Followed {
		out.Events = append(out.Events, event.New(EventFollowed, r))
	}
	if len(change.Kept) > 0 {
		out.Next = []graph.Task{graph.To("follow")}
	}
	return out, nil
}

// followedFor counts the references followed for an item.
func (s State) followedFor(item int) int {
	n := 0
	for _, r := range s.Followed {
		if r.Item == item {
			n++
		}
	}
	return n
}

// wasFollowed reports whether a reference was followed from a piece of evidence before.
func (s State) wasFollowed(from, text string) bool {
	return slices.ContainsFunc(s.Followed, func(r Followed) bool { return r.From == from && r.Text == text })
}

// trail collects the passages to read next. Each passage is read once in a run, so cycles end by themselves.
type trail struct {
	*flow
	state   State
	item    *Item
	change  *read
	seen    map[string]bool
	left    int
	pending []pendingReading
	again   []pendingReading // read before, not kept
	queued  map[string]bool
}

// from adds what the references of one piece of evidence point to: those in its quotes first, the rest of the passage only when the
// person asked to dig here.
func (t *trail) from(ctx context.Context, k Kept) error {
	e, err := t.hydrate(ctx, k)
	if err != nil {
		return err
	}
	mentions, err := t.Kit.Library.Mentions(ctx, k.Passage)
	if err != nil {
		return err
	}
	for _, m := range mentions {
		lead := leadOf(k, e, m)
		if lead == "" && t.item.Dig != k.ID || t.state.wasFollowed(k.ID, m.Text) || (State{Followed: t.change.Followed}).wasFollowed(k.ID, m.Text) {
			continue
		}
		if err := t.mention(ctx, k, e, m, lead); err != nil {
			return err
		}
	}
	return nil
}

// leadWidth is how many bytes before and after a reference tell what it is about.
const leadWidth = 160

// leadOf returns the words of a quote around the mention that stands in it, "" when it stands in none.
func leadOf(k Kept, e cite.Evidence, m refs.Mention) string {
	for i, spans := range k.Quotes {
		for _, s := range spans {
			if s.Page == m.Page && m.Start < s.End && m.End > s.Start {
				return around(e.Quotes[i].Text, m.Text)
			}
		}
	}
	return ""
}

// around returns the words of text around the first place where it says inner; the whole text when it says it in other words.
func around(text, inner string) string {
	at := strings.Index(text, inner)
	if at < 0 {
		return text
	}
	from, to := max(0, at-leadWidth), min(len(text), at+len(inner)+leadWidth)
	for from > 0 && text[from-1] != ' ' {
		from--
	}
	for to < len(text) && text[to] != ' ' {
		to++
	}
	return text[from:to]
}

func (t *trail) mention(ctx context.Context, k Kept, e cite.Evidence, m refs.Mention, lead string) error {
	kind := ReferenceType(m)
	if m.Status != refs.Found {
		if reason := openReason(m); reason != "" {
			t.change.Open = append(t.change.Open, OpenRef{From: k.ID, Kind: kind, Text: m.Text, Reason: reason})
		}
		return nil
	}
	var ids []string
	for i := range m.Targets {
		found, err := t.target(ctx, t.state, m, i)
		if err != nil {
			return err
		}
		ids = append(ids, found...)
	}
	ids = slices.DeleteFunc(ids, func(id string) bool { return id == k.Passage })
	if len(ids) == 0 && !slices.ContainsFunc(m.Targets, func(t refs.Target) bool { return t.Section == "" }) {
		return nil // the section is a heading, or what it holds may not be cited
	}
	if t.left <= 0 {
		t.change.Open = append(t.change.Open, OpenRef{From: k.ID, Kind: kind, Text: m.Text, Reason: ReasonBudget})
		return nil
	}
	t.left--
	t.change.Followed = append(t.change.Followed, Followed{Item: t.item.ID, From: k.ID, Kind: kind, Text: m.Text, Target: label(m), Found: true})
	for _, id := range ids {
		t.visit(id, pendingReading{id: id, query: k.Query, via: &e, lead: lead, standing: max(e.Score, leadStanding), ref: len(t.change.Followed) - 1})
	}
	return nil
}

// visit reads a passage that a reference leads to, once: evidence that is there already is linked, a passage that was read and not kept
// is looked at again in the light of the reference.
func (t *trail) visit(id string, p pendingReading) {
	for _, k := range t.state.Evidence {
		if k.Passage == id {
			r := &t.change.Followed[p.ref]
			r.Kept = append(r.Kept, k.ID)
			return
		}
	}
	switch {
	case t.queued[id]:
	case t.seen[id]:
		t.again = append(t.again, p)
	default:
		t.pending = append(t.pending, p)
	}
	t.queued[id] = true
}

// target returns the passages that target i of a mention means: those that hold the paragraph it names, else those that say most about
// the question, at most perTarget.
func (f *flow) target(ctx context.Context, s State, m refs.Mention, i int) ([]string, error) {
	target := m.Targets[i]
	if target.Document == "" {
		return nil, nil
	}
	if target.Section == "" {
		return f.within(ctx, s, target.Document)
	}
	all, err := f.Kit.Library.SectionPassages(ctx, target.Document, target.Section)
	if err != nil {
		return nil, err
	}
	sub := ""
	if i < len(m.Pointers) {
		sub = m.Pointers[i].Sub
	}
	if within := paragraph(all, sub); len(within) > 0 {
		all = within
	}
	if all, err = f.byWeight(ctx, s, all); err != nil {
		return nil, err
	}
	var ids []string
	for _, p := range all[:min(perTarget, len(all))] {
		if citable(p) {
			ids = append(ids, p.ID)
		}
	}
	return ids, nil
}

// within returns the passages of a whole document that say most about the question.
func (f *flow) within(ctx context.Context, s State, document string) ([]string, error) {
	hits, err := f.Kit.Search.Search(ctx, step.Query{Text: s.Question, Limit: perTarget, Scope: step.Scope{Documents: []string{document}}, Language: s.Language})
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, h := range hits {
		if h.Passage.Document == document {
			ids = append(ids, h.Passage.ID)
		}
	}
	return ids, nil
}

// byWeight orders passages by how much of the question they carry; equals keep the order of the text.
func (f *flow) byWeight(ctx context.Context, s State, passages []source.Passage) ([]source.Passage, error) {
	if len(passages) <= perTarget {
		return passages, nil
	}
	p, err := f.Kit.Profile(ctx, s.Language, s.question().Parts()...)
	if err != nil {
		return nil, err
	}
	weight := map[string]float64{}
	for _, x := range passages {
		weight[x.ID] = p.Coverage(f.Kit.Lexicon.Terms(x.Text, ""))
	}
	out := slices.Clone(passages)
	sort.SliceStable(out, func(a, b int) bool { return weight[out[a].ID] > weight[out[b].ID] })
	return out, nil
}

// named searches nothing: it returns what the references in a task's own words point to, one query per reference.
func (f *flow) named(ctx context.Context, s State, item *Item) ([]Searched, error) {
	mentions, err := f.Kit.Library.Pointed(ctx, item.Task)
	if err != nil {
		return nil, err
	}
	var out []Searched
	for _, m := range mentions {
		q := Searched{Item: item.ID, Query: m.Text, Named: true}
		for i := range m.Targets {
			ids, err := f.target(ctx, s, m, i)
			if err != nil {
				return nil, err
			}
			q.Hits = append(q.Hits, ids...)
		}
		if len(q.Hits) > 0 && len(out) < s.Settings.QueriesPerTask {
			q.Hits = q.Hits[:min(len(q.Hits), s.Settings.PassagesPerQuery)]
			out = append(out, q)
		}
	}
	return out, nil
}

var paragraphNumber = regexp.MustCompile(`(?:Abs\.|Absatz|paragraph|para\.|\()\s*(\d+[a-z]?)`)

// paragraph returns the passages that begin or contain the paragraph "(2)" that a reference's chain names; nil when it names none or
// none is marked that way.
func paragraph(passages []source.Passage, sub string) []source.Passage {
	m := paragraphNumber.FindStringSubmatch(sub)
	if m == nil {
		return nil
	}
	mark := "(" + m[1] + ")"
	for i, p := range passages {
		if strings.HasPrefix(p.Text, mark) || strings.Contains(p.Text, "\n"+mark) || strings.Contains(p.Text, " "+mark+" ") {
			return passages[i:min(i+perTarget, len(passages))]
		}
	}
	return nil
}

// ReferenceType names a reference in the specification's three kinds.
func ReferenceType(m refs.Mention) string {
	switch m.Kind {
	case refs.KindURL, refs.KindDOI:
		return "external"
	case refs.KindDocument, refs.KindBibliography:
		return "document"
	}
	return "section"
}

func openReason(m refs.Mention) string {
	switch m.Status {
	case refs.OldVersion:
		return ReasonOldVersion
	case refs.External:
		if m.Kind == refs.KindURL || m.Kind == refs.KindDOI {
			return ReasonWeb
		}
		return ReasonMissing
	}
	return ReasonMissing
}

// label names the target for people.
func label(m refs.Mention) string {
	if len(m.Targets) == 1 && m.Targets[0].Label != "" && !strings.Contains(m.Text, m.Targets[0].Label) {
		return m.Text + " (" + m.Targets[0].Label + ")"
	}
	return m.Text
}
