package step

import (
	"context"
	"regexp"
	"slices"
	"strings"
)

// exception is asked for by a clause about when a rule does not hold: a point in time is no answer to it.
var exception = kind{
	regexp.MustCompile(`(?i)\b(?:exceptions?|exempt\w*|exclu\w+|ausnahmen?|ausgenommen|befreit|entfällt)\b|\b(?:when|where|in which cases?|under (?:what|which)|wann|in welche[mn] f[aä]ll\w*|unter welche[nr])\b.*\b(?:not|no|nicht|kein\w*)\b`),
	regexp.MustCompile(`(?i)\b(?:unless|except|exempt\w*|(?:shall|is|are|does|do|need|must) not\b.{0,120}\b(?:if|where|when)|es sei denn|ausgenommen|ausnahm\w+|außer|(?:nicht|kein\w*)\b.{0,120}\b(?:wenn|sofern|soweit|falls))\b`),
}

// aroundKind is how many bytes before and behind what states a kind of thing show what it is about.
const aroundKind = 300

// kindWords name a kind of thing: what states it need not have them.
const kindWords = "deadline date day time limit period exception exempt case cases condition frist zeitpunkt datum tag ausnahme befreit fall voraussetzung bedingung"

// settled reports whether some page that was looked at states what kind of thing the clause asks for, among the words of the whole question
// and, where the clause has some besides those for the kind, among its own.
func (s *sweeper) settled(clause string, matter, own Profile) bool {
	states := wanted(clause, s.language)
	if exception.asks.MatchString(clause) {
		states = []func(string) bool{exception.states.MatchString}
	}
	for _, page := range s.order {
		for from := 0; len(states) > 0 && from < len(page.text); from += aroundKind {
			text := page.text[from:min(len(page.text), from+2*aroundKind)]
			stated := slices.ContainsFunc(states, func(has func(string) bool) bool { return has(text) })
			if !stated {
				continue
			}
			terms := s.kit.Lexicon.Terms(text, s.language)
			if matter.Coverage(terms) >= leastCovered && (len(own.order) == 0 || own.Coverage(terms) >= leastCovered) {
				return true
			}
		}
	}
	return false
}

// parts judges the silent clauses of a question that is answered otherwise: what a page may answer by its kind is not silent, and of the rest
// no more is known than that nothing was found.
func (s *sweeper) parts(ctx context.Context, q Question, list []Silence) ([]Silence, error) {
	matter, err := s.kit.Matter(ctx, q.Language, q.Parts()...)
	if err != nil {
		return nil, err
	}
	var out []Silence
	for _, one := range list {
		own, err := s.kit.Matter(ctx, q.Language, Part{strings.Join(contentWords(one.Clause, wordsFor(q.Language).stop), " "), 1})
		if err != nil {
			return nil, err
		}
		own = own.without(s.kit.Lexicon.Terms(kindWords+" "+wordsFor(q.Language).asking, q.Language))
		if len(one.Missing)+len(one.Places) > 0 || !s.settled(one.Clause, matter, own) {
			one.Part = true
			out = append(out, one)
		}
	}
	return out, nil
}
