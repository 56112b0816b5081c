package step

import (
	"context"
	"math"
	"regexp"
	"slices"
	"sort"
	"strings"

	"rabbithole/backend/source"
	"rabbithole/backend/step/ask"
)

// Profile is what a text is about: its terms, weighted by how rare they are in the library. It is how the deterministic twins
// measure relevance: the share of a question's weight that a passage carries.
type Profile struct {
	Weight map[string]float64
	Total  float64
	// Absent holds the terms no passage of the library contains.
	Absent   []string
	order    []string
	language string          // it was read in
	whole    map[string]bool // the terms that are no parts of a compound
}

// Profile builds the profile of several texts; each has its own factor, and a term takes the highest it is given.
func (k *Kit) Profile(ctx context.Context, language string, parts ...ask.Part) (Profile, error) {
	p := Profile{Weight: map[string]float64{}, whole: map[string]bool{}, language: language}
	factor := map[string]float64{}
	for _, part := range parts {
		order := k.Lexicon.Subject(part.Text, language)
		whole := ask.Set(order)
		for _, t := range k.Lexicon.Terms(part.Text, language) {
			counts := part.Factor
			if whole[t] {
				p.whole[t] = true
			} else {
				counts *= partFactor
			}
			if _, seen := factor[t]; !seen {
				p.order = append(p.order, t)
			}
			factor[t] = math.Max(factor[t], counts)
		}
	}
	counts, n, err := k.Lexicon.Frequencies(ctx, p.order)
	if err != nil {
		return p, err
	}
	n += ordinary
	absent := math.Log(1 + float64(n)/2)
	for i, t := range p.order {
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
func (k *Kit) Matter(ctx context.Context, language string, parts ...ask.Part) (Profile, error) {
	p, err := k.Profile(ctx, language, parts...)
	if err != nil {
		return p, err
	}
	light := ask.Set(k.Lexicon.Terms(ask.WordsFor(language).Asking, language))
	rest := 0
	for _, t := range p.order {
		if !light[t] && !ask.IsYear(t) {
			rest++
		}
	}
	p.Total = 0
	for _, t := range p.order {
		if ask.IsYear(t) || light[t] && rest >= leastMatter {
			p.Weight[t] *= besideMatter
		}
		p.Total += p.Weight[t]
	}
	return p, nil
}

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

// focus returns the share (0..1) of different terms that belong to the profile: of two sentences that say as much of what is asked, the one
// that says less besides is the better quote. Numbers that nobody asked for say nothing besides: a row of a table has many.
func (p Profile) focus(terms []string) float64 {
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

// anchored reports whether terms hold one of the profile's weightiest: share of them, two at least. They are its subject; the rest are the
// words around it.
func (p Profile) anchored(share float64, terms ...[]string) bool {
	absent := ask.Set(p.Absent)
	heavy := slices.DeleteFunc(slices.Clone(p.order), func(t string) bool { return absent[t] || !p.whole[t] })
	sort.SliceStable(heavy, func(a, b int) bool { return p.Weight[heavy[a]] > p.Weight[heavy[b]] })
	heavy = heavy[:min(len(heavy), max(2, int(share*float64(len(heavy))+0.99)))]
	return slices.ContainsFunc(slices.Concat(terms...), func(t string) bool { return slices.Contains(heavy, t) })
}

// within keeps the terms of a part of what the profile is of; all where none would be left.
func (p Profile) within(terms []string) Profile {
	mine := ask.Set(terms)
	own := p.without(slices.DeleteFunc(slices.Clone(p.order), func(t string) bool { return mine[t] }))
	if len(own.order) == 0 {
		return p
	}
	return own
}

// without drops terms from a profile.
func (p Profile) without(terms []string) Profile {
	out := p
	out.Weight, out.Total, out.order, out.Absent = map[string]float64{}, 0, nil, nil
	drop := ask.Set(terms)
	for _, t := range p.order {
		if drop[t] {
			continue
		}
		out.order = append(out.order, t)
		out.Weight[t] = p.Weight[t]
		out.Total += p.Weight[t]
		if slices.Contains(p.Absent, t) {
			out.Absent = append(out.Absent, t)
		}
	}
	return out
}

// relevance turns a coverage into a score on the scale of the relevance threshold: a passage that carries 36 % of a question's
// weight scores 0.6. Questions are longer than what answers them, so the scale is a square root, not a line.
func relevance(coverage float64) float64 { return math.Sqrt(math.Max(0, math.Min(1, coverage))) }

// Found is what search knows of a passage, by the best of the queries that found it; the zero value is a passage that a reference led to. Search weighs
// headings, neighbours and the whole page, where judging looks at the passage alone: what stands first there for a reason is not dropped for want of a form of a word.
type Found struct {
	Rank   int     `json:"rank"`             // 1 is first
	Score  float64 `json:"score"`            // 0..1 within its search
	Margin float64 `json:"margin,omitempty"` // of the first: what it has on the best hit of another section
}

// Better returns the one of two that search thinks more of.
func (f Found) Better(other Found) Found {
	if other.Rank > 0 && (f.Rank == 0 || other.Rank < f.Rank || other.Rank == f.Rank && other.Margin > f.Margin) {
		return other
	}
	return f
}

// FoundIn returns what a search knows of its hits, in their order.
func FoundIn(hits []Hit) []Found {
	out := make([]Found, len(hits))
	for i, h := range hits {
		out[i] = Found{Rank: i + 1, Score: h.Score}
	}
	for _, h := range hits {
		if !sameSection(h.Passage, hits[0].Passage) {
			out[0].Margin = hits[0].Score - h.Score
			break
		}
	}
	return out
}

func sameSection(a, b source.Passage) bool { return a.Document == b.Document && a.Section == b.Section }

// lift returns the relevance of a passage with what search knows of it, where its heading holds the weightiest word of the question (named): search ranks
// something first for every question, and chance words are no reason to believe it.
func (f Found) lift(score float64, named bool) float64 {
	if f.Rank == 0 || !named {
		return score
	}
	score += foundShare * f.Score * (1 - score)
	if f.Rank == 1 && f.Margin >= clearMargin {
		score = max(score, firstScore)
	}
	return score
}

// heaviestIn reports whether terms hold the weightiest word of a profile that the library has.
func (p Profile) heaviestIn(terms []string) bool {
	heaviest, most := "", 0.0
	for _, t := range p.order {
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

// heading returns what a passage stands right under, "" where it stands under none.
func heading(p source.Passage) string {
	if len(p.Headings) == 0 {
		return ""
	}
	return p.Headings[len(p.Headings)-1]
}

// underHeadings returns the text of a passage with all headings that it stands under.
func underHeadings(p source.Passage) string { return p.Text + " " + strings.Join(p.Headings, " ") }

// titled is how far a heading is what a profile is about: the harmonic mean of the share of the profile that it says and of the share of its own words
// that belong to the profile. The title of a long rule that shares one word with a question is not its title.
func (k *Kit) titled(p Profile, heading string) float64 {
	for _, aside := range []*regexp.Regexp{numberOf, ask.Dates, ended} {
		heading = aside.ReplaceAllString(heading, " ")
	}
	terms := k.Lexicon.Terms(heading, p.language)
	covers, focus := p.Coverage(terms), p.focus(terms)
	if covers+focus == 0 {
		return 0
	}
	return 2 * covers * focus / (covers + focus)
}

// said is the share of a profile that terms carry below a heading that is as much its title as titled says.
func (p Profile) said(terms, heading []string, titled float64) float64 {
	own := p.Coverage(terms)
	return own + (leastHead+titledHead*titled)*(p.Coverage(terms, heading)-own)
}
