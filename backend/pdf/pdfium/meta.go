package pdfium

import (
	"strconv"

	"rabbithole/backend/pdf/pagetext"
	"rabbithole/backend/source"
)

const (
	maxString = 64 << 10 // bytes of a title, label or address
	maxMarks  = 20000    // entries of an outline
	maxDepth  = 32       // levels of an outline
)

// Meta returns what the file says about itself. What cannot be read is empty.
func (d *Document) Meta() source.Meta {
	meta := source.Meta{Format: source.PDF, Engine: "pdfium", Pages: d.pages}
	err := d.attempt(func() error {
		meta.Title = pagetext.Title(d.info("Title"))
		meta.Author = pagetext.Tidy(d.info("Author"))
		if meta.Date = pagetext.Date(d.info("CreationDate")); meta.Date == "" {
			meta.Date = pagetext.Date(d.info("ModDate"))
		}
		return nil
	})
	if err != nil {
		return meta
	}
	_ = d.attempt(func() error { meta.Labels = d.labels(); return nil })
	_ = d.attempt(func() error { meta.Outline = d.outline(); return nil })
	return meta
}

func (d *Document) info(tag string) string {
	p := d.m.putString(tag)
	defer d.m.free(p)
	return d.m.utf16("FPDF_GetMetaText", d.handle, p)
}

// labels returns the printed labels, nil when the file has none of its own.
func (d *Document) labels() []string {
	var labels []string
	own := false
	for n := 1; n <= d.pages; n++ {
		l := pagetext.Tidy(d.m.utf16("FPDF_GetPageLabel", d.handle, uint64(n-1)))
		if l == "" && n == 1 && d.m.i32("FPDF_GetPageLabel", d.handle, 0, 0, 0) == 0 && d.pages > 1 &&
			d.m.i32("FPDF_GetPageLabel", d.handle, 1, 0, 0) == 0 {
			return nil
		}
		if l == "" {
			l = strconv.Itoa(n)
		}
		own = own || l != strconv.Itoa(n)
		labels = append(labels, l)
	}
	if !own {
		return nil
	}
	return labels
}

func (d *Document) label(n int) string {
	if l := pagetext.Tidy(d.m.utf16("FPDF_GetPageLabel", d.handle, uint64(n-1))); l != "" {
		return l
	}
	return strconv.Itoa(n)
}

// outline returns the bookmarks in reading order.
func (d *Document) outline() []source.Mark {
	o := &outline{d: d, seen: map[uint64]bool{}}
	o.children(0, 1)
	return o.marks
}

type outline struct {
	d     *Document
	seen  map[uint64]bool // a broken outline may lead back to itself
	marks []source.Mark
}

func (o *outline) children(parent uint64, level int) {
	m := o.d.m
	b := m.ptr("FPDFBookmark_GetFirstChild", o.d.handle, parent)
	for b != 0 && !o.seen[b] && len(o.marks) < maxMarks {
		o.seen[b] = true
		title := pagetext.Tidy(m.utf16("FPDFBookmark_GetTitle", b))
		if title != "" {
			o.marks = append(o.marks, source.Mark{Title: title, Level: level, Page: o.page(b)})
		}
		if level < maxDepth {
			o.children(b, level+1)
		}
		b = m.ptr("FPDFBookmark_GetNextSibling", o.d.handle, b)
	}
}

// page returns the page a bookmark leads to, 0 when it leads nowhere in this file.
func (o *outline) page(bookmark uint64) int {
	m := o.d.m
	dest := m.ptr("FPDFBookmark_GetDest", o.d.handle, bookmark)
	if dest == 0 {
		if action := m.ptr("FPDFBookmark_GetAction", bookmark); action != 0 && m.i32("FPDFAction_GetType", action) == actionGoTo {
			dest = m.ptr("FPDFAction_GetDest", o.d.handle, action)
		}
	}
	return o.d.destPage(dest)
}

// destPage returns the 1-based page of a destination, 0 when it has none.
func (d *Document) destPage(dest uint64) int {
	if dest == 0 {
		return 0
	}
	n := d.m.i32("FPDFDest_GetDestPageIndex", d.handle, dest) + 1
	if n < 1 || n > d.pages {
		return 0
	}
	return n
}

// The kinds of actions that lead somewhere.
const (
	actionGoTo = 1
	actionURI  = 3
)
