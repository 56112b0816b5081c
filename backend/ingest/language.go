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
	if cast == 0 {
		return likeliest(pages)
	}
	return ""
}

// surelyEnough is the confidence from which a language is taken that only the common ones compete for.
const surelyEnough = 0.4

// likeliest decides for a note of a few lines, too short to tell all languages apart, between the languages most read here: without one its
// words would not be found in another form than the one they stand in.
func likeliest(pages []source.Page) string {
	common := map[whatlanggo.Lang]bool{whatlanggo.Deu: true, whatlanggo.Eng: true, whatlanggo.Fra: true, whatlanggo.Spa: true, whatlanggo.Ita: true,
		whatlanggo.Nld: true}
	info := whatlanggo.DetectWithOptions(strings.Join(samples(pages), "\n"), whatlanggo.Options{Whitelist: common})
	if info.Confidence < surelyEnough {
		return ""
	}
	return info.Lang.Iso6391()
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
