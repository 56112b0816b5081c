package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"rabbithole/backend/fault"
	"rabbithole/backend/private"
)

// Lock is the right to write to a library folder. The operating system takes it back when its process ends, however it ends.
type Lock struct {
	held  *flock.Flock
	path  string // of the file that names the owner
	owner Owner
}

// Owner says which process holds the lock of a library folder.
type Owner struct {
	PID     int       `json:"pid"`
	Address string    `json:"address"` // where it listens, such as "127.0.0.1:8123"; "" when it does not
	Since   time.Time `json:"since"`
}

// The owner stands in a file of its own: on Windows nobody else can read a locked file.
const (
	lockName  = "library.lock"
	ownerName = "library.owner"
)

// AcquireLock takes the lock of the library in folder for this process and writes its owner down; folder must exist. When another
// process has it, the error is a fault of kind Locked that names it.
func AcquireLock(folder string, owner Owner) (*Lock, error) {
	path := filepath.Join(folder, lockName)
	if err := private.Regular(path); err != nil {
		return nil, explain("lock the library in "+folder, err)
	}
	_ = makePrivate(path) // it may exist; any other failure shows when it is locked
	held := flock.New(path)
	ok, err := held.TryLock()
	if err != nil {
		return nil, explain("lock the library in "+folder, err)
	}
	if !ok {
		return nil, lockedBy(folder)
	}
	l := &Lock{held: held, path: filepath.Join(folder, ownerName), owner: owner}
	if err := l.write(); err != nil {
		return nil, errors.Join(err, held.Unlock())
	}
	return l, nil
}

// SetAddress writes down where this process listens, so that a second one can hand its work over.
func (l *Lock) SetAddress(address string) error {
	l.owner.Address = address
	return l.write()
}

// RemoveLock deletes the files of a lock that nobody holds any more, from a folder that is no library.
func RemoveLock(folder string) {
	for _, name := range []string{lockName, ownerName, ownerName + ".new"} {
		os.Remove(filepath.Join(folder, name))
	}
}

// Release gives the lock back.
func (l *Lock) Release() error {
	os.Remove(l.path) // a file left behind is harmless: it counts only while the lock is held
	return l.held.Unlock()
}

func (l *Lock) write() error {
	raw, err := json.Marshal(l.owner)
	if err != nil {
		return err
	}
	// Renamed into place, so that a reader never sees half of it.
	fresh := l.path + ".new"
	if err := private.WriteFile(fresh, raw); err != nil {
		return explain("write the owner of the library", err)
	}
	return explain("write the owner of the library", os.Rename(fresh, l.path))
}

// Held reports whether a process has the lock of the library in folder, or that cannot be told.
func Held(folder string) bool {
	path := filepath.Join(folder, lockName)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if private.Regular(path) != nil {
		return true
	}
	look := flock.New(path)
	free, err := look.TryRLock()
	if free {
		_ = look.Unlock()
	}
	return err != nil || !free
}

// LockOwner returns what the lock's owner wrote down about itself. It counts only while the lock is held.
func LockOwner(folder string) (Owner, error) {
	var owner Owner
	raw, err := private.ReadFile(filepath.Join(folder, ownerName))
	if err != nil {
		return owner, err
	}
	return owner, json.Unmarshal(raw, &owner)
}

// lockedBy returns the fault that tells a second writer who is in its way.
func lockedBy(folder string) error {
	who := "another process"
	if owner, err := LockOwner(folder); err == nil && owner.PID > 0 {
		who = fmt.Sprintf("process %d", owner.PID)
		if owner.Address != "" {
			who += " at " + owner.Address
		}
	}
	return fault.New("", fault.Locked, "It is in use by "+who+": close that, wait until it is done, or choose another library with --home. "+
		"Reading (search, documents, show) works meanwhile.", fmt.Errorf("the library %s is open elsewhere", folder))
}
