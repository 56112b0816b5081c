package private

import "golang.org/x/sys/windows"

// Room returns how many bytes may still be written on the disk that a folder is on; ok is false where that cannot be told.
func Room(folder string) (bytes int64, ok bool) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, false
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(name, &free, nil, nil); err != nil {
		return 0, false
	}
	return int64(min(free, 1<<62)), true
}
