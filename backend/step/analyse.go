package step

import (
	"context"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/prompts"
)

// Analysis is what a question is about.
type Analysis = prompts.AnalyseOut

// Question is what the person asked, with what they added since, and the language they asked in (ISO 639-1).
type Question struct {
	Text        string
	Refinements []string // "question: answer"
	Language    string
	Home        Home   // the documents whose own name the question gives, or an answer chose
	Item        string // what the person wrote as the item that is worked on: it is asked too, for itself; "" for a planned one
}

// Asked is the question as prompts have it.
func (q Question) Asked() prompts.Asked {
	return prompts.Asked{Question: q.Text, Refinements: q.Refinements, Language: LanguageName(q.Language)}
}

// AskedToday is the question as prompts have it that need to know what day it is.
func (k *Kit) AskedToday(q Question) prompts.Asked {
	asked := q.Asked()
	asked.Today = k.Today
	return asked
}

// clauses returns the questions that the question is made of, without the sentences that only say how to write the answer.
func (q Question) clauses() []string {
	words := wordsFor(q.Language)
	return clauses(words.matter(q.Text), words)
}

// premise reports whether a clause only says what the question behind it is about: "The gate is shut at noon. Who opens it again?"
func (q Question) premise(clause string) bool {
	text := strings.Join(strings.Fields(wordsFor(q.Language).matter(q.Text)), " ")
	return strings.HasSuffix(text, "?") && strings.Contains(text, clause+". ") && !asks.MatchString(clause)
}

// questions returns the clauses that ask something.
func (q Question) questions() []string { return slices.DeleteFunc(q.clauses(), q.premise) }

// Seeks reports whether a question has a word to look for besides those that only ask: "Was?" and "And why?" have none.
func Seeks(question, language string) bool {
	return len(contentWords(question, wordsFor(language).stop)) > 0
}

// wants matches what asks without a question: "I want to know".
var wants = regexp.MustCompile(`(?i)\b(?:please|bitte|i (?:want|need|would like|wish) to|i am (?:looking for|interested in)|ich (?:möchte|will|muss|würde gern)|mich interessiert)\b`)

// fullStop matches what ends a sentence before another, or a line.
var fullStop = regexp.MustCompile(`[.!:;]\s+|\s*\n\s*`)

// Asks reports whether a text asks for something: it has a question mark, or its first or last sentence begins with what asks or bids, or says that somebody
// wants to know. Between them a page of any document has sentences that begin like questions: "When the gate is shut, ...".
func Asks(text string) bool {
	asking := func(s string) bool { return asks.MatchString(s) || bids.MatchString(s) || wants.MatchString(s) }
	all := fullStop.Split(strings.TrimRight(strings.TrimSpace(text), ".!"), -1)
	return strings.ContainsAny(text, "?？") || asking(all[0]) || asking(all[len(all)-1])
}

// said returns what the person answered to what was asked back, but for the documents that an answer chose.
func (q Question) said() []string {
	var out []string
	for _, r := range q.Refinements {
		if answer := answerIn(r); !slices.Contains(q.Home.Picks, answer) {
			out = append(out, answer)
		}
	}
	return out
}

// Parts returns the question's texts for a profile: the question in full, answers with half the weight, references less.
func (q Question) Parts() []Part {
	parts := matterOf(wordsFor(q.Language).matter(q.Text), q.Language)
	for _, answer := range q.said() {
		parts = append(parts, Part{answer, answerWeight})
	}
	return parts
}

// Analyse takes the question apart: concepts, entities, scope, assumptions, and whether it must be clarified.
func (k *Kit) Analyse(ctx context.Context, q Question, titles []string) (Analysis, error) {
	in := prompts.AnalyseIn{Asked: q.Asked(), Titles: titles}
	out, err := do(ctx, k, prompts.Analyse, in, nil, func() (Analysis, error) { return k.analyseTwin(ctx, q, titles) })
	if err != nil || k.Model == nil {
		return out, err
	}
	return k.analysed(ctx, q, titles, out)
}

// analysed leaves out what nobody could search for of what a model says a question is about.
func (k *Kit) analysed(ctx context.Context, q Question, titles []string, out Analysis) (Analysis, error) {
	if k.Model == nil {
		return out, nil
	}
	out.Entities = searchable(out.Entities)
	if out.KeyConcepts = searchable(out.KeyConcepts); len(out.KeyConcepts) > 0 {
		return out, nil
	}
	twin, err := k.analyseTwin(ctx, q, titles)
	out.KeyConcepts = twin.KeyConcepts
	return out, err
}

func (k *Kit) analyseTwin(ctx context.Context, q Question, titles []string) (Analysis, error) {
	words := wordsFor(q.Language)
	runs := contentRuns(essence(q.Text), words.stop)
	for i, r := range runs {
		runs[i] = strings.TrimSpace(toBeDone.ReplaceAllString(r, "")) // "300 letters to be sent" is about letters
	}
	profile, err := k.Profile(ctx, q.Language, q.Parts()...)
	if err != nil {
		return Analysis{}, err
	}
	out := Analysis{Entities: entities(q.Text), AssumedContext: words.assumptions(len(titles)), Scope: words.scope(q.Text)}
	out.KeyConcepts = k.heaviest(profile, runs, q.Language, 8)
	if len(out.KeyConcepts) == 0 {
		out.KeyConcepts = []string{clip(strings.TrimSpace(q.Text), 70)}
	}
	out.ClarificationNeeded = len(profile.order) < 3 || len(out.Entities) < 2 && len(profile.Absent)*2 > len(profile.order)
	return out, nil
}

// toBeDone matches what a German stretch ends in that says what is to be done: "300 Zustellungen vorzunehmen".
var toBeDone = regexp.MustCompile(`(?:^| )\p{Ll}+zu\p{Ll}{3,}n$`)

// heaviest returns at most n of the runs, those that carry the most weight, in their original order.
func (k *Kit) heaviest(p Profile, runs []string, language string, n int) []string {
	type weighed struct {
		run    string
		at     int
		weight float64
	}
	var list []weighed
	seen := map[string]bool{}
	for i, r := range runs {
		key := strings.ToLower(r)
		if seen[key] || len([]rune(r)) < 2 {
			continue
		}
		seen[key] = true
		list = append(list, weighed{clip(r, 76), i, p.Coverage(k.Lexicon.Terms(r, language))})
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].weight > list[b].weight })
	if len(list) > n {
		list = list[:n]
	}
	sort.Slice(list, func(a, b int) bool { return list[a].at < list[b].at })
	var out []string
	for _, w := range list {
		out = append(out, w.run)
	}
	return out
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// spaced puts a space behind the full stops and commas of scripts that have none.
var spaced = strings.NewReplacer("。", "。 ", "？", "？ ", "！", "！ ", "，", "， ", "、", "、 ", "；", "； ")

// contentRuns returns the stretches of text between stop words and punctuation, at most four words each: the cheapest noun
// phrases there are, good enough to search with.
func contentRuns(text string, stop map[string]bool) []string {
	var runs []string
	var run []string
	flush := func() {
		if len(run) > 0 {
			runs = append(runs, strings.Join(run, " "))
		}
		run = nil
	}
	for _, field := range strings.Fields(spaced.Replace(text)) {
		word := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '§' && r != '%' })
		if word == "" || stop[strings.ToLower(word)] {
			flush()
			continue
		}
		run = append(run, word)
		if len(run) == 4 || strings.ContainsRune(",;:?!)。？！，、；", lastRune(field)) {
			flush()
		}
	}
	flush()
	return runs
}

var entityPatterns = []*regexp.Regexp{
	regexp.MustCompile(`["“„«]([^"“”„«»]{2,60})["”“»]`),
	regexp.MustCompile(`§§?\s*\d+[a-z]?(?:\s*(?:Abs\.|Absatz|Satz|Nr\.|Nummer)\s*\d+[a-z]?)*`),
	regexp.MustCompile(`(?:Article|Art\.|Artikel|Section|Sec\.|Annex|Appendix|Anlage|Table|Tabelle|Chapter|Kapitel)\s+[A-Z]?\d*[A-Za-z0-9.()]*`),
	regexp.MustCompile(`\b[A-Z][A-Za-z]*[A-Z][A-Za-z]*\b(?:\s+\d[\d.\-/]*)?`),
	regexp.MustCompile(`\b[A-Z]{1,3}[ -]?\d+(?:\.\d+)+\b`),
	regexp.MustCompile(`\b\d+(?:[.,]\d+)?\s?(?:mSv|µSv|Sv|Bq/m[³3]|Bq|kg|m|km|%|€|EUR|USD|\$|million|billion|years?|Jahren?|days?|Tagen?)(?:[^\w]|$)`),
	regexp.MustCompile(`\b(?:19|20)\d\d\b`),
	regexp.MustCompile(`[a-z,]\s+((?:[A-Z][a-z]+\s)+[A-Z][a-z]+)\b`),
}

// entities returns names, section numbers, quantities and years of the question, in order of appearance, each once.
func entities(text string) []string {
	type found struct {
		at   int
		text string
	}
	var list []found
	for _, re := range entityPatterns {
		for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
			from, to := m[0], m[1]
			if len(m) > 2 && m[2] >= 0 {
				from, to = m[2], m[3]
			}
			list = append(list, found{from, strings.TrimRight(strings.TrimSpace(text[from:to]), ".,;:?")})
		}
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].at < list[b].at })
	out := []string{}
	seen := map[string]bool{}
	for _, f := range list {
		if key := strings.ToLower(f.text); f.text != "" && !seen[key] && len(out) < 12 {
			seen[key] = true
			out = append(out, f.text)
		}
	}
	return out
}
