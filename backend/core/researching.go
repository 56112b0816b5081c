package core

import (
	"context"
	"slices"

	"rabbithole/backend/ask"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/extract"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// researching is the flow research.
type researching struct{ *Core }

func (c researching) worker(ctx context.Context, run string, meta runMeta) (runner, error) {
	t, err := c.tools(ctx, run, meta)
	if err != nil {
		return nil, err
	}
	return executing(c.Core, research.New(t), t.Web)
}

func (c researching) tools(ctx context.Context, run string, meta runMeta) (research.Tools, error) {
	return equip(ctx, c.Core, c.graph(), run, meta, func(s research.State) source.Scope { return s.Scope })
}

func (c researching) reader() (runner, error) { return graph.NewRunner(c.graph(), c.db, c.running()) }

// graph is that of runs which are looked at but not executed.
func (c researching) graph() *graph.Graph[research.State] {
	return research.New(research.Tools{})
}

// finished writes the report into files, and leaves the run the checkpoints from which a person may want to fork it.
func (c researching) finished(ctx context.Context, r runner, run string) error {
	if _, err := c.WriteReport(ctx, run); err != nil {
		return err
	}
	return c.prune(ctx, r, run)
}

// inherit gives a fork the articles that were read, the drafts, the report if it is written, the pages cited.
func (c researching) inherit(ctx context.Context, from, to string) error {
	s, err := c.State(ctx, to, 0)
	if err != nil {
		return err
	}
	versions := written(0, s.Phase == research.PhaseDone)
	for _, d := range s.Drafts {
		versions = append(versions, d.Number)
	}
	return c.pass(ctx, c, from, to, versions)
}

func (c researching) hold(ctx context.Context, run string) error {
	s, err := c.State(ctx, run, 0)
	if err != nil {
		return err
	}
	return c.citeKept(ctx, run, shared.Refs(s.Evidence))
}

func (c researching) stands(ctx context.Context, run string) (Stands, error) {
	s, err := c.State(ctx, run, 0)
	out := Stands{Phase: s.Phase, Kept: len(s.Evidence), Spend: s.Spend}
	for _, i := range s.Plan {
		if i.Dropped {
			continue
		}
		if out.Total++; i.Worked {
			out.Done++
		}
	}
	return out, err
}

func (c researching) phase(node string, status graph.Status) string {
	return phaseOr(research.PhaseOf(node), status, research.PhaseAnalysis, research.PhaseDone)
}

func (c researching) read(ctx context.Context, run string) ([]string, error) {
	s, err := c.State(ctx, run, 0)
	return s.Read, err
}

func (c researching) reports(context.Context, string) bool { return true }

func (c researching) hints() Hints {
	return Hints{"Steer a research by its plan and its findings: edit the plan, add an item, dig or stop at a finding, or finish it.",
		"Fork it, or ask further about its report."}
}

// prune leaves a finished run the checkpoints from which a person may want to fork it: all up to the approved plan, every draft, and
// where one phase ended and the next began. The others, which are most, served to resume it.
func (c researching) prune(ctx context.Context, r runner, run string) error {
	all, err := c.db.Checkpoints(ctx, run)
	if err != nil {
		return err
	}
	keep := map[int]bool{}
	for i, p := range all {
		phase := research.PhaseOf(p.Node)
		within := i+1 < len(all) && phase == research.PhaseOf(all[i+1].Node) && (phase == research.PhaseExtraction || phase == research.PhaseSynthesis)
		keep[p.Seq] = !within || p.Node == "draft"
	}
	return r.Prune(ctx, run, func(p graph.Checkpoint) bool { return keep[p.Seq] })
}

// Sweep looks through the scope for a question, by rule and without a run: what of it the documents do not say. It keeps nothing.
func (c *Core) Sweep(ctx context.Context, b Begin) (extract.Swept, error) {
	kit, asked, err := c.asks(ctx, b)
	if err != nil {
		return extract.Swept{}, err
	}
	return kit.Sweep(ctx, asked, nil)
}

// Signs measures what leads the answer of a report against a question, as a run without a model does before it says whether it answers.
func (c *Core) Signs(ctx context.Context, b Begin, r report.Report) (map[string]float64, error) {
	kit, asked, err := c.asks(ctx, b)
	if err != nil || len(r.Answer) == 0 || len(r.Claims) == 0 {
		return nil, err
	}
	return kit.Signs(ctx, asked, r.Claims[0], r.Evidence)
}

// asks returns a question as the steps have it, and what they work with, without a model.
func (c *Core) asks(ctx context.Context, b Begin) (*step.Kit, ask.Question, error) {
	if err := c.askable(ctx, b.Question, false); err != nil {
		return nil, ask.Question{}, err
	}
	scope, err := c.scope(ctx, b.Collections, b.Documents, c.nothingToRead(""))
	if err != nil {
		return nil, ask.Question{}, err
	}
	if err := c.noEmbedder(); err != nil {
		return nil, ask.Question{}, err
	}
	kit, _, err := c.kit(ctx, "", scope, runMeta{Engine: settings.Extractive})
	if err != nil {
		return nil, ask.Question{}, err
	}
	language, err := kit.LanguageOf(ctx, b.Question, "")
	if err != nil {
		return nil, ask.Question{}, err
	}
	return kit, ask.Question{Text: b.Question, Language: language}, nil
}

// PageRead is a page that a run read something of.
type PageRead struct {
	Document string `json:"document"` // name
	Hash     string `json:"hash"`
	Page     int    `json:"page"` // 1-based PDF page
}

// PagesRead returns the pages of the passages that a run has judged, in the order of reading.
func (c *Core) PagesRead(ctx context.Context, id string) ([]PageRead, error) {
	run, f, _, err := c.readerOf(ctx, id)
	if err != nil {
		return nil, err
	}
	read, err := f.read(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	shelf := shelf.New(&c.db.Reader)
	out := []PageRead{}
	for _, passage := range read {
		p, err := shelf.Passage(ctx, passage)
		if err != nil {
			return nil, err
		}
		d, err := shelf.Document(ctx, p.Document)
		if err != nil {
			return nil, err
		}
		for _, span := range p.Spans {
			if page := (PageRead{d.Name, d.Hash, span.Page}); !slices.Contains(out, page) {
				out = append(out, page)
			}
		}
	}
	return out, nil
}
