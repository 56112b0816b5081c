package research

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

// ofWeb reports whether evidence was found on the web.
func (s State) ofWeb(k Kept) bool { return k.Query < len(s.Queries) && s.Queries[k.Query].Web }

// webRead returns the passages of the web that the run chose to judge, each once.
func (s State) webRead() []string {
	var out []string
	for _, q := range s.Queries {
		if q.Web {
			out = append(out, q.Hits...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (s State) readInLibrary() []string {
	web := ask.Set(s.webRead())
	return slices.DeleteFunc(slices.Clone(s.Read), func(id string) bool { return web[id] })
}

// knowing gives a node a lexicon that knows what was read on the web: the library may never have heard of it.
func (f *flow) knowing(node func(*flow, context.Context, State) (graph.Step[State], error)) graph.NodeFunc[State] {
	return func(ctx context.Context, s State) (graph.Step[State], error) {
		tools, err := f.Informed(ctx, s.webRead())
		if err != nil {
			return graph.Step[State]{}, err
		}
		return node(&flow{tools}, ctx, s)
	}
}

// clausesForWeb returns the clauses that nothing in the library answers and that the web is asked for. What is asked of a page or a figure of a
// document stands in no other.
func (f *flow) clausesForWeb(s State, silent []extract.Unanswerable) []string {
	if !f.online(s) || len(s.Plan) == 0 || f.exhausted(s) != "" {
		return nil
	}
	var out []string
	for _, x := range silent {
		free := s.Settings.TodoMaxItems - len(s.Plan) - len(out)
		if len(x.Places) == 0 && !slices.Contains(s.GapTried, x.Clause) && free > 0 && len(out) < s.Settings.QueriesPerTask {
			out = append(out, x.Clause)
		}
	}
	return out
}

// fromWeb returns what was found on the web for an item.
func (s State) fromWeb(item int) []Kept {
	return slices.DeleteFunc(s.keptFor(item), func(k Kept) bool { return !s.ofWeb(k) })
}

// toldByWeb returns the clauses that the documents do not answer and for which the web was read with success.
func (s State) toldByWeb() []extract.Unanswerable {
	var out []extract.Unanswerable
	for _, x := range s.Swept.Silent {
		if slices.ContainsFunc(s.Plan, func(i Item) bool { return i.Gap && i.Task == x.Clause && len(s.fromWeb(i.ID)) > 0 }) {
			out = append(out, x)
		}
	}
	return out
}

func without(all, some []extract.Unanswerable) []extract.Unanswerable {
	return slices.DeleteFunc(slices.Clone(all), func(x extract.Unanswerable) bool {
		return slices.ContainsFunc(some, func(y extract.Unanswerable) bool { return x.Clause == y.Clause })
	})
}

// saidOnWeb says that the library does not say what the web was read for, and which pages are cited for it.
func (s State) saidOnWeb(p shared.Proved, evidence []cite.Evidence) []string {
	cited := map[string]bool{}
	for _, c := range p.Claims {
		for _, x := range c.Citations {
			cited[x.Evidence] = true
		}
	}
	known, told := cite.ByID(evidence), s.toldByWeb()
	var out []string
	for _, item := range s.Plan {
		if !item.Gap {
			continue
		}
		for _, x := range told {
			if x.Clause == item.Task {
				out = append(out, extract.Unanswered(s.Language, x))
			}
		}
		var pages []string
		for _, k := range s.fromWeb(item.ID) {
			e := known[k.ID]
			if page := fmt.Sprintf("%s (%s)", e.Name, shared.HostOf(e.Locator.URL)); cited[k.ID] && !slices.Contains(pages, page) {
				pages = append(pages, page)
			}
		}
		if len(pages) > 0 {
			out = append(out, sayOnWeb.In(s.Language, item.Task, strings.Join(pages, "; ")))
		}
	}
	return slices.DeleteFunc(out, func(text string) bool { return slices.Contains(p.Silent, text) })
}

// cited returns what the claims of a report cite, if a page of the web is among it.
func (s State) cited(r report.Report) []report.Source {
	out := report.DocumentsFirst(r.Cited())
	if len(out) == 0 || out[len(out)-1].URL == "" {
		return nil
	}
	for i := range out {
		x := &out[i]
		x.Reason = sayRelevance.In(s.Language)
		for _, p := range s.Pages {
			if p.Document == x.Document && x.URL != "" {
				x.Name, x.Site, x.Date, x.FetchedAt = cmp.Or(p.Title, x.Name), p.Site, p.Date, p.FetchedAt
			}
		}
	}
	return out
}
