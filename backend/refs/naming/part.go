package naming

// ArticleWord reads the word at token i and whether it promises several.
func (s *Stream) ArticleWord(i int) (plural bool, next int, ok bool) {
	switch t := s.Tok(i); t.Lower {
	case "article", "artikels":
		return false, i + 1, true
	case "artikel":
		before := s.Tok(i - 1).Lower
		return before == "die" || before == "den" || before == "der", i + 1, true
	case "articles", "artikeln":
		return true, i + 1, true
	case "art", "arts":
		if s.Is(i+1, ".") {
			return t.Lower == "arts", i + 2, true
		}
		return false, i + 1, t.Text == "Art"
	}
	return false, i, false
}
