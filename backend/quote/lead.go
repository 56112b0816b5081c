package quote

import (
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/source"
)

// Lead returns what leads into a passage and stands in another of its section before it, with its place.
func Lead(p source.Passage, spans []Span, others []source.Passage, language string) (string, []source.Span) {
	if spans[0].Kind == Sentence && refersBack.MatchString(p.Text[spans[0].Start:spans[0].End]) {
		i := slices.IndexFunc(others, func(o source.Passage) bool { return o.Ordinal == p.Ordinal-1 })
		if i < 0 {
			return "", nil
		}
		before := Split(others[i], language)
		if len(before) == 0 || before[len(before)-1].Kind != Sentence {
			return "", nil
		}
		last := before[len(before)-1]
		return others[i].Text[last.Start:last.End], Locate(others[i], last.Start, last.End)
	}
	for _, o := range slices.Backward(others) {
		if back := p.Ordinal - o.Ordinal; back > 0 && back <= farthestLead {
			if text, at, over := leading(o, Split(o, language)); over {
				return text, at
			}
		}
	}
	return "", nil
}

// farthestLead is how many passages before a list goes on what leads into it is looked for.
const farthestLead = 4

// refersBack matches a sentence that begins with a word for something that the one before it names: nobody understands "These actions ..." alone.
var refersBack = regexp.MustCompile(`^(?:\(\d+[a-z]?\) )?(?:These|Those|This|That|Such|Its?|They|Their|He|She|His|Her|Diese[rsmn]?|Dies|Jene[rsmn]?|Solche[rsmn]?|Sie|Er|Ihre?[rsmn]?|Seine?[rsmn]?|Deren|Dessen)\s`)

// GoesOn reports whether a passage begins within a list, a table or a sentence of the one before it, or with a sentence that refers back to that.
func GoesOn(p source.Passage, spans []Span) bool {
	if len(spans) == 0 || spans[0].Kind == Heading {
		return false
	}
	first := p.Text[spans[0].Start:spans[0].End]
	return spans[0].Kind != Sentence || BeginsSmall(first) || refersBack.MatchString(first)
}

// BeginsSmall reports whether a text begins with a small letter, so in the middle of a sentence.
func BeginsSmall(text string) bool {
	first := strings.TrimLeft(text, " (\"“„")
	return first != "" && strings.ToLower(first[:1]) == first[:1] && strings.ToUpper(first[:1]) != first[:1]
}

// RunsOn reports whether a text breaks off.
func RunsOn(text string) bool {
	text = strings.TrimRight(text, " \n\"”“)")
	return text != "" && !strings.ContainsAny(text[len(text)-1:], ".!?")
}

// leading returns what the list or sentence begins with that goes on in the passage after: what does not end there. It is "" where the list has
// begun before this passage; over says that something has ended since, so that nothing leads in.
func leading(p source.Passage, spans []Span) (lead string, places []source.Span, over bool) {
	for _, s := range slices.Backward(spans) {
		text := p.Text[s.Start:s.End]
		switch {
		case s.Kind == Heading || s.Kind == Row || strings.HasSuffix(text, "."):
			return "", nil, true
		case strings.HasSuffix(text, ":") || s.Kind != Item && RunsOn(text):
			return text, Locate(p, s.Start, s.End), true
		}
	}
	return "", nil, false
}
