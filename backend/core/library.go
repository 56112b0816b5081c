package core

import (
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"rabbithole/backend/fault"
	"rabbithole/backend/flow/research"
	"rabbithole/backend/ingest"
	"rabbithole/backend/refs"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// AddOptions are what a person may say about one call of Add.
type AddOptions = ingest.Options

// Add adds files and folders; a folder becomes a collection. One result per file; the error concerns all of them.
func (c *Core) Add(ctx context.Context, paths []string, opt AddOptions) ([]ingest.Result, error) {
	results, err := c.add(ctx, paths, opt)
	if back := c.BroughtBack(context.WithoutCancel(ctx), results); err == nil {
		err = back
	}
	return results, err
}

// add is Add for what nobody named: what was removed stays removed in watched folders.
func (c *Core) add(ctx context.Context, paths []string, opt AddOptions) ([]ingest.Result, error) {
	defer c.way.hold()()
	opt.FollowLinks = opt.FollowLinks || c.settings.get().FollowLinks
	results, err := c.ingester.Add(ctx, paths, opt)
	if err == nil || fault.KindOf(err) == fault.Usage { // nothing of them can be read, ever
		err = errors.Join(err, c.dropUploads(ctx, paths))
	}
	return results, err
}

// ResumeAdding goes on with documents that a crash or a cancel left unfinished.
func (c *Core) ResumeAdding(ctx context.Context, opt AddOptions) ([]ingest.Result, error) {
	defer c.way.hold()()
	results, err := c.ingester.Resume(ctx, opt)
	if err != nil {
		return results, err
	}
	uploads, err := c.addLeft(ctx, opt)
	return append(results, uploads...), err
}

// Documents returns the documents, removed and replaced ones left out unless all is set.
func (c *Core) Documents(ctx context.Context, all bool) ([]source.Document, error) {
	docs, err := c.db.Documents(ctx, source.DocumentFilter{})
	if err != nil || all {
		return docs, err
	}
	var out []source.Document
	for _, d := range docs {
		if d.State != source.Removed && d.State != source.Replaced {
			out = append(out, d)
		}
	}
	return out, nil
}

// Document returns a document by hash or name, or by the beginning of either if no other begins so.
func (c *Core) Document(ctx context.Context, name string) (source.Document, error) {
	if d, err := c.db.Document(ctx, name); err == nil { // first: a name is anybody's choice
		return d, nil
	}
	d, err := c.db.DocumentByName(ctx, name)
	if err == nil || fault.KindOf(err) != fault.NotFound {
		return d, err
	}
	docs, listErr := c.Documents(ctx, true)
	if listErr != nil {
		return d, listErr
	}
	var fits []source.Document
	for _, d := range docs {
		if len(name) >= 6 && strings.HasPrefix(d.Hash, name) || name != "" && strings.HasPrefix(strings.ToLower(d.Name), strings.ToLower(name)) {
			fits = append(fits, d)
		}
	}
	if len(fits) == 1 {
		return fits[0], nil
	}
	return d, err
}

// Remove takes a document out of search. Its bytes and pages stay while a report cites them.
func (c *Core) Remove(ctx context.Context, name string) (source.Document, error) {
	d, err := c.Document(ctx, name)
	if err != nil {
		return d, err
	}
	number, err := c.db.NumberOf(ctx, d.Hash)
	if err != nil && fault.KindOf(err) != fault.NotFound { // one that could never be read has none
		return d, err
	}
	defer c.way.hold()()
	c.looked.clear()
	if err := c.NoteRemoved(ctx, d); err != nil {
		return d, err
	}
	if err := c.ingester.Remove(ctx, d.Hash); err != nil {
		return d, err
	}
	d.State = source.Removed
	return d, c.dropRelated(ctx, number)
}

// Reference is one mention and one of its targets, as `refs DOC --json` prints it.
type Reference struct {
	Document       string    `json:"document"` // name
	Page           int       `json:"page"`
	PageLabel      string    `json:"page_label"`
	Section        string    `json:"section"` // label of the section it stands in
	Text           string    `json:"text"`    // the whole reference with its chain
	Kind           refs.Kind `json:"kind"`
	Type           string    `json:"type"` // the specification's word: section, document or external
	Found          bool      `json:"found"`
	Status         string    `json:"status"`          // found, open, external, old_version
	TargetDocument string    `json:"target_document"` // name, "" when it leaves the library
	TargetPage     int       `json:"target_page"`
	TargetLabel    string    `json:"target_page_label"` // printed on that page
	TargetSection  string    `json:"target_section"`    // label

	ID string `json:"-"` // of the mention
}

// References returns the references of a document, one row per mention and target, in reading order.
func (c *Core) References(ctx context.Context, name string) ([]Reference, error) {
	d, err := c.Document(ctx, name)
	if err != nil {
		return nil, err
	}
	mentions, err := c.db.MentionsOf(ctx, d.Hash)
	if err != nil {
		return nil, err
	}
	labels := &labels{core: c, names: map[string]string{}, sections: map[string]map[string]string{}}
	rows := []Reference{}
	for _, m := range mentions {
		row := Reference{ID: m.ID, Document: d.Name, Page: m.Page, Text: m.Text, Kind: m.Kind, Type: research.ReferenceType(m),
			Status: string(m.Status), Found: m.Status == refs.Found}
		if row.Section, err = labels.section(ctx, d.Hash, m.Section); err != nil {
			return nil, err
		}
		if row.PageLabel, err = c.db.PageLabel(ctx, d.Hash, m.Page); err != nil {
			return nil, err
		}
		if len(m.Targets) == 0 {
			rows = append(rows, row)
		}
		for _, t := range m.Targets {
			if err := labels.target(ctx, &row, t); err != nil {
				return nil, err
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// labels turns hashes and IDs into what people read, reading each document once.
type labels struct {
	core     *Core
	names    map[string]string
	sections map[string]map[string]string
}

func (l *labels) section(ctx context.Context, document, id string) (string, error) {
	if id == "" {
		return "", nil
	}
	known, ok := l.sections[document]
	if !ok {
		list, err := l.core.db.Sections(ctx, document)
		if err != nil {
			return "", err
		}
		known = map[string]string{}
		for _, s := range list {
			known[s.ID] = s.Label
		}
		l.sections[document] = known
	}
	return known[id], nil
}

func (l *labels) target(ctx context.Context, row *Reference, t refs.Target) (err error) {
	row.TargetDocument, row.TargetPage, row.TargetLabel, row.TargetSection = "", t.Page, "", t.Label
	if t.Document == "" {
		return nil
	}
	name, ok := l.names[t.Document]
	if !ok {
		d, err := l.core.db.Document(ctx, t.Document)
		if err != nil {
			return err
		}
		name = d.Name
		l.names[t.Document] = name
	}
	row.TargetDocument = name
	if row.TargetLabel, err = l.core.db.PageLabel(ctx, t.Document, t.Page); err != nil {
		return err
	}
	return nil
}

// FilePath returns the library's own copy of a document: what citations open.
func (c *Core) FilePath(ctx context.Context, hash string) (string, error) {
	d, err := c.db.Document(ctx, hash)
	if err != nil {
		return "", err
	}
	path := c.files.Path(d)
	if _, err := os.Stat(path); err != nil {
		return "", fault.New("open the copy of "+d.Name, fault.NotFound, "The library's copy is gone. Add the file again.", err)
	}
	return path, nil
}

// PageText returns the text of a page of a document, removed ones included.
func (c *Core) PageText(ctx context.Context, hash string, page int) (string, error) {
	p, err := c.db.Page(ctx, hash, page)
	return p.Text, err
}

// watched is the library as watching its folders sees it.
type watched struct{ *Core }

// AddFound adds files that nobody named.
func (w watched) AddFound(ctx context.Context, paths []string, opt ingest.Options) ([]ingest.Result, error) {
	return w.add(ctx, paths, opt)
}

// FollowsLinks reports whether links are followed that lead out of a folder.
func (w watched) FollowsLinks() bool { return w.settings.get().FollowLinks }

// CanRetry returns why the document with this hash cannot be read again, nil when it can.
func (c *Core) CanRetry(ctx context.Context, hash string) error {
	d, err := c.db.Document(ctx, hash)
	if err != nil {
		return err
	}
	op := "read " + d.Name + " again"
	if d.State != source.Failed {
		return fault.New(op, fault.Usage, "There is nothing to do about it.", errors.New("it did not fail"))
	}
	if _, err := os.Stat(c.files.Path(d)); err != nil {
		return fault.New(op, fault.NotFound, "Add the file again from where it is now.", errors.New("the library has lost its copy"))
	}
	return nil
}

// Retry reads a document that failed again, from the library's copy.
func (c *Core) Retry(ctx context.Context, hash string, opt AddOptions) ([]ingest.Result, error) {
	if err := c.CanRetry(ctx, hash); err != nil {
		return nil, err
	}
	defer c.way.hold()()
	return c.ingester.Again(ctx, hash, opt)
}

// Shelved is a document with how it is tied to the rest of the library.
type Shelved struct {
	source.Document
	RefsOut int // references it makes that lead somewhere in the library
	RefsIn  int // references of other documents that lead to it
	Open    int // references it makes that lead nowhere in the library
	Cited   int // runs whose reports cite it
}

// Shelf returns the documents with what ties them to one another, removed and replaced ones left out, the newest first.
func (c *Core) Shelf(ctx context.Context) ([]Shelved, error) {
	var docs []source.Document
	var marks map[string]store.Shelfmark
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) { docs, err = c.Documents(ctx, false); return err })
	group.Go(func() (err error) { marks, err = c.db.Shelfmarks(ctx); return err })
	if err := group.Wait(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(docs, func(a, b source.Document) int { return b.AddedAt.Compare(a.AddedAt) })
	out := make([]Shelved, len(docs))
	for i, d := range docs {
		m := marks[d.Hash]
		out[i] = Shelved{d, m.Found, m.Incoming, m.Open, m.Cited}
	}
	return out, nil
}

// DocumentOf returns the document that a passage, by its ID, stands in.
func (c *Core) DocumentOf(ctx context.Context, passage string) (source.Document, error) {
	p, err := c.db.Passage(ctx, passage)
	if err != nil {
		return source.Document{}, err
	}
	return c.db.Document(ctx, p.Document)
}

// PlaceOf returns where a document can be found on the disk: the person's file, or the library's copy when that is gone.
func (c *Core) PlaceOf(ctx context.Context, hash string) (string, error) {
	d, err := c.db.Document(ctx, hash)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(d.Path); d.Path != "" && err == nil {
		return d.Path, nil
	}
	return c.FilePath(ctx, hash)
}

// name says in a report what its documents are called and of when they are.
func (c *Core) name(ctx context.Context, r *report.Report) error {
	names := map[string]string{} // by document
	for _, e := range r.Evidence {
		if e.Locator.URL == "" {
			names[e.Document] = e.Name
		}
	}
	r.Titles, r.Dates = map[string]string{}, map[string]string{}
	known, err := c.Called(ctx, slices.Collect(maps.Keys(names))...)
	for document, d := range known {
		if d.Title != "" {
			d.Name = names[document] // as it was cited
			r.Titles[d.Name] = d.Called()
		}
		if d.Date != "" {
			r.Dates[names[document]] = d.Date
		}
	}
	return err
}

// Called returns documents of the library by their hashes; one that is not there is missing. A title that several of them have is left out, since it
// tells none of them apart.
func (c *Core) Called(ctx context.Context, documents ...string) (map[string]source.Document, error) {
	out, times := map[string]source.Document{}, map[string]int{}
	for _, hash := range documents {
		d, err := c.db.Document(ctx, hash)
		if _, seen := out[hash]; seen || fault.KindOf(err) == fault.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		out[hash] = d
		times[d.Title]++
	}
	for hash, d := range out {
		if times[d.Title] > 1 {
			d.Title = ""
			out[hash] = d
		}
	}
	return out, nil
}
