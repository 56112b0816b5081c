package step

import (
	"context"
	"maps"
	"slices"
	"strings"

	"rabbithole/backend/step/ask"
)

// sought is what a clause of a question looks for: words that an answer stands among, and names and numbers without which nothing is an
// answer.
type sought struct {
	clause  string
	profile Profile
	names   []ask.Name
	page    string // "page 7", as the clause says it; "" when it names none
}

// seek takes a question apart into what its clauses look for.
func (k *Kit) seek(ctx context.Context, q Question) ([]sought, error) {
	words := ask.WordsFor(q.Language)
	small := strings.Join(slices.Sorted(maps.Keys(words.Stop)), " ")
	var out []sought
	for _, a := range ask.Askings(q.Clauses()) {
		clause, _ := ask.BesideCited(a.Clause, q.Language)
		text, page := ask.Turned(clause)
		parts := append([]ask.Part{{Text: ask.Essence(text), Factor: 1}}, ask.Background(q, a.Clause)...)
		if a.Frame() != "" {
			parts = append(parts, ask.Part{Text: a.Frame(), Factor: ask.Leaning})
		}
		p, err := k.Profile(ctx, q.Language, parts...)
		if err != nil {
			return nil, err
		}
		p = p.without(append(k.Lexicon.Terms(words.Asking+" "+ask.KindWords+" "+small, q.Language), ask.Glued(p.order, text+" "+a.Given)...))
		named := strings.TrimSpace(a.Frame() + " " + text)
		names := k.telling(words.NamesIn(named), q.Language)
		for _, n := range ask.Numbered(named) {
			if !slices.ContainsFunc(names, func(m ask.Name) bool { return n.Pattern.MatchString(m.Text) }) {
				names = append(names, n)
			}
		}
		if len(p.order) == 0 && page == "" {
			continue
		}
		out = append(out, sought{clause: a.Clause, profile: p, names: names, page: page})
	}
	for _, n := range words.NamesIn(q.Text) {
		if ask.Year.MatchString(n.Text) && !strings.Contains(words.Matter(q.Text), n.Text) {
			for i := range out { // a year counts wherever it stands, be it among words about the form
				out[i].names = append(out[i].names, n)
			}
		}
	}
	return out, nil
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

// telling drops the names that are words about the asking: "Email", "ANSWER".
func (k *Kit) telling(names []ask.Name, language string) []ask.Name {
	asking := ask.Set(k.Lexicon.Terms(ask.WordsFor(language).Asking, language))
	return slices.DeleteFunc(names, func(n ask.Name) bool {
		terms := k.Lexicon.Terms(n.Text, language)
		return len(terms) > 0 && ask.HoldsAll(asking, terms)
	})
}
