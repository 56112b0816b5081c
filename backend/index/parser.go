package index

import (
	"slices"
	"strings"
)

// What derived terms weigh against a word of the query.
const (
	requestWeight    = 0.3 // "find", "articles", "information": about the asking, seldom about the matter
	partWeight       = 0.4 // a part of a compound
	identifierWeight = 1.5 // "§62", "art:6"
	joinedWeight     = 0.5 // "il2" beside "il" and "2"
)

// parser makes groups of the words of a query.
type parser struct {
	analyzer *analyzer
	langs    languages
	stop     map[string]bool
	request  map[string]bool
}

func newParser(l languages) parser {
	return parser{analyzer: newAnalyzer(nil), langs: l, stop: l.stopWords(), request: stopList("request")}
}

// groups returns a group per different word that is no stop word, and per identifier. A query of stop words alone keeps them.
func (p parser) groups(ws []word) []group {
	out := p.wordGroups(ws, p.stop)
	if len(out) == 0 {
		out = p.wordGroups(ws, nil)
	}
	for _, id := range identifiers(ws) {
		weight := joinedWeight
		if strings.ContainsAny(id, "§:") {
			weight = identifierWeight
		}
		if len(out) < maxWords {
			out = append(out, group{terms: p.stems(id), weight: weight, first: id, place: -1})
		}
	}
	return out
}

func (p parser) wordGroups(ws []word, stop map[string]bool) []group {
	var out []group
	at := map[string]int{}
	for place, w := range ws {
		if stop[w.text] || strings.HasPrefix(w.text, "§") {
			continue
		}
		terms := p.stems(w.text)
		if i, ok := at[terms[0]]; ok {
			out[i].weight += p.weight(w)
			continue
		}
		if len(out) == maxWords {
			continue
		}
		at[terms[0]] = len(out)
		out = append(out, group{terms: terms, weight: p.weight(w), first: w.text, place: place})
	}
	return out
}

func (p parser) weight(w word) float64 {
	if p.request[w.text] {
		return requestWeight
	}
	return 1
}

// stems returns the different stems of a word in the languages of the query, and in German also that of "ä" written "ae".
func (p parser) stems(w string) []string {
	var out []string
	add := func(stem string) {
		if !slices.Contains(out, stem) {
			out = append(out, stem)
		}
	}
	for _, code := range p.langs.codes {
		s := p.analyzer.stemmer(code)
		add(s.of(w))
		if code == "de" {
			add(s.of(strings.NewReplacer("ae", "ä", "oe", "ö", "ue", "ü").Replace(w)))
		}
	}
	return out
}

// stopStems returns the stop words of the query's languages as they stand in the index.
func (p parser) stopStems() map[string]bool {
	out := map[string]bool{}
	for _, code := range p.langs.codes {
		s := p.analyzer.stemmer(code)
		for w := range stopList(code) {
			out[s.of(w)] = true
		}
	}
	return out
}
