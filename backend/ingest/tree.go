package ingest

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
)

// Tree is a folder that a person named, with those below it. Links lead nowhere new inside of it, because what they lead to stands there itself.
// Those that lead out of it are followed only with Follow. Everything is visited once, whatever links lead to it, so that loops end.
type Tree struct {
	Root   string // absolute; a link to a folder is followed, because it was named
	Follow bool
}

// Entry is something that stands in a Tree.
type Entry struct {
	Path string      // below the root as it was named
	Real string      // where it is, without links
	Info fs.FileInfo // of what it is, links followed; nil with Err
	Err  error       // why a folder cannot be looked into
	Out  bool        // it is a link out of the tree that is not followed
}

// Walk calls visit with the root and with everything below it that is there, each folder before what is in it, in the order of names. What visit
// answers with false is left alone: of a folder what is in it, and another link to a file may be taken. The only error is that of ctx.
func (t Tree) Walk(ctx context.Context, visit func(Entry) bool) error {
	w := &treeWalk{ctx: ctx, visit: visit, follow: t.Follow, root: t.Root, seen: map[string]bool{}}
	if real, err := filepath.EvalSymlinks(t.Root); err == nil {
		w.root = real
	}
	info, err := os.Stat(w.root)
	if err != nil {
		visit(Entry{Path: t.Root, Real: w.root, Err: err})
		return ctx.Err()
	}
	w.enter(Entry{Path: t.Root, Real: w.root, Info: info})
	return ctx.Err()
}

type treeWalk struct {
	ctx    context.Context
	visit  func(Entry) bool
	follow bool
	root   string          // without links
	seen   map[string]bool // by where it is
}

// enter visits an entry and, if it is a folder, what is in it.
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
		w.visit(Entry{Path: e.Path, Real: e.Real, Err: err})
	}
	for _, inside := range entries {
		at := Entry{Path: filepath.Join(e.Path, inside.Name()), Real: filepath.Join(e.Real, inside.Name())}
		if inside.Type()&fs.ModeSymlink != 0 {
			w.link(at)
			continue
		}
		// What went away meanwhile is left out, and so is what only becomes a folder when it is followed: a junction.
		if at.Info, err = os.Stat(at.Real); err == nil && at.Info.IsDir() == inside.IsDir() {
			w.enter(at)
		}
	}
}

// link goes where a link leads, if it leads out of the tree and may be followed; a broken one leads nowhere.
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

// holds reports whether a place is in the tree.
func (w *treeWalk) holds(real string) bool {
	inside, err := filepath.Rel(w.root, real)
	return err == nil && filepath.IsLocal(inside)
}
