package ingest

import (
	"bytes"
	"context"
	"image/png"
	"slices"
	"sync"
	"unicode"

	"golang.org/x/sync/errgroup"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// Pages without a text layer are recognised from their pictures after everything else is in search. Every page is committed when it is
// done, with its text or with the reason why it has none, so that a page is never tried twice.

// Recogniser reads pages from their pictures.
type Recogniser interface {
	// Ready says why pages cannot be recognised on this machine, nil when they can.
	Ready(ctx context.Context) error
	// Recognise reads a page drawn as a PNG at dpi dots per inch, in a document's language (ISO 639-1, "" when unknown): its text, lines and words.
	// A fault of kind Unavailable concerns all pages, any other only this one.
	Recognise(ctx context.Context, drawing []byte, dpi float64, language string) (source.Page, error)
}

const (
	pictureDPI     = 300
	besideEach     = 2 // pages recognised at a time
	leastLetters   = 3 // fewer found on a page are specks
	moreLetters    = 2 // times as many letters as in a page's own text show that this is a stamp on a scan
	reasonWaiting  = "Its pages are scans; their text is being recognised."
	reasonNothing  = "text recognition found nothing to read"
	reasonNoDrawn  = "it could not be drawn: "
	reasonNoReader = "text recognition failed: "
)

// canRecognise reports whether there is a Recogniser that works; it is asked once a job.
func (j *job) canRecognise(ctx context.Context) bool {
	j.asked.Do(func() { j.ready = j.Recogniser != nil && !j.opt.NoOCR && j.Recogniser.Ready(ctx) == nil })
	return j.ready
}

// recogniseAll recognises what waits for it in the whole library and reports whether any document changed.
func (j *job) recogniseAll(ctx context.Context) (changed bool, err error) {
	docs, err := j.Library.Documents(ctx, source.DocumentFilter{States: []source.State{source.Extracting, source.Searchable, source.Ready, source.Failed}})
	if err != nil {
		return false, err
	}
	for _, d := range docs {
		if d.State == source.Failed && d.Trouble != source.Scans { // nothing but scans, and no recogniser yet
			continue
		}
		if d.Unreadable == 0 && d.Trouble == "" && d.State != source.Extracting || d.Format != source.PDF || !j.canRecognise(ctx) {
			continue
		}
		did, err := j.recognise(ctx, d)
		changed = changed || did
		if fault.KindOf(err) == fault.Unavailable { // it was there a moment ago; the pages wait for the next time
			return changed, nil
		}
		if err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// recognise reads the waiting pages of one document and brings it into search anew. One that cannot be opened now, for want of its
// password perhaps, is left as it is.
func (j *job) recognise(ctx context.Context, d source.Document) (changed bool, err error) {
	pages, err := j.Library.Pages(ctx, d.Hash, 1, 0)
	if err != nil || len(pages) < d.Pages {
		return false, err // not read to its end: Resume does that first
	}
	todo := slices.DeleteFunc(slices.Clone(pages), func(p source.Page) bool { return !waits(p) })
	if len(todo) == 0 && countPages(pages).unreadable() == d.Unreadable && d.State != source.Extracting {
		return false, nil
	}
	opened, err := j.Opener.Open(ctx, j.Files.Path(d), source.OpenOptions{Password: j.opt.Password})
	if err != nil {
		if stopsAll(ctx, err) {
			return false, err
		}
		return false, nil
	}
	defer opened.Close()
	if err := j.recognisePages(ctx, d, opened, todo); err != nil {
		return false, err
	}
	return true, j.again(ctx, d, opened.Meta())
}

// waits reports whether a page's text should be recognised: there is something to see, and it has not been tried.
func waits(p source.Page) bool {
	return p.Reason == "" && slices.ContainsFunc(p.Flags, pending) && !p.Has(source.PageFailed)
}

// pending reports whether a page with this flag waits for recognition. It is dropped when the page was tried.
func pending(f source.PageFlag) bool {
	return f == source.NoText || f == source.BadText || f == source.PictureText
}

// recognisePages draws pages one after the other, recognises some at a time and commits each.
func (j *job) recognisePages(ctx context.Context, d source.Document, opened source.File, todo []source.Page) error {
	j.meter.recognising(d, len(todo))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(besideEach)
	var pen sync.Mutex // a File is used by one goroutine at a time
	for _, p := range todo {
		group.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			pen.Lock()
			drawing, err := opened.Render(ctx, p.Number, pictureDPI)
			pen.Unlock()
			if err != nil {
				p.Reason = reasonNoDrawn + cause(err)
			} else if p, err = j.recognised(ctx, p, drawing, d.Language); err != nil {
				return err
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := j.Library.PutPages(ctx, d.Hash, []source.Page{p}); err != nil {
				return err
			}
			j.meter.recognised(d)
			return nil
		})
	}
	return group.Wait()
}

// recognised returns page p with the text of its picture, or with the reason why it has none. The error concerns all pages.
func (j *job) recognised(ctx context.Context, p source.Page, drawing []byte, language string) (source.Page, error) {
	found, err := j.Recogniser.Recognise(ctx, drawing, drawnDPI(drawing, p.Width), language)
	kept := p.Has(source.PictureText) && (err != nil || letters(found.Text) < moreLetters*letters(p.Text))
	switch {
	case ctx.Err() != nil:
		return p, ctx.Err()
	case kept && fault.KindOf(err) != fault.Unavailable:
		p.Flags = slices.DeleteFunc(p.Flags, pending)
		return p, nil
	case fault.KindOf(err) == fault.Unavailable:
		return p, err
	case err != nil:
		p.Reason = reasonNoReader + cause(err)
		return p, nil
	case letters(found.Text) < leastLetters:
		p.Reason = reasonNothing
		return p, nil
	}
	p.Text, p.Lines, p.Words, p.Reason = found.Text, found.Lines, found.Words, ""
	p.Flags = slices.DeleteFunc(p.Flags, func(f source.PageFlag) bool { return pending(f) || f == source.BlankPage })
	p.Flags = append(p.Flags, source.OCRText)
	for i := range p.Links {
		p.Links[i].Start, p.Links[i].End = 0, 0 // of a text that is gone
	}
	return p, nil
}

// drawnDPI returns the dots per inch a page of this width in points was drawn at: a very large page is drawn with fewer than asked for.
func drawnDPI(drawing []byte, width float64) float64 {
	config, err := png.DecodeConfig(bytes.NewReader(drawing))
	if err != nil || width <= 0 {
		return pictureDPI
	}
	return float64(config.Width) * 72 / width
}

func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// again brings a document into search with the pages it has now. Meanwhile it is marked as being read, so that a kill cannot leave it in
// search with half of its passages.
func (j *job) again(ctx context.Context, d source.Document, meta source.Meta) error {
	pages, err := j.Library.Pages(ctx, d.Hash, 1, 0)
	if err != nil {
		return err
	}
	c := countPages(pages)
	if d = c.on(d); !c.readable() {
		_, err := j.fail(ctx, d, unreadable{reason{d.Trouble, d.Reason}})
		return err
	}
	if err := j.reread(ctx, d, pages); err != nil {
		return err
	}
	found, err := j.structure(ctx, d, meta, pages)
	if err != nil {
		if stopsAll(ctx, err) {
			return err
		}
		_, err = j.fail(ctx, d, err)
		return err
	}
	d.State = source.Extracting
	if d, err = j.Library.PutDocument(ctx, d); err != nil {
		return err
	}
	_, _, err = j.publish(ctx, d, found)
	return err
}

// postpone leaves a document of nothing but pictures to recogniseAll.
func (j *job) postpone(ctx context.Context, d source.Document) (source.Document, error) {
	d.State, d.Reason, d.Trouble = source.Extracting, reasonWaiting, source.Recognising
	return j.Library.PutDocument(ctx, d)
}
