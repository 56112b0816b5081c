package discover

import (
	"context"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/cite/proof"
	"rabbithole/backend/step"
)

// line is a sentence of a passage that can stand on a card.
type line struct {
	text  string // whole, word for word
	short string // at most as long as a caption
	worth float64
}

// lines returns the sentences of a passage that a person understands without the others, with what each is worth as a caption.
func (m *material) lines(p *passage) []line {
	heading := m.termsOf(p.heading(), p.document.Language)
	small := m.small(p.document.Language)
	var out []line
	for _, unit := range step.Units(p.Passage, p.document.Language) {
		text := strings.TrimSpace(entry.ReplaceAllString(unit, ""))
		if !readable(text) {
			continue
		}
		l := line{text: text, short: shortened(text, captionWords, func(word string) bool { return !small(word) })}
		if words(l.short) < 5 {
			continue
		}
		terms := m.termsOf(l.short, p.document.Language)
		list := make([]string, 0, len(terms))
		titled := 0
		for t := range terms {
			list = append(list, t)
			if heading[t] {
				titled++
			}
		}
		l.worth = m.profile.Coverage(list) + 0.1*float64(min(titled, 3))
		switch n := words(text); {
		case n <= captionWords:
			l.worth += 0.3
		case n > 2*captionWords:
			l.worth -= 0.2
		}
		if proof.Leans(text) {
			l.worth -= 0.5
		}
		if strings.ContainsAny(l.short, "([") {
			l.worth -= 0.1
		}
		out = append(out, l)
	}
	return out
}

// caption returns the line of a passage that is worth most, false where none can stand alone.
func (m *material) caption(p *passage) (line, bool) {
	var best line
	for _, l := range m.lines(p) {
		if best.text == "" || l.worth > best.worth {
			best = l
		}
	}
	return best, best.text != ""
}

// small tells the words of a language that say nothing alone.
func (m *material) small(language string) func(word string) bool {
	return func(word string) bool {
		word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		return word == "" || !strings.ContainsAny(word, "0123456789") && len(m.Lexicon.Terms(word, language)) == 0
	}
}

var pointer = regexp.MustCompile(`(?i)^(?:see|siehe|vgl\.|cf\.|note:|figure|fig\.|table|abbildung|tabelle|source:|quelle:|copyright|©|page|seite)\b`)

// readable reports whether a text is a sentence for people: it begins as one, ends as one, and is words rather than numbers, rules or rows.
func readable(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	if text == "" || words(text) < 5 || unicode.IsLower(first) || strings.Contains(text, "…") || leaders.MatchString(text) || pointer.MatchString(text) || address.MatchString(text) {
		return false
	}
	if last, _ := utf8.DecodeLastRuneInString(text); !strings.ContainsRune(".!?:;)”“\"", last) {
		return false
	}
	letters, signs, lone := 0, 0, 0
	for _, r := range text {
		switch {
		case unicode.IsLetter(r):
			letters++
		case !unicode.IsSpace(r):
			signs++
		}
	}
	for _, w := range strings.Fields(text) {
		if utf8.RuneCountInString(w) == 1 {
			lone++
		}
	}
	return signs*4 <= letters && lone*4 <= words(text)
}

// phrase names what a line is about by its own words: the run of them that is the rarest in the library, beside what the query says itself. ""
// where nothing stands out.
func (m *material) phrase(ctx context.Context, p *passage, l line) (string, error) {
	language := p.document.Language
	small := m.small(language)
	whole, err := m.Profile(ctx, language, step.Part{Text: p.Text, Factor: 1})
	if err != nil {
		return "", err
	}
	var run []string
	best, most := "", 0.0
	end := func() {
		for n := len(run); n > 0 && language == "de" && !capital(run[n-1]); n = len(run) {
			run = run[:n-1] // a German name ends in its noun
		}
		if len(run) > 0 && len(run) <= 4 {
			sum, fresh := 0.0, false
			for _, w := range run {
				for _, t := range m.Lexicon.Subject(w, language) {
					sum += whole.Weight[t]
					fresh = fresh || !m.said[t]
				}
			}
			text := strings.Join(run, " ")
			if len(run) == 1 {
				sum *= 0.8
			}
			if fresh && utf8.RuneCountInString(text) > 5 && sum > most && strings.Count(strings.ToLower(p.Text), strings.ToLower(text)) > 0 {
				best, most = text, sum
			}
		}
		run = nil
	}
	for _, field := range strings.Fields(l.short) {
		word := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if word == "" || small(word) || strings.ContainsAny(word, "0123456789") {
			end()
			continue
		}
		if word != strings.TrimLeft(field, `("„“«[`) && strings.IndexAny(field, `("„“«[`) == 0 {
			end()
		}
		run = append(run, word)
		if strings.ContainsAny(field[len(field)-1:], `.,;:!?)"]`) || strings.HasSuffix(field, "“") || strings.HasSuffix(field, "”") {
			end()
		}
	}
	end()
	return upper(best), nil
}

func capital(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r)
}
