package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"rabbithole/backend/fault"
)

// Reasons are sentences for a person: what is the matter with the file, and what to do.
const (
	reasonEmpty    = "The file is empty (zero bytes). Fetch or export it again."
	reasonGone     = "The file was deleted or moved before it could be read. Add it again from where it is now."
	reasonDenied   = "The file may not be read. Change its permissions and add it again."
	reasonChanged  = "The file was being written to while it was read. Add it again when whatever writes to it is done."
	reasonPassword = "The file needs a password. Give it with --password, or save a copy without one (in a PDF reader: print to PDF; " +
		"or: qpdf --decrypt --password=... in.pdf out.pdf) and add that."
	reasonNoCopy   = "The library's copy of the file is missing. Add the file again."
	reasonNoPages  = "The file has no pages."
	reasonNoEmbeds = "Found by its words, not yet by meaning: "
)

// reasonForFile says why a person's file could not be copied.
func reasonForFile(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return reasonGone
	case errors.Is(err, fs.ErrPermission):
		return reasonDenied
	case errors.Is(err, errChanged):
		return reasonChanged
	}
	return "The file could not be read: " + cause(err) + "."
}

// reasonForReader says why the library's copy could not be opened or read to its end.
func reasonForReader(err error) string {
	switch {
	case fault.KindOf(err) == fault.Password:
		return reasonPassword
	case errors.Is(err, fs.ErrNotExist):
		return reasonNoCopy
	}
	reason := "The file could not be read: " + cause(err) + "."
	if hint := fault.Hint(err); hint != "" {
		reason += " " + hint
	}
	return reason
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

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// stopsAll reports whether err concerns every file: the person's wish to stop, or a library that cannot be written.
func stopsAll(ctx context.Context, err error) bool {
	return err != nil && (ctx.Err() != nil || fault.KindOf(err) == fault.Storage || fault.KindOf(err) == fault.Locked)
}

// unreadable is the failure of one file, with its reason.
type unreadable struct{ reason string }

// Error returns the reason.
func (u unreadable) Error() string { return u.reason }

// reasonForEmbedder says why there are no embeddings.
func reasonForEmbedder(err error) string {
	reason := cause(err) + "."
	if hint := fault.Hint(err); hint != "" {
		reason += " " + hint
	}
	return reason
}
