package ingest

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// take copies a file into the library and decides what it is: a document to read (a task), or settled at once (a result).
func (j *job) take(ctx context.Context, f file) (task, *Result, error) {
	if f.known.Hash != "" { // Resume or Again: the copy is there
		return task{document: f.known, restart: f.known.State == source.Failed}, nil, nil
	}
	hash, size, err := j.copied(ctx, f.path, f.format)
	if stopsAll(ctx, err) {
		return task{}, nil, err
	}
	if err != nil {
		why := reasonForFile(err)
		return task{}, &Result{Name: source.FileName(f.path), Path: f.path, Status: NotAdded, Reason: why.text, Trouble: why.trouble}, nil
	}
	j.places.Lock()
	defer j.places.Unlock()
	if err := j.vacate(ctx, f.path, hash); err != nil {
		return task{}, nil, err
	}
	old, err := j.Library.Document(ctx, hash)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return j.enqueue(ctx, f, source.Document{Hash: hash, Format: f.format, Bytes: size, AddedAt: j.now()})
	case err != nil:
		return task{}, nil, err
	case old.Live() || j.taken[hash]:
		return j.duplicate(ctx, f, old)
	}
	return j.enqueue(ctx, f, old)
}

// enqueue stores d as waiting to be read: a new document, one that was left unfinished, or one that failed or left search before.
func (j *job) enqueue(ctx context.Context, f file, d source.Document) (task, *Result, error) {
	restart := d.State == source.Failed
	if d.Path != f.path || d.State == source.Removed || d.State == source.Replaced {
		d.Name = source.FileName(f.path)
	}
	d.Path, d.Collection, d.State, d.Reason, d.Trouble = f.path, f.collection, source.Queued, "", ""
	d, err := j.Library.PutDocument(ctx, d)
	j.taken[d.Hash] = true
	return task{document: d, restart: restart}, nil, err
}

// duplicate settles a file whose bytes are in the library already. Where the file known by them is gone, this is its new place
// and name.
func (j *job) duplicate(ctx context.Context, f file, d source.Document) (task, *Result, error) {
	before := d
	switch {
	case d.Path == f.path:
	case Place(d.Path) == f.path: // stored by an earlier version, which kept the links in it
		d.Path = f.path
	case j.gone(d.Path):
		d.Path, d.Name = f.path, source.FileName(f.path)
	case j.holdsOther(d.Path, d.Hash):
		d.Path = f.path
	default:
		j.alsoAt[d.Hash] = f.path
	}
	if d.Collection == "" {
		d.Collection = f.collection
	}
	// One still being read is its worker's to write; it keeps the place it was found at first.
	if !j.taken[d.Hash] && (d.Path != before.Path || d.Collection != before.Collection) {
		var err error
		if d, err = j.Library.PutDocument(ctx, d); err != nil {
			return task{}, nil, err
		}
	}
	result := resultOf(d, f.path, Duplicate)
	return task{}, &result, nil
}

// gone reports whether nothing stands at path any more.
func (j *job) gone(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// holdsOther reports whether this job found other bytes at path.
func (j *job) holdsOther(path, hash string) bool {
	now, seen := j.atPath[path]
	return seen && now != hash
}

// vacate notes that path holds hash now. Older documents of that path that never became searchable go; one whose bytes were seen
// elsewhere moves there. The live one stays in search until its successor can be searched.
func (j *job) vacate(ctx context.Context, path, hash string) error {
	j.atPath[path] = hash
	olds, err := j.Library.Documents(ctx, source.DocumentFilter{Path: path})
	if err != nil {
		return err
	}
	for _, old := range olds {
		elsewhere := j.alsoAt[old.Hash]
		switch {
		case old.Hash == hash || old.State == source.Removed || old.State == source.Replaced || j.taken[old.Hash]:
		case elsewhere != "":
			old.Path = elsewhere
			_, err = j.Library.PutDocument(ctx, old)
		case !old.Live():
			err = j.Library.SetState(ctx, old.Hash, source.Replaced, "")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// supersede takes the live documents that stood at path before the one with this hash out of search. It returns the name of the
// last, "" when there was none.
func (in *Ingester) supersede(ctx context.Context, path, hash string) (name string, err error) {
	olds, err := in.standing(ctx, path)
	if err != nil {
		return "", err
	}
	for _, old := range olds {
		if old.Hash == hash {
			continue
		}
		if err := in.leave(ctx, old.Hash, source.Replaced); err != nil {
			return "", err
		}
		name = old.Name
	}
	return name, nil
}

// standing returns the live documents of path. A document that came without a path, by an upload, is no version of another.
func (in *Ingester) standing(ctx context.Context, path string) ([]source.Document, error) {
	if path == "" {
		return nil, nil
	}
	return in.Library.Documents(ctx, source.DocumentFilter{Path: path, Live: true})
}

// leave takes a document out of search.
func (in *Ingester) leave(ctx context.Context, hash string, state source.State) error {
	if err := in.Library.SetState(ctx, hash, state, ""); err != nil {
		return err
	}
	return in.Index.Remove(ctx, hash)
}
