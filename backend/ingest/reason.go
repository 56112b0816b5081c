package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// reason says what is the matter with a file and what to do, in a sentence for a person, and by name.
type reason struct {
	trouble source.Trouble
	text    string
}

var (
	reasonEmpty    = reason{source.EmptyFile, "The file is empty (zero bytes). Fetch or export it again."}
	reasonGone     = reason{source.Moved, "The file was deleted or moved before it could be read. Add it again from where it is now."}
	reasonDenied   = reason{source.Forbidden, "The file may not be read. Change its permissions and add it again."}
	reasonChanged  = reason{source.Changing, "The file was being written to while it was read. Add it again when whatever writes to it is done."}
	reasonPassword = reason{source.Protected, "The file needs a password. Give it with --password, or save a copy without one (in a PDF reader: print to PDF; " +
		"or: qpdf --decrypt --password=... in.pdf out.pdf) and add that."}
	reasonLocked  = reason{source.Protected, "The file needs a password. Add it to the library with its password, or save a copy without one, and attach that."}
	reasonNoCopy  = reason{source.Moved, "The library's copy of the file is missing. Add the file again."}
	reasonTooLong = reason{source.TooLarge, fmt.Sprintf("There is more in the file than is read of one: %d MB of text, %d passages, fewer where they are short. Split it into several files.", mostText>>20, mostPassages)}
	reasonNoPages = reason{source.NoPages, "The file has no pages."}
	reasonNoText  = reason{source.Wordless, "There is no text in the file."}
)

// mostText is how many bytes of text are read of one document. To find what stands in it takes many times as much memory, and a small file can
// hold any amount: pages may share what they show.
const mostText = 32 << 20

// mostPassages is how many passages a document may have: one of this much text has half of them, unless every word has a heading.
const mostPassages = 60_000

// passagesOf is how many passages a document may have that holds so many bytes of text: a passage takes hundreds of times its own bytes in
// the library.
func passagesOf(bytes int) int { return min(mostPassages, 2000+bytes/100) }

// textOf counts the bytes of text of pages.
func textOf(pages []source.Page) (n int) {
	for _, p := range pages {
		n += len(p.Text)
	}
	return n
}

const reasonNoEmbeds = "Found by its words, not yet by meaning: "

// reasonForFile says why a person's file could not be copied.
func reasonForFile(err error) reason {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return reasonGone
	case errors.Is(err, fs.ErrPermission):
		return reasonDenied
	case errors.Is(err, errChanged):
		return reasonChanged
	}
	if u := (unreadable{}); errors.As(err, &u) {
		return u.reason
	}
	return reason{source.Damaged, "The file could not be read: " + cause(err) + "."}
}

// reasonForReader says why the library's copy could not be opened or read to its end.
func reasonForReader(err error) reason {
	switch {
	case fault.KindOf(err) == fault.Password:
		return reasonPassword
	case errors.Is(err, fs.ErrNotExist):
		return reasonNoCopy
	}
	r := reason{source.Damaged, "The file could not be read: " + cause(err) + "."}
	if named, _ := source.TroubleOf(err); named != "" {
		r.trouble = named
	} else if strings.Contains(r.text, "is encrypted") {
		r.trouble = source.Locked
	}
	if hint := fault.Hint(err); hint != "" {
		r.text += " " + hint
	}
	return r
}

// cause returns the innermost message of err: what was attempted around it says nothing to a person.
func cause(err error) string {
	for {
		next := errors.Unwrap(err)
		if next == nil || next.Error() == "" {
			return strings.TrimRight(err.Error(), ". ")
		}
		err = next
	}
}

func pageCount(n int) string {
	if n == 1 {
		return "1 page"
	}
	return fmt.Sprintf("%d pages", n)
}

// stopsAll reports whether err concerns every file: the person's wish to stop, or a library that cannot be written.
func stopsAll(ctx context.Context, err error) bool {
	return err != nil && (ctx.Err() != nil || fault.KindOf(err) == fault.Storage || fault.KindOf(err) == fault.Locked)
}

// unreadable is the failure of one file, with its reason.
type unreadable struct{ reason }

// Error returns the reason.
func (u unreadable) Error() string { return u.text }

// Trouble names the reason: source.TroubleOf finds it.
func (u unreadable) Trouble() source.Trouble { return u.trouble }

// reasonForEmbedder says why there are no embeddings.
func reasonForEmbedder(err error) string {
	reason := cause(err) + "."
	if hint := fault.Hint(err); hint != "" {
		reason += " " + hint
	}
	return reason
}
