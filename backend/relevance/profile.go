// Package relevance measures how far a text carries what a question is about: the terms of both, each weighted by how rare it is in the library. It promises
// shares between 0 and 1 that do not depend on how long the question is. It knows words alone: no search, no document, no model, and not what is quoted.
package relevance

import (
	"context"
	"math"
	"regexp"
	"slices"
	"sort"
	"strings"

	"rabbithole/backend/ask"
)

// Lexicon knows words: how they are stemmed, and how common they are in the library.
type Lexicon interface {
	// Terms returns the index terms of text in order, stop words left out.
	Terms(text, language string) []string
	// Subject returns the terms of a text that says what is sought: compounds the library uses are not taken apart.
	Subject(text, language string) []string
	// Frequencies returns in how many passages of the library each term stands, and how many passages there are.
	Frequencies(ctx context.Context, terms []string) ([]int, int, error)
}

// Profile is what a text is about: its terms, weighted by how rare they are in the library. It is how the extractive engine
// measures relevance: the share of a question's weight that a passage carries.
type Profile struct {
	Weight map[string]float64
	Total  float64
	// Absent holds the terms no passage of the library contains.
	Absent   []string
	Terms    []string
	Language string          // it was read in
	whole    map[string]bool // the terms that are no parts of a compound
}

// New builds the profile of several texts; each has its own factor, and a term takes the highest it is given.
func New(ctx context.Context, lexicon Lexicon, language string, parts ...ask.Part) (Profile, error) {
	p := Profile{Weight: map[string]float64{}, whole: map[string]bool{}, Language: language}
	factor := map[string]float64{}
	for _, part := range parts {
		order := lexicon.Subject(part.Text, language)
		whole := ask.Set(order)
		for _, t := range lexicon.Terms(part.Text, language) {
			counts := part.Factor
			if whole[t] {
				p.whole[t] = true
			} else {
				counts *= partFactor
			}
			if _, seen := factor[t]; !seen {
				p.Terms = append(p.Terms, t)
			}
			factor[t] = math.Max(factor[t], counts)
		}
	}
	counts, n, err := lexicon.Frequencies(ctx, p.Terms)
	if err != nil {
		return p, err
	}
	n += ordinary
	absent := math.Log(1 + float64(n)/2)
	for i, t := range p.Terms {
		weight := math.Log(1 + (float64(n)-float64(counts[i])+0.5)/(float64(counts[i])+0.5))
		if counts[i] == 0 {
			p.Absent = append(p.Absent, t)
			weight = absent
		}
		p.Weight[t] = weight * factor[t]
		p.Total += p.Weight[t]
	}
	return p, nil
}

// Matter builds the profile of texts by what they are about: years, and words that only say what kind of thing is asked for, weigh a part.
// The years of a report stand above most of its tables and in much of its prose; the row of "vehicles in 2018 and 2019" seldom says under
// which of them it stands. Where hardly another word is left, the words of asking count in full.
func Matter(ctx context.Context, lexicon Lexicon, language string, parts ...ask.Part) (Profile, error) {
	p, err := New(ctx, lexicon, language, parts...)
	if err != nil {
		return p, err
	}
	light := ask.Set(lexicon.Terms(ask.WordsFor(language).Asking, language))
	rest := 0
	for _, t := range p.Terms {
		if !light[t] && !ask.IsYear(t) {
			rest++
		}
	}
	p.Total = 0
	for _, t := range p.Terms {
		if ask.IsYear(t) || light[t] && rest >= leastMatter {
			p.Weight[t] *= besideMatter
		}
		p.Total += p.Weight[t]
	}
	return p, nil
}

// What words weigh beside each other.
const (
	besideMatter = 0.4 // a year or a word of asking, beside the words for what is asked
	leastMatter  = 3   // how many of those there are at least
	partFactor   = 0.4 // a part of a compound beside the compound: who asks for "Einsatzkräfte" asks a little for every "Einsatz"
)

// ordinary is how many passages without any of the terms a library is taken to hold besides its own: in a library of two short files the
// very word that both are about would else weigh nothing.
const ordinary = 20

// Coverage returns the share (0..1) of the profile's weight that terms carry.
func (p Profile) Coverage(terms ...[]string) float64 {
	if p.Total == 0 {
		return 0
	}
	seen := map[string]bool{}
	sum := 0.0
	for _, list := range terms {
		for _, t := range list {
			if !seen[t] {
				seen[t] = true
				sum += p.Weight[t]
			}
		}
	}
	return sum / p.Total
}

// Focus returns the share (0..1) of different terms that belong to the profile: of two sentences that say as much of what is asked, the one
// that says less besides is the better quote. Numbers that nobody asked for say nothing besides: a row of a table has many.
func (p Profile) Focus(terms []string) float64 {
	seen := map[string]bool{}
	mine := 0
	for _, t := range terms {
		weight := p.Weight[t]
		if !seen[t] && (weight > 0 || strings.Trim(t, "0123456789.,") != "") {
			seen[t] = true
			if weight > 0 {
				mine++
			}
		}
	}
	if len(seen) == 0 {
		return 0
	}
	return float64(mine) / float64(len(seen))
}

// Anchored reports whether terms hold one of the profile's weightiest: share of them, two at least. They are its subject; the rest are the
// words around it.
func (p Profile) Anchored(share float64, terms ...[]string) bool {
	absent := ask.Set(p.Absent)
	heavy := slices.DeleteFunc(slices.Clone(p.Terms), func(t string) bool { return absent[t] || !p.whole[t] })
	sort.SliceStable(heavy, func(a, b int) bool { return p.Weight[heavy[a]] > p.Weight[heavy[b]] })
	heavy = heavy[:min(len(heavy), max(2, int(share*float64(len(heavy))+0.99)))]
	return slices.ContainsFunc(slices.Concat(terms...), func(t string) bool { return slices.Contains(heavy, t) })
}

// Within keeps the terms of a part of what the profile is of; all where none would be left.
func (p Profile) Within(terms []string) Profile {
	mine := ask.Set(terms)
	own := p.Without(slices.DeleteFunc(slices.Clone(p.Terms), func(t string) bool { return mine[t] }))
	if len(own.Terms) == 0 {
		return p
	}
	return own
}

// Without drops terms from a profile.
func (p Profile) Without(terms []string) Profile {
	out := p
	out.Weight, out.Total, out.Terms, out.Absent = map[string]float64{}, 0, nil, nil
	drop := ask.Set(terms)
	for _, t := range p.Terms {
		if drop[t] {
			continue
		}
		out.Terms = append(out.Terms, t)
		out.Weight[t] = p.Weight[t]
		out.Total += p.Weight[t]
		if slices.Contains(p.Absent, t) {
			out.Absent = append(out.Absent, t)
		}
	}
	return out
}

// Score turns a coverage into a score on the scale of the relevance threshold: a passage that carries 36 % of a question's
// weight scores 0.6. Questions are longer than what answers them, so the scale is a square root, not a line.
func Score(coverage float64) float64 { return math.Sqrt(math.Max(0, math.Min(1, coverage))) }

// HeaviestIn reports whether terms hold the weightiest word of a profile that the library has.
func (p Profile) HeaviestIn(terms []string) bool {
	heaviest, most := "", 0.0
	for _, t := range p.Terms {
		if p.whole[t] && !slices.Contains(p.Absent, t) && p.Weight[t] > most {
			heaviest, most = t, p.Weight[t]
		}
	}
	return most > 0 && slices.Contains(terms, heaviest)
}

// numberOf matches what a heading is numbered by.
var numberOf = regexp.MustCompile(`^(?:§+|Art(?:\.|icle|ikel)|Section|Abschnitt|Chapter|Kapitel|Part|Teil|Annex|Anlage|Anhang|Appendix|Item|Note|Recital|Table|Tabelle)\s*[\dA-Z][\w.]*\s+`)

// ended matches what names a stretch of time: a heading that says no more than that is no title of what happened in it.
var ended = regexp.MustCompile(`(?i)\b(?:fiscal |calendar )?(?:years?|quarters?|months?) (?:ended|ending)\b|\bfiscal\b`)

// Titled is how far a heading is what a profile is about: the harmonic mean of the share of the profile that it says and of the share of its own words
// that belong to the profile. The title of a long rule that shares one word with a question is not its title.
func (p Profile) Titled(lexicon Lexicon, heading string) float64 {
	for _, aside := range []*regexp.Regexp{numberOf, ask.Dates, ended} {
		heading = aside.ReplaceAllString(heading, " ")
	}
	terms := lexicon.Terms(heading, p.Language)
	covers, focus := p.Coverage(terms), p.Focus(terms)
	if covers+focus == 0 {
		return 0
	}
	return 2 * covers * focus / (covers + focus)
}

// What a heading says counts as said by each sentence below it.
const (
	leastHead  = 0.15 // so much under any heading: a law, a manual or a filing names its subject once, above;
	titledHead = 0.6  // the more, where the heading says what is asked and nothing else: "the authority may permit more" answers for the limit that its section is called by
)

// Said is the share of a profile that terms carry below a heading that is as much its title as titled says.
func (p Profile) Said(terms, heading []string, titled float64) float64 {
	own := p.Coverage(terms)
	return own + (leastHead+titledHead*titled)*(p.Coverage(terms, heading)-own)
}

// HeaviestBut is the share of the profile's weight that the weightiest of its words has which is not among the terms.
func (p Profile) HeaviestBut(terms []string) float64 {
	there, heaviest := ask.Set(terms), 0.0
	for _, t := range p.Terms {
		if p.whole[t] && !there[t] {
			heaviest = max(heaviest, p.Weight[t])
		}
	}
	return heaviest / max(p.Total, 1)
}
