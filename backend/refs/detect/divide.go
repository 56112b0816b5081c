package detect

import (
	"rabbithole/backend/refs"
	"rabbithole/backend/refs/numbering"
)

// divide makes one reference of each member of a list of sections, "Sections 3.1, 3.2 and 4.1 of [HTTP]", so that each can be opened
// where it stands. Lists of a law's sections stay one reference, as lawyers read them.
func (s *scanner) divide() {
	var out []found
	for _, f := range s.found {
		if f.kind != refs.KindSection || len(f.parts) == 0 || f.pointers[0].Label[0] != 'S' {
			out = append(out, f)
			continue
		}
		out = append(out, s.members(f)...)
	}
	s.found = out
}

func (s *scanner) members(f found) []found {
	var out []found
	first, done := f.first, 0
	for _, p := range f.parts {
		counted := p.pointers
		if f.pointers[counted-1].From != "" { // a range keeps to its first number
			continue
		}
		before := counted - 1
		piece := f
		piece.pointers, piece.first, piece.last = f.pointers[done:before], first, s.lastBefore(p.token)
		out = append(out, piece)
		first, done = p.token, before
	}
	f.first, f.pointers = first, f.pointers[done:]
	return append(out, f)
}

// lastBefore returns the token after the number in front of the comma or conjunction before token i.
func (s *scanner) lastBefore(i int) int {
	for i > 0 && (s.Is(i-1, ",") || numbering.IsConjunction(s.Tok(i-1).Lower)) {
		i--
	}
	return i
}
