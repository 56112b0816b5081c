package refs

import (
	"slices"
	"strings"

	"rabbithole/backend/source"
)

// edition reads what says, behind a document's name, which version of it is meant: the day it was made, "vom 20. Juli 2001", or the year
// of an act, "of 1934", "1999", "RnSchV 2001". It returns the token after it, i when there is nothing of the sort.
func (s *Stream) edition(i int) int {
	t := s.tok(i).lower
	switch {
	case (t == "vom" || t == "of") && s.date(i+1) > 0:
		return s.date(i + 1)
	case (t == "of" || t == "von") && isYear(s.tok(i+1).text) && s.datable(i-1):
		return i + 2
	case isYear(s.tok(i).text) && s.datable(i-1) && s.tok(i-1).kind == word:
		return i + 1
	}
	return i
}

// datable reports whether the document whose name ends at token i is one of those told apart by their year.
func (s *Stream) datable(i int) bool {
	t := s.tok(i)
	switch t.lower {
	case "act", "acts", "code", "law", "ordinance", "regulations", "rules", "order", "statute", "treaty", "convention", "charter":
		return t.text != t.lower
	}
	return lawNoun(t.lower) == namedLaw || isAbbreviation(t.text) && mixedCase(t.text)
}

// date reads "20. Juli 2001", "3 May 2000", "May 3, 2000", "20.7.2001" at token i and returns the token after it, 0 for none.
func (s *Stream) date(i int) int {
	switch t := s.tok(i); {
	case t.kind == numeral && strings.Count(t.text, ".") == 2:
		if isoDate(t.text) != "" {
			return i + 1
		}
	case t.kind == numeral && s.dated(i):
		k := i + 1
		if s.is(k, ".") {
			k++
		}
		if isYear(s.tok(k + 1).text) {
			return k + 2
		}
	case isMonth(t.lower) && s.tok(i+1).kind == numeral:
		k := i + 2
		if s.is(k, ",") {
			k++
		}
		if isYear(s.tok(k).text) {
			return k + 1
		}
	}
	return 0
}

func isYear(s string) bool {
	return len(s) == 4 && digitsLen(s) == 4 && (s[0] == '1' && s[1] >= '7' || s[:2] == "20" && s[2] < '5')
}

// isoDate writes a date as "2001-07-20"; a year stays one. It returns "" for what is neither.
func isoDate(text string) string {
	s := newStream(text)
	var day, month int
	for _, t := range s.tokens {
		switch {
		case t.kind == word && isMonth(t.lower):
			month = monthNumber(t.lower)
		case t.kind == numeral && strings.Count(t.text, ".") == 2:
			parts := strings.Split(t.text, ".")
			day, _ = splitNumber(parts[0])
			month, _ = splitNumber(parts[1])
			if isYear(parts[2]) && day > 0 && day < 32 && month > 0 && month < 13 {
				return parts[2] + "-" + twoDigits(month) + "-" + twoDigits(day)
			}
			return ""
		case isYear(t.text) && month > 0 && day > 0:
			return t.text + "-" + twoDigits(month) + "-" + twoDigits(day)
		case isYear(t.text):
			return t.text
		case t.kind == numeral:
			day, _ = splitNumber(t.text)
		}
	}
	return ""
}

func twoDigits(n int) string {
	if n < 10 {
		return "0" + itoa(n)
	}
	return itoa(n)
}

// isMonth reports whether word, lower case, is the name of a month in German or English.
func isMonth(word string) bool { return monthNumber(word) > 0 }

// monthNumber returns 1 to 12 for the name of a month in lower case, 0 for other words.
func monthNumber(word string) int {
	for i, names := range [][]string{{"januar", "january", "jänner"}, {"februar", "february"}, {"märz", "march"}, {"april"}, {"mai", "may"}, {"juni", "june"},
		{"juli", "july"}, {"august"}, {"september"}, {"oktober", "october"}, {"november"}, {"dezember", "december"}} {
		if slices.Contains(names, word) {
			return i + 1
		}
	}
	return 0
}

// cutEdition splits the edition off a document's name: "Kellerverordnung vom 20. Juli 2001" gives "Kellerverordnung" and "2001-07-20",
// "ISO 9999:2015" gives "ISO 9999" and "2015".
func cutEdition(name string) (base, edition string) {
	s := newStream(name)
	for i := range s.tokens {
		if _, next, ok := s.standard(i); ok {
			for k := i; k < next; k++ {
				if s.is(k, ":") {
					return s.slice(0, k), s.tok(k + 1).text
				}
			}
			return name, ""
		}
		if next := s.edition(i); i > 0 && next == len(s.tokens) {
			return s.slice(0, i), isoDate(s.slice(i, next))
		}
	}
	return name, ""
}

// editions returns the editions a document says it is, by its names.
func editions(d source.Document) []string {
	var out []string
	for _, name := range append([]string{d.Title}, d.Names...) {
		if _, edition := cutEdition(name); edition != "" {
			out = append(out, edition)
		}
	}
	return out
}

// anotherEdition reports whether a pointer names, by date or year, a version of a document other than the one the library has.
func (r *Resolver) anotherEdition(p Pointer, own int) bool {
	_, edition := cutEdition(p.Qualifier)
	if edition == "" {
		return false
	}
	at, ok := r.meant(p, own)
	if !ok || len(r.editions[at]) == 0 {
		return false
	}
	return !slices.ContainsFunc(r.editions[at], func(e string) bool { return strings.HasPrefix(e, edition) || strings.HasPrefix(edition, e) })
}

// dates adds the names that the document bears with the days it was made on, as its first page tells them: "Ausfertigungsdatum:
// 29.11.2018", "Neugefasst durch Bek. v. 15.7.1985", "Vom 29. November 2018" on a line of its own.
func (n *nameList) dates(text string) {
	law := ""
	for _, name := range n.names {
		s := newStream(name)
		if s.datable(len(s.tokens)-1) && (law == "" || len(name) < len(law)) {
			law = name
		}
	}
	if law == "" {
		return
	}
	for _, date := range madeOn(text[:clip(text, 1500)]) {
		n.add(law + " vom " + date)
	}
}

// madeOn returns the dates, as "29.11.2018", on which the document of a first page was made or made known anew.
func madeOn(top string) []string {
	var out []string
	for _, line := range strings.Split(top, "\n") {
		s := newStream(line)
		for i, t := range s.tokens {
			switch {
			case t.lower == "ausfertigungsdatum":
				out = appendDate(out, s, i+1)
			case t.lower == "neugefasst":
				for k := i + 1; k < i+6 && !s.is(k, ";"); k++ {
					if s.is(k, "v") {
						out = appendDate(out, s, k+1)
					} else if s.words(k, "vom") {
						out = appendDate(out, s, k)
					}
				}
			case i == 0 && (t.lower == "vom" || t.lower == "of") && s.date(1) == len(s.tokens):
				out = appendDate(out, s, 0)
			}
		}
	}
	return out
}

// appendDate adds the date that stands at token i, behind signs and "vom".
func appendDate(dates []string, s *Stream, i int) []string {
	for s.tok(i).kind == sign || s.tok(i).lower == "vom" || s.tok(i).lower == "of" {
		i++
	}
	if y := s.tok(i).text; isYear(y) && s.hyphen(i+1) && s.hyphen(i+3) { // 2018-11-29
		return append(dates, strings.TrimLeft(s.tok(i+4).text, "0")+"."+strings.TrimLeft(s.tok(i+2).text, "0")+"."+y)
	}
	if next := s.date(i); next > 0 {
		if d := strings.Split(isoDate(s.slice(i, next)), "-"); len(d) == 3 {
			return append(dates, strings.TrimLeft(d[2], "0")+"."+strings.TrimLeft(d[1], "0")+"."+d[0])
		}
	}
	return dates
}
