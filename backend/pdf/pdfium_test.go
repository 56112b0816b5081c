package pdf

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/source"
)

// These tests show what only the regular engine finds.

func one(t *testing.T, p pdftest.Page) source.Page {
	t.Helper()
	x := newExtractor(t, Options{Workers: 1})
	return read(t, open(t, x, pdftest.Write(t, "one.pdf", pdftest.Doc{Pages: []pdftest.Page{p}}.Bytes()), source.OpenOptions{}))[0]
}

func TestMeta_OutlineAndLabels(t *testing.T) {
	d := numbered(4)
	d.Labels = "<< /Nums [0 << /S /r >> 2 << /S /D /St 2036 >>] >>"
	d.Outline = []pdftest.Mark{
		{Title: "Teil 1 – Übersicht", Page: 1, Kids: []pdftest.Mark{{Title: "§ 1", Page: 2}, {Title: "§ 2", Page: 3}}},
		{Title: "Teil 2", Page: 4},
	}
	x := newExtractor(t, Options{Workers: 1})
	f := open(t, x, pdftest.Write(t, "doc.pdf", d.Bytes()), source.OpenOptions{})
	want := []source.Mark{{Title: "Teil 1 – Übersicht", Level: 1, Page: 1}, {Title: "§ 1", Level: 2, Page: 2}, {Title: "§ 2", Level: 2, Page: 3}, {Title: "Teil 2", Level: 1, Page: 4}}
	if m := f.Meta(); !reflect.DeepEqual(m.Outline, want) || !reflect.DeepEqual(m.Labels, []string{"i", "ii", "2036", "2037"}) {
		t.Errorf("outline = %+v\nlabels = %v", m.Outline, m.Labels)
	}
	if p := read(t, f)[2]; p.Label != "2036" {
		t.Errorf("label = %q", p.Label)
	}
}

func TestPage_LinksCoverTheirText(t *testing.T) {
	p := one(t, pdftest.Page{
		Runs:  []pdftest.Run{{X: 72, Y: 700, S: "See"}, {X: 100, Y: 700, S: "section 2"}, {X: 200, Y: 700, S: "or the web"}},
		Links: []pdftest.Link{{X0: 99, Y0: 695, X1: 160, Y1: 712, Page: 1}, {X0: 199, Y0: 695, X1: 270, Y1: 712, URI: "https://example.org/"}, {X0: 300, Y0: 300, X1: 310, Y1: 310, Page: 1}},
	})
	got := map[string]source.Link{}
	for _, l := range p.Links {
		got[p.Text[l.Start:l.End]] = source.Link{URI: l.URI, Page: l.Page}
	}
	want := map[string]source.Link{"section 2": {Page: 1}, "or the web": {URI: "https://example.org/"}, "": {Page: 1}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("links = %+v", got)
	}
}

func TestPage_FormFieldsAreRead(t *testing.T) {
	p := one(t, pdftest.Page{Runs: pdftest.Lines("Name:"), Fields: []pdftest.Field{{X: 120, Y: 715, Text: "Erika Muster"}}})
	if !strings.Contains(p.Text, "Erika Muster") || !strings.Contains(p.Text, "Name:") || !p.Has(source.FormText) {
		t.Errorf("page = %+v", p)
	}
}

func TestRects_OfFormFields(t *testing.T) {
	d := pdftest.Doc{Pages: []pdftest.Page{{Runs: pdftest.Lines("Name:"), Fields: []pdftest.Field{{X: 120, Y: 500, Text: "Erika"}}}}}
	x := newExtractor(t, Options{Workers: 1})
	f := open(t, x, pdftest.Write(t, "form.pdf", d.Bytes()), source.OpenOptions{})
	text := read(t, f)[0].Text
	at := strings.Index(text, "Erika")
	rects, err := f.Rects(context.Background(), source.Span{Page: 1, Start: at, End: at + 5})
	if err != nil || len(rects) != 1 || !near(rects[0], source.Rect{X: 122, Y: 279, W: 29, H: 9}) {
		t.Errorf("rects = %+v, err = %v", rects, err)
	}
}

// Lines that are set close and equally wide have a rectangle each.
func TestRects_OneForEachLine(t *testing.T) {
	var runs []pdftest.Run
	for i, line := range []string{"The limit for the workplace is the same", "as that of other rooms in which people", "live or work, and it is measured for the", "same stretch of time, which is one year"} {
		runs = append(runs, pdftest.Run{X: 72, Y: 700 - 13*float64(i), Size: 12, S: line})
	}
	x := newExtractor(t, Options{Workers: 1})
	f := open(t, x, pdftest.Write(t, "lines.pdf", pdftest.Doc{Pages: []pdftest.Page{{Runs: runs}}}.Bytes()), source.OpenOptions{})
	text := read(t, f)[0].Text
	from, to := strings.Index(text, "limit"), strings.Index(text, " which is one")
	rects, err := f.Rects(t.Context(), source.Span{Page: 1, Start: from, End: to})
	if err != nil || len(rects) != 4 {
		t.Errorf("%+v, %v", rects, err)
	}
}

func TestPage_Flags(t *testing.T) {
	garbage := strings.Repeat("<0102030405060708> Tj ", 20)
	for _, tt := range []struct {
		name string
		p    pdftest.Page
		want []source.PageFlag
	}{
		{"text", pdftest.Page{Runs: pdftest.Lines("Enough said.")}, nil},
		{"blank", pdftest.Page{}, []source.PageFlag{source.BlankPage}},
		{"scan", pdftest.Page{Scan: true}, []source.PageFlag{source.NoText}},
		{"scan with a stamp", pdftest.Page{Scan: true, Runs: pdftest.Lines("Copy 3")}, []source.PageFlag{source.NoText}},
		{"picture behind text", pdftest.Page{Scan: true, Runs: pdftest.Lines("A page whose background is a picture has a text layer", "all the same.")}, nil},
		{"unreadable", pdftest.Page{Content: "BT /F1 12 Tf 72 700 Td " + garbage + "ET"}, []source.PageFlag{source.BadText}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if p := one(t, tt.p); !reflect.DeepEqual(p.Flags, tt.want) {
				t.Errorf("flags = %v, want %v; text %q", p.Flags, tt.want, p.Text)
			}
		})
	}
}

func TestPage_LooseAccentsArePlaced(t *testing.T) {
	p := one(t, pdftest.Page{Runs: []pdftest.Run{
		{X: 72, Y: 700, S: "f"}, {X: 77, Y: 700.2, S: "¨"}, {X: 75.4, Y: 700, S: "ur die H"}, {X: 118.6, Y: 700.2, S: "¨"}, {X: 118, Y: 700, S: "auser"},
	}})
	if p.Text != "für die Häuser" {
		t.Errorf("text = %q", p.Text)
	}
}
