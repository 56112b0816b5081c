package step

import "regexp"

// Words that say how a rule binds, German and English. Small words turn them: who "may not" is denied what others may, who "need not" is freed of what others must.
const (
	permitWords = `may|allow(?:s|ed)?|permit(?:s|ted)|permissible|darf|dürfen|erlaubt|zulässig|gestattet|genehmigt`
	forbidWords = `prohibit(?:s|ed)?|forbid(?:s|den)?|banned|disallow(?:s|ed)?|impermissible|verbot(?:en)?|verbietet|unzulässig|untersagt`
	obligeWords = `must|shall|required|obliged|obligated|obligatory|mandatory|compulsory|ha(?:s|ve) to|muss|müssen|verpflichtet|vorgeschrieben|(?:hat|haben) (?:[^.;]{0,80} )?(?:zu \pL+en|\pL+zu\pL{3,}en)`

	denied = `\b(?:(?:may|must|shall|can) (?:not|never)|cannot|(?:not|never|nor|neither) (?:\pL+ ){0,2}(?:allow(?:s|ed)?|permit(?:s|ted)?|permissible)|` +
		`(?:no|nobody|none|kein\pL*|niemand\pL*)\b[^.;:]{0,60} (?:may|must|shall|can|darf|dürfen|allowed|permitted|erlaubt|zulässig|gestattet)|` +
		`(?:darf|dürfen|kann|können) (?:[^.;:]{0,80} )?(?:nicht|nie|niemals|kein\pL*)|nicht (?:\pL+ )?(?:` + permitWords + `)|nicht \pL+ (?:werden )?(?:darf|dürfen))\b`
	freed = `\b(?:(?:need|needs) not|(?:not|nicht) (?:\pL+ )?(?:required|obliged|obligated|mandatory|verpflichtet|vorgeschrieben)|(?:must|shall) not|(?:muss|müssen) (?:[^.;:]{0,80} )?nicht)\b`
)

var (
	permits = affirmed{regexp.MustCompile(`(?i)(?:^|[^\pL])(?:` + permitWords + `)(?:[^\pL]|$)`), regexp.MustCompile(`(?i)` + denied + `|(?:^|[^\pL])(?:` + forbidWords + `)(?:[^\pL]|$)`)}
	forbids = regexp.MustCompile(`(?i)` + denied + `|(?:must|shall) not|(?:^|[^\pL])(?:` + forbidWords + `)(?:[^\pL]|$)`)
	frees   = regexp.MustCompile(`(?i)` + freed)
	obliges = affirmed{regexp.MustCompile(`(?i)(?:^|[^\pL])(?:` + obligeWords + `)(?:[^\pL]|$)`), frees}
)

// affirmed matches a text that has a word and does not deny it: what is "not permitted" is no permission.
type affirmed struct{ words, denials *regexp.Regexp }

// MatchString reports whether the text says so.
func (a affirmed) MatchString(text string) bool {
	return a.words.MatchString(a.denials.ReplaceAllString(text, " "))
}

// asksWhat matches a clause that asks for what, who or where a rule holds, and not whether it does: to that, its contrary is an answer too.
const asksWhat = `(?i)^\W*(?:\pL+ )?(?:which|what|whom?|where|how|welche[mnrs]?|was|wer|wen|wem|wo|wozu|wie)\b.*`

// What is permitted, what is forbidden and what is a duty are kinds: of two sentences on one matter the one answers that binds as the question asks. One
// without a word of permission may answer too, "up to 40 lumens", but seldom does. Who asks how often something may be done asks for a number, whatever word it stands behind.
var (
	permission = kind{
		asks:   affirmed{regexp.MustCompile(asksWhat + `[^\pL](?:` + permitWords + `)(?:[^\pL]|$)`), regexp.MustCompile(forbids.String() + `|` + asksHowOften.String())},
		states: permits,
		worded: true,
		direct: true,
	}
	prohibition = kind{
		asks:   regexp.MustCompile(asksWhat + `(?:` + forbids.String() + `)`),
		states: forbids,
		direct: true,
	}
	obligation = kind{
		asks:   affirmed{regexp.MustCompile(asksWhat + `[^\pL](?:` + obligeWords + `)(?:[^\pL]|$)`), regexp.MustCompile(frees.String() + `|` + asksHowOften.String())},
		states: obliges,
		direct: true,
	}
)
