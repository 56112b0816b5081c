package refs

// sequence follows the numbers of the headings found so far, so that a line set like the running text is taken for a heading
// only where its number comes next.
type sequence struct {
	last map[Kind]string
}

func (s *sequence) note(h heading) {
	if s.last == nil {
		s.last = map[Kind]string{}
	}
	if h.number == "" {
		return
	}
	s.last[family(h)] = h.number
	if h.kind == KindAnnex && h.rank == rankPart {
		s.last["decimal"] = h.number // B is followed by B.1
	}
}

// follows reports whether h can be the next heading of its family. Divisions count afresh within the one above them.
func (s *sequence) follows(h heading) bool {
	last := s.last[family(h)]
	if family(h) == "decimal" {
		return decimalSuccessor(last, h.number)
	}
	if h.kind == KindPart || h.kind == KindChapter || h.rank == rankDivision {
		return successor("", h.number) && (h.number == "1" || h.number == "I" || h.number == "A" || successor(last, h.number))
	}
	return last == "" || successor(last, h.number)
}
