package step

import "regexp"

// Words that say on which side of a bound something is, German and English. A small word turns them: what may "not exceed" a bound stays below it.
const (
	overWords  = `exceed(?:s|ed|ing|ance\pL*)?|surpass\pL*|(?:go|goes|gone|going|rise[sn]?|rose|is|are|lies?) over|above|(?:more|greater|higher|larger|longer) than|over (?:the |an? |its )?(?:\pL+ )?(?:level|limit|value|threshold|bound)|over \d[\d.,]*|überschr[ei]\pL+|überst[ei]\pL+|oberhalb|(?:mehr|größer|höher|länger) als|über (?:dem|den|der|einem|einen) (?:\pL*(?:wert|grenze|schwelle|niveau)\pL*|\d)|über \d[\d.,]*`
	underWords = `below|undercut\pL*|(?:less|fewer|lower|smaller|shorter) than|under (?:the |an? |its )?(?:\pL+ )?(?:level|limit|value|threshold|bound)|under \d[\d.,]*|unterschr[ei]\pL+|unterhalb|(?:weniger|kleiner|niedriger|geringer|kürzer) als|unter (?:dem|den|der|einem|einen) (?:\pL*(?:wert|grenze|schwelle|niveau)\pL*|\d)|up to|within (?:the |an? |its )?(?:\pL+ )?(?:limits?|bounds?)|bis zu|höchstens|at most|eingehalten|einhalten|keep(?:s|ing)? to`

	notOver  = `\b(?:not|never|nor|neither|no|nicht|kein\pL*|nie|ohne|without) (?:to |be |been |being |wird |werden |is |are )?(?:\pL+ ){0,2}?(?:` + overWords + `)`
	notUnder = `\b(?:not|never|nor|neither|no|nicht|kein\pL*|nie) (?:to |be |been |being |wird |werden |is |are )?(?:\pL+ ){0,2}?(?:` + underWords + `)`

	// inThatCase matches where a clause begins to say for which side of a bound it asks.
	inThatCase = `(?i)(?:^|[^\pL])(?:when|whenever|if|once|after|where|wenn|falls|sofern|sobald|nachdem|bei|im falle?|in case)[^\pL][^?]*?`
)

var (
	goesOver   = affirmed{regexp.MustCompile(`(?i)(?:^|[^\pL])(?:` + overWords + `)(?:[^\pL]|$)`), regexp.MustCompile(`(?i)` + notOver)}
	staysLow   = regexp.MustCompile(`(?i)` + notOver + `|(?:^|[^\pL])(?:` + underWords + `)(?:[^\pL]|$)`)
	staysBelow = affirmed{staysLow, regexp.MustCompile(`(?i)` + notUnder)}
)

// affirmed matches a text that has a word and does not deny it: what does "not exceed" a bound is not above it.
type affirmed struct{ words, denials *regexp.Regexp }

// MatchString reports whether the text says so.
func (a affirmed) MatchString(text string) bool {
	return a.words.MatchString(a.denials.ReplaceAllString(text, " "))
}

// What holds above a bound and what holds below it are kinds: of two rules on one bound the one answers that is for the side which the question names.
var (
	above = kind{
		asks:     affirmed{regexp.MustCompile(inThatCase + `[^\pL](?:` + overWords + `)(?:[^\pL]|$)`), regexp.MustCompile(`(?i)` + notOver)},
		states:   goesOver,
		contrary: staysBelow,
		direct:   true,
	}
	below = kind{
		asks:     affirmed{regexp.MustCompile(inThatCase + `(?:` + notOver + `|[^\pL](?:` + underWords + `)(?:[^\pL]|$))`), regexp.MustCompile(`(?i)` + notUnder)},
		states:   staysBelow,
		contrary: goesOver,
		direct:   true,
	}
)
