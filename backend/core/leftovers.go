package core

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"rabbithole/backend/pdf"
)

// leftover is what interrupted work of one kind left behind and what became of it.
type leftover struct {
	of    string // kind of work, such as "backup"
	files int    // removed
	bytes int64  // in them
	stuck error  // why some of it could not be removed
}

// remove deletes a file, or a folder with its content. A path that does not exist counts nothing. It is for paths whose names only
// the program gives: what a person may have put into the library's folder is never deleted.
func (l *leftover) remove(path string) {
	files, bytes := 0, int64(0)
	_ = filepath.WalkDir(path, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil
		}
		files++
		if info, err := entry.Info(); err == nil {
			bytes += info.Size()
		}
		return nil
	})
	if err := os.RemoveAll(path); err != nil {
		l.stuck = errors.Join(l.stuck, err)
		return
	}
	l.files, l.bytes = l.files+files, l.bytes+bytes
}

// sentences say what was removed and what could not be.
func (l leftover) sentences() (out []string) {
	if l.files > 0 {
		out = append(out, fmt.Sprintf("Removed what an interrupted %s left: %s, %s.",
			l.of, count(l.files, "file", "files"), Megabytes(l.bytes)))
	}
	if l.stuck != nil {
		out = append(out, fmt.Sprintf("What an interrupted %s left could not be removed: %v.", l.of, l.stuck))
	}
	return out
}

// tell logs what became of a leftover, if there was one.
func (c *Core) tell(l leftover) {
	for _, text := range l.sentences() {
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

// Megabytes formats a number of bytes for a person.
func Megabytes(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d kB", (n+1023)>>10)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
}

// remains are the files in the library's folder that exist only while something is being written, by the kind of work that
// writes them: where they are looked for, and the form of their names.
var remains = []struct {
	of, pattern string
	form        *regexp.Regexp
}{
	{"repair", databaseName + ".new*", regexp.MustCompile(`\.new(-journal|-wal|-shm)?$`)},
	{"repair", "damaged-*.part/" + databaseName + "*", regexp.MustCompile(`/damaged-\d{8}-\d{6}\.part/library\.db(-wal|\.schema)?$`)},
	{"repair", copiesName + "/??/*.part", regexp.MustCompile(`/[0-9a-f]{64}\.[a-z]{1,8}\.part$`)},
	{"run", ".web-*.pdf", regexp.MustCompile(`/\.web-\d+\.pdf$`)},
	{"write", ".part-*", partName},
	{"write", reportsName + "/*/.part-*", partName},
}

// partName is the form of the names of files that are not written to the end.
var partName = regexp.MustCompile(`/\.part-\d+$`)

// clearRemains removes the files of remains.
func (c *Core) clearRemains() {
	lefts := map[string]*leftover{}
	for _, r := range remains {
		if lefts[r.of] == nil {
			lefts[r.of] = &leftover{of: r.of}
		}
		for _, path := range matching(c.config.Home, r.pattern) {
			info, err := os.Lstat(path)
			if err == nil && info.Mode().IsRegular() && r.form.MatchString(filepath.ToSlash(path)) {
				lefts[r.of].remove(path)
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
	c.tell(clearElsewhere(home, now))
	c.tell(clearRestores(home))
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
func clearCompiled(now time.Time) leftover {
	left := leftover{of: "start of the PDF reader"}
	for _, path := range matching(pdf.CacheDir(), "*.new") {
		if now.Sub(madeAt(path)) > time.Hour {
			left.remove(path)
		}
	}
	return left
}

// matching returns the paths below folder that match a pattern with slashes. Unlike filepath.Glob it allows any
// character in the name of the folder.
func matching(folder, pattern string) []string {
	paths, _ := fs.Glob(os.DirFS(folder), pattern) // fails only for a malformed pattern
	for i, path := range paths {
		paths[i] = filepath.Join(folder, filepath.FromSlash(path))
	}
	return paths
}

// tidy finishes interrupted removals and looks for uploads that were not added yet.
func (c *Core) tidy(ctx context.Context) (err error) {
	upload := leftover{of: "upload"}
	if c.left, err = c.findUploads(ctx, &upload); err != nil {
		return err
	}
	c.tell(upload)
	tidied, err := c.ingester.Tidy(ctx)
	c.tell(leftover{of: "add or removal", files: tidied.Files, bytes: tidied.Bytes, stuck: tidied.Stuck})
	if n := tidied.Documents; n > 0 {
		c.say(fmt.Sprintf("Finished an interrupted removal: %s.", count(n, "document", "documents")))
	}
	return err
}
