package ingest

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"rabbithole/backend/private"
	"rabbithole/backend/source"
)

// extensions are those the library accepts; the first of each format names the library's own copies.
var extensions = []struct {
	ext    string
	format source.Format
}{
	{".pdf", source.PDF}, {".md", source.Markdown}, {".txt", source.Text}, {".html", source.HTML},
	{".markdown", source.Markdown}, {".htm", source.HTML},
}

// Accepted lists the extensions of the files that can be added, for messages.
const Accepted = ".pdf, .md, .markdown, .txt, .html, .htm"

// formatOfName tells the format from a file's extension; "" when it is none of those accepted.
func formatOfName(path string) source.Format {
	ext := strings.ToLower(filepath.Ext(path))
	for _, e := range extensions {
		if e.ext == ext {
			return e.format
		}
	}
	return ""
}

// FormatOf returns the format that a file's name stands for, "" when the library does not read such files.
func FormatOf(path string) source.Format { return formatOfName(path) }

// extOf returns the extension of the library's copy of a document of this format.
func extOf(format source.Format) string {
	for _, e := range extensions {
		if e.format == format {
			return e.ext
		}
	}
	switch format {
	case source.PNG, source.JPEG, source.GIF, source.WebP:
		return "." + string(format)
	}
	return ""
}

// detectFormat tells a file's format from its first bytes, so that a PDF counts as one under any name, and else from its name.
func detectFormat(path string) (source.Format, error) {
	f, _, err := private.OpenRegular(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	head := make([]byte, 1024) // where readers look for the mark of a PDF
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", err
	}
	if looksLikePDF(head[:n]) {
		return source.PDF, nil
	}
	return formatOfName(path), nil
}

// looksLikePDF finds the mark of a PDF where it stands at the beginning of a line: a text may speak of "%PDF-".
func looksLikePDF(head []byte) bool {
	at := bytes.Index(head, []byte("%PDF-"))
	if at <= 0 {
		return at == 0
	}
	return !isPlain(head[:at])
}

// isPlain reports whether b reads like text rather than like junk in front of a PDF.
func isPlain(b []byte) bool {
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	return len(bytes.TrimSpace(b)) > 0 && bytes.IndexByte(b, 0) < 0
}
