package index

import "slices"

// Part is a part of ranking that a measurement can leave out, to see what it is worth.
type Part string

// The parts of ranking beside the words of a passage.
const (
	Neighbours Part = "neighbours" // neighbouring words of the query that stand together
	Feedback   Part = "feedback"   // words of the best passages
	Pages      Part = "pages"      // the whole page counts for the passages on it
	Documents  Part = "documents"  // the document that the query names
	Places     Part = "places"     // the page that the query names
	Implied    Part = "implied"    // words that stand where the answer does
)

// AllParts returns every Part.
func AllParts() []Part { return []Part{Neighbours, Feedback, Pages, Documents, Places, Implied} }

// without returns the weights with those of parts at zero.
func (w weights) without(parts []Part) weights {
	for part, weight := range map[Part]*float64{Neighbours: &w.near, Feedback: &w.feedback, Pages: &w.page, Documents: &w.document,
		Places: &w.place, Implied: &w.implied} {
		if slices.Contains(parts, part) {
			*weight = 0
		}
	}
	return w
}
