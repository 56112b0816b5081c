package index

import (
	"regexp"
	"slices"
	"strings"
)

// What derived terms weigh against a word of the query.
const (
	requestWeight    = 0.3 // "find", "articles", "information": about the asking, seldom about the matter
	asideWeight      = 0.2 // "If that is not useful, please say so": what to do when the question has no answer
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
	for _, id := range identifiers(ws, p.stop) {
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
	if w.aside {
		return asideWeight
	}
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
	if year := fiscalYear(w); year != "" {
		add(year)
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

var fiscal = regexp.MustCompile(`^[cf]y(\d{4}|\d\d)$`)

// fiscalYear returns the year that "fy2022" or "fy22" names, else "".
func fiscalYear(w string) string {
	m := fiscal.FindStringSubmatch(w)
	if m == nil {
		return ""
	}
	if len(m[1]) == 2 {
		return "20" + m[1]
	}
	return m[1]
}

// condition matches the beginning of a sentence that says what to do in a case.
var condition = regexp.MustCompile(`(?i)^\s*(?:if|in case|wenn|falls|sofern)\b.*\b(?:please|state|explain|say|bitte|sage|schreibe?|erkläre?)\b`)

// sentenceEnd matches where a sentence or an independent clause of a query ends.
var sentenceEnd = regexp.MustCompile(`[.?!;]\s+`)

// read returns the words of a query; those of a sentence that only says what to do in a case are marked.
func (p parser) read(text string) []word {
	if !strings.Contains(text, "?") {
		return words(fold(text))
	}
	var out []word
	for len(text) > 0 {
		end := len(text)
		if at := sentenceEnd.FindStringIndex(text); at != nil {
			end = at[1]
		}
		ws := words(fold(text[:end]))
		if condition.MatchString(text[:end]) && !strings.Contains(text[:end], "?") {
			for i := range ws {
				ws[i].aside = true
			}
		}
		out, text = append(out, ws...), text[end:]
	}
	return out
}
