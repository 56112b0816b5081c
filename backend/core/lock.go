package core

import (
	"os"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/private"
	"rabbithole/backend/store"
)

// Lock takes the right to write to the library in home, making the folder when it is new. A shell that takes it before Open, and hands it
// over in Config.Lock, knows at once whether another process has the library: that is a fault of kind Locked.
func Lock(home string) (*store.Lock, error) {
	if home == "" {
		return nil, noHome()
	}
	if _, err := finishRestore(home); err != nil {
		return nil, err
	}
	if err := private.MkdirAll(home); err != nil {
		return nil, fault.New("make the library folder "+home, fault.Storage, "Choose a folder that you may write to, with --home or RABBITHOLE_HOME.", err)
	}
	return lockFolder(home)
}

// lockFolder locks a folder for this process.
func lockFolder(folder string) (*store.Lock, error) {
	return store.AcquireLock(folder, store.Owner{PID: os.Getpid(), Since: time.Now()})
}

func noHome() error {
	return fault.New("open the library", fault.Usage, "Name its folder with --home or RABBITHOLE_HOME.", nil)
}
