package refs_test

import (
	"math/rand/v2"
	"testing"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/detect"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/outline"
	"rabbithole/backend/refs/resolve"
	"rabbithole/backend/source"
)

// pieces are what garbage is made of: everything the patterns look for, cut anywhere.
var pieces = []string{"§", "§§", " ", "\n", "12", "9a", "5.2.1", ",", "und", "bis", "Absatz", "Satz", "Article", "Section", "[", "]", "HTTP", "(", ")", "(1)", ".", "....",
	"Anlage", "Appendix C.", "des", "Atomgesetzes", "of", "the", "RFC", "Directive", "/", "http://", "doi:10.", "www.", "\u00ad", "\u2010\n", "\xff", "\x00", "日本語。", "é", "Teil", "Table 3:",
	"in der bis zum", "Fassung", "References", "Contents", "Index", "Whereas:", "99999999999999999999", "-", "#", "Ä", "\u200b", "[1-9999]", "in Verbindung mit"}

func garbage(r *rand.Rand) []source.Page {
	pages := make([]source.Page, r.IntN(6))
	for i := range pages {
		p := source.Page{Number: i + 1}
		for range r.IntN(120) {
			p.Text += pieces[r.IntN(len(pieces))]
			if r.IntN(3) == 0 {
				p.Text += " "
			}
		}
		for range r.IntN(10) {
			p.Lines = append(p.Lines, source.Line{Start: r.IntN(50) - 5, End: r.IntN(900) - 5, Size: float64(r.IntN(20)), Bold: r.IntN(2) == 0, Y: float64(r.IntN(900))})
			p.Links = append(p.Links, source.Link{Start: r.IntN(50) - 5, End: r.IntN(900) - 5, Page: r.IntN(5), URI: pieces[r.IntN(len(pieces))]})
		}
		pages[i] = p
	}
	return pages
}

func TestAll_SurviveGarbage(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		pages := garbage(r)
		meta := source.Meta{Title: pieces[r.IntN(len(pieces))], Outline: []source.Mark{{Title: pieces[r.IntN(len(pieces))], Level: r.IntN(4), Page: r.IntN(8) - 1}}}
		d := source.Document{Hash: "d", Name: pieces[r.IntN(len(pieces))]}
		sections := outline.Sections(d, meta, pages)
		d.Names = naming.Names(d, meta, pages, sections)
		resolver := resolve.NewResolver([]refs.Entry{{d, sections}})
		for _, m := range detect.Detect(d, pages, sections) {
			p := pages[m.Page-1]
			if m.Start < 0 || m.End < m.Start || m.End > len(p.Text) {
				t.Fatalf("mention outside its page: %+v", m)
			}
			resolver.Resolve(m)
		}
	}
}

func TestDetect_SameTwice(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		pages := garbage(r)
		a := detect.Detect(source.Document{}, pages, outline.Sections(source.Document{}, source.Meta{}, pages))
		b := detect.Detect(source.Document{}, pages, outline.Sections(source.Document{}, source.Meta{}, pages))
		if len(a) != len(b) {
			t.Fatalf("%d and %d mentions", len(a), len(b))
		}
		for i := range a {
			if a[i].Text != b[i].Text || a[i].ID != b[i].ID || a[i].Section != b[i].Section {
				t.Fatalf("%+v and %+v", a[i], b[i])
			}
		}
	}
}
