package discover_test

import (
	"fmt"
	"strings"
	"testing"

	"rabbithole/backend/flow/discover"
	"rabbithole/backend/source"
)

// pageOf returns the page of a passage that a quote of it stands on, 0 for none.
func (w *world) pageOf(p source.Passage, quote string) int {
	for _, span := range p.Spans {
		if strings.Contains(w.pages[fmt.Sprintf("%s/%d", p.Document, span.Page)], strings.TrimSuffix(quote, " …")) {
			return span.Page
		}
	}
	return 0
}

// TestDiscover_APlaceIsThePageOfItsWords: every passage of the world goes on over another page, on which all that it says stands.
func TestDiscover_APlaceIsThePageOfItsWords(t *testing.T) {
	w := newWorld(t, harbour)
	for i := range w.passages {
		p := &w.passages[i]
		begins := p.Page()
		p.Spans = append(p.Spans, source.Span{Page: begins + 100, Start: 0, End: len(p.Text)})
		w.pages[fmt.Sprintf("%s/%d", p.Document, begins+100)] = p.Text
		w.pages[fmt.Sprintf("%s/%d", p.Document, begins)] = "What comes before it."
	}
	s := newDesk(t, w, nil).discover(discover.State{Query: "lantern", Language: "en"}) // which holds every place against its page
	for _, c := range s.Cards {
		for _, p := range c.Places {
			if p.Page < 100 {
				t.Errorf("%s: %q is said to stand on page %d", c.ID, p.Quote, p.Page)
			}
		}
	}
}
