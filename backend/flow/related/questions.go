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
	for _, p := range points {
		place, err := f.place(ctx, p.Kept)
		if err != nil {
			return nil, err
		}
		if len(out) < mostVerify && !backed[place.Quote] {
			out = append(out, fmt.Sprintf(words.verify[p.Strong], short(place.Quote)))
		}
	}
	return out, nil
}

// mostVerify is how many questions code asks.
const mostVerify = 3
