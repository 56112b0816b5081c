package core

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
	"rabbithole/backend/private"
	"rabbithole/backend/store"
)

// CheckOptions adjust Check. The zero value looks and changes nothing.
type CheckOptions struct {
	Repair   bool
	Progress func(what string) // told what is being looked at; may be nil
}

// CheckReport says what Check found, one finding for each part of the library, and what it repaired.
type CheckReport struct {
	Findings []Finding `json:"findings"`
	Repaired []string  `json:"repaired"`
}

// Sound reports whether nothing is wrong (any more).
func (r CheckReport) Sound() bool {
	for _, f := range r.Findings {
		if !f.OK {
			return false
		}
	}
	return true
}

// Check looks at the whole library in cfg.Home: the database, the copies of documents against their hashes, text,
// passages, index and vectors against one another, and that every citation of every report opens. With Repair it mends
// what can be mended: a damaged database is built anew from what can be read and from the copies, and reports that it
// lost are taken from the files written of them; the damaged one is kept beside it. The error is for what keeps it from
// looking: no library, one that another process writes to, a full disk.
func Check(ctx context.Context, cfg Config, opt CheckOptions) (CheckReport, error) {
	cfg = cfg.withDefaults()
	if opt.Progress == nil {
		opt.Progress = func(string) {}
	}
	k := &checker{cfg: cfg, opt: opt, said: map[string]bool{}, report: CheckReport{Repaired: []string{}}}
	opt.Progress("the database")
	damage, err := k.damage(ctx)
	if err != nil {
		return k.report, err
	}
	if damage != nil && !opt.Repair {
		k.found("database", damage)
		k.damagedReports(ctx)
		return k.report, nil
	}
	if damage != nil {
		if err := k.rebuild(ctx, damage); err != nil {
			return k.report, err
		}
	} else {
		k.resumeRepair()
	}
	cfg.ReadOnly, cfg.untidied = !opt.Repair, true
	if k.core, err = Open(ctx, cfg); err != nil {
		return k.report, err
	}
	if k.saved.NoSchema {
		k.wrong("database", "`rabbithole restore FILE` goes back to a backup. Keep the damaged database: most of it may still be in there.",
			"runs and their answers are lost, and probably settings and collections. Which runs there were cannot be said; "+
				"the documents are back, and reports that lie in the folder reports")
	} else {
		k.ok("database", "intact")
	}
	err = errors.Join(k.contents(ctx), k.core.Close())
	if err == nil {
		err = k.endRepair()
	}
	return k.report, err
}

// CheckItself is Check for a library that is open: it looks beside what goes on and changes nothing.
func (c *Core) CheckItself(ctx context.Context, progress func(what string)) (CheckReport, error) {
	cfg := c.config
	cfg.Lock = nil // stays this one's
	return Check(ctx, cfg, CheckOptions{Progress: progress})
}

// checker is one call of Check.
type checker struct {
	cfg     Config
	opt     CheckOptions
	core    *Core
	kept    string          // folder with a copy of the damaged database
	partial bool            // not all copies could be looked at: the repair is not finished
	rebuilt bool            // the database is a new one: what it lost is found by the copies
	saved   store.Salvaged  // what was read of the damaged database
	said    map[string]bool // runs of which it is said what became of them
	report  CheckReport
}

func (k *checker) ok(name, format string, args ...any) {
	k.report.Findings = append(k.report.Findings, Finding{Name: name, OK: true, Text: fmt.Sprintf(format, args...)})
}

func (k *checker) found(name string, err error) {
	k.report.Findings = append(k.report.Findings, failed(Finding{Name: name}, err))
}

// wrong notes what is not as it should be, with its cure.
func (k *checker) wrong(name, cure, format string, args ...any) {
	k.report.Findings = append(k.report.Findings, Finding{Name: name, Text: fmt.Sprintf(format, args...), Cure: cure})
}

func (k *checker) repaired(format string, args ...any) {
	k.report.Repaired = append(k.report.Repaired, fmt.Sprintf(format, args...))
}

// runRepair is the cure for what Check can mend.
const runRepair = "`rabbithole check --repair` mends it."

// contents looks at what stands in a sound database.
func (k *checker) contents(ctx context.Context) error {
	for _, part := range []struct {
		name string
		look func(context.Context) error
	}{
		{"the copies of the documents", k.copies}, {"pages and passages", k.texts}, {"the index", k.index}, {"the vectors", k.vectors},
		{"the reports", k.reports}, {"the settings", k.settings},
	} {
		k.opt.Progress(part.name)
		if err := part.look(ctx); err != nil {
			return fmt.Errorf("check %s: %w", part.name, err)
		}
	}
	return nil
}

// damage returns how the database is damaged, nil when it is sound. Its error is what keeps from looking.
func (k *checker) damage(ctx context.Context) (damage, err error) {
	path := filepath.Join(k.cfg.Home, disk.DatabaseName)
	if databaseGone(k.cfg.Home) {
		return lostDatabase(), nil
	}
	if _, err := os.Stat(path); err != nil {
		return nil, fault.New("check the library in "+k.cfg.Home, fault.NotFound,
			"There is none yet. `rabbithole add FOLDER` makes it; --home names another folder.", err)
	}
	err = store.CheckFile(ctx, path)
	if err == nil {
		err = store.CheckSchema(ctx, path)
	}
	switch what := store.Foreign(err); {
	case what != "":
		return fault.New("check the library", fault.Storage, "It may do something on its own whenever the library is used. `rabbithole check --repair` takes everything else over into a new "+
			"database; `rabbithole restore FILE` goes back to a backup that you made yourself.",
			fmt.Errorf("the database holds what Rabbithole did not make: %w", err)), nil
	case store.Damaged(err):
		return err, nil
	}
	return nil, err
}

// databaseGone reports whether a library has copies of documents but no database: a new one would be made, and the copies cleared away.
func databaseGone(home string) bool {
	for _, name := range []string{disk.DatabaseName, disk.DatabaseName + "-wal"} {
		info, err := os.Stat(filepath.Join(home, name))
		if err == nil && info.Size() > 0 || err != nil && !errors.Is(err, os.ErrNotExist) {
			return false
		}
	}
	_, err := os.ReadDir(filepath.Join(home, disk.CopiesName))
	return err != nil && !errors.Is(err, os.ErrNotExist) || len(disk.Matching(home, disk.CopiesName+"/??/*.*")) > 0
}

func lostDatabase() error {
	return fault.New("open the library", fault.Storage, "`rabbithole check --repair` makes a new one from the library's copies of your documents; "+
		"`rabbithole restore FILE` goes back to a backup, reports included.", errors.New("its database is gone"))
}

// rebuild makes a new database of what can be read of the damaged one, which is kept.
func (k *checker) rebuild(ctx context.Context, damage error) error {
	complete := filepath.Join(k.cfg.Home, repairedName)
	switch {
	// the repair was interrupted just before it took its place
	case repairing(k.cfg.Home) && disk.HasContent(complete) && store.CheckFile(ctx, complete) == nil:
		return k.finishRepair(ctx, complete)
	case databaseGone(k.cfg.Home):
		if err := beginRepair(k.cfg.Home, store.Salvaged{}); err != nil {
			return err
		}
		k.rebuilt = true
		k.repaired("The database was gone; a new one was made from the library's copies. " +
			"Of runs only the reports are left that lie in the folder reports.")
		return nil
	}
	k.opt.Progress("what can be read of the damaged database")
	lock, err := store.AcquireLock(k.cfg.Home, store.Owner{PID: os.Getpid(), Since: k.cfg.Now()})
	if err != nil {
		return err
	}
	defer lock.Release()
	if err := k.keep(ctx); err != nil {
		return err
	}
	fresh := filepath.Join(k.cfg.Home, disk.DatabaseName+".new")
	os.Remove(fresh)
	saved, err := store.Salvage(ctx, filepath.Join(k.kept, disk.DatabaseName), fresh)
	if err != nil {
		os.Remove(fresh)
		return err
	}
	if err := setReady(k.cfg.Home, fresh, saved); err != nil {
		return err
	}
	if err := takePlace(k.cfg.Home, complete); err != nil {
		return err
	}
	k.rebuilt, k.saved = true, saved
	k.repaired("%s and was built anew from %s that could be read; %s. The old one is in %s.",
		how(damage), disk.Count(allRows(saved.Rows), "row", "rows"), lost(saved), k.kept)
	return nil
}

// how says what was the matter with a database that was built anew.
func how(damage error) string {
	if what := store.Foreign(damage); what != "" {
		return "The database held what Rabbithole did not make (" + what + ")"
	}
	return fmt.Sprintf("The database was damaged (%v)", damage)
}

// keep copies the damaged database and its log beside it.
func (k *checker) keep(ctx context.Context) error {
	at := k.cfg.Now()
	for k.kept == "" || disk.Exists(k.kept) || disk.Exists(k.kept+".part") {
		k.kept, at = filepath.Join(k.cfg.Home, "damaged-"+at.Format("20060102-150405")), at.Add(time.Second)
	}
	if err := keepDamaged(ctx, k.cfg.Home, k.kept); ctx.Err() != nil {
		return errors.Join(ctx.Err(), os.RemoveAll(k.kept))
	} else if err != nil {
		return fault.New("keep the damaged database", fault.Storage, "Free some space: the damaged database is copied before anything is done.", err)
	}
	return nil
}

// lost says what a repair could not read.
func lost(s store.Salvaged) string {
	switch {
	case s.NoSchema && allRows(s.Rows) == 0:
		return "all tables are lost, because the pages that say where they begin cannot be read"
	case s.NoSchema:
		return "because the pages that say where tables begin cannot be read, these are lost, most of them wholly: " + strings.Join(s.Lost, ", ")
	case len(s.Lost) == 0:
		return "nothing was lost"
	}
	return "lost in part: " + strings.Join(s.Lost, ", ")
}

func allRows(byTable map[string]int) (n int) {
	for _, rows := range byTable {
		n += rows
	}
	return n
}

// keepDamaged copies the database, its log and the copy of its schema into a folder of their own, which has its name once it is whole.
func keepDamaged(ctx context.Context, home, folder string) error {
	part := folder + ".part"
	if err := private.Mkdir(part); err != nil {
		return err
	}
	// the repair can do without
	_, _ = disk.CopyInto(ctx, filepath.Join(home, disk.DatabaseName+store.SchemaSuffix), filepath.Join(part, disk.DatabaseName+store.SchemaSuffix))
	for _, name := range []string{disk.DatabaseName, disk.DatabaseName + "-wal"} {
		_, err := disk.CopyInto(ctx, filepath.Join(home, name), filepath.Join(part, name))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return errors.Join(err, os.RemoveAll(part))
		}
	}
	return os.Rename(part, folder)
}

// takePlace puts the fresh database in the place of the old one, whose log and schema must not meet it.
func takePlace(home, fresh string) error {
	place := filepath.Join(home, disk.DatabaseName)
	for _, side := range []string{"-wal", "-shm", store.SchemaSuffix} {
		os.Remove(fresh + side) // of who looked at it: it was closed whole
		if err := os.Remove(place + side); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fault.New("replace the damaged database", fault.Storage, "Close every program that uses the library and run the command again.", err)
		}
	}
	if err := os.Rename(fresh, place); err != nil {
		return fault.New("replace the damaged database", fault.Storage, "Close every program that uses the library and run the command again.", err)
	}
	return store.SyncFolder(home)
}
