package index

import (
	"strings"
	"unicode"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/irish"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/tamil"
	"github.com/blevesearch/snowballstem/turkish"
	"golang.org/x/text/unicode/norm"
)

// stemmer reduces words of one language to their stems and strips what accents remain. It remembers the words it has seen,
// because a document repeats them; it is used by one goroutine.
type stemmer struct {
	stem func(*snowballstem.Env) bool // nil leaves words as they are
	seen map[string]string
}

// longestTerm is where terms are cut, in letters; what is longer is no word.
const longestTerm = 64

func newStemmer(language string) *stemmer {
	return &stemmer{stem: snowball(language), seen: map[string]string{}}
}

// of returns the stem of a folded word. Words with digits are names and numbers, not inflected, and stay.
func (s *stemmer) of(word string) string {
	if got, ok := s.seen[word]; ok {
		return got
	}
	stem := cut(word, longestTerm)
	if s.stem != nil && !strings.ContainsFunc(word, unicode.IsDigit) {
		env := snowballstem.NewEnv(stem)
		s.stem(env)
		stem = env.Current()
	}
	stem = withoutAccents(stem)
	if stem == "" {
		stem = word
	}
	s.seen[word] = stem
	return stem
}

// withoutAccents maps "étud" to "etud"; it comes after stemming, which needs the accents.
func withoutAccents(word string) string {
	if isASCII(word) {
		return word
	}
	var b strings.Builder
	for _, r := range norm.NFD.String(word) {
		if !unicode.Is(unicode.Mn, r) || !latinBefore(b.String()) {
			b.WriteRune(r)
		}
	}
	return norm.NFC.String(b.String())
}

// latinBefore reports whether the last base letter is Latin, Greek or Cyrillic: elsewhere marks are vowels and mean something.
func latinBefore(s string) bool {
	r := []rune(s)
	return len(r) > 0 && unicode.In(r[len(r)-1], unicode.Latin, unicode.Greek, unicode.Cyrillic)
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// snowball returns the stemming algorithm of an ISO 639-1 language, nil when there is none.
func snowball(language string) func(*snowballstem.Env) bool {
	switch language {
	case "ar":
		return arabic.Stem
	case "da":
		return danish.Stem
	case "de":
		return german.Stem
	case "en":
		return english.Stem
	case "es":
		return spanish.Stem
	case "fi":
		return finnish.Stem
	case "fr":
		return french.Stem
	case "ga":
		return irish.Stem
	case "hu":
		return hungarian.Stem
	case "it":
		return italian.Stem
	case "nb", "nn", "no":
		return norwegian.Stem
	case "nl":
		return dutch.Stem
	case "pt":
		return portuguese.Stem
	case "ro":
		return romanian.Stem
	case "ru":
		return russian.Stem
	case "sv":
		return swedish.Stem
	case "ta":
		return tamil.Stem
	case "tr":
		return turkish.Stem
	}
	return nil
}
