//go:build unix

package private

import (
	"io/fs"
	"os"
	"syscall"
)

// foreign reports whether a file belongs to another user than the one who runs this program. Root may do everything anyway, and what root
// runs may use everybody's.
func foreign(info fs.FileInfo) bool {
	of, ok := info.Sys().(*syscall.Stat_t)
	me := os.Geteuid()
	return ok && me != 0 && of.Uid != 0 && of.Uid != uint32(me)
}
