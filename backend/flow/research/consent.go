package research

import (
	"context"
	"slices"

	"rabbithole/backend/extract"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
)

// online reports whether the web may be asked, or the person be asked whether it may.
func (f *flow) online(s State) bool { return f.Web != nil && s.mayOnline() }

func (s State) mayOnline() bool { return s.Settings.Web && s.Allow != shared.AllowLibrary }

// room is how many items the plan may still have. A run that may use the web keeps a place for a gap.
func (s State) room() int {
	n := s.Settings.TodoMaxItems - len(s.Plan)
	if s.mayOnline() {
		n--
	}
	return n
}

// Cleared is what was decided about an item: its query that may leave, "" when none may.
type Cleared struct {
	Item  int    `json:"item"`
	Query string `json:"query"`
}

type consented struct {
	shared.Spent
	Allow shared.Allow `json:"allow"`
	Items []Cleared    `json:"items"`
}

// Apply takes over what the person allowed.
func (c *consented) Apply(s *State) {
	s.Spend = s.Spend.Plus(c.Spend)
	s.Allow = c.Allow
	for _, x := range c.Items {
		if item := s.item(x.Item); item != nil {
			item.Settled, item.Web = true, x.Query
		}
	}
}

// consent lets nothing out that the person has not allowed: it shows the queries of all gaps that wait, one each, and the provider they would go to.
// Waiting for the answer takes none of the run's time.
func (f *flow) consent(ctx context.Context, s State) (graph.Step[State], error) {
	items := s.queriesForWeb()
	allow, cleared, err := f.Consent(ctx, s.Language, s.Allow, shared.ConsentData{Queries: queriesOf(items), Loop: len(s.Drafts) + 1})
	if err != nil {
		return graph.Step[State]{}, err
	}
	change := &consented{Allow: allow, Items: edited(items, cleared)}
	out := graph.Step[State]{Change: change, Next: []graph.Task{graph.To("read")}}
	change.Apply(&s)
	if item := s.item(s.Current); item != nil && item.Web != "" && f.online(s) {
		out.Next = []graph.Task{graph.To("browse")}
	}
	return out, nil
}

// queriesForWeb returns the gaps about which nothing was decided yet with what the web would be asked for them, no more than an item has queries.
func (s State) queriesForWeb() []Cleared {
	var out []Cleared
	for _, item := range s.Plan {
		if !item.Gap || item.Worked || item.Settled || len(out) == s.Settings.QueriesPerTask {
			continue
		}
		x := Cleared{Item: item.ID, Query: shared.Clipped(extract.Outward(s.question(), s.said(), s.Analysis, item.asTask()), shared.MostQuery)}
		if slices.ContainsFunc(out, func(o Cleared) bool { return o.Query == x.Query }) {
			x.Query = ""
		}
		out = append(out, x)
	}
	return out
}

// said is what the person asked, now and in the research that this one goes on with.
func (s State) said() []string {
	if s.Earlier != nil {
		return []string{s.Question, s.Earlier.Question}
	}
	return []string{s.Question}
}

func queriesOf(items []Cleared) []string {
	var out []string
	for _, x := range items {
		if x.Query != "" {
			out = append(out, x.Query)
		}
	}
	return out
}

// edited gives the queries that came back to the items they were for: unchanged ones to their own, others in order to those whose query did not come
// back.
func edited(items []Cleared, queries []string) []Cleared {
	out := slices.Clone(items)
	fresh := slices.DeleteFunc(slices.Clone(queries), func(q string) bool { return slices.Contains(queriesOf(items), q) })
	for i := range out {
		if out[i].Query == "" || slices.Contains(queries, out[i].Query) {
			continue
		}
		if out[i].Query = ""; len(fresh) > 0 {
			out[i].Query, fresh = fresh[0], fresh[1:]
		}
	}
	return out
}
