package related_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
)

func TestRun_WithoutAModelOthersSpeakToThePage(t *testing.T) {
	d := harbour(t)
	s := d.run(d.reading())
	if s.Status != related.StatusReady || s.Made != "rule" || s.Error != "" || s.Doing != "" {
		t.Errorf("status %s, made %s, error %q, doing %q", s.Status, s.Made, s.Error, s.Doing)
	}
	for _, want := range []struct {
		relation    related.Relation
		text, about string
	}{
		{related.Contradicts, "at most 90 lumens", "at most 40 lumens"},
		{related.Adds, "brass housing of a lantern lasts ten years", "lasts ten years in salt water"},
		{related.Adds, "is repealed", "cleaned every week"},
		{related.Refers, "Die Hafenbehörde prüft jede Laterne einmal im Jahr", "§ 4 LatG"},
	} {
		b, ok := bullet(s, want.relation, want.text)
		if !ok || b.About == nil || !strings.Contains(b.About.Quote, want.about) || !b.Rule {
			t.Errorf("%s %q: %+v, about %+v", want.relation, want.text, b, b.About)
		}
	}
	if s.Bullets[0].Relation != related.Contradicts || len(s.Bullets) < 3 || len(s.Bullets) > 8 {
		t.Errorf("%d bullets, the first %s", len(s.Bullets), s.Bullets[0].Relation)
	}
	if slices.ContainsFunc(s.Bullets, func(b related.Bullet) bool { return strings.Contains(b.Text, "soup") }) {
		t.Errorf("lunch has nothing to do with the page: %+v", s.Bullets)
	}
	if len(s.Steps) < 2 || len(s.Warnings) != 0 {
		t.Errorf("steps %+v, warnings %q", s.Steps, s.Warnings)
	}
	told := d.statuses()
	if told[0].Status != related.StatusRunning || told[0].Article != 5 || told[len(told)-1].Status != related.StatusReady || told[len(told)-1].Message == "" {
		t.Errorf("told %+v", told)
	}
}

// What states a figure that nobody else says anything to is worth a question, unless it says itself where it comes from.
func TestRun_AFigureThatNobodyElseStatesIsAskedAbout(t *testing.T) {
	d := newDesk(t, map[string]string{"LatG.md": lawText, "inspection.md": inspectionText, "merkblatt.md": "# Merkblatt\n\n## 1 Kosten\n\n" +
		"Eine neue Laterne kostet im Hafen im Mittel 45 Kronen und hält zwölf Winter. Die Prüfung durch die Hafenbehörde nach § 4 LatG kostet 12 Kronen je Laterne. Der Hafen liegt am Meer.\n"})
	s := d.run(related.State{Document: d.hash("merkblatt.md"), Page: 1, Mode: related.Standard, Allow: "library"})
	if len(s.Questions) != 1 || !strings.Contains(s.Questions[0], "45 Kronen") || !strings.HasSuffix(s.Questions[0], "?") {
		t.Errorf("questions %q", s.Questions)
	}
}

func TestRun_TheSameTwice(t *testing.T) {
	d := harbour(t)
	a, b := d.run(d.reading()), d.run(d.reading())
	if len(a.Bullets) == 0 || !slices.EqualFunc(a.Bullets, b.Bullets, func(x, y related.Bullet) bool { return x.Text == y.Text && x.Relation == y.Relation }) {
		t.Errorf("%+v\n%+v", a.Bullets, b.Bullets)
	}
}

func TestRun_InGermanWhoSpeaksOfItAndWhoRefersHere(t *testing.T) {
	d := harbour(t)
	s := d.run(related.State{Article: 1, Document: d.hash("LatG.md"), Page: 1, Mode: related.Deep, Allow: "library"})
	if s.Language != "de" || s.Status != related.StatusReady {
		t.Errorf("language %q, status %s", s.Language, s.Status)
	}
	if b, ok := bullet(s, related.Adds, "zweimal im Jahr"); !ok || !strings.Contains(b.About.Quote, "einmal im Jahr") {
		t.Errorf("bullets %+v", s.Bullets)
	}
	if _, ok := bullet(s, related.Cited, "§ 4 LatG"); !ok {
		t.Errorf("nobody refers to the law: %+v", s.Bullets)
	}
	if told := d.statuses(); told[0].Message != "Sucht in Ihrer Bibliothek" {
		t.Errorf("told %+v", told)
	}
}

func TestRun_ALibraryOfOneDocumentSaysSo(t *testing.T) {
	d := newDesk(t, map[string]string{"manual.md": manualText})
	s := d.run(d.reading())
	if s.Status != related.StatusReady || len(s.Bullets) != 0 || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "no other document") {
		t.Errorf("status %s, bullets %+v, warnings %q", s.Status, s.Bullets, s.Warnings)
	}
}

func TestRun_NothingIsMadeUpWhereNobodySpeaksOfIt(t *testing.T) {
	d := newDesk(t, map[string]string{"manual.md": manualText, "letter.md": "# Menu\n\nThe canteen serves potato soup on Mondays and pancakes with apples on Fridays at noon.\n"})
	if s := d.run(d.reading()); len(s.Bullets) != 0 || len(s.Warnings) != 1 || s.Warnings[0] != "Found: 0 for this page, 0 for other pages. Searched: 1 other document, 1 page." {
		t.Errorf("bullets %+v, warnings %q", s.Bullets, s.Warnings)
	}
}

func TestRun_WithoutAPageTheWholeDocumentCounts(t *testing.T) {
	d := harbour(t)
	s := d.reading()
	s.Page = 0
	if s = d.run(s); slices.ContainsFunc(s.Points, func(p related.Point) bool { return p.Reach > related.OnPage }) || len(s.Bullets) < 3 {
		t.Errorf("points %+v, %d bullets", s.Points, len(s.Bullets))
	}
}

func TestRun_ADocumentThatIsGone(t *testing.T) {
	d := harbour(t)
	if _, run := d.try(related.State{Document: strings.Repeat("0", 64), Mode: related.Quick, Allow: "library"}); run.Status == graph.Finished {
		t.Errorf("run %+v", run)
	}
}
