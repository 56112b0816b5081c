package core

import (
	"context"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"rabbithole/backend/store"
)

// Found is a place in an earlier question or report.
type Found struct {
	Run      string
	Question string
	Extract  string
	Where    string // "question", "answer", "section" or "claim"
	Claim    string // ID, "" elsewhere
}

// The most places found in all, and of one run.
const (
	foundLimit  = 60
	foundPerRun = 4
)

// ranks order places: what was asked says best what a run is about.
var ranks = map[string]int{"question": 0, store.InAnswer: 1, store.InSection: 2, store.InClaim: 2}

// SearchRuns looks for all words of a text in the questions and reports of all runs: questions first, then answers, then the rest, each the
// newest run first. Case, accents and umlauts make no difference, and a word is found inside a longer one.
func (c *Core) SearchRuns(ctx context.Context, text string) ([]Found, error) {
	folded, _ := fold(text)
	words := strings.Fields(folded)
	if len(words) == 0 {
		return nil, nil
	}
	runs, err := c.Runs(ctx)
	if err != nil {
		return nil, err
	}
	all, err := c.db.Sayings(ctx)
	if err != nil {
		return nil, err
	}
	said := map[string][]store.Saying{}
	for _, s := range all {
		said[s.Run] = append(said[s.Run], s)
	}
	var out []Found
	for _, r := range runs {
		found := 0
		for _, s := range append([]store.Saying{{Run: r.ID, Place: "question", Text: r.Title}}, said[r.ID]...) {
			if extract, ok := extract(s.Text, words); ok && found < foundPerRun {
				out = append(out, Found{r.ID, r.Title, extract, s.Place, s.Claim})
				found++
			}
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return ranks[out[a].Where] < ranks[out[b].Where] })
	return out[:min(len(out), foundLimit)], nil
}

// extractRunes is how much of a text is shown around what was found.
const extractRunes = 180

// extract returns the part of a text around the first of the words; ok is false unless all of them stand in it.
func extract(text string, words []string) (part string, ok bool) {
	folded, origin := fold(text)
	first := len(folded)
	for _, w := range words {
		at := strings.Index(folded, w)
		if at < 0 {
			return "", false
		}
		first = min(first, at)
	}
	if utf8.RuneCountInString(text) <= extractRunes {
		return text, true
	}
	from := max(0, origin[first]-extractRunes/3)
	if from > 0 {
		from += strings.IndexByte(text[from:]+" ", ' ')
	}
	part = strings.TrimSpace(strings.ToValidUTF8(text[min(from, origin[first]):], ""))
	if runes := []rune(part); len(runes) > extractRunes {
		part = strings.TrimSpace(string(runes[:extractRunes])) + " …"
	}
	if from > 0 {
		part = "… " + part
	}
	return part, true
}

// fold writes a text as it is compared: lower case, without accents, umlauts as the vowel alone however they were written ("ä", "ae"), ß as
// ss, anything but letters and digits as a space. origin says for each byte of it, and for its end, where in the text it comes from.
func fold(text string) (folded string, origin []int) {
	b := make([]byte, 0, len(text)+8)
	origin = make([]int, 0, len(text)+8)
	put := func(d rune, at int) {
		n := len(b)
		switch {
		case d == 'e' && n > 0 && origin[n-1] >= at-2 && strings.IndexByte("aou", b[n-1]) >= 0:
			return
		case d == 'ß':
			b = append(b, "ss"...)
		case d < utf8.RuneSelf && (d < '0' || d > '9' && d < 'a' || d > 'z'), d >= utf8.RuneSelf && !unicode.IsLetter(d) && !unicode.IsDigit(d):
			b = append(b, ' ')
		default:
			b = utf8.AppendRune(b, d)
		}
		for len(origin) < len(b) {
			origin = append(origin, at)
		}
	}
	for at, r := range text {
		if r < utf8.RuneSelf {
			put(unicode.ToLower(r), at)
			continue
		}
		for _, d := range norm.NFKD.String(string(unicode.ToLower(r))) {
			if !unicode.Is(unicode.Mn, d) {
				put(unicode.ToLower(d), at)
			}
		}
	}
	return string(b), append(origin, len(text))
}
