package office

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// What the library cannot write is left as marks in the document and put right in its finished XML: bookmarks are runs in a style
// of this name, inner links are addresses that begin so.
const (
	bookmarkStyle = "bookmark:"
	innerLink     = "#"
)

// takeInnerLinks removes inner links from the relationships, which are for addresses outside, and returns the bookmark that each
// leads to by its ID.
func (w *writer) takeInnerLinks() map[string]string {
	inner := map[string]string{}
	rels := &w.doc.Document.DocRels
	kept := rels.Relationships[:0]
	for _, r := range rels.Relationships {
		if name, ok := strings.CutPrefix(r.Target, innerLink); ok && r.TargetMode == "External" {
			inner[r.ID] = name
			continue
		}
		kept = append(kept, r)
	}
	rels.Relationships = kept
	return inner
}

var (
	bookmarkRun = regexp.MustCompile(`<w:r><w:rPr><w:rStyle w:val="` + bookmarkStyle + `(\w+)"></w:rStyle></w:rPr></w:r>`)
	linkStart   = regexp.MustCompile(`<w:hyperlink [^>]*:id="(\w+)">`)
)

// finish rewrites the document with its bookmarks and inner links, and the styles as the template has them: the library loses some
// of what it reads, the height of lines for one.
func finish(file, template []byte, inner map[string]string) ([]byte, error) {
	in, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, fmt.Errorf("read the DOCX again: %w", err)
	}
	blank, err := zip.NewReader(bytes.NewReader(template), int64(len(template)))
	if err != nil {
		return nil, fmt.Errorf("read the template again: %w", err)
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, part := range in.File {
		from := in
		if part.Name == "word/styles.xml" {
			from = blank
		}
		data, err := fs.ReadFile(from, part.Name)
		if err != nil {
			return nil, fmt.Errorf("read %s of the DOCX again: %w", part.Name, err)
		}
		if part.Name == "word/document.xml" {
			data = bookmarks(links(data, inner))
		}
		to, err := z.CreateHeader(&zip.FileHeader{Name: part.Name, Method: zip.Deflate})
		if err == nil {
			_, err = to.Write(data)
		}
		if err != nil {
			return nil, fmt.Errorf("write %s of the DOCX: %w", part.Name, err)
		}
	}
	err = z.Close()
	return out.Bytes(), err
}

func links(data []byte, inner map[string]string) []byte {
	return linkStart.ReplaceAllFunc(data, func(tag []byte) []byte {
		id := string(linkStart.FindSubmatch(tag)[1])
		if name := inner[id]; name != "" {
			return []byte(`<w:hyperlink w:anchor="` + name + `">`)
		}
		return []byte(`<w:hyperlink r:id="` + id + `">`)
	})
}

func bookmarks(data []byte) []byte {
	n := 0
	return bookmarkRun.ReplaceAllFunc(data, func(run []byte) []byte {
		n++
		return fmt.Appendf(nil, `<w:bookmarkStart w:id="%d" w:name="%s"/><w:bookmarkEnd w:id="%d"/>`, n, bookmarkRun.FindSubmatch(run)[1], n)
	})
}
