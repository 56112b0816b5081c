package discover

import (
	"context"
	"math"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/cite/proof"
	"rabbithole/backend/step"
	"rabbithole/backend/step/quotable"
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
	for _, unit := range quotable.Units(p.Passage, p.document.Language) {
		text := strings.TrimSpace(entry.ReplaceAllString(unit, ""))
		if p.document.Language != "de" { // where every noun has a capital, a number before one may count it
			text = leadNumber.ReplaceAllString(text, "$1")
		}
		if !readable(text, p.document.Language) {
			continue
		}
		short, how := shortened(text, captionWords, func(word string) bool { return !small(word) })
		if short = strings.TrimRight(short, ";,"); words(short) < 5 {
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
	if named.MatchString(text) || strings.Count(short, ";") > 1 { // a list under its name
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
	back = regexp.MustCompile(`^(?:They|Both|This|These|Those|It|He|She|Such|Then|Thus|Hence|Therefore|However|Otherwise|Instead|Likewise|Again|Also|In (?:this|that|such|these|doing) |At (?:this|that) |To this |As a result|` +
		`Diese[rsmn]?|Dies|Sie|Er|Es|Beide|Dort|Dabei|Dafür|Dazu|Hierzu|Hierbei|Dann|Daher|Deshalb|Danach|Dagegen|Jedoch|Sonst|Andernfalls|Ebenso|Auch|Solche[rn]?)\b|^(?:\S+ ){1,3}(?:they|it) `)
	onward = regexp.MustCompile(`^(?:But|And|Yet|Still|Surprisingly|Interestingly|Note that|Aber|Und|Doch|Additionally|Furthermore|Moreover|Conversely|Similarly|In particular|In addition|For example|For instance|As such|Accordingly|Consequently|Finally|First|Second|Next|` +
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
	return best, best.text != "" && best.worth > leastWorth, err
}

// leastWorth is what a line is worth at least that stands on a card.
const leastWorth = -0.2

// small tells the words of a language that say nothing alone.
func (m *material) small(language string) func(word string) bool {
	return func(word string) bool {
		word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		return word == "" || !strings.ContainsAny(word, "0123456789") && len(m.Lexicon.Terms(word, language)) == 0
	}
}

// leadNumber matches the number of a footnote or of a step in front of its sentence.
var leadNumber = regexp.MustCompile(`^\d{1,2}\s+(\p{Lu})`)

var pointer = regexp.MustCompile(`(?i)^(?:see|siehe|vgl\.|cf\.|note:|figure|fig\.|table|abbildung|tabelle|source:|quelle:|copyright|©|page|seite)\b`)

// readable reports whether a text is a sentence for people: it begins as one, ends as one, and is words rather than numbers, rules or rows.
func readable(text, language string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	if text == "" || words(text) < 5 || unicode.IsLower(first) || strings.ContainsAny(text, "…·|©") || strings.Contains(text, " = ") || labels.MatchString(text) || leaders.MatchString(text) || pointer.MatchString(text) || address.MatchString(text) {
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
	return signs*4 <= letters && lone*4 <= words(text) && !capitals(text, language)
}

// labels matches what stands below a chart or above a table, or in the head of a law's page.
var labels = regexp.MustCompile(`Fundstelle|__|(?i:\b(?:note|source|quelle|anm\.)\s*[:–])|(?:\b\p{Lu}{3,}\s+){2}\p{Lu}{3,}\b|^[%($€]`)

// capitals reports whether most longer words of a text have a capital: it is a row of labels or names rather than a sentence.
func capitals(text, language string) bool {
	all, large := 0, 0
	for i, w := range strings.Fields(text) {
		if i == 0 || utf8.RuneCountInString(w) < 4 {
			continue
		}
		if all++; capital(w) {
			large++
		}
	}
	if language == "de" {
		return large*4 > all*3
	}
	return large*2 > all
}

// phrase names what a line is about by its own words: the words in a row, beside what the query says itself, that are rare in the library and that several
// of the passages say. "" where nothing stands out.
func (m *material) phrase(ctx context.Context, p *passage, l line) (string, error) {
	language := p.document.Language
	whole, err := m.Profile(ctx, language, step.Part{Text: p.Text, Factor: 1})
	if err != nil {
		return "", err
	}
	best, most := "", 0.0
	for _, run := range m.runs(l.short, language) {
		for from := range run {
			for to := from + 1; to <= min(len(run), from+mostPhrase); to++ {
				part := run[from:to]
				if !nominal(part, language) {
					continue
				}
				worth, text := m.rarity(whole, part, language), strings.Join(part, " ")
				if worth *= math.Log(float64(m.saidBy(text))); worth > most && utf8.RuneCountInString(text) > 5 {
					best, most = text, worth
				}
			}
		}
	}
	return upper(best), nil
}

// mostPhrase is the most words of a phrase.
const mostPhrase = 3

// runs returns the words of a text that stand in a row, with no small word, number or pause between them.
func (m *material) runs(text, language string) [][]string {
	small := m.small(language)
	var out [][]string
	var run []string
	for i, field := range strings.Fields(text) {
		word := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		pauses := word != "" && !strings.HasSuffix(field, word)
		if word == "" || small(word) || strings.ContainsAny(word, "0123456789") || !strings.HasPrefix(field, word) || i == 0 && language != "de" {
			out, run = append(out, run), nil // the first word of a sentence has a capital whatever it is
			continue
		}
		if run = append(run, word); pauses {
			out, run = append(out, run), nil
		}
	}
	return append(out, run)
}

// nominal reports whether words in a row can be a name: in German the last is a noun, in English they are several and the last is no form of a verb, or one with a
// capital.
func nominal(part []string, language string) bool {
	last := part[len(part)-1]
	if language == "de" {
		return capital(last)
	}
	return (len(part) > 1 && !verbal.MatchString(last) && !strings.HasSuffix(part[0], "ly")) || len(part) == 1 && capital(last)
}

// rarity is how much the words of a part weigh, 0 when the query says them all.
func (m *material) rarity(whole step.Profile, part []string, language string) float64 {
	sum, fresh := 0.0, false
	for _, w := range part {
		for _, t := range m.Lexicon.Subject(w, language) {
			sum += whole.Weight[t]
			fresh = fresh || !m.said[t]
		}
	}
	if !fresh {
		return 0
	}
	return sum
}

// saidBy counts the passages that say a phrase: what several say is a term, and no words that happen to meet.
func (m *material) saidBy(phrase string) int {
	n, phrase := 0, strings.ToLower(phrase)
	for _, p := range m.list {
		if strings.Contains(strings.ToLower(strings.Join(strings.Fields(p.Text), " ")), phrase) {
			n++
		}
	}
	return n
}

// verbal matches English words that a name seldom ends in.
var verbal = regexp.MustCompile(`(?:ing|ed|ly|en)$`)

func capital(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r)
}
