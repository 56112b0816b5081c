package core

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
	"rabbithole/backend/pdf"
)

// tell logs what became of a leftover, if there was one.
func (c *Core) tell(l disk.Leftover) {
	for _, text := range l.Sentences() {
		c.say(text)
	}
}

// say logs a sentence about what was cleaned up, and keeps it for the doctor.
func (c *Core) say(text string) {
	c.config.say(text)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cleared = append(c.cleared, text)
}

func (cfg Config) say(text string) {
	if cfg.Log != nil {
		cfg.Log("%s", text)
	}
}

// remains are the files in the library's folder that exist only while something is being written, by the kind of work that
// writes them: where they are looked for, and the form of their names.
var remains = []struct {
	of, pattern string
	form        *regexp.Regexp
}{
	{"repair", disk.DatabaseName + ".new*", regexp.MustCompile(`\.new(-journal|-wal|-shm)?$`)},
	{"repair", "damaged-*.part/" + disk.DatabaseName + "*", regexp.MustCompile(`/damaged-\d{8}-\d{6}\.part/library\.db(-wal|\.schema)?$`)},
	{"repair", disk.CopiesName + "/??/*.part", regexp.MustCompile(`/[0-9a-f]{64}\.[a-z]{1,8}\.part$`)},
	{"run", ".web-*.pdf", regexp.MustCompile(`/\.web-\d+\.pdf$`)},
	{"write", ".part-*", partName},
	{"write", disk.ReportsName + "/*/.part-*", partName},
}

// partName is the form of the names of files that are not written to the end.
var partName = regexp.MustCompile(`/\.part-\d+$`)

// clearRemains removes the files of remains.
func (c *Core) clearRemains() {
	lefts := map[string]*disk.Leftover{}
	for _, r := range remains {
		if lefts[r.of] == nil {
			lefts[r.of] = &disk.Leftover{Of: r.of}
		}
		for _, path := range disk.Matching(c.config.Home, r.pattern) {
			info, err := os.Lstat(path)
			if err == nil && info.Mode().IsRegular() && r.form.MatchString(filepath.ToSlash(path)) {
				lefts[r.of].Remove(path)
				os.Remove(filepath.Dir(path)) // its folder, if it has one of its own that is empty now
			}
		}
	}
	for _, of := range slices.Sorted(maps.Keys(lefts)) {
		c.tell(*lefts[of])
	}
}

// clearLeftovers removes or finishes what earlier processes did not come to the end of. The caller holds the library's
// lock, so none of them is still running.
func (c *Core) clearLeftovers(ctx context.Context) error {
	home, now := c.config.Home, c.config.Now()
	c.tell(backup.ClearElsewhere(home, now))
	c.tell(backup.ClearRestores(home))
	c.tell(clearCompiled(now))
	c.tell(c.clearDeleted(ctx))
	c.clearRemains()
	if err := c.tidyRelated(ctx); err != nil && ctx.Err() == nil { // a library that is damaged there can still be searched
		c.say(fmt.Sprintf("What an interrupted search beside a document left could not be removed: %v.", err))
	}
	return c.tidy(ctx)
}

// clearCompiled removes half-written compiled code. A recent file may be the work of a process that still runs: other
// libraries share the cache.
func clearCompiled(now time.Time) disk.Leftover {
	left := disk.Leftover{Of: "start of the PDF reader"}
	for _, path := range disk.Matching(pdf.CacheDir(), "*.new") {
		if now.Sub(disk.MadeAt(path)) > time.Hour {
			left.Remove(path)
		}
	}
	return left
}

// tidy finishes interrupted removals and looks for uploads that were not added yet.
func (c *Core) tidy(ctx context.Context) (err error) {
	upload := disk.Leftover{Of: "upload"}
	if c.left, err = c.findUploads(ctx, &upload); err != nil {
		return err
	}
	c.tell(upload)
	tidied, err := c.ingester.Tidy(ctx)
	c.tell(disk.Leftover{Of: "add or removal", Files: tidied.Files, Bytes: tidied.Bytes, Stuck: tidied.Stuck})
	if n := tidied.Documents; n > 0 {
		c.say(fmt.Sprintf("Finished an interrupted removal: %s.", disk.Count(n, "document", "documents")))
	}
	return err
}

// DeleteRun deletes a run for good, with its sub-runs: its positions, what happened in it, its reports and the files written of them, and
// every page that nothing else cites of documents out of search. The answers of models stay, unless files were attached to the run: another
// run may have asked the same.
func (c *Core) DeleteRun(ctx context.Context, id string) error {
	run, err := c.Run(ctx, id)
	if err != nil {
		return err
	}
	if c.Live(run.ID) {
		return RunIsLive(run.ID)
	}
	if run.Parent != "" {
		return fault.New("delete run "+run.ID, fault.Usage, "Delete run "+run.Parent+".", errors.New("it is a part of that one"))
	}
	if err := c.deleteWithFiles(ctx, run.ID); err != nil {
		return err
	}
	c.looked.clear() // a copy that nothing cites any more may be among them
	return c.ingester.TidySoon(ctx)
}

// leavingRun is the prefix of a folder of reports whose run is being deleted.
const leavingRun = ".deleted-"

// runForm matches the IDs of runs.
var runForm = regexp.MustCompile(`^[a-z0-9]{12}$`)

// deleteWithFiles deletes a run and its folder of reports. The folder is renamed first, so that clearDeleted recognises
// it after a kill.
func (c *Core) deleteWithFiles(ctx context.Context, id string) error {
	files, err := c.reportFolder(id)
	if err != nil {
		return c.db.DeleteRun(ctx, id) // it has none
	}
	leaving := filepath.Join(c.config.Home, "reports", leavingRun+id)
	if os.Rename(files, leaving) != nil {
		leaving = files // there is none, or one of its files is open on Windows
	}
	if err := c.db.DeleteRun(ctx, id); err != nil {
		_ = os.Rename(leaving, files) // if this fails, the next start does it
		return err
	}
	if err := os.RemoveAll(leaving); err != nil {
		return fault.New("delete the files of run "+id, fault.Storage,
			"The run is deleted; delete the folder reports/"+filepath.Base(leaving)+" of the library yourself.", err)
	}
	return nil
}

// clearDeleted removes the reports of runs that a killed process had deleted. Those of runs that still exist get their
// name back.
func (c *Core) clearDeleted(ctx context.Context) disk.Leftover {
	left := disk.Leftover{Of: "deletion of a run"}
	for _, folder := range disk.Matching(c.config.Home, "reports/"+leavingRun+"*") {
		id := strings.TrimPrefix(filepath.Base(folder), leavingRun)
		if !runForm.MatchString(id) {
			continue
		}
		switch _, err := c.db.Run(ctx, id); {
		case errors.Is(err, graph.ErrNotFound):
			left.Remove(folder)
		case err == nil:
			left.Stuck = errors.Join(left.Stuck, os.Rename(folder, filepath.Join(filepath.Dir(folder), id)))
		}
	}
	return left
}

// RunIsLive refuses to delete a run that is being executed.
func RunIsLive(id string) error {
	return fault.New("delete run "+id, fault.Locked, "Pause or cancel it first.", errors.New("it is being executed"))
}
