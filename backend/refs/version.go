package refs

// oldVersion reports whether the words from token i on say that a version no longer in force is meant: "in der bis zum 31. Dezember
// 2018 geltenden Fassung". "In der Fassung der Bekanntmachung vom ..." and "in der jeweils geltenden Fassung" are the present one.
func (s *scanner) oldVersion(i int) bool {
	i = s.skipSource(i)
	switch t := s.tok(i).lower; {
	case t == "a" && s.is(i+1, ".") && s.tok(i+2).text == "F", t == "af":
		return true
	case s.is(i, "(") && gone(s.tok(i+1).lower) && s.is(i+2, ")"):
		return true
	case s.words(i, "as", "in", "force"), s.words(i, "as", "it", "stood"):
		return true
	case t == "jeweils", t == ",":
		return (t == "jeweils" || s.words(i+1, "jeweils") || s.words(i+1, "in", "der")) && s.oldVersion(i+1)
	case !s.words(i, "in", "der") && !s.words(i, "in", "ihrer") && !s.words(i, "in", "seiner"):
		return false
	}
	past := false
	for k := i + 2; k < i+20; k++ {
		switch t := s.tok(k); {
		case t.kind == stop || t.text == ";" || t.lower == "jeweils":
			return false
		case t.lower == "bis" || t.lower == "vor" || t.lower == "früheren" || t.lower == "alten" || t.lower == "ursprünglichen" || t.lower == "am":
			past = true
		case t.lower == "fassung":
			return past && k < i+20
		}
	}
	return false
}

// skipSource skips "vom 3. Mai 2000" and what stands in parentheses behind a law's name.
func (s *scanner) skipSource(i int) int {
	if s.words(i, "vom") && s.tok(i+1).kind == numeral && s.dated(i+1) {
		i += 5
	}
	if s.is(i, "(") && !gone(s.tok(i+1).lower) {
		for k := i + 1; k < i+30; k++ {
			if s.is(k, ")") {
				return k + 1
			}
		}
	}
	return i
}

// gone reports whether word, lower case, says that a provision exists no more.
func gone(word string) bool {
	switch word {
	case "weggefallen", "aufgehoben", "repealed", "deleted", "außer":
		return true
	}
	return false
}

// oldBefore reports whether the word in front of token i says that the provision is of the past: "des früheren § 12".
func (s *scanner) oldBefore(i int) bool {
	switch s.tok(i - 1).lower {
	case "früheren", "aufgehobenen", "ehemaligen", "former", "repealed":
		return true
	}
	return false
}
