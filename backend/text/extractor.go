// Package text reads Markdown, HTML and plain text files as documents with pages.
//
// Such files have no pages of their own, so pages of about 3,000 characters are cut at paragraph ends; a plain text file that
// has form feeds is cut there. The package promises the same pages for the same bytes, and a fault with a reason for a file
// that holds no text. It refuses to guess what is worth reading: menus go, the rest of the visible text stays.
package text

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"rabbithole/backend/chunk"
	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// Extractor opens text files. The zero value works.
type Extractor struct {
	MaxBytes int64 // largest file that is read; 0 means 64 MiB
}

const defaultMaxBytes = 64 << 20

// FormatOf returns the format a file name stands for, false when this package does not read it.
func FormatOf(path string) (source.Format, bool) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".md", ".markdown", ".mdown", ".mkd":
		return source.Markdown, true
	case ".html", ".htm", ".xhtml":
		return source.HTML, true
	case ".txt", ".text":
		return source.Text, true
	}
	return "", false
}

// Open reads the file at path; a name it does not know is read as plain text. It returns a fault of kind NotFound or
// Unreadable when the file is to blame.
func (x *Extractor) Open(ctx context.Context, path string, _ source.OpenOptions) (source.File, error) {
	op := "open " + filepath.Base(path)
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", op, err)
	}
	data, err := x.read(path)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrPermission) {
		return nil, fault.New(op, fault.NotFound, "Check that the file is still there and that you may read it.", err)
	}
	if errors.As(err, new(tooLarge)) {
		return nil, fault.New(op, fault.Unreadable, "Split it into smaller files and add those.", err)
	}
	if err != nil {
		return nil, fault.New(op, fault.Unreadable, "Save the file as Markdown, HTML or plain text and add that.", err)
	}
	format, ok := FormatOf(path)
	if !ok {
		format = source.Text
	}
	f, err := parse(data, format)
	if err != nil {
		return nil, fault.New(op, fault.Unreadable, "Save the file as Markdown, HTML or plain text and add that.", err)
	}
	return f, nil
}

func (x *Extractor) read(path string) ([]byte, error) {
	limit := x.MaxBytes
	if limit <= 0 {
		limit = defaultMaxBytes
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("this is not a file")
	}
	if info.Size() > limit {
		return nil, tooLarge(limit)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}

// tooLarge is the failure of a file with more bytes than are read.
type tooLarge int64

// Error says how many may be.
func (l tooLarge) Error() string { return fmt.Sprintf("it is larger than %d MB", int64(l)>>20) }

// Trouble names it: source.TroubleOf finds it.
func (tooLarge) Trouble() source.Trouble { return source.TooLarge }

// Read returns the pages of data, which came without a file: a Markdown file from the web. What is wrong with it is said as a reason.
func Read(data []byte, format source.Format) ([]source.Page, source.Meta, error) {
	f, err := parse(data, format)
	if err != nil {
		return nil, source.Meta{}, err
	}
	return f.pages, f.meta, nil
}

// parse turns the bytes of a file into its pages.
func parse(data []byte, format source.Format) (*file, error) {
	var c content
	switch format {
	case source.HTML:
		page, err := decodeHTML(data)
		if err != nil {
			return nil, err
		}
		c = readHTML(page)
	default:
		s, err := decode(data)
		if err != nil {
			return nil, err
		}
		if format == source.Markdown {
			c = readMarkdown(s)
		} else {
			c = readPlain(s)
		}
	}
	c.meta.Format, c.meta.Engine = format, "text"
	f := layOut(c)
	if len(f.pages) == 0 {
		return nil, errors.New("the file holds no text")
	}
	return f, nil
}

// content is what a format's reader finds: blocks of text in order, and what the file says about itself.
type content struct {
	meta   source.Meta
	blocks []chunk.Piece
}
