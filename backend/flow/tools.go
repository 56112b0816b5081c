package flow

import (
	"context"
	"time"

	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// Tools are what flows work with. Web is nil when the run is offline.
type Tools struct {
	Kit     *step.Kit
	Web     step.Web
	Reports Reports
	Making  report.Making // engine, model, version: what the footer says
	Now     func() time.Time
	// Connections tells what left the computer for a run so far; nil is allowed.
	Connections func(ctx context.Context, run string) ([]report.Connection, error)
}

// MayAsk reports whether a run that is allowed this may still come to ask the web something.
func (t Tools) MayAsk(allow Allow) bool { return t.Web != nil && allow != AllowLibrary }

// Informed returns tools whose kit also knows the words of those passages, by ID, that are not of the library.
func (t Tools) Informed(ctx context.Context, ids []string) (Tools, error) {
	if len(ids) == 0 {
		return t, nil
	}
	passages, err := Passages(ctx, t.Kit.Library, ids)
	if err == nil {
		t.Kit, err = Knowing(ctx, t.Kit, passages)
	}
	return t, err
}

// Complete adds to a final report what no draft has: the run and the hour, what is printed on the cited pages, how much of the documents was looked at
// by reading these passages, that nothing could be read, and what left the computer.
func (t Tools) Complete(ctx context.Context, r *report.Report, read []string) error {
	r.Run, r.MadeAt = graph.RunID(ctx), t.Now().UTC()
	if err := label(ctx, t.Kit.Library, r.Claims); err != nil {
		return err
	}
	if err := cover(ctx, t.Kit.Library, &r.Coverage, read); err != nil {
		return err
	}
	if err := TellUnreadable(ctx, t.Kit.Library, r); err != nil || t.Connections == nil {
		return err
	}
	var err error
	r.Connections, err = t.Connections(ctx, r.Run)
	return err
}

// label completes citations with what is printed on their pages.
func label(ctx context.Context, library extract.Library, claims []cite.Claim) (err error) {
	for i := range claims {
		for j := range claims[i].Citations {
			x := &claims[i].Citations[j]
			if x.Label, err = library.PageLabel(ctx, x.Document, x.Page); err != nil {
				return err
			}
		}
	}
	return nil
}

// Fetched is what became of reading a web page.
type Fetched struct {
	Article  source.Article
	Passages []source.Passage
	Err      error
}

// Fetch reads web pages side by side, most at the same time, each within a time that is positive; "" is none. They come back in their order.
func (t Tools) Fetch(ctx context.Context, addresses []string, most int, each time.Duration) []Fetched {
	return Beside(ctx, len(addresses), most, func(i int) (p Fetched) {
		if addresses[i] == "" {
			return p
		}
		limited, cancel := ctx, func() {}
		if each > 0 {
			limited, cancel = context.WithTimeout(ctx, each)
		}
		defer cancel()
		p.Article, p.Passages, p.Err = t.Web.Read(limited, addresses[i])
		return p
	}, func(err error) Fetched { return Fetched{Err: err} })
}

// Open reads web pages, most at the same time, in their order until so many could be read, and returns the passages of these. Told hears what became of each.
func (t Tools) Open(ctx context.Context, addresses []string, wanted, most int, told func(i int, p Fetched)) (out [][]source.Passage) {
	for next := 0; next < len(addresses) && len(out) < wanted && ctx.Err() == nil; {
		batch := addresses[next:min(len(addresses), next+wanted-len(out))]
		for i, p := range t.Fetch(ctx, batch, most, 0) {
			if told(next+i, p); p.Err == nil {
				out = append(out, p.Passages)
			}
		}
		next += len(batch)
	}
	return out
}
