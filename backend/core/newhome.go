package core

import (
	"errors"
	"os"
	"path/filepath"
	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
)

// ownFolders are the folders of a library whose files it writes and deletes as it sees fit.
var ownFolders = [...]string{disk.CopiesName, disk.ReportsName, "uploads", backup.NotesName}

// checkNewHome refuses to make a library in a folder that has somebody's files where the library's would be: they would be deleted.
func checkNewHome(home string) error {
	if info, err := os.Stat(filepath.Join(home, disk.DatabaseName)); !errors.Is(err, os.ErrNotExist) && (err != nil || info.Size() > 0) {
		return nil
	}
	for _, name := range ownFolders {
		if inside, err := os.ReadDir(filepath.Join(home, name)); err == nil && len(inside) > 0 {
			return fault.New("make a library in "+home, fault.Usage, "Choose an empty folder, with --home or RABBITHOLE_HOME.",
				errors.New("the folder "+name+" in it has files that are not the library's"))
		}
	}
	return nil
}
