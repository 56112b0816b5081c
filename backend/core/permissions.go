package core

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
	"rabbithole/backend/pdf"
	"rabbithole/backend/private"
	"slices"
)

// ownNames are patterns for everything the program creates in a library's folder. Anything else in there belongs to
// the person and keeps its permissions.
var ownNames = []string{
	"library.*", disk.CopiesName, "reports*", "uploads", backup.NotesName, "damaged-*", "radon", "keys.*", "window.*",
	".part-*", ".web-*", ".rabbithole-*", compiledName,
}

// writtenNames are patterns for what the person's documents and words are written to.
var writtenNames = []string{disk.DatabaseName + "*", disk.CopiesName, disk.CopiesName + "/??", disk.ReportsName, "uploads", "server.token"}

// compiledName is the folder for compiled code of a library whose user has no cache of their own.
const compiledName = "compiled"

// cacheDir is where compiled code is kept. What another user could have put there is not run.
func (c *Core) cacheDir() string {
	dir := pdf.CacheDir()
	if private.Foreign(dir) || private.Foreign(filepath.Dir(dir)) {
		return filepath.Join(c.config.Home, compiledName)
	}
	return dir
}

// tighten takes away every permission that other users have on the library and on the cache of compiled code, and
// refuses to write into a library that belongs to somebody else in part: its owner would read what is written. A folder
// of the library may be a symbolic link to another disk.
func (c *Core) tighten() error {
	c.exposed.Folder(c.config.Home)
	for _, name := range ownNames {
		for _, path := range disk.Matching(c.config.Home, name) {
			c.exposed.Tree(path)
		}
	}
	c.exposed.Folder(filepath.Dir(c.cacheDir()))
	c.exposed.Tree(c.cacheDir())
	c.dropToken()
	if text := closedText(c.exposed); text != "" {
		c.config.say(text)
	}
	if c.config.ReadOnly {
		return nil
	}
	if others := c.foreign(); len(others) > 0 && private.Owns(c.config.Home) {
		return fault.New("open the library in "+c.config.Home, fault.Denied,
			"Another user of this computer could read what is written there. Choose another folder with --home, or have its files made yours (chown).",
			fmt.Errorf("it belongs to another user in part: %s", first(c.named(others), 3)))
	}
	if len(c.exposed.Open) > 0 {
		c.config.say(c.openText())
	}
	return nil
}

// foreign returns what of the library belongs to another user, who can read it whatever its permissions are.
func (c *Core) foreign() []string {
	var out []string
	if private.Foreign(c.config.Home) {
		out = append(out, c.config.Home)
	}
	for _, name := range writtenNames {
		for _, path := range disk.Matching(c.config.Home, name) {
			if private.Foreign(path) {
				out = append(out, path)
			}
		}
	}
	return out
}

// openText says what other users can open.
func (c *Core) openText() string {
	left := c.exposed.Open
	return fmt.Sprintf("Other users of this computer may open the library; %d of its files and folders could not be closed (%v): %s.",
		len(left), reasonOf(c.exposed.Err), first(c.named(left), 3))
}

// dropToken deletes a server token that other users could read. Closing the file would not help: they may know the
// token by now. The server creates a new one.
func (c *Core) dropToken() {
	if path := filepath.Join(c.config.Home, "server.token"); disk.Exists(path) && !private.Is(path) && private.Keeps(c.config.Home) {
		c.exposed.Tree(path)
		os.Remove(path)
	}
}

// closedText says how much was open to other users, "" when nothing was.
func closedText(t private.Tightened) string {
	const rest = " of the library %s open to other users of this computer; now only you can open %s."
	switch t.Closed {
	case 0:
		return ""
	case 1:
		return "1 file or folder" + fmt.Sprintf(rest, "was", "it")
	}
	return fmt.Sprintf("%d files and folders"+rest, t.Closed, "were", "them")
}

func (c *Core) checkPermissions() Finding {
	f := Finding{Name: "permissions", OK: true, Text: "only you can open the library's files"}
	if text := closedText(c.exposed); text != "" {
		f.Text = text
	}
	if others := c.foreign(); len(others) > 0 {
		f.OK = false
		f.Text = "the library belongs to another user of this computer in part: " + first(c.named(others), 3)
		f.Cure = "Have its files made yours (chown), or choose another folder with --home."
	} else if len(c.exposed.Open) > 0 {
		f.OK = false
		f.Text = c.openText()
		f.Cure = "Change their permissions as their owner, " +
			"or move the library to a writable disk that keeps permissions; --home names its folder."
	}
	return f
}

// named shortens paths inside the library's folder.
func (c *Core) named(paths []string) []string {
	out := slices.Clone(paths)
	for i, path := range paths {
		if inside, err := filepath.Rel(c.config.Home, path); err == nil && filepath.IsLocal(inside) && inside != "." {
			out[i] = inside
		}
	}
	return out
}

// reasonOf returns the system's reason without the path.
func reasonOf(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
