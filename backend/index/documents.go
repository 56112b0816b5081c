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
	known map[string]*identity // by hash; nil until needed
	count map[string]int       // documents per term
}

// identity is what a document is known by.
type identity struct {
	inName map[string]bool // terms of its file name, title and short titles
	front  map[string]bool // terms of its first page
	words  [][]string      // folded words of each name, for abbreviations
}

func (d *identities) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.known, d.count = nil, nil
}

// load returns the identities of all live documents and in how many of them each term stands. They are read once.
func (d *identities) load(ctx context.Context) (map[string]*identity, map[string]int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.known != nil {
		return d.known, d.count, nil
	}
	documents, err := d.lexicon.Documents(ctx, source.DocumentFilter{Live: true})
	if err != nil {
		return nil, nil, err
	}
	front, err := d.lexicon.FrontTerms(ctx)
	if err != nil {
		return nil, nil, err
	}
	known := make(map[string]*identity, len(documents))
	a := newAnalyzer(nil)
	for _, doc := range documents {
		known[doc.Hash] = identify(a, doc)
	}
	read := map[string]int{}
	for _, t := range front {
		for _, term := range strings.Fields(t.Body) {
			if id := known[t.Document]; id != nil && read[t.Document] < frontWords {
				id.front[term] = true
				read[t.Document]++
			}
		}
	}
	count := map[string]int{}
	for _, id := range known {
		for t := range id.inName {
			count[t]++
		}
		for t := range id.front {
			if !id.inName[t] {
				count[t]++
			}
		}
	}
	d.known, d.count = known, count
	return known, count, nil
}

// identify returns what a document is called.
func identify(a *analyzer, d source.Document) *identity {
	id := &identity{inName: map[string]bool{}, front: map[string]bool{}}
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
	known, count, err := x.identities.load(ctx)
	if err != nil || len(known) < 2 {
		return nil, err
	}
	idf := func(n int) float64 { return math.Log(float64(len(known)) / float64(max(n, 1))) }
	scores := map[string]float64{}
	for hash, id := range known {
		s := 0.0
		for _, g := range a.groups {
			if g.place < 0 {
				continue
			}
			best := 0.0
			for _, t := range g.terms {
				best = max(best, id.strength(t, a.names.proper[g.first])*idf(count[t]))
			}
			s += g.weight * best
		}
		for _, pair := range a.names.pairs {
			s += asOne * id.strength(pair, true) * idf(count[pair])
		}
		if s > 0 {
			scores[hash] = s
		}
	}
	for _, short := range a.names.abbreviations {
		var fits []string
		for hash, id := range known {
			if id.abbreviated(short) {
				fits = append(fits, hash)
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
