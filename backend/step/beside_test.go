package step_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/extract"
	"rabbithole/backend/source"
)

// fronts is a library of documents with their first pages.
type fronts struct {
	blank
	documents []source.Document
	text      map[string]string
}

func (f fronts) Documents(context.Context) ([]source.Document, error) { return f.documents, nil }

func (f fronts) PageText(_ context.Context, document string, _ int) (string, error) {
	return f.text[document], nil
}

// crowded finds six passages of the first document of those that are searched, whatever is asked.
type crowded struct{ asked []extract.Query }

func (c *crowded) Search(_ context.Context, q extract.Query) (out []extract.Hit, err error) {
	c.asked = append(c.asked, q)
	of := append(slices.Clone(q.Documents), "year")[0]
	for _, id := range strings.Fields("1 2 3 4 5 6") {
		out = append(out, extract.Hit{Passage: source.Passage{ID: of + "/" + id, Document: of}, Score: 1})
	}
	return out[:min(q.Limit, len(out))], nil
}

// Of two companies that a question names, each has its places, in queries that name none of them too.
func TestFind_EveryDocumentThatIsNamedHasItsPlaces(t *testing.T) {
	search := &crowded{}
	k := newKit(t, &oracle{})
	k.Search = search
	k.Library = fronts{
		documents: []source.Document{{Hash: "year", Name: "HARBOURLIGHTS_2023_10K.pdf", Language: "en"}, {Hash: "lawn", Name: "lawn.pdf", Language: "en"}, {Hash: "sea", Name: "SEA.pdf", Language: "en"}},
		text:      map[string]string{"year": "HARBOUR LIGHTS CO., INC.\n", "lawn": "Lawn & Meadow plc\nReport for the year", "sea": "The sea"},
	}
	for _, c := range []struct{ text, about, want, asked string }{
		{"cash provided by operating activities", "Did Harbour Lights or Lawn & Meadow earn more cash?", "year/1 lawn/1 year/2 lawn/2", "cash provided by operating activities"},
		{"Lawn & Meadow cash provided by operating activities", "Did Harbour Lights or Lawn & Meadow earn more cash?", "year/1 lawn/1 year/2 lawn/2", "cash provided by operating activities"},
		{"cash provided by operating activities", "Which keepers earn more cash?", "year/1 year/2 year/3 year/4", ""},
		{"Lawn & Meadow cash", "Did Lawn & Meadow earn more cash?", "year/1 year/2 year/3 year/4", ""}, // it names one
	} {
		search.asked = nil
		hits, err := k.Find(t.Context(), extract.Query{Text: c.text, About: c.about, Limit: 4})
		var got []string
		for _, h := range hits {
			got = append(got, h.Passage.ID)
		}
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%q about %q: %q, %v", c.text, c.about, got, err)
		}
		for _, q := range search.asked[1:] {
			if q.Text != c.asked || len(q.Documents) != 1 {
				t.Errorf("%q: asked %+v", c.text, q)
			}
		}
	}
}
