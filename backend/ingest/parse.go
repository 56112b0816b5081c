package ingest

import (
	"context"
	"errors"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// Parsed is what was read of a document that is not brought into search.
type Parsed struct {
	Document source.Document
	Pages    []source.Page
	Structured
}

// Parse reads the library's copy of a document as Add would, and stores nothing. A fault of kind Unreadable says why it cannot be read. Pages
// without a text layer are recognised where that is possible. Done is told how many pages of all are read; it may be nil.
func (in *Ingester) Parse(ctx context.Context, d source.Document, opt Options, done func(pages, all int)) (Parsed, error) {
	p, err := in.newJob(opt, nil).parse(ctx, d, done)
	var broken unreadable
	if errors.As(err, &broken) && ctx.Err() == nil {
		err = fault.New("read "+d.Name, fault.Unreadable, "", broken)
	}
	return p, err
}

func (j *job) parse(ctx context.Context, d source.Document, done func(pages, all int)) (p Parsed, err error) {
	if d.Bytes == 0 {
		return p, unreadable{reasonEmpty}
	}
	opened, err := j.Opener.Open(ctx, j.Files.Path(d), source.OpenOptions{Password: j.opt.Password, Light: j.opt.Light})
	if fault.KindOf(err) == fault.Password {
		return p, unreadable{reasonLocked}
	}
	if err != nil {
		return p, readerFailed(ctx, err)
	}
	defer opened.Close()
	meta := opened.Meta()
	d.Title, d.Author, d.Date, d.Engine = meaningfulTitle(meta.Title), atMost(meta.Author, mostTitle), atMost(meta.Date, mostLabel), meta.Engine
	text := 0
	err = opened.Pages(ctx, 1, func(page source.Page) error {
		page = bounded(page)
		if text += len(page.Text) + lengthOf(page.Links); text > mostText {
			return unreadable{reasonTooLong}
		}
		p.Pages = append(p.Pages, page)
		if done != nil {
			done(len(p.Pages), meta.Pages)
		}
		return ctx.Err()
	})
	if err != nil {
		return p, readerFailed(ctx, err)
	}
	if err := j.recogniseIn(ctx, opened, p.Pages); err != nil {
		return p, err
	}
	pages := countPages(p.Pages)
	if d = pages.on(d); !pages.readable() {
		return p, unreadable{reason{d.Trouble, d.Reason}}
	}
	Rejoin(p.Pages)
	Number(p.Pages)
	if p.Structured, err = j.structure(ctx, d, meta, p.Pages); err != nil {
		return p, err
	}
	d.Title, d.Language, d.Names, d.Passages = p.Title, p.Language, p.Names, len(p.Passages)
	p.Document = d
	return p, nil
}

// recogniseIn recognises those pages that wait for it, in their place.
func (j *job) recogniseIn(ctx context.Context, opened source.File, pages []source.Page) error {
	for i := range pages {
		if !waits(pages[i]) || !j.canRecognise(ctx) {
			continue
		}
		drawing, err := opened.Render(ctx, pages[i].Number, pictureDPI)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			pages[i].Reason = reasonNoDrawn + cause(err)
			continue
		}
		page, err := j.recognised(ctx, pages[i], drawing, "")
		if fault.KindOf(err) == fault.Unavailable {
			return nil // it was there a moment ago: the page stays without text
		}
		if err != nil {
			return err
		}
		pages[i] = page
	}
	return nil
}
