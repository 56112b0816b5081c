package related_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow/related"
)

// leaflet is a long document: each of its chapters is a page or two of its own talk, then its sentences.
func leaflet(chapters ...string) string {
	var b strings.Builder
	b.WriteString("# Leaflet\n")
	for i, sentences := range chapters {
		fmt.Fprintf(&b, "\n## %d Chapter\n\n%s\n\n", i+1, sentences)
		for n := range 30 {
			fmt.Fprintf(&b, "Barrel %d%02d of the cellar holds vinegar from orchard %d%02d, pressed by miller %d%02d for his guests. ", i, n, i, n, i, n)
		}
		b.WriteString("\n")
	}
	return b.String()
}

const (
	soup  = "Pancakes are turned by the cook before both of their sides become dark and dry."
	wick  = "The wick of a pier lamp is trimmed every evening by the keeper of the harbour."
	other = "# Other\n\n## 1 Wicks\n\nEvery evening the wick of a pier lamp is trimmed by the keeper of the harbour. The glass of a buoy shall resist waves of at most 3 metres in the open sea.\n"
	buoy  = "The glass of a buoy shall resist waves of at most 7 metres in the open sea."
)

func pageOf(t *testing.T, d *desk, name, sentence string) int {
	t.Helper()
	for n := 1; ; n++ {
		p, err := d.db.Page(t.Context(), d.hash(name), n)
		if err != nil {
			t.Fatalf("%q stands on no page: %v", sentence, err)
		}
		if strings.Contains(strings.Join(strings.Fields(p.Text), " "), sentence) {
			return n
		}
	}
}

// What is said of the pages beside the open one, then elsewhere, fills up what is said of it, and that is told.
func TestRun_APageThatOthersSayLittleToIsWidened(t *testing.T) {
	d := newDesk(t, map[string]string{"leaflet.md": leaflet(soup, wick, soup, soup, soup, buoy), "other.md": other})
	read := func(page int) related.State {
		return d.run(related.State{Document: d.hash("leaflet.md"), Page: page, Mode: related.Standard, Language: "en", Allow: "library"})
	}
	s := read(pageOf(t, d, "leaflet.md", "1 Chapter"))
	b, ok := bullet(s, related.Adds, "the wick of a pier lamp")
	if !ok || b.About.Page != pageOf(t, d, "leaflet.md", wick) {
		t.Errorf("bullets %+v", s.Bullets)
	}
	if b, ok := bullet(s, related.Contradicts, "3 metres"); !ok || b.About.Page != pageOf(t, d, "leaflet.md", buoy) {
		t.Errorf("bullets %+v", s.Bullets)
	}
	if len(s.Warnings) != 1 || !strings.HasPrefix(s.Warnings[0], "Found: 0 for this page, 2 for other pages. Searched: 1 other document, 1 page.") {
		t.Errorf("warnings %q", s.Warnings)
	}
	if s = read(pageOf(t, d, "leaflet.md", buoy)); len(s.Bullets) == 0 || s.Bullets[0].Relation != related.Contradicts {
		t.Errorf("bullets %+v", s.Bullets)
	}
	if !slices.ContainsFunc(s.Warnings, func(w string) bool { return strings.Contains(w, "Found: 1 for this page") }) {
		t.Errorf("warnings %q", s.Warnings)
	}
}

// What stands word for word in many documents is nobody's answer to the page.
func TestRun_WhatEverybodySaysIsNoCompany(t *testing.T) {
	const stock = "The words lamp, pier and harbour are to be understood as the office of the old town understands them."
	files := map[string]string{"page.md": "# Page\n\n" + stock + "\n"}
	for n := range 4 {
		files[fmt.Sprintf("leaf%d.md", n)] = fmt.Sprintf("# Leaf %d\n\n%s\n\nOrchard %d gives %d barrels of vinegar in a good year.\n", n, stock, n, n+40)
	}
	d := newDesk(t, files)
	if s := d.run(related.State{Document: d.hash("page.md"), Page: 1, Mode: related.Standard, Language: "en", Allow: "library"}); len(s.Bullets) != 0 {
		t.Errorf("bullets %+v", s.Bullets)
	}
}

// A long sentence that refers to another document is looked at although it is long.
func TestRun_AReferenceOutOfALongSentenceIsFollowed(t *testing.T) {
	long := "Wer im Hafen eine Laterne auf einem Boot betreibt, hat " + strings.Repeat("den Docht, das Glas, den Griff und den Haken sauber zu halten, auch bei Regen und Wind, ", 5) + "damit die Hafenbehörde die Laterne nach § 4 LatG auf Helligkeit und auf Risse im Glas prüfen kann."
	d := newDesk(t, map[string]string{"merkblatt.md": "# Merkblatt\n\n## 1 Pflichten\n\n" + long + "\n", "LatG.md": lawText})
	s := d.run(related.State{Document: d.hash("merkblatt.md"), Page: 1, Mode: related.Standard, Allow: "library"})
	if b, ok := bullet(s, related.Refers, "Die Hafenbehörde prüft jede Laterne"); !ok || !strings.Contains(b.About.Quote, "§ 4 LatG") {
		t.Errorf("bullets %+v", s.Bullets)
	}
}
