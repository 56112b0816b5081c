package report

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/report/reporttest"
)

// wordFile is a DOCX taken apart.
type wordFile struct {
	parts      map[string]string
	paragraphs []string          // "Style: text", tables between "(" and ")"
	links      []string          // addresses
	targets    map[string]string // of relationships, by ID
	anchors    []string          // bookmarks that inner links name
	bookmarks  []string
}

func takeApart(t *testing.T, data []byte) wordFile {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	w := wordFile{parts: map[string]string{}, targets: map[string]string{}}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		part, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		w.parts[f.Name] = string(part)
		walk(t, f.Name, part, func(xml.StartElement) {}, func(string) {}, func(string) {}) // each part is well-formed
	}
	walk(t, "relationships", []byte(w.parts["word/_rels/document.xml.rels"]), func(e xml.StartElement) {
		w.targets[attribute(e, "Id")] = attribute(e, "Target")
	}, func(string) {}, func(string) {})
	w.read(t)
	return w
}

// read walks the document.
func (w *wordFile) read(t *testing.T) {
	style, text, inText := "", "", false
	walk(t, "document.xml", []byte(w.parts["word/document.xml"]), func(e xml.StartElement) {
		switch e.Name.Local {
		case "p":
			style, text = "", ""
		case "pStyle":
			style = attribute(e, "val")
		case "t":
			inText = true
		case "tbl":
			w.paragraphs = append(w.paragraphs, "(")
		case "hyperlink":
			if a := attribute(e, "anchor"); a != "" {
				w.anchors = append(w.anchors, a)
			} else {
				w.links = append(w.links, w.targets[attribute(e, "id")])
			}
		case "bookmarkStart":
			w.bookmarks = append(w.bookmarks, attribute(e, "name"))
		}
	}, func(s string) {
		if inText {
			text += s
		}
	}, func(name string) {
		switch name {
		case "t":
			inText = false
		case "p":
			w.paragraphs = append(w.paragraphs, strings.TrimSpace(style+": "+text))
		case "tbl":
			w.paragraphs = append(w.paragraphs, ")")
		}
	})
}

func walk(t *testing.T, name string, data []byte, start func(xml.StartElement), text, end func(string)) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			start(token)
		case xml.CharData:
			text(string(token))
		case xml.EndElement:
			end(token.Name.Local)
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func makeDOCX(t *testing.T, r Report) wordFile {
	t.Helper()
	data, err := DOCX(r, sampleLinks)
	if err != nil {
		t.Fatal(err)
	}
	again, err := DOCX(r, sampleLinks)
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("the same report gives other bytes (%v)", err)
	}
	return takeApart(t, data)
}

func TestDOCX_Golden(t *testing.T) {
	for name, r := range samples(t) {
		t.Run(name, func(t *testing.T) {
			golden(t, name+".docx.txt", []byte(strings.Join(makeDOCX(t, r).paragraphs, "\n")+"\n"))
		})
	}
}

func TestDOCX_TellsWhatTheJSONTells(t *testing.T) {
	for name, r := range samples(t) {
		raw, err := JSON(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			reporttest.SameStory(t, raw, []string{strings.Join(makeDOCX(t, r).paragraphs, "\n")})
		})
	}
}

func TestDOCX_LinksAndBookmarks(t *testing.T) {
	for name, r := range samples(t) {
		w := makeDOCX(t, r)
		for _, link := range w.links {
			if !strings.HasPrefix(link, "file:///data/") && !(name == "web" && strings.HasPrefix(link, "https://www.authority.example/radon?")) {
				t.Errorf("%s: a link opens %q", name, link)
			}
		}
		for _, anchor := range w.anchors {
			if !slices.Contains(w.bookmarks, anchor) {
				t.Errorf("%s: an inner link leads to %q, which is nowhere", name, anchor)
			}
		}
		slices.Sort(w.bookmarks)
		if n := len(slices.Compact(w.bookmarks)); n != len(w.bookmarks) {
			t.Errorf("%s: a bookmark stands twice", name)
		}
		if inner := len(w.anchors); len(w.links) < len(r.Claims) || inner < len(r.Claims) && name != "chinese" { // whose claim is its quote
			t.Errorf("%s: %d links and %d inner links for %d claims", name, len(w.links), len(w.anchors), len(r.Claims))
		}
	}
}

func TestDOCX_SaysWhatItIs(t *testing.T) {
	r := sampleGerman(t)
	w := makeDOCX(t, r)
	for part, want := range map[string]string{
		"docProps/core.xml": "<dc:title>" + r.Question + "</dc:title>", "word/styles.xml": `w:lang w:val="de-DE"`, "word/footer1.xml": "NUMPAGES",
		"word/settings.xml": "<w:autoHyphenation w:val=\"true\"/>", // long words break where a dictionary says
	} {
		if !strings.Contains(w.parts[part], want) {
			t.Errorf("%s does not hold %q", part, want)
		}
	}
	if !strings.Contains(w.parts["word/styles.xml"], `w:line="276"`) {
		t.Error("the height of lines is lost")
	}
	for _, style := range []string{"Title", "Heading1", "ListBullet", "Fine", "Quote", "Certificate", "TableText"} {
		if !strings.Contains(w.parts["word/styles.xml"], fmt.Sprintf("w:styleId=%q", style)) {
			t.Errorf("no style %s", style)
		}
	}
}
