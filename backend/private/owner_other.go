//go:build !unix

package private

import "io/fs"

// Untouched reports whether nobody else can have written what is in a folder. Here a folder of a user's own is closed to others.
func Untouched(string) bool { return true }

// foreign reports whether a file belongs to another user; this system's permissions do not ask for that.
func foreign(fs.FileInfo) bool { return false }
