package ingest

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
)

// Tree is a folder and everything below it. Symbolic links that stay inside the tree are skipped, because their target
// is visited anyway. Links that lead out of the tree are followed only if Follow is set. Nothing is visited twice,
// however many links lead to it, so loops of links end.
type Tree struct {
	Root   string // absolute path; may itself be a link
	Follow bool
}

// Entry is a file or folder in a Tree.
type Entry struct {
	Path  string      // begins with the root as it was named
	Place string      // its Place
	Real  string      // the same place without links
	Info  fs.FileInfo // links followed; nil if Err is set
	Err   error       // why a folder cannot be read
	Out   bool        // a link out of the tree that is not followed
}

// Place returns the one path by which the library knows a file, whatever links lead to its folder: the folder without links, and the file's own
// name, which may be that of a link.
func Place(path string) string {
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	if path == "" || err != nil {
		return path
	}
	return filepath.Join(folder, filepath.Base(path))
}

// Walk calls visit for the root and for everything below it, folders before their contents, sorted by name. If visit
// returns false for a folder, its contents are skipped; if it returns false for a file, another link to the same file
// may still be visited. Walk fails only when ctx ends.
func (t Tree) Walk(ctx context.Context, visit func(Entry) bool) error {
	w := &treeWalk{ctx: ctx, visit: visit, follow: t.Follow, root: t.Root, seen: map[string]bool{}}
	if real, err := filepath.EvalSymlinks(t.Root); err == nil {
		w.root = real
	}
	info, err := os.Stat(w.root)
	if err != nil {
		visit(Entry{Path: t.Root, Place: w.root, Real: w.root, Err: err})
		return ctx.Err()
	}
	w.enter(Entry{Path: t.Root, Place: w.root, Real: w.root, Info: info})
	return ctx.Err()
}

// Resolved returns a path without links; of what is not there, its Place.
func Resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return Place(path)
}

type treeWalk struct {
	ctx    context.Context
	visit  func(Entry) bool
	follow bool
	root   string          // without links
	seen   map[string]bool // by real path
}

// enter visits an entry and, if it is a folder, its contents.
func (w *treeWalk) enter(e Entry) {
	if w.ctx.Err() != nil || w.seen[e.Real] {
		return
	}
	taken := w.visit(e)
	w.seen[e.Real] = taken || e.Info.IsDir()
	if !taken || !e.Info.IsDir() {
		return
	}
	entries, err := os.ReadDir(e.Real)
	if err != nil {
		w.visit(Entry{Path: e.Path, Place: e.Place, Real: e.Real, Err: err})
	}
	for _, inside := range entries {
		at := Entry{Path: filepath.Join(e.Path, inside.Name()), Place: filepath.Join(e.Real, inside.Name())}
		at.Real = at.Place
		if inside.Type()&fs.ModeSymlink != 0 {
			w.link(at)
			continue
		}
		// Files that are gone by now are skipped, and so are junctions, which are folders only when followed.
		if at.Info, err = os.Stat(at.Real); err == nil && at.Info.IsDir() == inside.IsDir() {
			w.enter(at)
		}
	}
}

// link handles a symbolic link: broken links and those that stay in the tree are skipped.
func (w *treeWalk) link(e Entry) {
	real, err := filepath.EvalSymlinks(e.Path)
	if err != nil || w.holds(real) || w.seen[real] {
		return
	}
	if e.Info, err = os.Stat(real); err != nil {
		return
	}
	e.Real, e.Out = real, !w.follow
	if e.Out {
		w.visit(e)
		return
	}
	w.enter(e)
}

// holds reports whether a real path is in the tree.
func (w *treeWalk) holds(real string) bool {
	inside, err := filepath.Rel(w.root, real)
	return err == nil && filepath.IsLocal(inside)
}
