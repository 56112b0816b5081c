package ingest

import (
	"context"
	"fmt"
	"path/filepath"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

// Library is what is kept: documents, what was read from them, and what points where. Writes are committed when they return.
type Library interface {
	documents
	copies
	pages
	structures
	links
	rereading
}

type documents interface {
	PutDocument(ctx context.Context, d source.Document) (source.Document, error) // gives it a name no other has
	Document(ctx context.Context, hash string) (source.Document, error)          // fault.NotFound when there is none
	Documents(ctx context.Context, filter source.DocumentFilter) ([]source.Document, error)
	SetState(ctx context.Context, hash string, state source.State, reason string) error
	CollectGarbage(ctx context.Context) ([]source.Document, error) // deletes what is out of search and cited by no run
	Stray(ctx context.Context) ([]string, error)                   // documents out of search that can still be found
}

// copies are the notes of copies that no document knows.
type copies interface {
	NoteCopy(ctx context.Context, hash string) error   // before the copy is made; PutDocument takes the note back
	ForgetCopy(ctx context.Context, hash string) error // takes the note back as well
	LooseCopies(ctx context.Context) ([]string, error) // what is noted, and whose document was deleted
}

type pages interface {
	PutPages(ctx context.Context, document string, pages []source.Page) error
	Pages(ctx context.Context, document string, from, to int) ([]source.Page, error)
	LastPage(ctx context.Context, document string) (int, error)
}

type structures interface {
	PutSections(ctx context.Context, document string, sections []refs.Section) error
	PutPassages(ctx context.Context, document string, passages []source.Passage) error
	PutMentions(ctx context.Context, document string, mentions []refs.Mention) error
}

type links interface {
	AllSections(ctx context.Context) ([]refs.Section, error)
	MentionsOf(ctx context.Context, document string) ([]refs.Mention, error)
	PassagePlaces(ctx context.Context, document string) ([]source.Passage, error)
	PutTargets(ctx context.Context, mentions []refs.Mention) error
	StaleTargets(ctx context.Context) (bool, error) // whether a live document refers to one that is not live any more
}

type rereading interface {
	// PutReread puts a new reading of a live document in the place of the one of version before, in one transaction; false when the document
	// has changed.
	PutReread(ctx context.Context, before int, r refs.Reading) (bool, error)
	SetReading(ctx context.Context, hash string, reading int, reason string) error
	MentionsInto(ctx context.Context, document string) ([]refs.Mention, error) // of other live documents
}

// Opener opens the library's copy of a file, whose extension says the format: .pdf, .md, .txt or .html.
type Opener interface {
	Open(ctx context.Context, path string, opt source.OpenOptions) (source.File, error)
}

// ByFormat is an Opener that has one Opener for each format.
type ByFormat map[source.Format]Opener

// Open opens path with the Opener of its format.
func (b ByFormat) Open(ctx context.Context, path string, opt source.OpenOptions) (source.File, error) {
	opener := b[formatOfName(path)]
	if opener == nil {
		return nil, fmt.Errorf("nothing reads files of type %q", filepath.Ext(path))
	}
	return opener.Open(ctx, path, opt)
}

// Index makes passages searchable.
type Index interface {
	// Add makes passages, all of one document that is in the library already, searchable by their words.
	Add(ctx context.Context, passages []source.Passage) error
	// Remove takes a document out of the index; one that is not in it is no error.
	Remove(ctx context.Context, document string) error
	// Embed gives every live passage that has none yet its embedding.
	Embed(ctx context.Context, progress func(done, total int)) error
	// Terms returns what passages of a document are found by; neither has to be in the library.
	Terms(ctx context.Context, d source.Document, passages []source.Passage) ([]source.Terms, error)
	// Changed says that passages of a document were replaced in the library, with their terms.
	Changed()
}
