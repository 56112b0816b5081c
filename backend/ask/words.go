package ask

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// LastRune returns the last character of a text.
func LastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// spaced puts a space behind the full stops and commas of scripts that have none.
var spaced = strings.NewReplacer("。", "。 ", "？", "？ ", "！", "！ ", "，", "， ", "、", "、 ", "；", "； ")

// ContentRuns returns the stretches of text between stop words and punctuation, at most four words each: the cheapest noun
// Phrases there are, good enough to search with.
func ContentRuns(text string, stop map[string]bool) []string {
	var runs []string
	var run []string
	flush := func() {
		if len(run) > 0 {
			runs = append(runs, strings.Join(run, " "))
		}
		run = nil
	}
	for _, field := range strings.Fields(spaced.Replace(text)) {
		word := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '§' && r != '%' })
		if word == "" || stop[strings.ToLower(word)] {
			flush()
			continue
		}
		run = append(run, word)
		if len(run) == 4 || strings.ContainsRune(",;:?!)。？！，、；", LastRune(field)) {
			flush()
		}
	}
	flush()
	return runs
}

var entityPatterns = []*regexp.Regexp{
	regexp.MustCompile(`["“„«]([^"“”„«»]{2,60})["”“»]`),
	regexp.MustCompile(`§§?\s*\d+[a-z]?(?:\s*(?:Abs\.|Absatz|Satz|Nr\.|Nummer)\s*\d+[a-z]?)*`),
	regexp.MustCompile(`(?:Article|Art\.|Artikel|Section|Sec\.|Annex|Appendix|Anlage|Table|Tabelle|Chapter|Kapitel)\s+[A-Z]?\d*[A-Za-z0-9.()]*`),
	regexp.MustCompile(`\b[A-Z][A-Za-z]*[A-Z][A-Za-z]*\b(?:\s+\d[\d.\-/]*)?`),
	regexp.MustCompile(`\b[A-Z]{1,3}[ -]?\d+(?:\.\d+)+\b`),
	regexp.MustCompile(`\b\d+(?:[.,]\d+)?\s?(?:mSv|µSv|Sv|Bq/m[³3]|Bq|kg|m|km|%|€|EUR|USD|\$|million|billion|years?|Jahren?|days?|Tagen?)(?:[^\w]|$)`),
	regexp.MustCompile(`\b(?:19|20)\d\d\b`),
	regexp.MustCompile(`[a-z,]\s+((?:[A-Z][a-z]+\s)+[A-Z][a-z]+)\b`),
}

// Entities returns names, section numbers, quantities and years of the question, in order of appearance, each once.
func Entities(text string) []string {
	type found struct {
		at   int
		text string
	}
	var list []found
	for _, re := range entityPatterns {
		for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
			from, to := m[0], m[1]
			if len(m) > 2 && m[2] >= 0 {
				from, to = m[2], m[3]
			}
			list = append(list, found{from, strings.TrimRight(strings.TrimSpace(text[from:to]), ".,;:?")})
		}
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].at < list[b].at })
	out := []string{}
	seen := map[string]bool{}
	for _, f := range list {
		if key := strings.ToLower(f.text); f.text != "" && !seen[key] && len(out) < 12 {
			seen[key] = true
			out = append(out, f.text)
		}
	}
	return out
}

// ContentWords returns the words of a text that are no stop words.
func ContentWords(text string, stop map[string]bool) []string {
	var words []string
	for _, run := range ContentRuns(text, stop) {
		words = append(words, strings.Fields(run)...)
	}
	return words
}

// Unseen returns at most n of list that are neither blank nor in seen, each once.
func Unseen(list, seen []string, n int) []string {
	known := map[string]bool{}
	for _, s := range seen {
		known[Fold(s)] = true
	}
	out := []string{}
	for _, s := range list {
		s = strings.TrimSpace(s)
		if s == "" || known[Fold(s)] || len(out) == n {
			continue
		}
		known[Fold(s)] = true
		out = append(out, s)
	}
	return out
}

// Fold makes two wordings of the same text comparable: lower case, single spaces, no closing punctuation.
func Fold(s string) string {
	return strings.TrimRight(strings.ToLower(strings.Join(strings.Fields(s), " ")), " .?!")
}

// Title begins a text with a capital letter.
func Title(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:]
}

// Set returns the members of a list.
func Set(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, s := range list {
		m[s] = true
	}
	return m
}

func wordSet(words string) map[string]bool { return Set(strings.Fields(words)) }

// HoldsAll reports whether a set has all of a list.
func HoldsAll(have map[string]bool, list []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !have[s] })
}

// InCommon returns how many members two sets share.
func InCommon(a, b map[string]bool) int {
	n := 0
	for s := range a {
		if b[s] {
			n++
		}
	}
	return n
}

// Once appends s unless it is there.
func Once(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// EachOnce drops words that came before.
func EachOnce(query string) string {
	seen := map[string]bool{}
	var out []string
	for _, w := range strings.Fields(query) {
		if key := strings.TrimSuffix(strings.TrimSuffix(Fold(w), "'s"), "’s"); !seen[key] {
			seen[key] = true
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// Bare strips a lead-in of one word ("Compare: ") from a task.
func Bare(task string) string {
	if lead, rest, ok := strings.Cut(task, ": "); ok && !strings.Contains(lead, " ") {
		return rest
	}
	return task
}

var bareWord = regexp.MustCompile(`[\pL\d]+`)

// BareWords returns the words and numbers of a text in lower case.
func BareWords(text string) []string { return bareWord.FindAllString(strings.ToLower(text), -1) }

// CutLast is strings.Cut at the last separator.
func CutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// LetterWords returns the words of a text, of letters alone.
func LetterWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
}
