//go:build linux || darwin

package private

import "golang.org/x/sys/unix"

// Room returns how many bytes may still be written on the disk that a folder is on; ok is false where that cannot be told.
func Room(folder string) (bytes int64, ok bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
