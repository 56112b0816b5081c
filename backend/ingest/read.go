package ingest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// read brings one document from its copy into search. A failure that concerns only this document becomes its reason; the error
// is for what concerns all.
func (j *job) read(ctx context.Context, t task) (Result, error) {
	d, status, err := j.bring(ctx, t)
	if err == nil {
		return resultOf(d, d.Path, status), nil
	}
	if stopsAll(ctx, err) {
		return Result{}, err
	}
	return j.fail(ctx, d, err)
}

// fail marks a document as failed. An older version of it stays in search.
func (j *job) fail(ctx context.Context, d source.Document, why error) (Result, error) {
	var known unreadable
	if d.State = source.Failed; errors.As(why, &known) {
		d.Reason, d.Trouble = known.text, known.trouble
	} else {
		d.Trouble = source.Defect
		d.Reason = "The file could not be added, which is a defect of this program (" + cause(why) + "). Please report it."
	}
	older, err := j.standing(ctx, d.Path)
	if err != nil {
		return Result{}, err
	}
	if len(older) > 0 {
		d.Reason += " The version added before stays in search."
	}
	if d, err = j.Library.PutDocument(ctx, d); err != nil {
		return Result{}, err
	}
	return resultOf(d, d.Path, NotAdded), nil
}

// bring is the way of a document: pages, structure, search.
func (j *job) bring(ctx context.Context, t task) (source.Document, Status, error) {
	d, meta, err := j.extract(ctx, t)
	if err != nil {
		return d, "", err
	}
	read, err := j.Library.Pages(ctx, d.Hash, 1, 0)
	if err != nil {
		return d, "", err
	}
	pages := countPages(read)
	d = pages.on(d)
	switch {
	case !pages.readable() && slices.ContainsFunc(read, waits) && j.canRecognise(ctx):
		d, err = j.postpone(ctx, d)
		return d, Added, err
	case !pages.readable():
		return d, "", unreadable{reason{d.Trouble, d.Reason}}
	}
	if textOf(read) > mostText { // read in two goes
		return d, "", unreadable{reasonTooLong}
	}
	if err := j.reread(ctx, d, read); err != nil {
		return d, "", err
	}
	found, err := j.structure(ctx, d, meta, read)
	if err != nil {
		return d, "", err
	}
	if err := t.await(ctx); err != nil {
		return d, "", err
	}
	return j.publish(ctx, d, found)
}

// extract reads the pages that are not committed yet and commits them in batches.
func (j *job) extract(ctx context.Context, t task) (source.Document, source.Meta, error) {
	d := t.document
	if d.Bytes == 0 {
		return d, source.Meta{}, unreadable{reasonEmpty}
	}
	opened, err := j.Opener.Open(ctx, j.Files.Path(d), source.OpenOptions{Password: j.opt.Password, Light: j.opt.Light})
	if err != nil {
		return d, source.Meta{}, readerFailed(ctx, err)
	}
	defer opened.Close()
	meta := opened.Meta()
	d.Title, d.Author, d.Date = meaningfulTitle(meta.Title), atMost(meta.Author, mostTitle), atMost(meta.Date, mostLabel)
	d.Pages, d.Engine, d.State = meta.Pages, meta.Engine, source.Extracting
	done := 0
	if !t.restart {
		if done, err = j.Library.LastPage(ctx, d.Hash); err != nil {
			return d, meta, err
		}
	}
	if done == 0 { // pages of an older program, if any, have theirs
		d.Reading = j.reading()
	}
	if d, err = j.Library.PutDocument(ctx, d); err != nil {
		return d, meta, err
	}
	j.meter.open(d, done)
	if done > 0 && done >= meta.Pages {
		return d, meta, nil // killed between the last page and the rest
	}
	b := &batch{job: j, document: d}
	err = opened.Pages(ctx, done+1, func(p source.Page) error { return b.add(ctx, p) })
	switch {
	case b.failed != nil:
		return d, meta, b.failed
	case err != nil:
		return d, meta, errors.Join(b.commit(ctx), readerFailed(ctx, err))
	}
	return d, meta, b.commit(ctx)
}

// readerFailed turns what a reader says into the document's reason, unless the context ended.
func readerFailed(ctx context.Context, err error) error {
	var known unreadable
	if stopsAll(ctx, err) || errors.As(err, &known) {
		return err
	}
	return unreadable{reasonForReader(err)}
}

// batch gathers pages until it is worth a commit.
type batch struct {
	job      *job
	document source.Document
	pages    []source.Page
	text     int // bytes
	since    time.Time
	failed   error // why the library did not take them
}

// commitAfter bounds how much reading a kill can undo when pages are slow.
const commitAfter = 500 * time.Millisecond

func (b *batch) add(ctx context.Context, p source.Page) error {
	if len(b.pages) == 0 {
		b.since = time.Now()
	}
	p = bounded(p)
	if b.text += len(p.Text) + lengthOf(p.Links); b.text > mostText {
		b.failed = unreadable{reasonTooLong}
		return b.failed
	}
	b.pages = append(b.pages, p)
	if len(b.pages) < orDefault(b.job.Batch, 16) && time.Since(b.since) < commitAfter {
		return nil
	}
	b.failed = b.commit(ctx)
	return b.failed
}

func (b *batch) commit(ctx context.Context) error {
	if len(b.pages) == 0 {
		return nil
	}
	if err := b.job.Library.PutPages(ctx, b.document.Hash, b.pages); err != nil {
		return err
	}
	b.job.meter.read(b.document, len(b.pages))
	b.pages = b.pages[:0]
	return nil
}

// reread writes divided words and page numbers as the whole document has them, in pages and in the library.
func (j *job) reread(ctx context.Context, d source.Document, pages []source.Page) error {
	changed := map[int]source.Page{}
	for _, p := range slices.Concat(Rejoin(pages), Number(pages)) { // the second as both left it
		changed[p.Number] = p
	}
	if len(changed) == 0 {
		return nil
	}
	return j.Library.PutPages(ctx, d.Hash, slices.Collect(maps.Values(changed)))
}

// structure finds what stands in the text. A defect in there must not cost the other files.
func (j *job) structure(ctx context.Context, d source.Document, meta source.Meta, pages []source.Page) (found Structured, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = unreadable{reason{source.Defect, fmt.Sprintf("The text could not be analysed, which is a defect of this program (%v). Please report it.", r)}}
		}
	}()
	if j.Structure != nil {
		if found, err = j.Structure(ctx, d, meta, pages); fault.KindOf(err) == fault.Unreadable {
			err = readerFailed(ctx, err)
		}
		return found, err
	}
	return Structure(ctx, d, meta, pages)
}

// publish stores what was found and puts the document into search, in the place of its older version.
func (j *job) publish(ctx context.Context, d source.Document, found Structured) (source.Document, Status, error) {
	if err := j.Index.Remove(ctx, d.Hash); err != nil { // of passages about to be replaced
		return d, "", err
	}
	if err := j.Library.PutSections(ctx, d.Hash, found.Sections); err != nil {
		return d, "", err
	}
	if err := j.Library.PutPassages(ctx, d.Hash, found.Passages); err != nil {
		return d, "", err
	}
	if err := j.Library.PutMentions(ctx, d.Hash, found.Mentions); err != nil {
		return d, "", err
	}
	d.Title, d.Language, d.Names, d.Passages = found.Title, found.Language, found.Names, len(found.Passages)
	d, err := j.Library.PutDocument(ctx, d) // the index may ask for its language
	if err != nil {
		return d, "", err
	}
	if err := j.Index.Add(ctx, found.Passages); err != nil {
		return d, "", err
	}
	j.places.Lock()
	older, err := j.supersede(ctx, d.Path, d.Hash)
	j.places.Unlock()
	if err != nil {
		return d, "", err
	}
	status := Added
	if older != "" {
		d.Name, status = older, Replacing
	}
	d.State = source.Searchable
	d, err = j.Library.PutDocument(ctx, d)
	return d, status, err
}
