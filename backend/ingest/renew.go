package ingest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// ReadingVersion is the version of how documents are read. Raise it when the text, the passages or the references of documents come out
// differently: documents that an older version read are then read again, in the background (docs/adr/0042).
const ReadingVersion = 11

// reading is the version that documents get which are read now.
func (in *Ingester) reading() int { return orDefault(in.Reading, ReadingVersion) }

// reasonRenewing begins what is said about a document whose text stays as an older version of the program read it.
const reasonRenewing = "It could not be read again with this version of the program and keeps the text it had: "

// Old returns the documents in search that an older version of the program read, in the order of the library.
func (in *Ingester) Old(ctx context.Context) ([]source.Document, error) {
	live, err := in.Library.Documents(ctx, source.DocumentFilter{Live: true})
	return slices.DeleteFunc(live, func(d source.Document) bool { return d.Reading >= in.reading() }), err
}

// Renew reads a document that is in search again, from the library's copy. Until the new text is complete and in its place, which is one
// step, the old one is searched; a kill or a cancelled context before that leaves it. turned, which may be nil, is asked right before that
// step whether it may be made; an error of it leaves the old text, too. What keeps the document from being read stands in the result, and
// in the document, which then keeps its old text and counts as read. The error is for what concerns all documents: a full disk, a
// cancelled context.
func (in *Ingester) Renew(ctx context.Context, d source.Document, opt Options, turned func() error) (Result, error) {
	if err := in.begin(ctx); err != nil {
		return Result{}, err
	}
	defer in.end()
	j := in.newJob(opt, []file{{path: d.Path, size: d.Bytes, known: d}})
	r, err := j.renewed(ctx, d)
	var known unreadable
	switch {
	case stopsAll(ctx, err):
		return Result{}, stopped(ctx, "read "+d.Name+" again", err)
	case errors.As(err, &known):
		return in.keepReading(ctx, d, known.text)
	case err != nil:
		return in.keepReading(ctx, d, "a defect of this program ("+cause(err)+"). Please report it.")
	}
	if turned != nil {
		if err := turned(); err != nil {
			return Result{}, err
		}
	}
	return j.replace(ctx, d, r)
}

// NotRenewed notes why a document cannot be read again: it keeps its text, and counts as read.
func (in *Ingester) NotRenewed(ctx context.Context, d source.Document, why string) (Result, error) {
	if err := in.begin(ctx); err != nil {
		return Result{}, err
	}
	defer in.end()
	return in.keepReading(ctx, d, why)
}

func (in *Ingester) keepReading(ctx context.Context, d source.Document, why string) (Result, error) {
	d.Reason = reasonRenewing + why
	r := resultOf(d, d.Path, NotAdded)
	return r, in.Library.SetReading(ctx, d.Hash, in.reading(), d.Reason)
}

// EndRenewing does what concerns the whole library after documents were read again: references that lead elsewhere now, and embeddings. tell, which
// may be nil, is told how far these are.
func (in *Ingester) EndRenewing(ctx context.Context, tell func(Progress)) error {
	if err := in.begin(ctx); err != nil {
		return err
	}
	defer in.end()
	if err := in.link(ctx); err != nil {
		return stopped(ctx, "link references", err)
	}
	_, err := in.embed(ctx, newMeter(in.now, tell, nil).embedding) // why the embedder failed stands in the documents
	return stopped(ctx, "embed", err)
}

// renewed reads a document and finds what stands in it, without a change to the library.
func (j *job) renewed(ctx context.Context, d source.Document) (r refs.Reading, err error) {
	before, err := j.Library.Pages(ctx, d.Hash, 1, 0)
	if err != nil {
		return r, err
	}
	pages, meta, err := j.pagesAnew(ctx, d, before)
	if err != nil {
		return r, err
	}
	if len(pages) == 0 || len(pages) != meta.Pages {
		return r, unreadable{reason{d.Trouble, fmt.Sprintf("only %d of its %d pages could be read.", len(pages), meta.Pages)}}
	}
	d.Title, d.Author, d.Date = meaningfulTitle(meta.Title), atMost(meta.Author, mostTitle), atMost(meta.Date, mostLabel)
	d.Pages, d.Engine, d.Reason, d.Trouble = meta.Pages, meta.Engine, "", ""
	c := countPages(pages)
	if d = c.on(d); !c.readable() {
		return r, unreadable{reason{d.Trouble, d.Reason}}
	}
	Rejoin(pages)
	Number(pages)
	found, err := j.structure(ctx, d, meta, pages)
	if err != nil {
		return r, err
	}
	if err := j.distinct(ctx, d, found); err != nil {
		return r, err
	}
	d.Title, d.Language, d.Names, d.Passages = found.Title, found.Language, found.Names, len(found.Passages)
	d.State, d.Reading = source.Searchable, j.reading()
	r = refs.Reading{Document: d, Pages: pages, Sections: found.Sections, Passages: found.Passages, Mentions: found.Mentions}
	if r.Terms, err = j.Index.Terms(ctx, d, found.Passages); err != nil {
		return r, err
	}
	return r, j.linkAnew(ctx, &r)
}

// distinct gives passages another ID that stand where one of the old reading stands and say something else: what was found under an ID
// stays what it was.
func (j *job) distinct(ctx context.Context, d source.Document, found Structured) error {
	old, err := j.Library.PassagePlaces(ctx, d.Hash)
	if err != nil {
		return err
	}
	said := map[string]string{}
	for _, p := range old {
		said[p.ID] = p.Hash
	}
	other := map[string]string{}
	for i, p := range found.Passages {
		if hash, stood := said[p.ID]; stood && hash != p.Hash {
			found.Passages[i].ID = source.OtherPassageID(p)
			other[p.ID] = found.Passages[i].ID
		}
	}
	for i, m := range found.Mentions {
		if id, ok := other[m.Passage]; ok {
			found.Mentions[i].Passage = id
		}
	}
	return nil
}

// pagesAnew reads the pages of a document. One that failed this time, or whose text was recognised before, stays as it was.
func (j *job) pagesAnew(ctx context.Context, d source.Document, before []source.Page) (pages []source.Page, meta source.Meta, err error) {
	opened, err := j.Opener.Open(ctx, j.Files.Path(d), source.OpenOptions{Password: j.opt.Password, Light: j.opt.Light})
	if err != nil {
		return nil, meta, readerFailed(ctx, err)
	}
	defer opened.Close()
	d.Pages = opened.Meta().Pages
	j.meter.open(d, 0)
	text := 0
	err = opened.Pages(ctx, 1, func(p source.Page) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		p = bounded(p)
		if at := slices.IndexFunc(before, func(old source.Page) bool { return old.Number == p.Number }); at >= 0 && stays(before[at], p) {
			p = before[at]
		}
		if text += len(p.Text) + lengthOf(p.Links); text > mostText {
			return unreadable{reasonTooLong}
		}
		pages = append(pages, p)
		j.meter.read(d, 1)
		return nil
	})
	if err != nil {
		err = readerFailed(ctx, err)
	}
	return pages, opened.Meta(), err
}

// stays reports whether the page as it was read before is better than what was read now.
func stays(before, now source.Page) bool {
	tried := before.Has(source.OCRText) || before.Reason != "" && !before.Has(source.PageFailed)
	return now.Has(source.PageFailed) && !before.Has(source.PageFailed) || tried && waits(now)
}

// linkAnew resolves the references of a new reading, and those of other documents that led into the old one.
func (j *job) linkAnew(ctx context.Context, r *refs.Reading) error {
	live, err := j.Library.Documents(ctx, source.DocumentFilter{Live: true})
	if err != nil {
		return err
	}
	sections, err := j.Library.AllSections(ctx)
	if err != nil {
		return err
	}
	hash := r.Document.Hash
	for i, d := range live {
		if d.Hash == hash {
			live[i] = r.Document
		}
	}
	sections = append(slices.DeleteFunc(sections, func(s refs.Section) bool { return s.Document == hash }), r.Sections...)
	l := newLinker(j.Library, live, sections)
	l.passages[hash] = standing{r.Passages, source.NewPlaces(r.Passages)}
	changed, err := l.resolve(ctx, r.Mentions)
	if err != nil {
		return err
	}
	of := map[string]refs.Mention{}
	for _, m := range changed {
		of[m.ID] = m
	}
	for i, m := range r.Mentions {
		if m, ok := of[m.ID]; ok {
			r.Mentions[i] = m
		}
	}
	incoming, err := j.Library.MentionsInto(ctx, hash)
	if err == nil {
		r.Incoming, err = l.resolve(ctx, incoming)
	}
	return err
}

// replace puts a new reading in the place of the old one.
func (j *job) replace(ctx context.Context, old source.Document, r refs.Reading) (Result, error) {
	done, err := j.Library.PutReread(ctx, old.Reading, r)
	if err != nil || !done {
		return Result{}, stopped(ctx, "read "+old.Name+" again", err)
	}
	j.Index.Changed()
	_, _ = j.embed(ctx, j.meter.embedding) // the document is read; EndRenewing embeds what this leaves, and says what is wrong
	return resultOf(r.Document, old.Path, Replacing), nil
}
