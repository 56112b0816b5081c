// Package office sets a paper as a DOCX file for word processors: real heading styles, hyperlinks, bookmarks, tables whose heads
// repeat, page numbers.
//
// It promises that the same paper gives the same bytes and that text is never markup. It refuses to know what the paper is about.
package office

import (
	"archive/zip"
	"bytes"
	"embed"
	"encoding/xml"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/gomutex/godocx/docx"
	"github.com/gomutex/godocx/packager"

	"rabbithole/backend/report/paper"
	"rabbithole/backend/report/plain"
)

// template holds the parts of the file that are the same for every paper, its styles among them.
//
//go:embed all:template
var template embed.FS

// DOCX sets a paper.
func DOCX(p paper.Paper) ([]byte, error) {
	blank, err := fill(p)
	if err != nil {
		return nil, fmt.Errorf("fill the template for %q: %w", p.Title, err)
	}
	doc, err := packager.Unpack(&blank)
	if err != nil {
		return nil, fmt.Errorf("open the template for %q: %w", p.Title, err)
	}
	w := &writer{doc: doc, marks: map[string]string{}}
	w.paragraph("Title", []paper.Run{{Text: p.Title}})
	w.paragraph("Subtitle", []paper.Run{{Text: p.Subtitle}})
	for _, b := range p.Blocks {
		w.block(b)
	}
	inner := w.takeInnerLinks()
	var out bytes.Buffer
	if err := doc.Write(&out); err != nil {
		return nil, fmt.Errorf("write the DOCX of %q: %w", p.Title, err)
	}
	return finish(out.Bytes(), blank, inner)
}

// fill zips the template with the words of a paper in it.
func fill(p paper.Paper) ([]byte, error) {
	values := strings.NewReplacer("%TITLE%", escaped(p.Title), "%SHORT%", escaped(plain.Shorten(p.Title, 90)), "%AUTHOR%", escaped(p.Author),
		"%LANGUAGE%", escaped(locale(p.Language)), "%MADE%", p.Made.UTC().Format(time.RFC3339))
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	err := fs.WalkDir(template, "template", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := template.ReadFile(path)
		if err != nil {
			return err
		}
		part, err := z.Create(strings.TrimPrefix(path, "template/"))
		if err != nil {
			return err
		}
		_, err = part.Write([]byte(values.Replace(string(data))))
		return err
	})
	if err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}

// locale is a language as word processors want it: their dictionaries of hyphenation and spelling go by country.
func locale(language string) string {
	if country, ok := map[string]string{"de": "DE", "en": "US", "fr": "FR", "es": "ES", "it": "IT", "nl": "NL", "pt": "PT", "pl": "PL", "cs": "CZ",
		"da": "DK", "sv": "SE", "zh": "CN", "ja": "JP"}[language]; ok {
		return language + "-" + country
	}
	return language
}

func escaped(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil { // a builder takes everything
		return ""
	}
	return b.String()
}

// writer adds blocks to a document.
type writer struct {
	doc   *docx.RootDoc
	marks map[string]string // bookmark names by the paper's IDs
}

// mark is the name of the bookmark for an ID of the paper: names allow letters, digits and little else.
func (w *writer) mark(id string) string {
	if w.marks[id] == "" {
		w.marks[id] = fmt.Sprintf("place%d", len(w.marks)+1)
	}
	return w.marks[id]
}
