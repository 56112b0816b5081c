package discover

import (
	"regexp"
	"strings"
	"unicode"

	"rabbithole/backend/flow"
)

// The specification's lengths, in words.
const (
	titleWords   = 10
	captionWords = 20
)

// words counts the words of a text.
func words(text string) int { return len(strings.Fields(text)) }

var (
	numbering = regexp.MustCompile(`^(?:\d+(?:\.\d+)*\.?|[A-Z](?:\.\d+)+\.?|[A-Z]\.|[IVXLC]+\.|\(?[a-z]\))\s+`)
	labelled  = regexp.MustCompile(`^(§+\s*\d+[a-z]?|(?:Article|Artikel|Art\.|Section|Abschnitt|Annex|Appendix|Anlage|Anhang|Chapter|Kapitel|Part|Teil|Table|Tabelle|Figure|Abbildung|Recital|Erwägungsgrund)\s+(?:\d+[a-z]?(?:\.\d+)*|[A-Z](?:\.\d+)*|[IVXLC]+))\b[.:]?\s*(?:[-–—:]\s*)?`)
	citedBy   = regexp.MustCompile(`^(?:§|Art)`) // numbers by which people know a place; the others only count
	generic   = regexp.MustCompile(`(?i)^(?:introduction|overview|general(?: provisions| information)?|summary|abstract|conclusions?|discussion|background|notes?|examples?|scope|contents|references|` +
		`preface|foreword|appendix|definitions?|miscellaneous|einleitung|einführung|überblick|allgemeines|allgemeine (?:vorschriften|bestimmungen)|zusammenfassung|` +
		`begriffsbestimmung(?:en)?|anwendungsbereich|vorwort|hintergrund|anmerkung(?:en)?|beispiele?|related work|motivation|main (?:results|findings)|findings|experiments?|evaluation|methods?|methodology|inhalt|inhaltsübersicht|sonstiges|fazit|anhang|ergebnisse?|results?)$`)
)

// headline makes a title of a heading: its number behind it where people cite by it, else without. "" when the heading is only a number or says nothing.
func headline(heading string) string {
	text := strings.TrimRight(strings.Join(strings.Fields(heading), " "), " .:;,")
	label := ""
	if m := labelled.FindStringSubmatch(text); m != nil {
		label, text = strings.TrimSpace(m[1]), strings.TrimSpace(text[len(m[0]):])
	} else {
		text = numbering.ReplaceAllString(text, "")
	}
	text = quieter(text)
	if strings.HasSuffix(text, "/") || strings.HasSuffix(text, "-") || strings.HasSuffix(text, "&") { // it goes on in the next line
		return ""
	}
	if generic.MatchString(text) || !strings.ContainsFunc(text, unicode.IsLetter) || len([]rune(text)) < 4 {
		return ""
	}
	text = shortened(text, titleWords-words(label))
	if citedBy.MatchString(label) && !strings.HasSuffix(text, ")") {
		text += " (" + label + ")"
	}
	return upper(text)
}

// unnumbered is a title without the number behind it.
func unnumbered(title string) string { return strings.TrimSpace(behind.ReplaceAllString(title, "")) }

var behind = regexp.MustCompile(`\s*\((?:§|Art)[^()]*\)$`)

// quieter writes a heading in capitals as one writes words.
func quieter(text string) string {
	letters, capitals := 0, 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
			if unicode.IsUpper(r) {
				capitals++
			}
		}
	}
	if letters < 6 || capitals*4 < letters*3 {
		return text
	}
	fields := strings.Fields(strings.ToLower(text))
	for i, w := range fields {
		if len([]rune(w)) > 3 || i == 0 {
			fields[i] = upper(w)
		}
	}
	return strings.Join(fields, " ")
}

// upper writes the first letter large.
func upper(text string) string {
	for i, r := range text {
		return string(unicode.ToUpper(r)) + text[i+len(string(r)):]
	}
	return text
}

// shortened cuts a sentence to n words, at its last pause in their second half where it has one, and shows that it goes on; a sentence that fits
// stays whole.
func shortened(sentence string, n int) string {
	fields := strings.Fields(sentence)
	if len(fields) <= n {
		return sentence
	}
	fields = fields[:n-1] // and an ellipsis
	for i := n - 1; i > n/2; i-- {
		begun := strings.Join(fields[:i], " ")
		if strings.ContainsAny(begun[len(begun)-1:], ",;:") && strings.Count(begun, "(") == strings.Count(begun, ")") {
			fields = fields[:i]
			break
		}
	}
	return strings.TrimRight(hanging.ReplaceAllString(strings.Join(fields, " "), ""), " ,;:–-(") + " …"
}

// hanging matches the small words before a cut, which lead to what is cut off.
var hanging = regexp.MustCompile(`(?:\s+\p{Ll}{1,3})+$`)

// What a person is told, in English and German.
var (
	sayNothing = flow.Said{"Nothing that was searched says anything about “%s”. Put it in other words, add documents, or allow the web.",
		"Nichts von dem, was durchsucht wurde, sagt etwas über „%s“. Sagen Sie es mit anderen Worten, fügen Sie Dokumente hinzu oder erlauben Sie das Web."}
	sayFew = flow.Said{"Fewer cards than usual (%d): nothing else that was searched says something about “%s”.",
		"Weniger Karten als sonst (%d): Nichts anderes von dem, was durchsucht wurde, sagt etwas über „%s“."}
	sayGone = flow.Said{"The language model could not be used; the cards were made without it.",
		"Das Sprachmodell war nicht zu gebrauchen; die Karten sind ohne es gemacht."}
	saySpent = flow.Said{"The limit of the run is reached; the rest of the cards was made without the language model.",
		"Die Grenze des Laufs ist erreicht; der Rest der Karten ist ohne das Sprachmodell gemacht."}
	sayBlind = flow.Said{"No language model looked at the picture; the search used %s.",
		"Kein Sprachmodell hat das Bild angesehen; für die Suche diente %s."}
	sayUnseen = flow.Said{"Nothing could be made out in the picture: no language model that sees is in use, and no text was found in it. Say in words what it shows.",
		"Auf dem Bild war nichts zu erkennen: Es ist kein Sprachmodell in Gebrauch, das sieht, und Text wurde darin nicht gefunden. Sagen Sie mit Worten, was es zeigt."}
	sayName    = flow.Said{"the name of its file", "der Name seiner Datei"}
	sayWritten = flow.Said{"the text in it and its description", "der Text darin und seine Beschreibung"}
)
