package naming

import (
	"strconv"
	"strings"

	"rabbithole/backend/refs/numbering"
)

// Edition reads what says, behind a document's name, which version of it is meant: the day it was made, "vom 20. Juli 2001", or the year
// of an act, "of 1934", "1999", "RnSchV 2001". It returns the token after it, i when there is nothing of the sort.
func (s *Stream) Edition(i int) int {
	t := s.Tok(i).Lower
	switch {
	case (t == "vom" || t == "of") && s.Date(i+1) > 0:
		return s.Date(i + 1)
	case (t == "of" || t == "von") && numbering.IsYear(s.Tok(i+1).Text) && s.Datable(i-1):
		return i + 2
	case numbering.IsYear(s.Tok(i).Text) && s.Datable(i-1) && s.Tok(i-1).Kind == Word:
		return i + 1
	}
	return i
}

// Datable reports whether the document whose name ends at token i is one of those told apart by their year.
func (s *Stream) Datable(i int) bool {
	t := s.Tok(i)
	switch t.Lower {
	case "act", "acts", "code", "law", "ordinance", "regulations", "rules", "order", "statute", "treaty", "convention", "charter":
		return t.Text != t.Lower
	}
	return LawNoun(t.Lower) == NamedLaw || IsAbbreviation(t.Text) && MixedCase(t.Text)
}

// Date reads "20. Juli 2001", "3 May 2000", "May 3, 2000", "20.7.2001" at token i and returns the token after it, 0 for none.
func (s *Stream) Date(i int) int {
	switch t := s.Tok(i); {
	case t.Kind == Numeral && strings.Count(t.Text, ".") == 2:
		if isoDate(t.Text) != "" {
			return i + 1
		}
	case t.Kind == Numeral && s.Dated(i):
		k := i + 1
		if s.Is(k, ".") {
			k++
		}
		if numbering.IsYear(s.Tok(k + 1).Text) {
			return k + 2
		}
	case numbering.IsMonth(t.Lower) && s.Tok(i+1).Kind == Numeral:
		k := i + 2
		if s.Is(k, ",") {
			k++
		}
		if numbering.IsYear(s.Tok(k).Text) {
			return k + 1
		}
	}
	return 0
}

// isoDate writes a date as "2001-07-20"; a year stays one. It returns "" for what is neither.
func isoDate(text string) string {
	s := NewStream(text)
	var day, month int
	for _, t := range s.Tokens {
		switch {
		case t.Kind == Word && numbering.IsMonth(t.Lower):
			month = numbering.MonthNumber(t.Lower)
		case t.Kind == Numeral && strings.Count(t.Text, ".") == 2:
			parts := strings.Split(t.Text, ".")
			day, _ = numbering.SplitNumber(parts[0])
			month, _ = numbering.SplitNumber(parts[1])
			if numbering.IsYear(parts[2]) && day > 0 && day < 32 && month > 0 && month < 13 {
				return parts[2] + "-" + twoDigits(month) + "-" + twoDigits(day)
			}
			return ""
		case numbering.IsYear(t.Text) && month > 0 && day > 0:
			return t.Text + "-" + twoDigits(month) + "-" + twoDigits(day)
		case numbering.IsYear(t.Text):
			return t.Text
		case t.Kind == Numeral:
			day, _ = numbering.SplitNumber(t.Text)
		}
	}
	return ""
}

func twoDigits(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// CutEdition splits the edition off a document's name: "Kellerverordnung vom 20. Juli 2001" gives "Kellerverordnung" and "2001-07-20",
// "ISO 9999:2015" gives "ISO 9999" and "2015".
func CutEdition(name string) (base, edition string) {
	s := NewStream(name)
	for i := range s.Tokens {
		if _, next, ok := s.Standard(i); ok {
			for k := i; k < next; k++ {
				if s.Is(k, ":") {
					return s.Slice(0, k), s.Tok(k + 1).Text
				}
			}
			return name, ""
		}
		if next := s.Edition(i); i > 0 && next == len(s.Tokens) {
			return s.Slice(0, i), isoDate(s.Slice(i, next))
		}
	}
	return name, ""
}

// dates adds the names that the document bears with the days it was made on, as its first page tells them: "Ausfertigungsdatum:
// 29.11.2018", "Neugefasst durch Bek. v. 15.7.1985", "Vom 29. November 2018" on a line of its own.
func (n *nameList) dates(text string) {
	law := ""
	for _, name := range n.names {
		s := NewStream(name)
		if s.Datable(len(s.Tokens)-1) && (law == "" || len(name) < len(law)) {
			law = name
		}
	}
	if law == "" {
		return
	}
	for _, date := range madeOn(text[:numbering.Clip(text, 1500)]) {
		n.add(law + " vom " + date)
	}
}

// madeOn returns the dates, as "29.11.2018", on which the document of a first page was made or made known anew.
func madeOn(top string) []string {
	var out []string
	for _, line := range strings.Split(top, "\n") {
		s := NewStream(line)
		for i, t := range s.Tokens {
			switch {
			case t.Lower == "ausfertigungsdatum":
				out = appendDate(out, s, i+1)
			case t.Lower == "neugefasst":
				for k := i + 1; k < i+6 && !s.Is(k, ";"); k++ {
					if s.Is(k, "v") {
						out = appendDate(out, s, k+1)
					} else if s.Words(k, "vom") {
						out = appendDate(out, s, k)
					}
				}
			case i == 0 && (t.Lower == "vom" || t.Lower == "of") && s.Date(1) == len(s.Tokens):
				out = appendDate(out, s, 0)
			}
		}
	}
	return out
}

// appendDate adds the date that stands at token i, behind signs and "vom".
func appendDate(dates []string, s *Stream, i int) []string {
	for s.Tok(i).Kind == Sign || s.Tok(i).Lower == "vom" || s.Tok(i).Lower == "of" {
		i++
	}
	if y := s.Tok(i).Text; numbering.IsYear(y) && s.Hyphen(i+1) && s.Hyphen(i+3) { // 2018-11-29
		return append(dates, strings.TrimLeft(s.Tok(i+4).Text, "0")+"."+strings.TrimLeft(s.Tok(i+2).Text, "0")+"."+y)
	}
	if next := s.Date(i); next > 0 {
		if d := strings.Split(isoDate(s.Slice(i, next)), "-"); len(d) == 3 {
			return append(dates, strings.TrimLeft(d[2], "0")+"."+strings.TrimLeft(d[1], "0")+"."+d[0])
		}
	}
	return dates
}
