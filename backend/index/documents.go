package index

import (
	"context"
	"math"
	"strings"
	"sync"

	"rabbithole/backend/source"
)

// What speaks for a document: a proper name of the query in the document's own names counts 1, anything weaker less.
const (
	onFront      = 0.5 // a proper name on the first page
	plainInName  = 0.5 // another word of the query in a name
	plainOnFront = 0.05
	asOne        = 2   // two words or an abbreviation that make a name together
	namedWell    = 0.6 // of what the best named document has: its passages are looked at whatever else is found
	maxNamed     = 3   // documents
	frontWords   = 150 // of the first page are looked at
)

// identities know what tells the library's documents apart: what they are called and what stands on their first page.
type identities struct {
	lexicon lexicon

	mu    sync.Mutex
	known []*identity            // nil until needed
	by    map[string][]*identity // the documents that a term stands for
}

// identity is what a document is known by.
type identity struct {
	document string          // hash
	inName   map[string]bool // terms of its file name, title and short titles
	front    map[string]bool // terms of its first page
	words    [][]string      // folded words of each name, for abbreviations
}

func (d *identities) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.known, d.by = nil, nil
}

// load returns the identities of all live documents, and those that each term stands for. They are read once.
func (d *identities) load(ctx context.Context) ([]*identity, map[string][]*identity, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.known != nil {
		return d.known, d.by, nil
	}
	documents, err := d.lexicon.Documents(ctx, source.DocumentFilter{Live: true})
	if err != nil {
		return nil, nil, err
	}
	front, err := d.lexicon.FrontTerms(ctx)
	if err != nil {
		return nil, nil, err
	}
	known, byHash := make([]*identity, len(documents)), make(map[string]*identity, len(documents))
	a := newAnalyzer(nil)
	for i, doc := range documents {
		known[i] = identify(a, doc)
		byHash[doc.Hash] = known[i]
	}
	read := map[string]int{}
	for _, t := range front {
		for _, term := range strings.Fields(t.Body) {
			if id := byHash[t.Document]; id != nil && read[t.Document] < frontWords {
				id.front[term] = true
				read[t.Document]++
			}
		}
	}
	by := map[string][]*identity{}
	for _, id := range known {
		for t := range id.inName {
			by[t] = append(by[t], id)
		}
		for t := range id.front {
			if !id.inName[t] {
				by[t] = append(by[t], id)
			}
		}
	}
	d.known, d.by = known, by
	return known, by, nil
}

// identify returns what a document is called.
func identify(a *analyzer, d source.Document) *identity {
	id := &identity{document: d.Hash, inName: map[string]bool{}, front: map[string]bool{}}
	for _, name := range append([]string{spaced(d.Name), d.Title}, d.Names...) {
		id.words = append(id.words, plainWords(name))
		terms, _ := a.stems(name, d.Language)
		for _, t := range terms {
			id.inName[t] = true
		}
	}
	return id
}

// strength returns what a term of the query says for the document.
func (id *identity) strength(term string, proper bool) float64 {
	switch {
	case id.inName[term] && proper:
		return 1
	case id.inName[term]:
		return plainInName
	case id.front[term] && proper:
		return onFront
	case id.front[term]:
		return plainOnFront
	}
	return 0
}

// abbreviated reports whether a folded word abbreviates consecutive words of one of the names.
func (id *identity) abbreviated(short string) bool {
	for _, words := range id.words {
		for i := range words {
			if prefixesOf(short, words[i:], 0) {
				return true
			}
		}
	}
	return false
}

// named returns how well the query names each document, 1 for the best; documents that it says nothing about are left out. A word
// counts by how few documents it stands for, so that in a library of one document, or of many alike, nothing is named.
func (x *Index) named(ctx context.Context, a asked) (map[string]float64, error) {
	known, by, err := x.identities.load(ctx)
	if err != nil || len(known) < 2 {
		return nil, err
	}
	idf := func(n int) float64 { return math.Log(float64(len(known)) / float64(max(n, 1))) }
	scores := map[string]float64{}
	for _, g := range a.groups {
		if g.place < 0 {
			continue
		}
		best := map[*identity]float64{}
		for _, t := range g.terms {
			for _, id := range by[t] {
				best[id] = max(best[id], id.strength(t, a.names.proper[g.first])*idf(len(by[t])))
			}
		}
		for id, s := range best {
			scores[id.document] += g.weight * s
		}
	}
	for _, pair := range a.names.pairs {
		for _, id := range by[pair] {
			scores[id.document] += asOne * id.strength(pair, true) * idf(len(by[pair]))
		}
	}
	for _, short := range a.names.abbreviations {
		var fits []string
		for _, id := range known {
			if id.abbreviated(short) {
				fits = append(fits, id.document)
			}
		}
		for _, hash := range fits {
			scores[hash] += asOne * idf(len(fits))
		}
	}
	top := idf(1)
	for _, s := range scores {
		top = max(top, s)
	}
	for hash := range scores {
		scores[hash] /= top
	}
	return scores, nil
}
