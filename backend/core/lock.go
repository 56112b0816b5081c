package core

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/private"
	"rabbithole/backend/store"
)

// Lock takes the right to write to the library in home, making the folder when it is new. A shell that takes it before Open, and hands it
// over in Config.Lock, knows at once whether another process has the library: that is a fault of kind Locked.
func Lock(home string) (*store.Lock, error) {
	if err := checkHome(home); err != nil {
		return nil, err
	}
	if _, err := finishRestore(home); err != nil {
		return nil, err
	}
	if err := private.MkdirAll(home); errors.Is(err, syscall.ENAMETOOLONG) {
		return nil, fault.New("make the library folder", fault.Usage, shorterHome,
			errors.New("a name in its path is too long"))
	} else if err != nil {
		return nil, fault.New("make the library folder "+home, fault.Storage, "Choose a folder that you may write to, with --home or RABBITHOLE_HOME.", err)
	}
	return lockFolder(home)
}

// lockFolder locks a folder for this process.
func lockFolder(folder string) (*store.Lock, error) {
	return store.AcquireLock(folder, store.Owner{PID: os.Getpid(), Since: time.Now()})
}

// longestHome is the most bytes in the path of a library's folder. SQLite opens no file with a path beyond 512 bytes,
// and its log files have the longest names.
const longestHome = 490

const shorterHome = "Choose a folder with a shorter path, with --home or RABBITHOLE_HOME."

// checkHome returns why a folder cannot hold a library, nil if it can.
func checkHome(home string) error {
	if home == "" {
		return fault.New("open the library", fault.Usage, "Name its folder with --home or RABBITHOLE_HOME.", nil)
	}
	whole, err := filepath.Abs(home)
	if err == nil && len(whole) > longestHome {
		err = fault.New("open the library", fault.Usage, shorterHome,
			fmt.Errorf("the path of its folder has %d bytes, and at most %d can be used", len(whole), longestHome))
	}
	return err
}
