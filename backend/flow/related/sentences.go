package related

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/cite/grid"
	"rabbithole/backend/cite/proof"
	"rabbithole/backend/refs/detect"
	"rabbithole/backend/source"
)

// The share of a sentence's characters that letters and spaces make up at least: what has fewer is grammar, a formula or a list of names. And
// the words of the shortest sentence.
const (
	fewestLetters = 0.78
	fewestWords   = 6
)

// The shares of a sentence's words that may be figures, and that may begin with a capital: what has more is part of a table, which nobody reads
// at a glance.
const (
	mostFigures = 0.25
	mostNames   = 0.55
)

// states reports whether a piece of text says something by itself: no heading, no line of contents, no row of a table, and nothing that is not
// understood without the sentence before it.
func states(unit string) bool {
	return prose(unit) && whole(unit) && !leans(unit) && !hollow.MatchString(unit) && predicates(unit)
}

// prose reports whether a text looks like running text by its letters, words and ends.
func prose(unit string) bool {
	words := strings.Fields(unit)
	n, figures, names, letters := float64(len(words)), 0, 0, 0
	for _, w := range words {
		if figure.MatchString(w) {
			figures++
		}
		if first, _ := utf8.DecodeRuneInString(w); unicode.IsUpper(first) {
			names++
		}
	}
	for _, r := range unit {
		if unicode.IsLetter(r) || r == ' ' {
			letters++
		}
	}
	switch {
	case len(words) < fewestWords, float64(letters) < fewestLetters*float64(utf8.RuneCountInString(unit)), float64(figures) > mostFigures*n, float64(names) > mostNames*n:
		return false
	case tabled.MatchString(unit), grid.IsRow(lastPart(unit)), grammar.MatchString(unit), numberedHead.MatchString(unit):
		return false
	}
	return !strings.Contains(unit, ". .") && strings.Count(unit, " · ") < 2
}

// whole reports whether a text is no piece of a sentence or of a list.
func whole(unit string) bool {
	last := lastOf(unit)
	return strings.ContainsAny(last, ".!?…;)]”\"»’'") && !fragment.MatchString(unit) && !severed(unit) && !(last == ";" && entry.MatchString(unit))
}

// predicates reports whether a text has a verb, as far as can be told by the forms of words.
func predicates(unit string) bool {
	return verb.MatchString(unit) || slices.ContainsFunc(strings.Fields(withoutRelative(unit)), func(w string) bool { return inflected.MatchString(w) && !notVerb.MatchString(w) })
}

var (
	figure  = regexp.MustCompile(`\d`)
	grammar = regexp.MustCompile(`\s=\s.*\s=\s|\s/ .*\s/ |[<>]{1,2}\w|(?:\b0x[0-9a-fA-F]+\b.*){3}|N/A.*N/A|(?:\s\d+\.\d+(?:\.\d+)*\s[^,]*){3}`)
	tabled  = regexp.MustCompile(`^(?:Table|Tabelle|Tab\.|Figure|Abbildung|Equation|Gleichung) [\dIVX]+`)
	// fragment matches a piece that goes on with a sentence, entry one of a list whose beginning stands elsewhere.
	fragment = regexp.MustCompile(`^(?:\(?[\w]{1,3}[.)] )?\p{Ll}|^[^\pL\pN("'„“”»‚‘§•–-]`)
	entry    = regexp.MustCompile(`^\(?[\w]{1,3}[.)] `)
	// numberedHead matches a heading with its number, which a sentence may follow on the same line.
	numberedHead = regexp.MustCompile(`^\d+\.\d+(?:\.\d+)*\.?\s?\pL`)
	// lettered matches the letter of an entry of a list within a text; hollow a sentence that says only that something else holds.
	lettered = regexp.MustCompile(`\s\(?([a-z]{1,2})\)\s`)
	hollow   = regexp.MustCompile(`(?i)(?:bleib(?:t|en) unberührt|(?:gilt|gelten|ist|sind)(?: .{0,40})? entsprechend(?: anzuwenden)?|apply accordingly|applies accordingly|mutatis mutandis)\s*\.?$`)
	negating = regexp.MustCompile(`(?i)\b(?:not|no|never|none|cannot|without|nicht|nie|niemals|ohne|kein\w*)\b`)
)

var (
	// verb matches the verbs that make most sentences; inflected what may be another one, by its end, notVerb what ends alike. In German nouns begin with
	// a capital.
	verb      = regexp.MustCompile(`(?i)\b(?:is|are|was|were|be|been|has|have|had|can|may|must|shall|should|will|would|does|do|means?|contains?|includes?|requires?|applies|ist|sind|war|waren|wird|werden|wurden?|hat|haben|kann|können|darf|dürfen|muss|muß|müssen|soll|sollen|gilt|gelten|bedarf|bedürfen|besteht|bestehen|beträgt|betragen|enthält|erfolgt|finden|führen|treffen|prüfen|messen)\b`)
	inflected = regexp.MustCompile(`^\p{Ll}{2,}(?:s|ed|te|t)[,;:.]?$`)
	notVerb   = regexp.MustCompile(`^(?:nicht|mit|seit|sonst|erst|fast|meist|weit|jetzt|selbst|insgesamt|dort|gesamt|samt|anstatt|statt|somit|damit|soweit|des|das|aus|als|bis|eines|keines|jedes|dieses|ihres|seines|alles|nichts|was|anders|besonders|bereits|falls|jeweils|mindestens|höchstens|wenigstens|spätestens|mittels|` +
		`not|but|that|what|most|least|just|about|without|its|this|thus|plus|versus|across|unless|perhaps|always|besides|towards|his|ours|theirs|alte|heute|erste|letzte|zweite|dritte|bestimmte|gesamte)[,;:.]?$`)
	relative = regexp.MustCompile(`^[^,]*?\b(?:that|which|who)\b`)
)

// lastPart returns what stands behind the last gap of a quote: of a row of a table, the row without its head.
func lastPart(unit string) string {
	parts := strings.Split(unit, "… ")
	return parts[len(parts)-1]
}

// severed reports whether a text holds entries of a list without its first.
func severed(unit string) bool {
	m := lettered.FindStringSubmatch(unit)
	return m != nil && strings.Trim(m[1], "a") != "" && m[1] != "i" && !strings.Contains(unit, "…")
}

// withoutRelative returns what stands before the first relative clause that no comma sets off: in "An integer that counts the frames." nothing is said of it.
func withoutRelative(unit string) string {
	if head := relative.FindString(unit); head != "" {
		return head[:strings.LastIndexByte(head, ' ')+1]
	}
	return unit
}

var (
	backward = regexp.MustCompile(`^(?:(?:It|They|He|She|That|Both|Sie|Er|Es|Solche[rs]?|Beide|Dabei|Dazu|Hierzu|Hierbei|Hiervon|Dafür|Davon|Damit|Danach|Daraus|Dann|Then|Here|There|But|And|Or|Und|Oder|Aber|Also|However|Therefore|Thus|Otherwise|Alternatively|Likewise|Similarly|Instead|Conversely|Consequently|Hence|Though|Doing|Daher|Deshalb|Jedoch|Andernfalls|Ebenso|Stattdessen|Hingegen|Insbesondere|Zudem|Ferner|Insoweit)[ ,]` +
		`|(?:See|Siehe|Vgl\.|In particular|In addition|In other cases|In that case|For example|As a result|Note that|Im Übrigen|Im übrigen|Zum Beispiel|Darüber hinaus|In diesem Fall|In diesen Fällen)\b)`)
	// pointing matches a word that points at what was said before, with the word it points by.
	pointing = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:this|these|those|such|diese[rsmn]?|dies|jene[rsmn]?|hierbei|hierzu|hiervon|hierdurch|hierfür|hiermit|hieran|hierauf|hierüber|therein|thereof)(?:\s+(\pL+)|[^\pL]|$)`)
	// oneself matches what a document calls itself and its parts by, and what goes on with the pointing word itself.
	oneself = regexp.MustCompile(`(?i)^(?:act|article|annex|appendix|chapter|code|convention|directive|document|guide|handbook|law|memo|note|paper|paragraph|part|protocol|regulation|report|section|specification|standard|study|survey|subsection|text|title|` +
		`abkommens?|abschnitte?s?|absatz(?:es)?|anlage|artikels?|bescheids?|dokuments?|gesetz(?:es)?|grundgesetz(?:es)?|handbuchs?|kapitels?|leitfadens?|paragraphen|richtlinie|satzung|teil(?:e?s)?|titels?|unterabschnitts?|verordnung|vorschrift(?:en)?|übereinkommens?|` +
		`as|of|that|who|which|whose)$`)
)

// leans reports whether a sentence is not understood without the one before it: it goes on from that, or points at what it names. Behind a comma it
// may point at its own beginning.
func leans(unit string) bool {
	if proof.Leans(unit) || backward.MatchString(unit) {
		return true
	}
	clause, rest, _ := strings.Cut(unit, ",")
	if len(strings.Fields(clause)) < leastClause {
		next, _, _ := strings.Cut(rest, ",")
		clause += "," + next
	}
	return slices.ContainsFunc(pointing.FindAllStringSubmatch(clause, -1), func(m []string) bool { return !oneself.MatchString(m[1]) })
}

// leastClause is how many words a beginning has that something behind a comma may point at.
const leastClause = 4

// lastOf returns the last character of a text.
func lastOf(text string) string {
	_, size := utf8.DecodeLastRuneInString(strings.TrimSpace(text))
	return strings.TrimSpace(text)[max(0, len(strings.TrimSpace(text))-size):]
}

// bare returns a text without the references in it: where it points is no part of what it says.
func bare(text string) string {
	all := detect.Detect(source.Document{Hash: "text"}, []source.Page{{Number: 1, Text: text}}, nil)
	var b strings.Builder
	from := 0
	for _, m := range all {
		if m.Start < from || m.End > len(text) {
			continue
		}
		b.WriteString(text[from:m.Start] + " ")
		from = m.End
	}
	b.WriteString(text[from:])
	return pointer.ReplaceAllString(b.String(), " ")
}

// pointer matches what is left of references, and where a gazette has a law.
var pointer = regexp.MustCompile(`(?:vom \d{1,2}\. \pL+ \d{4} )?\((?:BGBl|ABl|GMBl|BAnz|OJ)\b[^)]*\)|§+\s*\d+\w*|^\(?\d+[a-z]?[.)] |\[[\w., -]{1,20}\]`)
