package ask

import (
	"slices"
	"strings"
	"unicode"

	"github.com/abadojack/whatlanggo"

	"rabbithole/backend/chunk"
)

// sample is how many bytes of a text the statistics see: with more letter triples than their profiles hold they go wrong.
const sample = 600

// Language returns the ISO 639-1 code of the language a question is asked in, "en" when it cannot be told.
//
// Questions are short, and trigram statistics need text: script decides for CJK, function words between the languages of the letter, and
// only where those tie the statistics.
func Language(text string) string {
	if CJK(text) {
		return scriptLanguage(text)
	}
	count := map[string]int{}
	for _, w := range LetterWords(strings.ToLower(text)) {
		for code, known := range functionWords {
			if known[w] {
				count[code]++
			}
		}
	}
	best := most(count)
	if len(best) == 1 {
		return best[0]
	}
	options := whatlanggo.Options{Whitelist: map[whatlanggo.Lang]bool{}}
	for _, code := range best {
		options.Whitelist[whatlanggo.CodeToLang(iso3[code])] = true
	}
	info := whatlanggo.DetectWithOptions(chunk.Clip(text, sample), options)
	if code := info.Lang.Iso6391(); code != "" && (len(best) > 0 || info.IsReliable()) {
		return code
	}
	return "en"
}

// most returns the codes with the highest count, sorted; none when nothing was counted.
func most(count map[string]int) []string {
	var best []string
	for code, n := range count {
		switch {
		case len(best) == 0 || n > count[best[0]]:
			best = []string{code}
		case n == count[best[0]]:
			best = append(best, code)
		}
	}
	slices.Sort(best)
	return best
}

// scriptLanguage tells Japanese and Korean from Chinese by their own signs.
func scriptLanguage(text string) string {
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			return "ja"
		case unicode.Is(unicode.Hangul, r):
			return "ko"
		}
	}
	return "zh"
}

// LanguageName returns the English name of a language code (ISO 639-1) for use in prompts, "English" for an unknown one.
func LanguageName(code string) string {
	name, least := "English", whatlanggo.Lang(-1)
	for lang, n := range whatlanggo.Langs { // several may share a code: the first by number wins
		if code != "" && lang.Iso6391() == code && (least < 0 || lang < least) {
			name, least = n, lang
		}
	}
	return name
}

var iso3 = map[string]string{"de": "deu", "en": "eng", "fr": "fra", "es": "spa", "it": "ita", "nl": "nld"}

// CJK reports whether a good part of text is Chinese, Japanese or Korean.
func CJK(text string) bool {
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

var functionWords = map[string]map[string]bool{
	"de": wordSet(`der die das den dem des ein eine einer eines einem einen und oder nicht ist sind war wird werden darf dürfen muss müssen
		kann können soll sollen welche welcher welches welchen wer was wie wann wo warum wem wessen für von vom zu zum zur mit nach bei aus auf im am
		über unter gilt gelten hat haben es sie er ihre seine wenn dass ob auch nur noch durch gegen ohne bis sich als wofür wozu worin bedeutet`),
	"en": wordSet(`the a an and or not is are was were be will would may might must can could should shall which who what how when where why whose
		whom for of to with by from on at in under over does do did has have had it they he she their its if that whether also only through
		against without until as than there this these those any each much many`),
	"fr": wordSet(`le la les un une des du de et ou ne pas est sont était sera peut doit doivent quel quelle quels quelles qui que quoi comment quand où
		pourquoi pour avec par dans sur sous sans il elle ils elles leur leurs si aussi au aux en ce cette ces à`),
	"es": wordSet(`el la los las un una unos unas y o no es son era será puede debe deben cuál cuáles quién quiénes qué cómo cuándo dónde para por con de del
		en sobre bajo sin si también al lo su sus se como cada este esta estos estas`),
	"it": wordSet(`il lo la i gli le un una uno e o non è sono era può deve devono quale quali chi che cosa come quando dove perché per con di del della dei
		delle da in su sotto senza se anche al alla questo questa`),
	"nl": wordSet(`de het een en of niet is zijn was wordt worden mag mogen moet moeten kan kunnen welke wie wat hoe wanneer waar waarom voor van met naar
		bij uit op in over onder zonder als dat ook`),
}

// sharedWords are function words of one language in the lists that are words, or names of places, in another: "Strahlung in Gebäuden", "Anlage A".
var sharedWords = wordSet(`a i o e y in an also will`)

// ToldBy returns the one language that a short text has most function words of, and how many; none where several have. Abbreviations such as "IT" are no
// function words.
func ToldBy(text string) (string, int) {
	shouted := strings.ToUpper(text) == text
	count := map[string]int{}
	for _, w := range LetterWords(text) {
		if lower := strings.ToLower(w); !sharedWords[lower] && (shouted || strings.ToUpper(w) != w) {
			for code, known := range functionWords {
				if known[lower] {
					count[code]++
				}
			}
		}
	}
	if best := most(count); len(best) == 1 {
		return best[0], count[best[0]]
	}
	return "", 0
}
