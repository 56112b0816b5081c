package refs

import (
	"math"
	"slices"
	"strings"
)

// rankInAnnex is what the rank of a division grows by inside an annex, so that "Teil B" does not end "Anlage 3".
const rankInAnnex = 5

// settle decides what the headings of the whole document decide together: whether "Section 2" is a division of an act or a
// section of a report, what an appendix is called, which parts belong to an annex.
func (o *outliner) settle(heads []heading) []heading {
	sortHeadings(heads)
	articles := 0
	for _, h := range heads {
		if h.rank == rankArticle {
			articles++
		}
	}
	annex, part, inAnnex := "Appendix", "", false
	for i := range heads {
		h := &heads[i]
		switch {
		case h.rank < rankArticle && h.kind != KindAnnex && inAnnex && !successor(part, h.number):
			h.kind, h.rank = KindPart, h.rank+rankInAnnex
		case h.kind == KindSection && h.rank == rankDivision && articles > 1:
			h.kind = KindChapter
		case h.kind == KindSection && h.rank == rankDivision:
			h.rank = rankDecimal
		case h.kind == KindAnnex && !strings.Contains(h.number, "."):
			annex, _ = cutWord(h.label)
			inAnnex = h.rank == rankPart
		case h.kind == KindAnnex:
			h.label = annex + " " + h.number
		case h.rank == rankPart:
			part, inAnnex = h.number, false
		}
	}
	return heads
}

// markTitle makes the unnumbered heading in the largest type of the first page with text the document's title; it encloses nothing.
func (o *outliner) markTitle(heads []heading) {
	best := -1
	for i, h := range heads {
		l := o.lines[h.first]
		if l.page > o.lines[0].page {
			break
		}
		if h.number != "" || h.leaf || bibliographyTitle(h.title) || h.rank < rankUnnumbered || h.rank >= rankDecimal {
			continue
		}
		if best < 0 || l.size > o.lines[heads[best].first].size {
			best = i
		}
	}
	if best >= 0 && (o.lines[heads[best].first].size > o.body*1.2 || best == 0) {
		heads[best].kind, heads[best].leaf, heads[best].rank = KindTitle, true, rankLeaf
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
		if h.rank >= rankUnnumbered && h.rank < rankDecimal {
			sizes = append(sizes, roundSize(l.size))
			continue
		}
		if h.level > 0 {
			if rank, ok := byLevel[h.level]; !ok || h.rank < rank {
				byLevel[h.level] = h.rank
			}
		}
		byStyle[styleOf(l)] = max(byStyle[styleOf(l)], h.rank)
		if h.rank >= rankDecimal && h.rank < rankRecital && o.emphasised(l) {
			least, deepest = min(least, roundSize(l.size)), max(deepest, h.rank)
		}
	}
	slices.Sort(sizes)
	sizes = slices.Compact(sizes)
	for i := range heads {
		h := &heads[i]
		if h.rank != rankUnnumbered || h.leaf {
			continue
		}
		l := o.lines[h.first]
		if rank, ok := byLevel[h.level]; ok && h.level > 0 {
			h.rank = rank
		} else if rank, ok := byStyle[styleOf(l)]; ok && o.emphasised(l) {
			h.rank = rank
		} else if roundSize(l.size) < least && deepest > 0 {
			h.rank = deepest + 1
		} else if k, ok := slices.BinarySearch(sizes, roundSize(l.size)); ok {
			h.rank += min(len(sizes)-1-k, 4)
		}
	}
}

// style is how a line is set.
type style struct {
	size float64
	bold bool
}

func styleOf(l line) style { return style{roundSize(l.size), l.bold} }
