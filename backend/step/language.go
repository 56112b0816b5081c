package step

import (
	"strings"
	"unicode"

	"github.com/abadojack/whatlanggo"
)

// sample is how many bytes of a text the statistics see: with more letter triples than their profiles hold they go wrong.
const sample = 600

// Language returns the ISO 639-1 code of the language a question is asked in, "en" when it cannot be told.
//
// Questions are short, and trigram statistics need text: function words decide between German and English, script decides for
// CJK, and only then the statistics.
func Language(text string) string {
	if cjk(text) {
		return whatlanggo.DetectLang(clip(text, sample)).Iso6391()
	}
	de, en := 0, 0
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if strings.ContainsAny(w, "äöüß") || germanWords[w] {
			de++
		}
		if englishWords[w] {
			en++
		}
	}
	switch {
	case de > en:
		return "de"
	case en > de || en > 0:
		return "en"
	}
	info := whatlanggo.Detect(clip(text, sample))
	if info.IsReliable() {
		return info.Lang.Iso6391()
	}
	return "en"
}

// LanguageName returns the English name of a language code for use in prompts.
func LanguageName(code string) string {
	if name := whatlanggo.CodeToLang(iso3[code]).String(); name != "" {
		return name
	}
	return "English"
}

var iso3 = map[string]string{"de": "deu", "en": "eng", "fr": "fra", "es": "spa", "it": "ita", "pt": "por", "nl": "nld", "pl": "pol",
	"ru": "rus", "zh": "cmn", "ja": "jpn", "ko": "kor", "cs": "ces", "sv": "swe", "da": "dan", "tr": "tur", "uk": "ukr"}

// cjk reports whether a good part of text is Chinese, Japanese or Korean.
func cjk(text string) bool {
	letters, wide := 0, 0
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			wide++
		}
	}
	return wide*3 > letters && wide > 0
}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

var germanWords = wordSet(`der die das den dem des ein eine einer eines einem einen und oder nicht ist sind war wird werden darf dürfen muss müssen
	kann können soll sollen welche welcher welches wer was wie wann wo warum wem wessen für von vom zu zum zur mit nach bei aus auf im am über unter
	gilt gelten hat haben es sie er ihre seine wenn dass ob auch nur noch durch gegen ohne bis sich als wofür wozu worin hoch viel`)

var englishWords = wordSet(`the a an and or not is are was were be will would may must can could should shall which who what how when where why whose
	whom for of to with by from on at in under over does do did has have had it they he she their its if that whether also only through
	against without until as than there this these those any each much many`)
