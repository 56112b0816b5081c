package proof

import (
	"regexp"
	"strings"

	"rabbithole/backend/chunk"
	"rabbithole/backend/quote"
)

// leaning matches the beginning of a sentence that holds only together with the one before it: it limits that, or speaks of somebody whom that
// names. "Diese Verordnung" and "this Regulation" name what they speak of themselves.
var leaning = regexp.MustCompile(`^(?:(?:Jedoch|Allerdings|Davon|Hiervon|Ande?renfalls|However|Otherwise|Nevertheless|Er|Sie|They|He|She)[ ,]|` +
	`Abweichend (?:davon|hiervon|von Satz)\b|(?:Dies|Das|Gleiches|Das Gleiche) gilt\b|(?:Dies|Diese[rs]?) \p{Ll}|(?:Satz|Die Sätze) \d|` +
	`In (?:diese[mn]|solchen|einem solchen) F(?:all|ällen?)\b|In (?:such|this|that|these|those)(?: an?)? (?:cases?|events?)\b|(?:Such|Solche[rs]?) |` +
	`(?:It|This|That|These|Those) (?:shall|does|do|must|may|appl(?:y|ies)|also)\b|(?:This|That|These|Those) (?:obligation|duty|right|requirement|exception|exemption|prohibition)s? |` +
	`By way of derogation from the (?:first|second|third) )`)

// Leans reports whether a sentence holds only together with the one before it.
func Leans(sentence string) bool { return leaning.MatchString(sentence) }

// leans doubts a part of a claim that begins with a sentence which goes on from one that neither the claim nor the line before it repeats.
func (c Checker) leans(body string, stretches []stretch) []string {
	var out []string
	n := 0
	for _, part := range gap.Split(body, -1) {
		if strings.Trim(part, " .,;:") == "" {
			continue
		}
		s := stretches[n]
		n++
		if !Leans(strings.TrimLeft(part, " .,;:")) || s.opensSection() {
			continue
		}
		switch before := s.sentenceBefore(); {
		case paragraph.MatchString(before+" ") && len(strings.Fields(before)) == 1: // a paragraph begins here
		case before == "":
			out = append(out, say(c.Language, "leans far"))
		case !strings.Contains(fold(c.Before), ending(before)):
			out = append(out, say(c.Language, "leans", before))
		}
	}
	return out
}

// opensSection reports whether a heading stands right before a stretch: what it speaks of is named there.
func (s stretch) opensSection() bool {
	t, at := s.source.around(s.text)
	if t == nil {
		return false
	}
	unit := t.unit(at)
	return unit > 0 && at == t.starts[unit] && t.spans[unit-1].Kind == quote.Heading
}

// ending returns the last words of a sentence, for a heading may have been read into its beginning.
func ending(sentence string) string {
	words := strings.Fields(strings.Trim(sentence, " .;:"))
	return strings.Join(words[max(0, len(words)-6):], " ")
}

// sentenceBefore returns the sentence that ends right before a stretch, "" where its page begins with the stretch.
func (s stretch) sentenceBefore() string {
	before := s.before
	if s.source.placed() {
		before = fold(s.source.Page[:s.source.Start]) + " " + before
	}
	spans := chunk.Sentences(before, language(before))
	if len(spans) == 0 {
		return ""
	}
	last := spans[len(spans)-1]
	return before[last[0]:last[1]]
}
