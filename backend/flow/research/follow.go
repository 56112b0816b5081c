package research

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/event"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/refs"
	"rabbithole/backend/refs/resolve"
	"rabbithole/backend/source"
)

// Why a reference was not followed.
const (
	ReasonMissing    = "not in the library"
	ReasonNowhere    = "place not found"
	ReasonBudget     = "budget"
	ReasonOldVersion = "old version"
	ReasonWeb        = "on the web"
	ReasonNotChosen  = "not among the chosen documents"
)

// mostBeside is how many references that stand next to quotes are followed at one level, after those in quotes.
const mostBeside = 2

// mostListed is how many places a reference may name to be followed to all of them: "Articles 25 to 39" says little of any.
const mostListed = 4

// leadStanding is the least relevance that a kept quote lends to what it points to: it was kept, so it counts.
const leadStanding = 0.75

// follow goes one level down the rabbit hole: it reads what the references in freshly kept evidence point to, and, with a model, what it looks for next. It calls
// itself until nothing new is kept, the depth is reached, or the item's share of references is spent.
func (f *flow) follow(ctx context.Context, s State) (graph.Step[State], error) {
	if f.Kit.Model != nil {
		return f.widen(ctx, s)
	}
	item := s.item(s.Current)
	change := &read{Depth: s.Depth + 1}
	out := graph.Step[State]{Change: change, Next: []graph.Task{graph.To("reflect")}}
	if _, ok := s.chapter(item); ok { // it tells what stands in it, not where that leads
		return out, nil
	}
	trail := f.trail(s, change)
	if err := trail.gather(ctx); err != nil {
		return out, err
	}
	if err := f.judge(ctx, s, item, trail.pending, change, &out.Events); err != nil {
		return out, err
	}
	if err := f.promote(ctx, s, item, trail.again, change, &out.Events); err != nil {
		return out, err
	}
	change.tell(&out)
	return out, nil
}

// tell tells of the references that were followed, and goes on where something was kept.
func (c *read) tell(out *graph.Step[State]) {
	for _, r := range c.Followed {
		out.Events = append(out.Events, event.New(EventFollowed, r))
	}
	if len(c.Kept) > 0 {
		out.Next = []graph.Task{graph.To("follow")}
	}
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

// trail collects the passages to read next. Each passage is read once in a run, so cycles end by themselves.
type trail struct {
	*flow
	state   State
	item    *Item // whose references are followed
	change  *read
	seen    map[string]bool
	left    map[int]int // references that may still be followed, by item
	most    int         // passages to read, 0 for no limit
	sure    bool        // every item is answered
	besides int         // references next to quotes that were followed
	pending []pendingReading
	again   []pendingReading // read before, not kept
	queued  map[string]bool
}

func (f *flow) trail(s State, change *read) *trail {
	t := &trail{flow: f, state: s, change: change, seen: ask.Set(s.Read), queued: map[string]bool{}, left: map[int]int{}}
	for _, item := range s.working() {
		t.left[item.ID] = s.Settings.FollowPerTask - s.followedFor(item.ID)
	}
	return t
}

// gather adds what fresh evidence points to.
func (t *trail) gather(ctx context.Context) error {
	s := t.state
	fresh := slices.Clone(s.Fresh)
	dig := s.item(s.Current).Dig
	if dig != "" && s.Depth == 0 {
		fresh = append(fresh, dig)
	}
	from := slices.DeleteFunc(slices.Clone(s.Evidence), func(k Kept) bool {
		return !slices.Contains(fresh, k.ID) || slices.Contains(s.Stopped, k.ID) ||
			k.ID != dig && (s.references(k) >= s.Settings.FollowDepth || t.sure && k.Score < sureScore)
	})
	for _, beside := range []bool{false, true} {
		if beside && (t.Kit.Model == nil || t.sure) { // nobody could tell what a reference beside a quote has to do with it, or nobody needs to
			break
		}
		for _, k := range from {
			if t.item = s.item(s.Current); s.worksOn(k.Item) {
				t.item = s.item(k.Item)
			}
			if err := t.from(ctx, k, beside); err != nil {
				return err
			}
		}
	}
	return nil
}

// references counts the references that led to a piece of evidence, one from the other.
func (s State) references(k Kept) (n int) {
	for k.Via != "" && n <= len(s.Evidence) {
		i := slices.IndexFunc(s.Evidence, func(o Kept) bool { return o.ID == k.Via })
		if i < 0 {
			break
		}
		k, n = s.Evidence[i], n+1
	}
	return n
}

// from adds what the references of one piece of evidence point to: those in its quotes, all of its passage when the person asked to dig here.
// With beside it adds instead what the sentences next to its quotes point to: "§ 16 applies" may limit what was kept.
func (t *trail) from(ctx context.Context, k Kept, beside bool) error {
	e, err := shared.Hydrate(ctx, t.Kit.Library, k.Kept)
	if err != nil || e.Locator.URL != "" { // nothing is read because a page of the web points to it
		return err
	}
	mentions, err := t.Kit.Library.Mentions(ctx, k.Passage)
	if err != nil {
		return err
	}
	around, err := shared.Around(ctx, t.Kit.Library, k.Passage, slices.Concat(k.Quotes...))
	if err != nil {
		return err
	}
	for _, m := range mentions {
		lead, before := shared.Lead(k.Quotes, e, m), len(t.change.Followed)
		wanted := lead != "" || t.item.Dig == k.ID
		if near, _, sentence := around.Of(m); beside {
			wanted = !wanted && near == shared.NextTo && m.Status == refs.Found && t.left[t.item.ID] > 0 && t.besides < mostBeside
			lead = sentence
		}
		if !wanted || m.Here() || t.wasFollowed(k.ID, m.Text) {
			continue
		}
		if err := t.mention(ctx, k, e, m, lead); err != nil {
			return err
		}
		if beside {
			t.besides += len(t.change.Followed) - before
		}
	}
	return nil
}

func (t *trail) mention(ctx context.Context, k Kept, e cite.Evidence, m refs.Mention, lead string) error {
	kind := ReferenceType(m)
	if m.Status != refs.Found {
		reason, err := t.openReason(ctx, m)
		if err != nil {
			return err
		}
		if reason != "" {
			t.change.Open = append(t.change.Open, OpenRef{From: k.ID, Kind: kind, Text: m.Text, Reason: reason})
		}
		return nil
	}
	passages, err := shared.Targets(ctx, t.Kit, t.state.question(), m)
	if err != nil {
		return err
	}
	passages = slices.DeleteFunc(passages, func(p source.Passage) bool { return p.ID == k.Passage })
	if len(passages) == 0 && !slices.ContainsFunc(m.Targets, func(t refs.Target) bool { return t.Document != "" && t.Section == "" }) {
		return nil // the section is a heading, or what it holds may not be cited
	}
	list := t.Kit.Model != nil && len(m.Targets) > mostListed && t.item.Dig != k.ID // a model says what it wants of a list
	if list || t.left[t.item.ID] <= 0 || t.most > 0 && len(t.pending) >= t.most {
		if len(passages) > 0 && !slices.ContainsFunc(passages, func(p source.Passage) bool { return !t.seen[p.ID] }) {
			return nil // it was read for another reason
		}
		left := OpenRef{From: k.ID, Kind: kind, Text: m.Text, Reason: ReasonBudget}
		for _, p := range passages {
			left.Passages = append(left.Passages, p.ID)
		}
		t.change.Open = append(t.change.Open, left)
		return nil
	}
	t.left[t.item.ID]--
	t.change.Followed = append(t.change.Followed, Followed{Item: t.item.ID, From: k.ID, Kind: kind, Text: m.Text, Target: label(m), Found: true})
	for _, p := range passages {
		t.visit(p.ID, pendingReading{id: p.ID, item: t.item, query: k.Query, via: &e, lead: lead, standing: max(e.Score, leadStanding), ref: len(t.change.Followed) - 1})
	}
	return nil
}

// wasFollowed reports whether a reference was followed from a piece of evidence before.
func (t *trail) wasFollowed(from, text string) bool {
	same := func(r Followed) bool { return r.From == from && r.Text == text }
	return slices.ContainsFunc(t.state.Followed, same) || slices.ContainsFunc(t.change.Followed, same)
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

// openReason says why a reference leads nowhere.
func (f *flow) openReason(ctx context.Context, m refs.Mention) (string, error) {
	switch m.Status {
	case refs.OldVersion:
		return ReasonOldVersion, nil
	case refs.Outside:
		return ReasonNotChosen, nil
	case refs.External:
		if m.Kind == refs.KindURL || m.Kind == refs.KindDOI {
			return ReasonWeb, nil
		}
	case refs.Open:
		documents, err := f.Kit.Library.Documents(ctx)
		if err != nil {
			return "", err
		}
		if resolve.Placed(documents, m) {
			return ReasonNowhere, nil
		}
	}
	return ReasonMissing, nil
}

// label names the target for people.
func label(m refs.Mention) string {
	if len(m.Targets) == 1 && m.Targets[0].Label != "" && !strings.Contains(m.Text, m.Targets[0].Label) {
		return m.Text + " (" + m.Targets[0].Label + ")"
	}
	return m.Text
}
