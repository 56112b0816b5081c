package index

import (
	"embed"
	"slices"
	"strings"

	"github.com/abadojack/whatlanggo"
)

//go:embed stop/*.txt
var stopLists embed.FS

// languages are the languages a query may be in, the likeliest first.
type languages struct {
	codes []string // ISO 639-1, at least one
	sure  bool     // the first is the one
}

// languagesOf returns the language given, else the one detected in text and those of the library.
func languagesOf(text, given string, library []string) languages {
	if given != "" {
		return languages{[]string{given}, true}
	}
	var l languages
	info := whatlanggo.Detect(text)
	code := info.Lang.Iso6391()
	if code != "" && (info.IsReliable() || slices.Contains(library, code) && info.Confidence > 0.5) {
		l = languages{[]string{code}, true}
	}
	for _, code := range library {
		if len(l.codes) < maxLanguages && !slices.Contains(l.codes, code) {
			l.codes = append(l.codes, code)
		}
	}
	if len(l.codes) == 0 {
		l.codes = []string{"en"}
	}
	l.sure = l.sure || len(l.codes) == 1
	return l
}

// stopWords returns the words without meaning of their own in the first language when it is sure, else in all.
func (l languages) stopWords() map[string]bool {
	if l.sure {
		return stopList(l.codes[0])
	}
	all := map[string]bool{}
	for _, code := range l.codes {
		for w := range stopList(code) {
			all[w] = true
		}
	}
	return all
}

// stopList returns the words of an embedded list, nil when there is none for the language.
func stopList(name string) map[string]bool {
	raw, err := stopLists.ReadFile("stop/" + name + ".txt")
	if err != nil {
		return nil
	}
	return set(string(raw))
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
