package store

import (
	"context"
	"errors"
	"io/fs"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"rabbithole/backend/fault"
)

const damagedHint = "The library's database file is damaged. `rabbithole check --repair` builds a new one from what can be read and from the " +
	"library's copies of your documents; `rabbithole restore FILE` goes back to a backup. Your own files were never changed."

// explain wraps err with what was attempted. A failure of the disk or of the database file becomes a fault that says what to do.
// It returns nil for nil and leaves an error that is a fault already, or a cancelled context, as it is.
func explain(op string, err error) error {
	var f *fault.Error
	if err == nil || errors.As(err, &f) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if kind, hint := cure(err); hint != "" {
		return fault.New(op, kind, hint, err)
	}
	return &opError{op, err}
}

// opError is an ordinary error with what was attempted in front.
type opError struct {
	op  string
	err error
}

func (e *opError) Error() string { return e.op + ": " + e.err.Error() }
func (e *opError) Unwrap() error { return e.err }

// constraint is the code of a value that a column may not hold.
const constraint = sqlite3.SQLITE_CONSTRAINT

// codeOf returns the primary SQLite result code of err, 0 when it is none.
func codeOf(err error) int {
	var s *sqlite.Error
	if errors.As(err, &s) {
		return s.Code() & 0xff
	}
	return 0
}

// cure returns kind and hint for a failing disk or database file; the hint is "" when err is something else.
func cure(err error) (fault.Kind, string) {
	code := codeOf(err)
	switch {
	case code != 0:
	case Full(err):
		code = sqlite3.SQLITE_FULL
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		code = sqlite3.SQLITE_READONLY
	}
	if code == sqlite3.SQLITE_BUSY || code == sqlite3.SQLITE_LOCKED {
		return fault.Locked, "Another process is writing to the library. Wait until it is done, or end it, and run the command again."
	}
	return fault.Storage, codeHint(code)
}

// Full reports whether err says that a disk has no room left.
func Full(err error) bool {
	return codeOf(err) == sqlite3.SQLITE_FULL ||
		errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}

// codeHint returns the cure for a primary SQLite result code, "" for one that is no failure of disk or file.
func codeHint(code int) string {
	switch code {
	case sqlite3.SQLITE_FULL:
		return fault.DiskFull
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return "The library cannot be written. Check the permissions of the library folder, or choose another one with --home."
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return damagedHint
	case sqlite3.SQLITE_CANTOPEN:
		return "The library's database file cannot be opened. Check that the library folder exists and that you may write to it."
	case sqlite3.SQLITE_IOERR:
		return "The disk reported an error. Check that it is connected, healthy and not full, then run the command again."
	}
	return ""
}
