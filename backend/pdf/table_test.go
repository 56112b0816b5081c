package pdf

import (
	"context"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/source"
)

// A table whose cells hold words is read row by row, and every cell is where the page has it.
func TestPages_ARowIsALine(t *testing.T) {
	file := open(t, newExtractor(t, Options{}), "../../kb/Radon-in-Homes-Handbook.pdf", source.OpenOptions{})
	var page source.Page
	if err := file.Pages(context.Background(), 4, func(p source.Page) error {
		if p.Number == 4 {
			page = p
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Class\tAnnual mean, Bq/m³\tWhat to do\tTime",
		"B\tover 100, up to 300\tseal entry routes and improve ventilation where it is simple (Sections 6.1 and 6.4)\tat the next renovation",
		"D\tover 600\tas class C, and interim measures at once (Section 6.5)\twithin 12 months; interim measures within 4 weeks",
	} {
		i := slices.IndexFunc(page.Lines, func(l source.Line) bool { return page.Text[l.Start:l.End] == want })
		if i < 0 {
			t.Fatalf("no line %q on\n%s", want, page.Text)
		}
		start := page.Lines[i].Start + strings.LastIndex(want, "\t") + 1
		last, err := file.Rects(context.Background(), source.Span{Page: 4, Start: start, End: page.Lines[i].End})
		if err != nil || len(last) == 0 {
			t.Fatal("the last cell has no place on the page:", err)
		}
		for _, r := range last {
			if r.X < 410 || r.X+r.W > page.Width || r.Y < 250 || r.Y > 420 {
				t.Errorf("the last cell of %q is at %+v", want, r)
			}
		}
	}
	if strings.Contains(strings.Split(page.Text, "5.3 Who decides")[1], "\t") {
		t.Error("running text has cells")
	}
}
