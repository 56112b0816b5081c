package chunk

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences returns the byte ranges of the sentences of text, white space at their ends left out, in order. lang is an ISO 639-1
// code; "de" changes how numbers with a point are read, other languages are read as English, CJK full stops end a sentence in any.
// A blank line and the beginning of a numbered or bulleted item end a sentence too; a mark goes with what follows it.
func Sentences(text, lang string) [][2]int {
	var out [][2]int
	start := 0
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		end := i + size
		switch {
		case strings.ContainsRune("。！？", r):
			end += closers(text[end:])
			out, start = appendRange(out, text, start, end), end
		case r == '.' || r == '!' || r == '?' || r == '…':
			end += closers(text[end:])
			if endsSentence(text, i, end, lang) && !(end-start < 10 && Bare(text[start:end])) {
				out, start = appendRange(out, text, start, end), end
			}
		case r == '\n':
			if strings.HasPrefix(text[end:], "\n") || beginsItem(text[end:]) {
				out, start = appendRange(out, text, start, i), end
			}
		}
		i = end
	}
	return appendRange(out, text, start, len(text))
}

func appendRange(out [][2]int, text string, start, end int) [][2]int {
	s := text[start:end]
	start += len(s) - len(strings.TrimLeftFunc(s, unicode.IsSpace))
	s = strings.TrimSpace(s)
	if s == "" {
		return out
	}
	return append(out, [2]int{start, start + len(s)})
}

// noteMarks are what the mark of a footnote behind a sentence is made of.
const noteMarks = "⁰¹²³⁴⁵⁶⁷⁸⁹"

// closers counts the bytes of closing quotes, brackets, further stops and marks of footnotes at the front of s.
func closers(s string) int {
	return len(s) - len(strings.TrimLeft(s, ".!?…)]\"'”’“»」』）"+noteMarks))
}

// Ends reports whether the stop at byte i of a text ends a sentence, and belongs to no abbreviation ("Abs. 3", "No. 7"), initial or ordinal.
// What people type in small letters counts as if it began with a capital one.
func Ends(text string, i int, lang string) bool {
	end := i + 1 + closers(text[i+1:])
	rest := strings.TrimLeftFunc(text[end:], unicode.IsSpace)
	r, size := utf8.DecodeRuneInString(rest)
	if size == 0 || !unicode.IsLower(r) {
		return endsSentence(text, i, end, lang)
	}
	return endsSentence(text[:len(text)-len(rest)]+string(unicode.ToUpper(r))+rest[size:], i, end, lang)
}

// endsSentence decides whether the stop at byte i, with its closers up to end, ends a sentence.
func endsSentence(text string, i, end int, lang string) bool {
	rest := text[end:]
	next := strings.TrimLeftFunc(rest, unicode.IsSpace)
	if next == "" {
		return true
	}
	if len(next) == len(rest) { // no space: "e.g", "3.14", "www.example.org"
		r, _ := utf8.DecodeRuneInString(next)
		return isCJK(r) && text[i] != '.'
	}
	r, _ := utf8.DecodeRuneInString(next)
	if unicode.IsLower(r) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	if text[i] == '.' && end > i+1 && strings.ContainsRune("\"'”“„‘’«»(`", before) { // a quoted point: "."
		return false
	}
	behind := strings.TrimLeft(text[i+1:end], noteMarks)
	if text[i] != '.' || behind != "" && behind[0] != '.' && behind[0] != ')' {
		return true
	}
	word := lastWord(text[:i])
	switch {
	case word == "" && (i == 0 || unicode.IsSpace(before)): // a command, dots that lead to a page's number
		leads := strings.HasSuffix(strings.TrimRightFunc(text[:i], unicode.IsSpace), ".")
		return !leads && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.In(r, unicode.Pi, unicode.Ps))
	case word == "":
		return true
	case isNumber(word):
		return numberEnds(text[:i-len(word)], next, lang, len(word))
	case utf8.RuneCountInString(word) == 1 && unicode.IsLetter([]rune(word)[0]):
		return false // an initial, a part of "z. B."
	}
	return !IsAbbreviation(word) && !cites(word, next, lang)
}

// cites reports whether a short name with a point goes on as the citations of courts do: "29 Del. C. § 5805", "Fed. R. Civ. P.", "Bankr. § 3".
func cites(word, next, lang string) bool {
	first, size := utf8.DecodeRuneInString(word)
	if !unicode.IsUpper(first) || utf8.RuneCountInString(word) > 5 || strings.IndexFunc(word[size:], unicode.IsUpper) >= 0 {
		return false
	}
	initial, size := utf8.DecodeRuneInString(next)
	return unicode.IsUpper(initial) && strings.HasPrefix(next[size:], ". ") || initial == '§' && lang != "de"
}

// numberEnds decides about a number with a point: "Absatz 2. Die" ends, "am 3. Oktober" and "die 5. Auflage" do not, "1. Der" is an item, of at most so many
// digits.
func numberEnds(before, next, lang string, digits int) bool {
	if strings.TrimSpace(before) == "" || digits <= mostItem && strings.HasSuffix(strings.TrimRight(before, " "), "\n") {
		return false
	}
	if lang != "de" {
		return true
	}
	word := firstWord(next)
	if startsSentence(word) {
		return true
	}
	unit := strings.ToLower(strings.TrimRight(lastWord(strings.TrimRight(before, " ")), "."))
	switch unit {
	case "absatz", "absätze", "abs", "satz", "sätze", "nummer", "nr", "nummern", "§", "artikel", "anlage", "und", "oder", "bis":
		return !isMonth(word)
	}
	return false
}

// mostItem is how many digits the number of an item has: four are a year that a line begins with.
const mostItem = 3

// beginsItem reports whether s begins a numbered or bulleted item: "(1) ", "2. ", "a) ", "- ", "• ".
func beginsItem(s string) bool {
	s = strings.TrimLeft(s, " \t")
	if r, size := utf8.DecodeRuneInString(s); strings.HasPrefix(s[size:], " ") && strings.ContainsRune(bullets, r) {
		return true
	}
	body, open := strings.CutPrefix(s, "(")
	n := 0
	for n < len(body) && n < 4 && (body[n] >= '0' && body[n] <= '9' || body[n] >= 'a' && body[n] <= 'z') {
		n++
	}
	if n == 0 || n+1 >= len(body) || body[n+1] != ' ' {
		return false
	}
	if open && goesOn(firstWord(body[n+2:])) { // "points (b),\n(c) and (d)": a list that was wrapped
		return false
	}
	digit := body[0] >= '0' && body[0] <= '9'
	return body[n] == ')' && (open || n <= 3) || body[n] == '.' && !open && digit && n <= mostItem && !isMonth(firstWord(body[n+2:]))
}

// goesOn reports whether a word joins what stands before it to what follows.
func goesOn(word string) bool {
	switch word {
	case "and", "or", "to", "und", "oder", "bis", "sowie":
		return true
	}
	return false
}

// lastWord returns the letters, digits and inner points s ends in.
func lastWord(s string) string {
	i := len(s)
	for i > 0 {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '§' {
			break
		}
		i -= size
	}
	return s[i:]
}

func firstWord(s string) string {
	end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		return s
	}
	return s[:end]
}

func isNumber(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}
