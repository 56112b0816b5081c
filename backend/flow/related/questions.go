package related

import (
	"context"
	"fmt"
	"slices"
)

// questions returns what of the document should be verified: its strong claims that no source found so far supports, those of the page being
// read first, what states a figure before what states a duty.
func (f *run) questions(ctx context.Context, s State, bullets []Bullet) ([]string, error) {
	words := phrasesFor(s.Language)
	backed := map[string]bool{}
	for _, b := range bullets {
		if b.About != nil && (b.Relation == Supports || b.Relation == Contradicts) {
			backed[b.About.Quote] = true
		}
	}
	order := []Strong{StrongMost, StrongNumber, StrongAll, StrongDuty}
	var points []Point
	for _, p := range s.Points {
		if p.Strong != "" && (p.Here || s.Page == 0) {
			points = append(points, p)
		}
	}
	slices.SortStableFunc(points, func(a, b Point) int { return slices.Index(order, a.Strong) - slices.Index(order, b.Strong) })
	out := []string{}
	norm, err := f.norm(ctx, s)
	if err != nil {
		return nil, err
	}
	for _, p := range points {
		place, err := f.place(ctx, p.Kept)
		if err != nil {
			return nil, err
		}
		sourced := !norm && bare(place.Quote) != place.Quote // it names where it comes from
		if len(out) < mostVerify && !backed[place.Quote] && !sourced {
			form := words.verify[p.Strong]
			if norm {
				form = words.inForce
			}
			out = append(out, fmt.Sprintf(form, short(place.Quote)))
		}
	}
	return out, nil
}

// norm reports whether the document lays down rules: who reads one asks whether they are in force, not who says so.
func (f *run) norm(ctx context.Context, s State) (bool, error) {
	rules := 0
	for _, p := range s.Points {
		place, err := f.place(ctx, p.Kept)
		if err != nil {
			return false, err
		}
		if marked.MatchString(place.Quote) || duty.MatchString(place.Quote) {
			rules++
		}
	}
	return float64(rules) > normal*float64(len(s.Points)), nil
}

// normal is the share of its statements that are rules in a document that lays them down.
const normal = 0.4

// mostVerify is how many questions code asks.
const mostVerify = 3
