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
func (m *material) lines(ctx context.Context, p *passage) ([]line, error) {
	heading := m.termsOf(p.heading(), p.document.Language)
	small := m.small(p.document.Language)
	var out []line
	for _, unit := range step.Units(p.Passage, p.document.Language) {
		text := strings.TrimSpace(entry.ReplaceAllString(unit, ""))
		if !readable(text) {
			continue
		}
		short, how := shortened(text, captionWords, func(word string) bool { return !small(word) })
		if words(short) < 5 {
			continue
		}
		says, err := m.saying(ctx, p, short, heading)
		if err != nil {
			return nil, err
		}
		out = append(out, line{text: text, short: short, worth: says + standing(text, short, how)})
	}
	return out, nil
}

// saying is how much of the subject and of its section's title a line says.
func (m *material) saying(ctx context.Context, p *passage, short string, heading map[string]bool) (float64, error) {
	titled := 0
	for t := range m.termsOf(short, p.document.Language) {
		if heading[t] {
			titled++
		}
	}
	says, err := m.share(ctx, short, p.document.Language)
	return says + 0.1*float64(min(titled, 3)), err
}

// standing is how well a line stands without the text around it: whole rather than cut, and saying something itself rather than pointing
// elsewhere or back.
func standing(text, short string, how cut) float64 {
	worth := map[cut]float64{whole: 0.35, pause: 0.1, midway: -0.25}[how]
	if n := words(short); n < 8 {
		worth -= 0.15
	}
	if proof.Leans(text) || back.MatchString(text) {
		worth -= 0.8
	}
	if onward.MatchString(text) {
		worth -= 0.3
	}
	if !strings.ContainsAny(text[len(text)-1:], ".!?\"") { // an entry of a list, or what leads into one
		worth -= 0.3
	}
	if how != whole && ahead.MatchString(text) {
		worth -= 0.25
	}
	if named.MatchString(text) {
		worth -= 0.4
	}
	worth -= 0.2 * float64(min(3, len(elsewhere.FindAllString(short, 3))))
	if strings.ContainsAny(short, "([") {
		worth -= 0.1
	}
	return worth
}

// back matches a sentence that goes on from what stands before it; elsewhere what sends a reader to another place.
var (
	back = regexp.MustCompile(`^(?:They|Both|This|These|Those|It|He|She|Such|Then|Thus|Hence|Therefore|However|Otherwise|Instead|Likewise|Again|Also|In (?:this|that|such|these) |At this |` +
		`Diese[rsmn]?|Dies|Sie|Er|Es|Beide|Dort|Dabei|Dafür|Dazu|Hierzu|Hierbei|Dann|Daher|Deshalb|Danach|Dagegen|Jedoch|Sonst|Andernfalls|Ebenso|Auch|Solche[rn]?)\b|^(?:\S+ ){1,3}(?:they|it) `)
	onward = regexp.MustCompile(`^(?:Additionally|Furthermore|Moreover|Conversely|Similarly|In particular|In addition|For example|For instance|As such|Accordingly|Consequently|Finally|First|Second|Next|` +
		`Zudem|Außerdem|Ferner|Weiterhin|Darüber hinaus|Insbesondere|Zum Beispiel|Insoweit|Insofern|Entsprechend|Schließlich|Zunächst|Gleiches gilt|Das Gleiche)\b`)
	// What comes before the clause that says something: cut short, nothing is said.
	ahead     = regexp.MustCompile(`^(?:At|In|Where|If|When|For|To|On|By|With|After|Before|While|Although|As|Bei|Im|In|Wenn|Ist|Sind|Liegt|Wird|Werden|Soweit|Sofern|Für|Zur|Zum|Um|Nach|Mit|Vor|Überschreitet|Ergibt|Kommt|Stellt)\b`)
	named     = regexp.MustCompile(`^\p{L}+: `)
	elsewhere = regexp.MustCompile(`(?i)\b(?:siehe|see|vgl|cf|beschrieben|described)\b|(?:§+\s*\d|\b(?:Sections?|Article|Art\.|Table|Figure|Annex|Appendix|Chapter|Abschnitt(?:en)?|Artikels?|Anlage|Tabelle|Kapitel|Absatz|paragraph|Abs\.)\s*\d)`)
)

// caption returns the line of a passage that is worth most, false where none can stand alone.
func (m *material) caption(ctx context.Context, p *passage) (line, bool, error) {
	var best line
	list, err := m.lines(ctx, p)
	for _, l := range list {
		if best.text == "" || l.worth > best.worth {
			best = l
		}
	}
	return best, best.text != "", err
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
	if text == "" || words(text) < 5 || unicode.IsLower(first) || strings.ContainsAny(text, "…·|©") || strings.Contains(text, " = ") || strings.Contains(text, "Fundstelle") || leaders.MatchString(text) || pointer.MatchString(text) || address.MatchString(text) {
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
		for n := len(run); n > 0 && language == "en" && verbal.MatchString(run[n-1]); n = len(run) {
			run = run[:n-1]
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
			if fresh && utf8.RuneCountInString(text) > 5 && sum > most && (len(run) > 1 || capital(text)) && m.common(text) {
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

// common reports whether several passages say a phrase: it is a term, and no two words that happen to meet.
func (m *material) common(phrase string) bool {
	n, phrase := 0, strings.ToLower(phrase)
	for _, p := range m.list {
		if strings.Contains(strings.ToLower(strings.Join(strings.Fields(p.Text), " ")), phrase) {
			n++
		}
	}
	return n > 1
}

// verbal matches English words that a name seldom ends in.
var verbal = regexp.MustCompile(`(?:ing|ed|ly|es)$`)

func capital(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r)
}
