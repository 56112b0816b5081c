package core

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
	"rabbithole/backend/private"
	"rabbithole/backend/store"
)

// repairingName is a file in the library's folder from before a repair gives it another database until all that the old one lost has been
// looked for in the copies and reports. A library that holds it is not written to, because what its database does not know
// would be taken for leftovers and deleted. It contains what of the new
// database is doubtful.
const repairingName = "library.repairing"

func repairing(home string) bool {
	return disk.Exists(filepath.Join(home, repairingName))
}

func unfinishedRepair() error {
	return fault.New("open the library", fault.Storage, "`rabbithole check --repair` finishes the repair. Until then the library can be read.",
		errors.New("a repair of it was interrupted"))
}

// beginRepair notes on the disk that a repair is under way.
func beginRepair(home string, doubts store.Doubts) error {
	raw, err := json.Marshal(doubts)
	if err != nil {
		return err
	}
	return disk.WriteWhole(filepath.Join(home, repairingName), raw)
}

// repairedName is a new database that is complete and about to take the place of the damaged one, whose log is deleted before that.
const repairedName = "library.db.repaired"

// setReady marks a new database as complete, once the note of the repair is on the disk, and gives it that name.
func setReady(home, fresh string, doubts store.Doubts) error {
	if err := beginRepair(home, doubts); err != nil {
		return err
	}
	if err := os.Rename(fresh, filepath.Join(home, repairedName)); err != nil {
		return err
	}
	return store.SyncFolder(home)
}

// keepSchema writes the copy of the schema that a repair may need, where it is not as it should be. A disk that has no room for it keeps
// nobody from the library: the next start tries again.
func (c *Core) keepSchema(ctx context.Context, path string) error {
	want, err := c.db.SchemaCopy(ctx)
	if err != nil || want == nil {
		return err
	}
	if have, err := private.ReadFile(path); err == nil && bytes.Equal(have, want) && private.Is(path) {
		return nil
	}
	_ = disk.WriteWhole(path, want)
	return nil
}

// resumeRepair takes up a repair that was interrupted after it had made a new database.
func (k *checker) resumeRepair() {
	raw, err := private.ReadFile(filepath.Join(k.cfg.Home, repairingName))
	if err != nil || !k.opt.Repair {
		return
	}
	k.rebuilt = true
	_ = json.Unmarshal(raw, &k.doubts) // without them nothing is doubted
	k.repaired("A repair that was interrupted was finished.")
}

// finishRepair puts a new database that was complete when the repair was interrupted in its place. The damaged one is kept before that,
// whether it was already or not.
func (k *checker) finishRepair(ctx context.Context, complete string) error {
	lock, err := store.AcquireLock(k.cfg.Home, store.Owner{PID: os.Getpid(), Since: k.cfg.Now()})
	if err != nil {
		return err
	}
	defer lock.Release()
	if err := k.keep(ctx); err != nil {
		return err
	}
	k.resumeRepair()
	return takePlace(k.cfg.Home, complete)
}

// endRepair removes the note, and a new database that was not needed after all.
func (k *checker) endRepair() error {
	if !repairing(k.cfg.Home) {
		return nil
	}
	if !k.opt.Repair {
		k.wrong("repair", runRepair, "a repair of the library was interrupted; until it is finished nothing is written")
		return nil
	}
	if k.partial {
		return nil
	}
	for _, name := range []string{repairedName, repairingName} {
		if err := os.Remove(filepath.Join(k.cfg.Home, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}
