//go:build linux || darwin

package private

import (
	"time"

	"golang.org/x/sys/unix"
)

// Changed returns when a file was last changed or put in its place. A program that copies a file can set back its modification time, but not
// this. ok is false where it cannot be told.
func Changed(path string) (at time.Time, ok bool) {
	var s unix.Stat_t
	if err := unix.Stat(path, &s); err != nil {
		return at, false
	}
	return time.Unix(s.Ctim.Unix()), true
}
