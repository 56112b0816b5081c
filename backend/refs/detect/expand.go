package detect

import (
	"rabbithole/backend/refs/naming"
)

// dash reports whether a dash at token i joins the ends of a range: "31–33", "4.1-4.3". In "10b-5" and behind a space on one side only
// it joins nothing.
func (s *scanner) dash(i int) bool {
	t := s.Tok(i)
	if t.Kind != naming.Sign || !s.Hyphen(i) && t.Text != "—" || s.Tok(i+1).Kind != naming.Numeral {
		return false
	}
	before, after := s.Tok(i-1).End() == t.At, t.End() == s.Tok(i+1).At
	return before == after
}
