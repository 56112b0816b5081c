package discover

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
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
	breaks    = regexp.MustCompile(`\s*(?:[:;(,]|\s[-–—]\s)`)
	generic   = regexp.MustCompile(`(?i)^(?:introduction|overview|general(?: provisions| information)?|summary|abstract|conclusions?|discussion|background|notes?|examples?|scope|contents|references|` +
		`preface|foreword|appendix|definitions?|miscellaneous|einleitung|einführung|überblick|allgemeines|allgemeine (?:vorschriften|bestimmungen)|zusammenfassung|` +
		`begriffsbestimmung(?:en)?|anwendungsbereich|vorwort|hintergrund|anmerkung(?:en)?|beispiele?|related work|motivation|main (?:results|findings)|findings|experiments?|evaluation|methods?|methodology|inhalt|inhaltsübersicht|sonstiges|fazit|anhang|ergebnisse?|results?)$`)
)

// headline makes a title of a heading: its number behind it where people cite by it, else without; cut only where the heading itself pauses. "" when the
// heading is only a number, says nothing, or cannot be cut.
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
	room := titleWords - words(label)
	if words(text) > room {
		text = paused(text, room)
	}
	if text == "" {
		return ""
	}
	if citedBy.MatchString(label) && !strings.HasSuffix(text, ")") {
		text += " (" + label + ")"
	}
	return upper(text)
}

// unnumbered is a title without the number behind it.
func unnumbered(title string) string { return strings.TrimSpace(behind.ReplaceAllString(title, "")) }

// curt reports whether a title says little without the one above it: a single word, or one that stands for something named there.
func curt(title string) bool {
	title = unnumbered(title)
	return words(title) == 1 && utf8.RuneCountInString(title) < compound || stands.MatchString(title)
}

// compound is how many letters a single word has that says enough: a German one of several nouns.
const compound = 14

var (
	behind = regexp.MustCompile(`\s*\((?:§|Art)[^()]*\)$`)
	stands = regexp.MustCompile(`(?i)\b(?:it|its|they|them|their|es|sie|ihre[rnms]?|ihm)\b`)
)

// paused cuts a text where it pauses, after at most n words; "" where it does not.
func paused(text string, n int) string {
	best := ""
	for _, at := range breaks.FindAllStringIndex(text, -1) {
		part := strings.TrimRight(text[:at[0]], " -–—,:;(/")
		if strings.Count(part, "(") == strings.Count(part, ")") && words(part) > 1 && words(part) <= n {
			best = part
		}
	}
	return best
}

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

var (
	entry   = regexp.MustCompile(`^(?:\([^()]{3,60}\)\s+)*(?:(?:\(?\d{1,3}[a-z]?[.)]|\(?[a-z]{1,4}\)|[-–—•▪*●·o])\s+)+`)
	leaders = regexp.MustCompile(`\.{4,}|(?:\. ){3,}|…{2,}|_{3,}`)
	joint   = regexp.MustCompile(`(?i)^(?:but|which|who|where|when|if|unless|because|while|whereas|so|aber|sowie|dass|wenn|weil|sofern|soweit|während|wobei|sondern)$`)
)

// cut says how a text was shortened.
type cut int

// The ways.
const (
	whole  cut = iota
	pause      // where it pauses
	midway     // anywhere between two words
)

// shortened cuts a sentence to n words where it pauses, and shows that it goes on; a sentence that fits stays whole. content tells the words that
// something is said with from the small ones that no text may end in.
func shortened(sentence string, n int, content func(word string) bool) (string, cut) {
	fields := strings.Fields(sentence)
	if len(fields) <= n {
		return sentence, whole
	}
	for _, pauses := range []bool{true, false} {
		least := n / 2
		if pauses && ahead.MatchString(sentence) { // the first pause comes before anything is said
			least = n * 3 / 4
		}
		for i := n - 1; i >= least; i-- { // fields[:i] and an ellipsis are at most n words
			last := fields[i-1]
			if pauses && !strings.ContainsAny(last[len(last)-1:], ",;:") && !joint.MatchString(fields[i]) && !strings.HasPrefix(fields[i], "(") {
				continue
			}
			begun := strings.Join(fields[:i], " ")
			if !content(last) || bare.MatchString(last) || strings.Count(begun, "(") != strings.Count(begun, ")") {
				continue
			}
			how := midway
			if pauses {
				how = pause
			}
			return strings.TrimRight(begun, " ,;:–-") + " …", how
		}
	}
	return strings.TrimRight(strings.Join(fields[:n-1], " "), " ,;:–-(") + " …", midway
}

// bare matches what no text ends in: a sign or a number whose unit would follow, an abbreviation.
var bare = regexp.MustCompile(`^[^\p{L}]*$|^\p{L}{1,4}\.$`)
