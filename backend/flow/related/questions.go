package related

import (
	"context"
	"fmt"
	"slices"
)

// questions returns what of the document should be verified: its strong claims that no source found so far supports, those nearest to the page being
// read first, what states a figure before what states a duty.
func (f *run) questions(ctx context.Context, s State, bullets []Bullet) ([]string, error) {
	words := phrasesFor(s.Language)
	backed := map[string]bool{}
	for _, b := range bullets {
		if b.About != nil && (b.Relation == Supports || b.Relation == Contradicts) {
			backed[b.About.Quote] = true
		}
	}
	points := slices.DeleteFunc(slices.Clone(s.Points), func(p Point) bool { return p.Strong == "" || s.reach(p) > OnPage })
	order := []Strong{StrongMost, StrongNumber, StrongAll, StrongCause, StrongDuty}
	slices.SortStableFunc(points, func(a, b Point) int { return slices.Index(order, a.Strong) - slices.Index(order, b.Strong) })
	norm, err := f.norm(ctx, s)
	if err != nil {
		return nil, err
	}
	out := []string{}
	for _, p := range points {
		place, err := f.place(ctx, p.Kept)
		if err != nil {
			return nil, err
		}
		form := words.verify[p.Strong]
		switch rule := norm && (obliges(place.Quote) || marked.MatchString(place.Quote) && p.Strong == StrongNumber); {
		case backed[place.Quote], len(out) == mostVerify:
			continue
		case rule:
			form = words.inForce
		case norm && p.Strong == StrongDuty, bare(place.Quote) != place.Quote: // it says where it comes from
			continue
		}
		out = append(out, fmt.Sprintf(form, oneLine(place.Quote)))
	}
	return out, nil
}

// norm reports whether the document lays down rules: many of its statements are paragraphs of a law or duties, or it has the keywords of a standard. Who
// reads one asks whether they are in force, not who says so.
func (f *run) norm(ctx context.Context, s State) (bool, error) {
	rules, keywords := 0, 0
	for _, p := range s.Points {
		place, err := f.place(ctx, p.Kept)
		if err != nil {
			return false, err
		}
		if marked.MatchString(place.Quote) || obliges(place.Quote) {
			rules++
		}
		if keyword.MatchString(place.Quote) {
			keywords++
		}
	}
	return keywords > 1 || float64(rules) > normal*float64(len(s.Points)), nil
}

// normal is the share of its statements that are rules in a document that lays them down.
const normal = 0.3

// mostVerify is how many questions code asks.
const mostVerify = 3
