package core

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/core/shelf"
	"rabbithole/backend/fault"
	"rabbithole/backend/ingest"
	"rabbithole/backend/private"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// copies compares the library's copies with the hashes of their documents. A lost or damaged one is copied again from the person's
// file, if that still has the same bytes.
func (k *checker) copies(ctx context.Context) error {
	if err := k.orphans(ctx); err != nil {
		return err
	}
	docs, err := k.core.Documents(ctx, true)
	if err != nil {
		return err
	}
	if docs, err = shelf.WithAttached(ctx, k.core.db, docs); err != nil {
		return err
	}
	var bad []string
	for _, d := range docs {
		sum, err := disk.HashOf(ctx, k.core.files.Path(d))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil && sum == d.Hash || d.State == source.Failed && d.Bytes == 0 {
			continue
		}
		if k.opt.Repair && k.copyAgain(ctx, d) {
			k.repaired("The copy of %s was copied again from %s.", d.Name, d.Path)
			continue
		}
		if still, err := k.knows(ctx, d.Hash); err == nil && !still {
			continue // it was removed while copies were read
		}
		bad = append(bad, d.Name)
	}
	if len(bad) > 0 {
		cure := "Add the files again, or restore a backup; their text is still searched and cited."
		if !k.opt.Repair {
			cure = runRepair + " It needs the person's own files where they were."
		}
		k.wrong("copies", cure, "%d of %d copies are lost or damaged: %s", len(bad), len(docs), strings.Join(bad, ", "))
		return nil
	}
	k.ok("copies", "%d copies have the bytes they should have", len(docs))
	return nil
}

// copyAgain replaces a document's copy by the person's file; false when that has other bytes. The path may be a stranger's, and lead to anything that
// is on this computer: what is not as long as the document is not read.
func (k *checker) copyAgain(ctx context.Context, d source.Document) bool {
	info, err := os.Stat(d.Path)
	if err != nil || !info.Mode().IsRegular() || info.Size() != d.Bytes {
		return false
	}
	place := k.core.files.Path(d)
	if err := private.MkdirAll(filepath.Dir(place)); err != nil {
		return false
	}
	part := place + ".part"
	defer os.Remove(part)
	sum, err := disk.CopyInto(ctx, d.Path, part)
	return err == nil && sum == d.Hash && os.Rename(part, place) == nil
}

// damagedSuffix ends the name of a damaged copy that is kept.
const damagedSuffix = ".damaged"

// setAside keeps a copy that no document knows and that is damaged or cannot be read (why), under a name that is not swept away.
func (k *checker) setAside(place string, why error) {
	aside := place + damagedSuffix
	if k.opt.Repair {
		if err := os.Rename(place, aside); err != nil {
			k.wrong("copies", "Move it out of the library yourself, and add it again.", "the copy %s cannot be read or moved: %v", place,
				errors.Join(why, err))
			return
		}
	}
	if why != nil {
		k.wrong("copies", "Copy it from a backup, or add your own file again.",
			"a copy that the database had lost cannot be read (%v); it is kept as %s", why, aside)
		return
	}
	k.repaired("A copy that the database had lost has not the bytes it should have. It was kept as %s; open it, and add it again if it is whole.", aside)
}

// knows reports whether a document or an attached file has this hash now.
func (k *checker) knows(ctx context.Context, hash string) (bool, error) {
	if kept, err := k.core.isAttached(ctx, hash); kept || err != nil {
		return kept, err
	}
	_, err := k.core.db.Document(ctx, hash)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil, err
}

// orphans finds copies that the database does not know and that were not noted as left over: its rows were lost with the damage, or it
// is an older one. They are read again; pictures wait to be attached.
func (k *checker) orphans(ctx context.Context) error {
	var stray []string
	for _, place := range disk.Matching(k.core.files.Folder, "??/*.*") {
		hash, _, _ := strings.Cut(filepath.Base(place), ".")
		if !isHash(hash) || strings.HasSuffix(place, damagedSuffix) {
			continue
		}
		loose, err := k.core.db.LooseCopies(ctx) // read anew each time: documents may be added meanwhile
		if err != nil {
			return err
		}
		known, err := k.knows(ctx, hash)
		if err != nil {
			return err
		}
		if !known && !slices.Contains(loose, hash) {
			stray = append(stray, place)
		}
	}
	if err := k.core.files.Listed(); err != nil {
		k.partial = true
		k.wrong("copies", "Run the command again when the disk can be read, or move the folder out of the library.",
			"not all of the library's copies can be listed: %v", err)
	}
	if len(stray) > 0 && !k.opt.Repair {
		k.wrong("copies", runRepair, "the database does not know %s", disk.Count(len(stray), "of the library's copies", "of the library's copies"))
		return nil
	}
	for _, place := range stray {
		hash, ext, _ := strings.Cut(filepath.Base(place), ".")
		info, err := os.Lstat(place)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		sum, err := disk.HashOf(ctx, place)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil || sum != hash:
			k.setAside(place, err)
			continue
		}
		d := source.Document{Hash: hash, Name: "recovered-" + hash[:8] + "." + ext, Path: place, Format: ingest.FormatOf(place),
			Bytes: info.Size(), State: source.Queued, AddedAt: k.cfg.Now()}
		if d.Format == "" {
			if err := k.core.db.Attach(ctx, store.Attached{Hash: hash, Name: d.Name, Format: source.Format(ext), Bytes: d.Bytes, At: d.AddedAt}); err != nil {
				return err
			}
			k.repaired("A picture that the database had lost waits to be attached, as %s.", d.Name)
			continue
		}
		if d, err = k.core.db.PutDocument(ctx, d); err != nil {
			return err
		}
		k.repaired("A copy that the database had lost is back as %s; its collection is lost.", d.Name)
	}
	return nil
}

// isHash reports whether text has the form of a document's hash: a SHA-256 in lower-case hexadecimal digits.
func isHash(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == sha256.Size && text == strings.ToLower(text)
}

// repairingName is a file in the library's folder from before a repair gives it another database until all that the old one lost has been
// looked for in the copies and reports. A library that holds it is not written to, because what its database does not know
// would be taken for leftovers and deleted. It contains what was read of
// the old one.
const repairingName = "library.repairing"

func repairing(home string) bool {
	return disk.Exists(filepath.Join(home, repairingName))
}

func unfinishedRepair() error {
	return fault.New("open the library", fault.Storage, "`rabbithole check --repair` finishes the repair. Until then the library can be read.",
		errors.New("a repair of it was interrupted"))
}

// beginRepair notes on the disk that a repair is under way.
func beginRepair(home string, saved store.Salvaged) error {
	raw, err := json.Marshal(saved)
	if err != nil {
		return err
	}
	return disk.WriteWhole(filepath.Join(home, repairingName), raw)
}

// repairedName is a new database that is complete and about to take the place of the damaged one, whose log is deleted before that.
const repairedName = "library.db.repaired"

// setReady marks a new database as complete, once the note of the repair is on the disk, and gives it that name.
func setReady(home, fresh string, saved store.Salvaged) error {
	if err := beginRepair(home, saved); err != nil {
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
	if err != nil {
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
	_ = json.Unmarshal(raw, &k.saved) // without it no run is said to be lost
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
