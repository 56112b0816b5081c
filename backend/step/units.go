package step

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/chunk"
	"rabbithole/backend/cite/grid"
	"rabbithole/backend/source"
)

// wholeList is the length in bytes up to which a list or a table is quoted whole.
const wholeList = 420

// Units cuts a passage into what can be quoted on its own: a sentence, a sentence with its short list, one entry of a long list together
// with the sentence that introduces it, a row of a table under its caption and head. Every unit stands verbatim in the passage; " … "
// marks what is left out between its parts. The heading the passage begins with is no unit.
func Units(p source.Passage, language string) []string {
	var units []string
	for _, b := range grid.Split(unlabelled(body(p))) {
		if b.Table {
			units = append(units, rows(b)...)
		} else {
			units = append(units, sentences(strings.Join(b.Lines, "\n"), language)...)
		}
	}
	return units
}

// body returns the lines of a passage without its heading.
func body(p source.Passage) []string {
	lines := strings.Split(p.Text, "\n")
	if len(p.Headings) == 0 {
		return lines
	}
	heading := squeeze(p.Headings[len(p.Headings)-1])
	begun := ""
	for i := 0; i < len(lines) && i < 5; i++ {
		begun += squeeze(lines[i])
		if begun != "" && strings.HasSuffix(heading, begun) && (i+1 == len(lines) || !strings.HasSuffix(heading, begun+squeeze(lines[i+1])) || squeeze(lines[i+1]) == "") {
			return lines[i+1:]
		}
		if !strings.Contains(heading, begun) {
			break
		}
	}
	return lines
}

var figure = regexp.MustCompile(`^(?:Figure|Fig\.|Abbildung|Abb\.)\s+[\w.]+\s*[:.–—]`)

// unlabelled drops what belongs to a figure: its caption with the lines that go on in lower case, and its labels, three or more lines in a
// row of at most three words with numbers among them.
func unlabelled(lines []string) []string {
	var out []string
	for i := 0; i < len(lines); {
		if figure.MatchString(lines[i]) {
			for i++; i < len(lines) && startsLower(lines[i]); i++ {
			}
			continue
		}
		end := i
		for end < len(lines) && isLabel(lines[end]) {
			end++
		}
		if end-i < 3 {
			end = i + 1
			out = append(out, lines[i])
		}
		i = end
	}
	return out
}

func startsLower(line string) bool {
	first, _ := utf8.DecodeRuneInString(line)
	return unicode.IsLower(first)
}

func isLabel(line string) bool {
	words := strings.Fields(line)
	return len(words) > 0 && len(words) <= 3 && strings.ContainsAny(line, "0123456789") && !listEntry.MatchString(line) && !strings.ContainsAny(line[len(line)-1:], ".,;:")
}

var listEntry = regexp.MustCompile(`^(?:\(?\d{1,2}[a-z]?[.)]|\(?[a-z]{1,4}\)|[-–—•▪*●·])\s`)

// sentences cuts prose into sentences and lists.
func sentences(text, language string) []string {
	var all []string
	for _, span := range chunk.Sentences(text, language) {
		all = append(all, joined([]string{text[span[0]:span[1]]}))
	}
	var units []string
	for i := 0; i < len(all); i++ {
		if n := loose(all[i:]); n > 1 {
			units = append(units, together(all[i:i+n])...)
			i += n - 1
			continue
		}
		if !introduces(all, i) {
			if !scrap(all[i]) {
				units = append(units, all[i])
			}
			continue
		}
		end := i + 1
		for end < len(all) && listEntry.MatchString(all[end]) && !sameMark(all[i], all[end]) {
			end++
		}
		units = append(units, list(all[i], all[i+1:end])...)
		i = end - 1
	}
	return units
}

// scrap reports whether a sentence is the rest of one: short, and it begins in the middle.
func scrap(sentence string) bool {
	first, _ := utf8.DecodeRuneInString(sentence)
	return len(sentence) < 40 && (first == '(' || unicode.IsLower(first)) && !statesQuantity(sentence)
}

// loose returns how many sentences at the beginning of all are entries of one list that nothing introduces, as in an annex: they are
// numbered and end with a comma or a semicolon, but for the last.
func loose(all []string) int {
	n := 0
	for n < len(all) && listEntry.MatchString(all[n]) && !paragraphMark.MatchString(all[n]) {
		n++
		if !strings.HasSuffix(all[n-1], ",") && !strings.HasSuffix(all[n-1], ";") && !strings.HasSuffix(all[n-1], " und") && !strings.HasSuffix(all[n-1], " and") {
			break
		}
	}
	return n
}

// introduces reports whether sentence i leads into a list: it ends with a colon, or is not finished, and an entry follows.
func introduces(all []string, i int) bool {
	if i+1 >= len(all) || !listEntry.MatchString(all[i+1]) {
		return false
	}
	return strings.HasSuffix(all[i], ":") || !strings.HasSuffix(all[i], ".") && !(listEntry.MatchString(all[i]) && !paragraphMark.MatchString(all[i]))
}

// sameMark reports whether two entries are numbered alike, "3." and "4.": then the second is no entry of a list that the first leads into.
func sameMark(a, b string) bool {
	shape := func(s string) string {
		return strings.Map(func(r rune) rune {
			switch {
			case unicode.IsDigit(r):
				return '1'
			case unicode.IsLetter(r):
				return 'a'
			}
			return r
		}, strings.TrimSpace(listEntry.FindString(s)))
	}
	mark := shape(a)
	return mark != "" && strings.TrimLeft(mark, "1a(") == strings.TrimLeft(shape(b), "1a(") && mark[0] == shape(b)[0]
}

// paragraphMark is the number of a law's paragraph, which may lead into a list itself.
var paragraphMark = regexp.MustCompile(`^\(\d{1,2}[a-z]?\)\s`)

// together returns the entries of a list that nothing introduces: as one unit if it is short, else each by itself.
func together(entries []string) []string {
	if whole := joined(entries); len(whole) <= wholeList {
		return []string{whole}
	}
	return entries
}

// list returns a list with what leads into it: as one unit if it is short, else entry by entry, each behind the lead. An entry that leads
// into a list of its own stands before each of that list's entries.
func list(lead string, entries []string) []string {
	whole := joined(append([]string{lead}, entries...))
	if len(whole) <= wholeList {
		return []string{whole}
	}
	var units []string
	for i := 0; i < len(entries); i++ {
		own := lead + " … " + entries[i]
		if i == 0 {
			own = lead + " " + entries[i]
		}
		end := i + 1
		for opens.MatchString(entries[i]) && end < len(entries) && !sameMark(entries[i], entries[end]) {
			end++
		}
		if end == i+1 {
			units = append(units, own)
			continue
		}
		units = append(units, list(own, entries[i+1:end])...)
		i = end - 1
	}
	return units
}

// opens matches an entry whose sentence goes on in entries of its own.
var opens = regexp.MustCompile(`(?i)(?::|\b(?:dass|sofern|soweit|wenn|falls|oder|und|that|if|where|when|to|by|of|der|die|das|eine[rsmn]?|durch|für|von|bei|mit|auf|an|in))$`)

// squeeze keeps letters, digits and § in lower case: for comparing headings set with different spaces.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '§' {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
