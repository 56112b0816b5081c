package ingest

import (
	"strings"

	"github.com/abadojack/whatlanggo"

	"rabbithole/backend/source"
)

// language returns the language most of a document is written in as its ISO 639-1 code, "" when that is not clear. Samples vote,
// because the detector is made for short texts: it compares ranks of letter triples, and a text with more of them than a language's
// profile holds comes out as any language.
func language(pages []source.Page) string {
	votes := map[string]int{}
	cast := 0
	for _, text := range samples(pages) {
		if info := whatlanggo.Detect(text); info.IsReliable() {
			votes[info.Lang.Iso6391()]++
			cast++
		}
	}
	for lang, n := range votes {
		if 2*n > cast {
			return lang
		}
	}
	return ""
}

const (
	sampledPages = 24
	sampleBytes  = 600
)

// samples returns the middle of pages spread over the document: covers, contents and indexes say little about its language.
func samples(pages []source.Page) []string {
	var all []string
	step := max(1, len(pages)/sampledPages)
	for i := step / 2; i < len(pages); i += step {
		text := pages[i].Text
		from := max(0, (len(text)-sampleBytes)/2)
		all = append(all, strings.ToValidUTF8(text[from:min(len(text), from+sampleBytes)], ""))
	}
	return all
}
