package core

import (
	"errors"
	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
	"rabbithole/backend/private"
	"rabbithole/backend/store"
	"syscall"
)

// Lock takes the right to write to the library in home, making the folder when it is new. A shell that takes it before Open, and hands it
// over in Config.Lock, knows at once whether another process has the library: that is a fault of kind Locked.
func Lock(home string) (*store.Lock, error) {
	if err := disk.CheckHome(home); err != nil {
		return nil, err
	}
	if _, err := backup.FinishRestore(home); err != nil {
		return nil, err
	}
	if err := private.MkdirAll(home); errors.Is(err, syscall.ENAMETOOLONG) {
		return nil, fault.New("make the library folder", fault.Usage, disk.ShorterHome,
			errors.New("a name in its path is too long"))
	} else if err != nil {
		return nil, fault.New("make the library folder "+home, fault.Storage, "Choose a folder that you may write to, with --home or RABBITHOLE_HOME.", err)
	}
	return disk.LockFolder(home)
}
