package cite_test

import (
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/source"
)

// A reading that became better changes blanks, hyphens, marks of raised figures and ligatures, and moves what comes behind.
func TestLocate_AfterABetterReading(t *testing.T) {
	for _, c := range []struct{ name, page, quote, want string }{
		{"the same place", "The dose is 20 mSv a year.", "dose is 20 mSv", "dose is 20 mSv"},
		{"moved", "A new heading\nThe dose is 20 mSv a year.", "dose is 20 mSv", "dose is 20 mSv"},
		{"a hyphen at the end of a line", "The con-\ncentration was measured.", "The concentration was", "The con-\ncentration was"},
		{"a hyphen that was joined", "The concentration was measured.", "The con- centration was", "The concentration was"},
		{"a mark of a raised figure", "It held 300 Bq/m^3 of air.", "300 Bq/m3 of air", "300 Bq/m^3 of air"},
		{"a raised figure", "It held 300 Bq/m³ of air.", "300 Bq/m^3 of air", "300 Bq/m³ of air"},
		{"a ligature", "The ﬁnal efﬁciency", "The final efficiency", "The ﬁnal efﬁciency"},
		{"a full stop", "A head\nThe dose is small. So it stays.", "The dose is small.", "The dose is small."},
		{"blanks", "The m o n i t o r ran.", "The monitor ran", "The m o n i t o r ran"},
		{"a part of a number", "It was 120 mSv, then 20 mSv.", "20 mSv", "20 mSv"},
		{"only as a part of a number", "It was 120 mSv.", "20 mSv", ""},
		{"gone", "Something else.", "The dose is 20 mSv", ""},
		{"nothing", "Something else.", "…", ""},
	} {
		at, ok := cite.Locate(c.page, c.quote, source.Span{Page: 3, Start: 4, End: 4 + len(c.quote)})
		if got := c.page[at.Start:at.End]; got != c.want || ok != (c.want != "") || at.Page != 3 {
			t.Errorf("%s: %q at %+v, %v; want %q", c.name, got, at, ok, c.want)
		}
	}
	page := "Stop at once. Go on. Stop at once."
	if at, _ := cite.Locate(page, "Stop at once", source.Span{Page: 1, Start: 25, End: 37}); at.Start != 21 {
		t.Errorf("of two places the one at %d, want the nearer one at 21", at.Start)
	}
	if at, ok := cite.Locate(page, "Stop at once", source.Span{Page: 1, Start: 0, End: 12}); at.Start != 0 || !ok {
		t.Errorf("it stands where it stood, and is found at %d", at.Start)
	}
}
