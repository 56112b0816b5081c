//go:build !linux && !darwin && !windows

package private

// Room returns how many bytes may still be written on the disk that a folder is on; ok is false where that cannot be told.
func Room(string) (bytes int64, ok bool) { return 0, false }
