package explore

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// gathered is what the report is written from.
type gathered struct {
	*run
	state      State
	kept       []flow.Kept
	at         map[string]int // index into kept, by passage
	topics     []extract.Topic
	of         [][]int // per topic, indexes into kept
	evidence   []cite.Evidence
	read       []string // IDs of the passages that the tree read
	links      map[string][]extract.Link
	followed   int // references
	brief      extract.Brief
	sweeps     []report.Sweep // that an empty answer rests on
	unsearched []unreached
	noted      []prompts.Noted // contradictions that the tree met
}

// gather takes the findings in the order of the tree, then the context. A passage that several questions kept is one piece of evidence.
func (g *gathered) gather(ctx context.Context) error {
	var parts []*NodeContextSlice // of the topics
	err := g.each(ctx, g.state, func(n Node, r Record) {
		t, of, slice := extract.Topic{Task: r.Question, Own: n.Question != ""}, g.findings(r), r.Slice
		g.read = append(g.read, r.Read...)
		if n.Depth() == 0 && n.Children > 0 {
			slice = nil // its children have it
		}
		bare := len(slice.items()) == 0
		switch {
		case len(of) > 0:
			g.brief.Branches = append(g.brief.Branches, r.Question)
			if n.Status == NodeGaps && n.Children == 0 && n.Depth() == 1 {
				t.Missing = sayUnclear.In(g.state.Language, r.Question)
			}
		case n.unsearched():
			if g.unsearched = append(g.unsearched, unreached{r.Question, n.Status == NodeStopped}); bare {
				return
			}
		case n.Status == NodeGaps || n.Status == NodeStopped || !n.closed():
			t.Missing = sayMissing.In(g.state.Language, r.Question)
		case bare:
			return // its children speak for it
		}
		g.topics, g.of, parts = append(g.topics, t), append(g.of, of), append(parts, slice)
	})
	if err != nil {
		return err
	}
	if err := g.context(ctx); err != nil {
		return err
	}
	g.ofSlices(parts)
	if g.evidence, err = flow.Evidence(ctx, g.Kit.Library, g.kept); err != nil {
		return err
	}
	if err := g.label(ctx); err != nil {
		return err
	}
	for i, of := range g.of {
		for _, k := range of {
			g.topics[i].Evidence = append(g.topics[i].Evidence, g.evidence[k])
		}
	}
	g.brief.Stats = sayStats.In(g.state.Language, g.state.planted(), g.state.Queries, g.state.Passages)
	return nil
}

// label puts the name of a person's file before what is quoted from it. One that is in the library too is a document like every other.
func (g *gathered) label(ctx context.Context) error {
	for _, file := range g.state.Files {
		if file.Status != FileReady {
			continue
		}
		d, err := g.Kit.Library.Document(ctx, file.Document)
		if err != nil {
			return err
		}
		if d.Live() {
			continue
		}
		for i, e := range g.evidence {
			if e.Document == file.Document {
				g.evidence[i].Own = true
				name := sayYourFile.In(g.state.Language, file.Name)
				g.evidence[i].Section = strings.TrimSuffix(name+", "+e.Section, ", ")
			}
		}
	}
	return nil
}

// findings takes what a question kept, and the references that led from one of its findings to another.
func (g *gathered) findings(r Record) (of []int) {
	ids := map[string]string{} // in the report, by those within the question
	for _, k := range r.Evidence {
		own := k.ID
		k.Via = ids[k.Via]
		i := g.add(k)
		ids[own], of = g.kept[i].ID, append(of, i)
	}
	if r.Judgement != nil {
		for _, n := range r.Judgement.Conflicts {
			for i, id := range n.IDs {
				n.IDs[i] = ids[id]
			}
			n.IDs = slices.DeleteFunc(n.IDs, func(id string) bool { return id == "" })
			g.noted = extract.Note(g.noted, n)
		}
	}
	for _, way := range r.Followed {
		from, link := ids[way.From], extract.Link{Text: way.Text}
		for _, id := range way.Kept {
			link.Evidence = append(link.Evidence, ids[id])
		}
		if !slices.ContainsFunc(g.links[from], func(l extract.Link) bool { return l.Text == link.Text }) { // another question followed it before
			g.followed++
			g.links[from] = append(g.links[from], link)
		}
	}
	return of
}

// add numbers a piece of evidence, or joins it with what was kept of its passage.
func (g *gathered) add(k flow.Kept) int {
	i, ok := g.at[k.Passage]
	if !ok {
		i = len(g.kept)
		g.at[k.Passage] = i
		k.ID = "E" + strconv.Itoa(i+1)
		g.kept = append(g.kept, k)
		return i
	}
	for _, quote := range k.Quotes {
		if !slices.ContainsFunc(g.kept[i].Quotes, func(have []source.Span) bool { return slices.Equal(have, quote) }) {
			g.kept[i].Quotes = append(g.kept[i].Quotes, quote)
		}
	}
	g.kept[i].Score = max(g.kept[i].Score, k.Score)
	return i
}
