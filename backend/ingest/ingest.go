// Package ingest brings files and folders into the library: document -> pages -> passages -> references -> index.
//
// Each file goes its own way, queued -> extracting -> searchable -> ready, or failed with a reason a person understands; a bad
// one never stops the rest. The package promises that what it committed survives kill -9 and that Resume goes on at the last
// committed page; that a person's file is only ever read, into a copy of the library's own; and that words can be searched
// as soon as the text is in, while embeddings trail. It refuses to know how a format is read, how the library is kept and how
// the index works: they come in through Library, Opener and Index.
package ingest

import (
	"context"
	"sync"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// Ingester adds documents to one library; New makes one. Its methods may be called at any time; they run one after the other.
type Ingester struct {
	Library Library
	Opener  Opener
	Index   Index
	Files   Files

	// Recogniser reads pages without a text layer; nil means nothing does.
	Recogniser Recogniser

	// Structure finds what stands in a document's text; nil means Structure of this package.
	Structure func(context.Context, source.Document, source.Meta, []source.Page) (Structured, error)

	// Kept reports whether the copy with this hash stays though no document is known by it; nil means none does.
	Kept func(ctx context.Context, hash string) (bool, error)

	Reading int              // the version of reading that documents get; 0 means ReadingVersion
	Workers int              // files read at the same time; 0 means two
	Batch   int              // pages per commit; 0 means 16
	Clock   func() time.Time // nil means time.Now

	turn    chan struct{} // held by the call that runs
	keeping sync.RWMutex  // held to read while a copy is made that no document knows yet, to write while such copies are deleted
}

// Options are what a person may say about one call. The zero value works.
type Options struct {
	Password   string // for encrypted files; it is not kept
	Light      bool   // read PDFs with the light engine
	Collection string // of files named alone; those of a folder named have the folder's
	Late       bool   // leave the embeddings to a later call of Embed
	NoOCR      bool   // leave pages without a text layer to a later call
	// FollowLinks follows links in a folder that lead out of it. Otherwise Left, if not nil, is called for each.
	FollowLinks bool
	Left        func(link string)
	Progress    func(Progress) // told about every step, by one goroutine at a time; nil means nobody wants to know
}

// Status is what became of one file.
type Status string

// The statuses of a file.
const (
	Added     Status = "added"
	Duplicate Status = "duplicate" // the same bytes are in the library already
	Replacing Status = "replaced"  // added, and an older version of the same path left search
	NotAdded  Status = "failed"    // Reason says why
)

// Result says what became of one file.
type Result struct {
	Document string `json:"document"` // hash; "" when the file could not even be copied
	Name     string `json:"name"`     // unique in the library; the file's name when it did not get there
	Path     string `json:"path"`     // absolute
	Pages    int    `json:"pages"`
	Passages int    `json:"passages"`
	Status   Status `json:"status"`
	Reason   string `json:"reason"` // why it failed, or a warning, in the person's words
	// Trouble names the reason, "" for what has no name.
	Trouble source.Trouble `json:"trouble,omitempty"`
}

// New returns an Ingester; its other fields may be set before first use.
func New(library Library, opener Opener, index Index, files Files) *Ingester {
	return &Ingester{Library: library, Opener: opener, Index: index, Files: files, turn: make(chan struct{}, 1)}
}

// Add adds files and whole folders; a folder becomes a collection named after it. It returns one Result per file, in the order
// found, and then one for each path that cannot be added at all. The error is for what concerns all of them: nothing to add
// (fault.NotFound, fault.Usage), a full or read-only disk (fault.Storage), a cancelled context (fault.Cancelled); the results until then
// come with it.
func (in *Ingester) Add(ctx context.Context, paths []string, opt Options) ([]Result, error) {
	if err := in.begin(ctx); err != nil {
		return nil, err
	}
	defer in.end()
	found, bad, err := walk(ctx, paths, in.Files.Folder, opt)
	if err != nil {
		return bad, stopped(ctx, "add", err)
	}
	for i := range found {
		if found[i].collection == "" {
			found[i].collection = opt.Collection
		}
	}
	j := in.newJob(opt, found)
	results, err := j.run(ctx, found)
	results = append(results, bad...)
	if err == nil {
		err = j.finish(ctx, results)
	}
	return results, stopped(ctx, "add", err)
}

// Resume goes on with every document that a kill or a cancelled context left unfinished, from its last committed page.
func (in *Ingester) Resume(ctx context.Context, opt Options) ([]Result, error) {
	if err := in.begin(ctx); err != nil {
		return nil, err
	}
	defer in.end()
	open, err := in.Library.Documents(ctx, source.DocumentFilter{States: []source.State{source.Queued, source.Extracting}})
	if err != nil {
		return nil, stopped(ctx, "resume adding", err)
	}
	results, err := in.reread(ctx, open, opt)
	return results, stopped(ctx, "resume adding", err)
}

// Again reads a document that failed from the library's copy, from its first page. Without a copy its result says so.
func (in *Ingester) Again(ctx context.Context, hash string, opt Options) ([]Result, error) {
	if err := in.begin(ctx); err != nil {
		return nil, err
	}
	defer in.end()
	d, err := in.Library.Document(ctx, hash)
	if err != nil {
		return nil, stopped(ctx, "read a document again", err)
	}
	d.Reason, d.Trouble = "", ""
	results, err := in.reread(ctx, []source.Document{d}, opt)
	return results, stopped(ctx, "read "+d.Name+" again", err)
}

// reread reads documents from the library's copies.
func (in *Ingester) reread(ctx context.Context, documents []source.Document, opt Options) ([]Result, error) {
	found := make([]file, len(documents))
	for i, d := range documents {
		found[i] = file{path: d.Path, collection: d.Collection, size: d.Bytes, known: d}
	}
	j := in.newJob(opt, found)
	results, err := j.run(ctx, found)
	if err == nil {
		err = j.finish(ctx, results)
	}
	return results, err
}

func (in *Ingester) begin(ctx context.Context) error {
	select {
	case in.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return stopped(ctx, "wait for the library", ctx.Err())
	}
}

func (in *Ingester) end() { <-in.turn }

func (in *Ingester) now() time.Time {
	if in.Clock != nil {
		return in.Clock()
	}
	return time.Now()
}

// stopped turns the error of a cancelled call into a fault that says what that means; other errors stay as they are.
func stopped(ctx context.Context, op string, err error) error {
	if err != nil && ctx.Err() != nil {
		return fault.New(op, fault.Cancelled, "What was read so far is kept; the next time it goes on from there.", err)
	}
	return err
}
