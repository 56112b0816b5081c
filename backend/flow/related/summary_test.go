package related

import (
	"testing"

	"rabbithole/prompts"
)

func TestFew_SaysWhatWasFoundAndInHowMuch(t *testing.T) {
	searched := Searched{Documents: 15, Pages: 898}
	for _, c := range []struct {
		name         string
		state        State
		here, beyond int
		want         string
	}{
		{"nothing", State{Page: 2, Searched: Searched{Documents: 1, Pages: 1}}, 0, 0, "Found: 0 for this page, 0 for other pages. Searched: 1 other document, 1 page."},
		{"one, and others beyond the page", State{Page: 2, Searched: searched}, 1, 2, "Found: 1 for this page, 2 for other pages. Searched: 15 other documents, 898 pages."},
		{"no page is known", State{Searched: searched}, 2, 0, "Found: 2 for this document. Searched: 15 other documents, 898 pages."},
		{"the web alone", State{Page: 1, Fetched: []Page{{URL: "a"}, {URL: "b", Failed: "404"}, {URL: "c"}}}, 0, 0, "Found: 0 for this page, 0 for other pages. Searched: 2 web pages."},
		{"another language, and no time", State{Page: 1, Searched: Searched{Documents: 2, Pages: 9, Foreign: 1, Hurried: true}}, 0, 1,
			"Found: 0 for this page, 1 for other pages. Searched: 2 other documents, 9 pages. In another language: 1 of them; without a model only what is referred to is found there. The time ended before all was looked at."},
		{"a model reads other languages", State{Page: 1, Searched: Searched{Documents: 2, Pages: 9, Foreign: 1}, Answered: &prompts.RelatedOut{}}, 0, 0, "Found: 0 for this page, 0 for other pages. Searched: 2 other documents, 9 pages."},
		{"German", State{Page: 2, Language: "de", Searched: Searched{Documents: 15, Pages: 898, Foreign: 9}}, 2, 1,
			"Gefunden: 2 zu dieser Seite, 1 zu anderen Seiten. Durchsucht: 15 andere Dokumente, 898 Seiten. Davon in einer anderen Sprache: 9; ohne Modell findet sich dort nur, worauf verwiesen wird."},
	} {
		if got := c.state.few(c.here, c.beyond); got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}
