package outline

import (
	"rabbithole/backend/refs"
	"rabbithole/backend/refs/numbering"
)

// sequence follows the numbers of the headings found so far, so that a line set like the running text is taken for a heading
// only where its number comes next.
type sequence struct {
	last map[refs.Kind]string
}

func (s *sequence) note(h heading) {
	if s.last == nil {
		s.last = map[refs.Kind]string{}
	}
	if h.Number == "" {
		return
	}
	s.last[family(h)] = h.Number
	if h.Kind == refs.KindAnnex && h.Rank == numbering.RankPart {
		s.last["decimal"] = h.Number // B is followed by B.1
	}
}

// follows reports whether h can be the next heading of its family. Divisions count afresh within the one above them.
func (s *sequence) follows(h heading) bool {
	last := s.last[family(h)]
	if family(h) == "decimal" {
		return numbering.DecimalSuccessor(last, h.Number)
	}
	if h.Kind == refs.KindPart || h.Kind == refs.KindChapter || h.Rank == numbering.RankDivision {
		return numbering.Successor("", h.Number) && (h.Number == "1" || h.Number == "I" || h.Number == "A" || numbering.Successor(last, h.Number))
	}
	return last == "" || numbering.Successor(last, h.Number)
}
