package bench

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rabbithole/backend/pdf"
	"rabbithole/backend/source"
	"rabbithole/kb"
)

// set is a folder of PDF files.
type set struct {
	name   string
	folder string
	files  []string // paths, the largest first
}

// found returns the sets to measure with: folders of RABBITHOLE_EVAL, each with its PDF files in a folder of its own, or the sample
// library.
func (b *bench) found() ([]set, error) {
	if b.eval == "" {
		folder, err := b.sample()
		if err != nil {
			return nil, err
		}
		s, err := newSet("sample library", folder)
		return []set{s}, err
	}
	names := strings.Split(b.sets, ",")
	if b.sets == "" {
		described, err := filepath.Glob(filepath.Join(b.eval, "*", "docs.jsonl"))
		if err != nil || len(described) == 0 {
			return nil, fmt.Errorf("RABBITHOLE_EVAL leads to %s, where no folder has a docs.jsonl", b.eval)
		}
		names = nil
		for _, path := range described {
			names = append(names, filepath.Base(filepath.Dir(path)))
		}
	}
	var out []set
	for _, name := range names {
		folder := filepath.Join(b.eval, name, "pdfs")
		if _, err := os.Stat(folder); err != nil {
			folder = filepath.Join(b.eval, name, "pdf")
		}
		s, err := newSet(name, folder)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func newSet(name, folder string) (set, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.pdf"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("no PDF files in %s", folder)
	}
	return set{name, folder, bySize(files)}, err
}

// bySize sorts the largest file first.
func bySize(paths []string) []string {
	return slices.SortedFunc(slices.Values(paths), func(a, b string) int { return cmp.Compare(size(b), size(a)) })
}

func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// sample unpacks the sample library and returns its folder.
func (b *bench) sample() (string, error) {
	folder := filepath.Join(b.dir, "sample")
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	files, err := fs.Sub(kb.Files, ".")
	if err != nil {
		return "", err
	}
	return folder, os.CopyFS(folder, files)
}

// readAll reads the text of all pages of PDF files with two workers and counts the pages.
func readAll(ctx context.Context, paths []string) (pages int, err error) {
	x := pdf.New(pdf.Options{Workers: 2})
	defer x.Close()
	for _, path := range paths {
		f, err := x.Open(ctx, path, source.OpenOptions{})
		if err != nil {
			return pages, err
		}
		err = f.Pages(ctx, 1, func(source.Page) error { pages++; return nil })
		f.Close()
		if err != nil {
			return pages, err
		}
	}
	return pages, nil
}

// runChild does what this program starts itself for, so that a whole process can be measured; done is false for any other call.
func runChild(args []string) (done bool, err error) {
	if len(args) < 2 || args[0] != childReads {
		return false, nil
	}
	_, err = readAll(context.Background(), args[1:])
	return true, err
}

const childReads = "read-pages-of"
