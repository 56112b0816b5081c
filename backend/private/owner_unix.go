//go:build unix

package private

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// writable are the permissions by which others can change a file.
const writable = 0o022

// Untouched reports whether nobody but the user who runs this program, and root, can have written what is in a folder. One that is missing is
// untouched.
func Untouched(folder string) bool {
	err := filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		of, ok := info.Sys().(*syscall.Stat_t)
		theirs := ok && of.Uid != 0 && of.Uid != uint32(os.Geteuid())
		if theirs || info.Mode()&fs.ModeSymlink != 0 || info.Mode()&writable != 0 {
			return fs.ErrPermission
		}
		return nil
	})
	return err == nil
}

// foreign reports whether a file belongs to another user than the one who runs this program. Root may do everything anyway, and what root
// runs may use everybody's.
func foreign(info fs.FileInfo) bool {
	of, ok := info.Sys().(*syscall.Stat_t)
	me := os.Geteuid()
	return ok && me != 0 && of.Uid != 0 && of.Uid != uint32(me)
}
