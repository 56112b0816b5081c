package outline

import (
	"math"
	"slices"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/layout"
	"rabbithole/backend/refs/numbering"
)

// rankInAnnex is what the rank of a division grows by inside an annex, so that "Teil B" does not end "Anlage 3".
const rankInAnnex = 5

// settle decides what the headings of the whole document decide together: whether "Section 2" is a division of an act or a
// section of a report, what an appendix is called, which parts belong to an annex.
func (o *outliner) settle(heads []heading) []heading {
	sortHeadings(heads)
	articles := 0
	for _, h := range heads {
		if h.Rank == numbering.RankArticle {
			articles++
		}
	}
	annex, part, inAnnex := "Appendix", "", false
	for i := range heads {
		h := &heads[i]
		switch {
		case h.Rank < numbering.RankArticle && h.Kind != refs.KindAnnex && inAnnex && !numbering.Successor(part, h.Number):
			h.Kind, h.Rank = refs.KindPart, h.Rank+rankInAnnex
		case h.Kind == refs.KindSection && h.Rank == numbering.RankDivision && articles > 1:
			h.Kind = refs.KindChapter
		case h.Kind == refs.KindSection && h.Rank == numbering.RankDivision:
			h.Rank = numbering.RankDecimal
		case h.Kind == refs.KindAnnex && !strings.Contains(h.Number, "."):
			annex, _ = numbering.CutWord(h.label)
			inAnnex = h.Rank == numbering.RankPart
		case h.Kind == refs.KindAnnex:
			h.label = annex + " " + h.Number
		case h.Rank == numbering.RankPart:
			part, inAnnex = h.Number, false
		}
	}
	return heads
}

// markTitle makes the unnumbered heading in the largest type of the first page with text the document's title; it encloses nothing.
func (o *outliner) markTitle(heads []heading) {
	best := -1
	for i, h := range heads {
		l := o.lines[h.first]
		if l.Page > o.lines[0].Page {
			break
		}
		if h.Number != "" || h.leaf || bibliographyTitle(h.title) || h.Rank < numbering.RankUnnumbered || h.Rank >= numbering.RankDecimal {
			continue
		}
		if best < 0 || l.Size > o.lines[heads[best].first].Size {
			best = i
		}
	}
	if best >= 0 && (o.lines[heads[best].first].Size > o.body*1.2 || best == 0) {
		heads[best].Kind, heads[best].leaf, heads[best].Rank = refs.KindTitle, true, numbering.RankLeaf
	}
}

// rankUnnumbered gives unnumbered headings the rank of the numbered ones of the same outline level or the same type, so that
// "Acknowledgements" does not become a part of "Appendix C". Where none is alike, larger type ranks higher.
func (o *outliner) rankUnnumbered(heads []heading) {
	byLevel, byStyle := map[int]int{}, map[style]int{}
	least, deepest := math.Inf(1), 0 // of the headings with decimal numbers: what is set smaller stands inside them
	var sizes []float64
	for _, h := range heads {
		l := o.lines[h.first]
		if h.Rank >= numbering.RankUnnumbered && h.Rank < numbering.RankDecimal {
			sizes = append(sizes, layout.RoundSize(l.Size))
			continue
		}
		if h.level > 0 {
			if rank, ok := byLevel[h.level]; !ok || h.Rank < rank {
				byLevel[h.level] = h.Rank
			}
		}
		byStyle[styleOf(l)] = max(byStyle[styleOf(l)], h.Rank)
		if h.Rank >= numbering.RankDecimal && h.Rank < numbering.RankRecital && o.emphasised(l) {
			least, deepest = min(least, layout.RoundSize(l.Size)), max(deepest, h.Rank)
		}
	}
	slices.Sort(sizes)
	sizes = slices.Compact(sizes)
	for i := range heads {
		h := &heads[i]
		if h.Rank != numbering.RankUnnumbered || h.leaf {
			continue
		}
		l := o.lines[h.first]
		if rank, ok := byLevel[h.level]; ok && h.level > 0 {
			h.Rank = rank
		} else if rank, ok := byStyle[styleOf(l)]; ok && o.emphasised(l) {
			h.Rank = rank
		} else if layout.RoundSize(l.Size) < least && deepest > 0 {
			h.Rank = deepest + 1
		} else if k, ok := slices.BinarySearch(sizes, layout.RoundSize(l.Size)); ok {
			h.Rank += min(len(sizes)-1-k, 4)
		}
	}
}

// style is how a line is set.
type style struct {
	size float64
	bold bool
}

func styleOf(l layout.Line) style { return style{layout.RoundSize(l.Size), l.Bold} }
