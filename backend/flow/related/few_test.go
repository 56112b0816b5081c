package related

import "testing"

func TestFew_SaysWhatWasFoundAndInHowMuch(t *testing.T) {
	searched := Searched{Documents: 15, Pages: 898}
	for _, c := range []struct {
		name         string
		state        State
		here, beyond int
		want         string
	}{
		{"nothing", State{Page: 2, Searched: Searched{Documents: 1, Pages: 1}}, 0, 0, "Others say nothing that could be found to this page. Searched: one other document, one page."},
		{"one, and others beyond the page", State{Page: 2, Searched: searched}, 1, 2, "Others say only one thing that could be found to this page. 2 more speak to other pages. Searched: 15 other documents, 898 pages."},
		{"no page is known", State{Searched: searched}, 2, 0, "Others say only two things that could be found to this document. Searched: 15 other documents, 898 pages."},
		{"the web alone", State{Page: 1, Fetched: []Page{{URL: "a"}, {URL: "b", Failed: "404"}, {URL: "c"}}}, 0, 0, "Others say nothing that could be found to this page. Searched: 2 web pages."},
		{"another language, and no time", State{Page: 1, Searched: Searched{Documents: 2, Pages: 9, Foreign: 1, Hurried: true}}, 0, 1,
			"Others say nothing that could be found to this page. One more speaks to another page. Searched: 2 other documents, 9 pages. One is in another language; without a model only what is referred to is found there. The time ended before all was looked at."},
		{"a model reads other languages", State{Page: 1, Searched: Searched{Documents: 2, Pages: 9, Foreign: 1}, Answered: &Contract{}}, 0, 0, "Others say nothing that could be found to this page. Searched: 2 other documents, 9 pages."},
		{"German", State{Page: 2, Language: "de", Searched: Searched{Documents: 15, Pages: 898, Foreign: 9}}, 2, 1,
			"Zu dieser Seite fanden sich bei anderen nur zwei Punkte. Ein weiterer spricht zu einer anderen Seite. Durchsucht: 15 andere Dokumente, 898 Seiten. 9 sind in einer anderen Sprache; ohne Modell findet sich dort nur, worauf verwiesen wird."},
	} {
		if got := c.state.few(c.here, c.beyond); got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}
