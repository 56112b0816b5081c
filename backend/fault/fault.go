// Package fault names the failures a person can act on.
//
// A fault carries what was attempted, what kind of failure it is and, in the person's words, what to do about it. Everything
// else is an ordinary wrapped error. The package promises that a Hint survives any amount of wrapping; it refuses to know
// who shows it and how.
package fault

import (
	"errors"
	"fmt"
)

// Kind classifies a fault; shells map it to exit codes and HTTP statuses.
type Kind string

// The kinds of faults. A new kind needs a line in docs/cli.md (exit codes).
const (
	Internal    Kind = "internal"    // a defect of this program
	Usage       Kind = "usage"       // the call itself is wrong: empty question, unknown flag value
	NotFound    Kind = "not_found"   // a document, run, file or model that does not exist
	Locked      Kind = "locked"      // another process owns the library
	Unreadable  Kind = "unreadable"  // a file that cannot be read: broken, empty, hostile
	Password    Kind = "password"    // a file that needs a password
	Unavailable Kind = "unavailable" // Ollama or another local service is absent or dying
	Storage     Kind = "storage"     // disk full, read-only, corrupt database
	Cancelled   Kind = "cancelled"   // the person stopped it
	Denied      Kind = "denied"      // a policy forbids it (egress)
)

// DiskFull is the cure where the library cannot grow. The pages of a document take more room in the database than in a
// PDF: their text, the index of its words, vectors of its meaning.
const DiskFull = "The disk that holds the library is full. Free at least 100 MB, and up to six times the size of documents " +
	"you want to add; then try again. What was saved is safe. Meanwhile `rabbithole search`, `show`, `export` and `backup` " +
	"work; write to another disk with them."

// Error is a failure a person can act on.
type Error struct {
	Op   string // what was attempted: "open report.pdf"; "" where the cause says all
	Kind Kind
	Hint string // the cure, in the person's words; may be empty
	Err  error  // the cause; may be nil
}

// New returns an Error for op with the cure hint; err may be nil.
func New(op string, kind Kind, hint string, err error) *Error {
	return &Error{Op: op, Kind: kind, Hint: hint, Err: err}
}

// Error says what was attempted and why it failed; the hint is not part of it.
func (e *Error) Error() string {
	switch {
	case e.Err == nil:
		return e.Op
	case e.Op == "":
		return e.Err.Error()
	}
	return fmt.Sprintf("%s: %v", e.Op, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of the outermost fault in err's chain, Internal when there is none, "" for a nil error.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	var f *Error
	if errors.As(err, &f) {
		return f.Kind
	}
	return Internal
}

// Said is what a person is told of err: the outermost fault of its chain, without the places in the program that it came by; all of it where there is none.
func Said(err error) string {
	var f *Error
	if errors.As(err, &f) {
		return f.Error()
	}
	return err.Error()
}

// Hint returns the first non-empty hint in err's chain, or "".
func Hint(err error) string {
	for err != nil {
		var f *Error
		if !errors.As(err, &f) {
			return ""
		}
		if f.Hint != "" {
			return f.Hint
		}
		err = f.Err
	}
	return ""
}
