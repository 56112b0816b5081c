package core

import (
	"context"
	"os"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/graph"
	"rabbithole/backend/pdf/ocr"
	"rabbithole/backend/source"
)

// discovering is the flow discover.
type discovering struct{ *Core }

func (c discovering) worker(ctx context.Context, run string, meta runMeta) (runner, error) {
	if err := c.noEmbedder(); err != nil {
		return nil, err
	}
	scope, err := scopeOfRun(ctx, c.Core, c.graph(), run, func(s discover.State) source.Scope { return s.Scope })
	if err != nil {
		return nil, err
	}
	kit, making, err := c.kit(ctx, run, scope, meta)
	if err != nil {
		return nil, err
	}
	t := discover.Tools{Kit: kit, Making: making, Reports: wholeCost{c.db, c.Core}, Now: c.config.Now, Inquire: c.inquire(meta), Summary: answer.Text,
		Picture: c.picture(run), Drawing: &c.drawing, Cited: func(ctx context.Context, document string) (map[int]int, error) {
			return c.db.MarkedPagesBeside(ctx, document, run)
		}}
	if meta.Discover != nil && meta.Discover.Picture {
		t.Recognise = c.recognising(ctx)
	}
	return graph.NewRunner(discover.New(t), c.db, c.running())
}

func (c discovering) reader() (runner, error) {
	return graph.NewRunner(c.graph(), c.db, c.running())
}

// graph is that of runs which are looked at but not executed.
func (c discovering) graph() *graph.Graph[discover.State] {
	return discover.New(discover.Tools{Now: c.config.Now})
}

// picture hands a run the picture of its query.
func (c discovering) picture(run string) func(context.Context, string) (string, []byte, error) {
	return func(ctx context.Context, hash string) (string, []byte, error) {
		f, err := c.db.AttachedTo(ctx, run, hash)
		if err != nil {
			return "", nil, err
		}
		image, err := os.ReadFile(c.files.Path(shelf.DocumentOf(f)))
		if err != nil {
			return "", nil, fault.New("read the picture "+f.Name, fault.NotFound, "The library's copy is gone. Ask again with the picture.", err)
		}
		return "/files/" + hash, image, nil
	}
}

// screenDPI is how fine a picture is taken to be: what stands on a screen, or on a photograph of a page.
const screenDPI = 150

// recognising returns what reads the text of a picture, nil where nothing that could is installed.
func (c discovering) recognising(ctx context.Context) func(ctx context.Context, png []byte, language string) (string, error) {
	t := &ocr.Tesseract{Program: c.ocr.Program}
	if t.Ready(ctx) != nil {
		return nil
	}
	return func(ctx context.Context, png []byte, language string) (string, error) {
		page, err := t.Recognise(ctx, png, screenDPI, language)
		return page.Text, err
	}
}

// finished leaves the run its beginning and where it was researched: the other checkpoints served to resume it.
func (c discovering) finished(ctx context.Context, r runner, run string) error {
	return r.Prune(ctx, run, func(p graph.Checkpoint) bool { return p.Seq == 1 || p.Node == "research" })
}

// inherit gives a fork the articles that were read, the pages cited and the answer of the research; its picture it has had since it exists.
func (c discovering) inherit(ctx context.Context, from, to string) error {
	s, err := c.DiscoverState(ctx, to)
	if err != nil {
		return err
	}
	for _, run := range []string{from, s.Inquiry} {
		if run == "" {
			continue
		}
		if err := c.db.HoldArticlesOf(ctx, run, to); err != nil {
			return err
		}
	}
	if err := c.hold(ctx, to); err != nil || s.Inquiry == "" {
		return err
	}
	if err := c.copyReport(ctx, from, to, 0); err != nil && fault.KindOf(err) != fault.NotFound {
		return err
	}
	return nil
}

// hold cites what was found and what the cards stand on.
func (c discovering) hold(ctx context.Context, run string) error {
	s, err := c.DiscoverState(ctx, run)
	if err != nil {
		return err
	}
	passages := s.Findings
	for _, card := range s.Cards {
		for _, p := range card.Places {
			passages = append(passages, p.Passage)
		}
	}
	return c.citePassages(ctx, run, passages)
}

func (c discovering) stands(ctx context.Context, run string) (Stands, error) {
	s, err := c.DiscoverState(ctx, run)
	return Stands{Phase: s.Phase, Kept: len(s.Findings), Spend: s.Spend}, err
}

func (c discovering) phase(node string, status graph.Status) string {
	phase := discover.PhaseOf(node)
	switch {
	case status == graph.Finished:
		phase = discover.PhaseDone
	case phase == "":
		phase = discover.PhaseLooking
	}
	return phase
}
