package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// file is one file to add.
type file struct {
	path       string // absolute, a Place
	collection string
	format     source.Format
	size       int64           // bytes when it was found
	known      source.Document // set by Resume and Again: the document it became before
}

// walk finds the files under paths, in order and each once. What was named but cannot be added comes back as failed
// results; when nothing is left to add, the error says why. The library's own copies stand in the folder own. Links out
// of folders are followed or reported as opt says.
func walk(ctx context.Context, paths []string, own string, opt Options) ([]file, []Result, error) {
	w := &walker{own: Resolved(own), follow: opt.FollowLinks, left: opt.Left, seen: map[string]bool{}}
	if w.left == nil {
		w.left = func(string) {}
	}
	for _, path := range paths {
		if err := w.add(ctx, path); err != nil {
			return nil, w.bad, err
		}
	}
	if len(w.found) > 0 {
		return w.found, w.bad, nil
	}
	if len(paths) == 0 {
		return nil, nil, fault.New("add", fault.Usage, "Name at least one file or folder to add.", nil)
	}
	return nil, w.bad, w.nothing()
}

type walker struct {
	own    string
	follow bool
	left   func(link string)
	seen   map[string]bool
	found  []file
	bad    []Result
	reason error // the first reason why something named could not be added
}

// nothing is the error when no file was found at all.
func (w *walker) nothing() error {
	var f *fault.Error
	if errors.As(w.reason, &f) {
		return f
	}
	return fault.New("add", fault.Usage, "Nothing here can be read. The library reads "+Accepted+".", w.reason)
}

// add looks at one path that a person named.
func (w *walker) add(ctx context.Context, path string) error {
	path, err := filepath.Abs(OnDisk(path))
	if err != nil {
		return err
	}
	path = Place(path)
	info, err := os.Stat(path)
	switch {
	case w.isOwn(path) || err == nil && info.IsDir() && isLibrary(path): // its names say nothing: they are hashes
		w.reject(path, source.OfLibrary, fault.New("add "+path, fault.Usage,
			"It belongs to a library, which has these documents already. Add them from where they came from.", nil))
	case errors.Is(err, fs.ErrNotExist):
		w.reject(path, source.Moved, fault.New("find "+path, fault.NotFound, "There is no such file or folder. Check the spelling of the path.", nil))
	case err != nil:
		why := reasonForFile(err)
		w.reject(path, why.trouble, fault.New("look at "+path, fault.Unreadable, why.text, err))
	case info.IsDir():
		return w.folder(ctx, path)
	case !info.Mode().IsRegular():
		w.reject(path, source.NotAFile, fault.New("add "+path, fault.Usage, "It is not a file.", nil))
	default:
		w.single(path, info.Size())
	}
	return nil
}

// isOwn reports whether a path is, or stands in, the folder of the library's copies.
func (w *walker) isOwn(path string) bool {
	inside, err := filepath.Rel(w.own, path)
	return err == nil && filepath.IsLocal(inside)
}

// single takes a file named by the person.
func (w *walker) single(path string, size int64) {
	format, err := detectFormat(path)
	switch {
	case err != nil: // its reason is found when it is copied
		format = formatOfName(path)
		fallthrough
	case format != "":
		w.take(file{path: path, format: format, size: size})
	default:
		w.reject(path, source.Foreign, fault.New("add "+path, fault.Usage, fmt.Sprintf("Files of type %q cannot be read. The library reads %s; "+
			"save it as PDF first.", filepath.Ext(path), Accepted), nil))
	}
}

// folder takes what can be read in a folder and those below it; hidden files and folders are left alone.
func (w *walker) folder(ctx context.Context, root string) error {
	before := len(w.found) + len(w.bad)
	repeated, out := 0, 0
	collection := source.FileName(root)
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	err := Tree{root, w.follow}.Walk(ctx, func(e Entry) bool {
		switch {
		case e.Err != nil: // a folder that may not be read
			why := reasonForFile(e.Err)
			w.reject(e.Path, why.trouble, fault.New("look into "+e.Path, fault.Unreadable, why.text, e.Err))
		case e.Path != root && w.skips(e):
			return false
		case e.Out:
			out++
			w.left(e.Path)
		case w.seen[e.Place]:
			repeated++
		case e.Info.Mode().IsRegular():
			return w.inFolder(e, collection)
		}
		return true
	})
	if err == nil && len(w.found)+len(w.bad)+repeated == before {
		hint := "There is nothing to read in this folder. The library reads " + Accepted + "."
		if out > 0 {
			hint = "This folder has only links that lead out of it. Follow them with --follow-links, or add their targets."
		}
		w.reject(root, source.NothingThere, fault.New("add folder "+root, fault.Usage, hint, nil))
	}
	return err
}

// skips reports whether an entry of a folder is hidden or belongs to a library.
func (w *walker) skips(e Entry) bool {
	return strings.HasPrefix(filepath.Base(e.Path), ".") || e.OfLibrary() || e.Info.IsDir() && w.isOwn(e.Real)
}

// inFolder takes a file of a folder if it can be read, and reports whether it did. The rule for names holds for a link
// and for its target.
func (w *walker) inFolder(e Entry, collection string) bool {
	format := formatOfName(e.Real)
	if f, err := detectFormat(e.Real); err == nil {
		format = f
	}
	readable := format != "" && (e.Place == e.Real || format == source.PDF || formatOfName(e.Path) != "")
	if readable {
		w.take(file{path: e.Place, collection: collection, format: format, size: e.Info.Size()})
	}
	return readable
}

// isLibrary reports whether a folder is the home of a library: its copies are named by their hashes and belong to it alone. One that holds no
// copies yet has been locked.
func isLibrary(folder string) bool {
	has := func(name string) bool {
		_, err := os.Stat(filepath.Join(folder, name))
		return err == nil
	}
	return has("library.db") && (has("files") || has("library.lock"))
}

// OfLibrary reports whether an entry is the home of a library, or a link into one.
func (e Entry) OfLibrary() bool {
	return e.Info.IsDir() && isLibrary(e.Real) || e.Place != e.Real && OfLibrary(e.Real)
}

// OfLibrary reports whether a path is, or stands in, the home of any library.
func OfLibrary(path string) bool {
	for at := Resolved(path); ; at = filepath.Dir(at) {
		if isLibrary(at) {
			return true
		}
		if at == filepath.Dir(at) {
			return false
		}
	}
}

func (w *walker) take(f file) {
	if !w.seen[f.path] {
		w.seen[f.path] = true
		w.found = append(w.found, f)
	}
}

func (w *walker) reject(path string, trouble source.Trouble, why *fault.Error) {
	if w.seen[path] {
		return
	}
	w.seen[path] = true
	if w.reason == nil {
		w.reason = why
	}
	w.bad = append(w.bad, Result{Name: source.FileName(path), Path: path, Status: NotAdded, Reason: why.Hint,
		Trouble: trouble})
}
