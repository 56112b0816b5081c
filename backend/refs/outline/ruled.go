package outline

import (
	"slices"

	"rabbithole/backend/refs/numbering"
)

// leastRuled is how many headings an outline names at least that has its way, and these are at least half of all.
const leastRuled = 8

// ruled gives the file's own outline its way where it goes into detail: what stands right in front of one of its headings, as "CHAPTER THREE" does,
// belongs to that heading, and what it does not know stands inside what it knows, but for parts, chapters and articles with a number of their own
// outside of annexes.
func ruled(heads []heading) []heading {
	marked, all := 0, 0
	for _, h := range heads {
		if !h.leaf && h.title != "" && h.Rank < numbering.RankLeaf {
			all++
			if h.level > 0 {
				marked++
			}
		}
	}
	if marked < leastRuled || marked*2 < all {
		return heads
	}
	var out []heading
	for _, h := range slices.Backward(heads) {
		if n := len(out); n > 0 && h.level == 0 && !h.leaf && out[n-1].fronted(h) {
			out[n-1].first = h.first
			if h.Number != "" {
				out[n-1].Kind, out[n-1].Number, out[n-1].label = h.Kind, h.Number, h.label
			}
			continue
		}
		out = append(out, h)
	}
	slices.Reverse(out)
	if misranked(out) {
		for i, h := range out {
			if h.level > 0 {
				out[i].Rank = min(numbering.RankUnnumbered+h.level, numbering.RankDecimal) - 1
			}
		}
	}
	rank := -1 // of the last heading that the outline knows
	for i := range out {
		switch h := &out[i]; {
		case h.leaf:
		case h.level > 0:
			rank = h.Rank
		case rank >= 0 && h.Rank <= rank && (h.Rank >= numbering.RankUnnumbered || h.Rank >= numbering.RankPart+rankInAnnex && h.Rank < numbering.RankArticle):
			h.Rank = rank + 1
		}
	}
	return out
}

// fronted reports whether the heading of the outline begins where another ends that only says what follows.
func (h heading) fronted(by heading) bool {
	return h.first == by.last+1 && (h.level > 0 && (by.Number == "" || by.title == "" && h.Number == ""))
}

// misranked reports whether a heading does not stand inside the one that the outline puts it under.
func misranked(heads []heading) bool {
	var open []heading
	for _, h := range heads {
		if h.level == 0 || h.leaf {
			continue
		}
		for len(open) > 0 && open[len(open)-1].level >= h.level {
			open = open[:len(open)-1]
		}
		if len(open) > 0 && h.Rank <= open[len(open)-1].Rank {
			return true
		}
		open = append(open, h)
	}
	return false
}
