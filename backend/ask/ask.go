// Package ask reads a question: its clauses, what kinds of things they ask for, its names, places and language, and the words by which it is looked for.
//
// All of it goes by the words of the question alone: the package knows no library and no model, and keeps no state.
package ask

import (
	"regexp"
	"slices"
	"strings"

	"rabbithole/prompts"
)

// Question is what the person asked, with what they added since, and the language they asked in (ISO 639-1).
type Question struct {
	Text        string
	Refinements []string // "question: answer"
	Language    string
	Targets     Targets // the documents whose own name the question gives, or an answer chose
	Item        string  // what the person wrote as the item that is worked on: it is asked too, for itself; "" for a planned one
}

// Asked is the question as prompts have it.
func (q Question) Asked() prompts.Asked {
	return prompts.Asked{Question: q.Text, Refinements: q.Refinements, Language: LanguageName(q.Language)}
}

// Clauses returns the questions that the question is made of, without the sentences that only say how to write the answer.
func (q Question) Clauses() []string {
	words := WordsFor(q.Language)
	return clauses(words.Matter(q.Text), words)
}

// premise reports whether a clause only says what the question behind it is about: "The gate is shut at noon. Who opens it again?"
func (q Question) premise(clause string) bool {
	text := strings.Join(strings.Fields(WordsFor(q.Language).Matter(q.Text)), " ")
	return strings.HasSuffix(text, "?") && strings.Contains(text, clause+". ") && !asks.MatchString(clause)
}

// Questions returns the clauses that ask something.
func (q Question) Questions() []string { return slices.DeleteFunc(q.Clauses(), q.premise) }

// Seeks reports whether a question has a word to look for besides those that only ask: "Was?" and "And why?" have none.
func Seeks(question, language string) bool {
	return len(ContentWords(question, WordsFor(language).Stop)) > 0
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

// Said returns what the person answered to what was asked back, but for the documents that an answer chose.
func (q Question) Said() []string {
	var out []string
	for _, r := range q.Refinements {
		if answer := AnswerIn(r); !slices.Contains(q.Targets.Picks, answer) {
			out = append(out, answer)
		}
	}
	return out
}

// Parts returns the question's texts for a profile: the question in full, answers with half the weight, references less.
func (q Question) Parts() []Part {
	parts := MatterOf(WordsFor(q.Language).Matter(q.Text), q.Language)
	for _, answer := range q.Said() {
		parts = append(parts, Part{answer, answerWeight})
	}
	return parts
}

// AnswerIn returns the answer of a refinement, "question? answer".
func AnswerIn(refinement string) string {
	if _, answer, ok := strings.Cut(refinement, "? "); ok {
		return answer
	}
	return refinement
}

// Part is a text and how much it counts in a profile (1 is full).
type Part struct {
	Text   string
	Factor float64
}

// Dependence is how much of the whole question a clause needs to be understood: half where it says "they" or "that class" instead of a name.
func Dependence(clause, language string) float64 {
	for _, w := range strings.Fields(strings.ToLower(clause)) {
		if WordsFor(language).pronouns[strings.Trim(w, ",;:")] {
			return Leaning
		}
	}
	return Independent
}

// Dependence is how much of the question one of its clauses needs to be understood: one without a word of its own, or with a verb alone, speaks of what
// the clauses before it name, as "what explains the change" does behind "how did the dues change".
func (q Question) Dependence(clause string) float64 {
	stop := WordsFor(q.Language).Stop
	said := map[string]bool{}
	for _, c := range q.Clauses() {
		if strings.EqualFold(c, clause) { // behind a colon it begins with a capital
			break
		}
		for _, w := range ContentWords(c, stop) {
			said[Fold(w)] = true
		}
	}
	own := ContentWords(Essence(clause), stop)
	if len(said) > 0 && (verbAlone(clause, q.Language) || !slices.ContainsFunc(own, func(w string) bool { return !said[Fold(w)] })) {
		return Leaning
	}
	return Dependence(clause, q.Language)
}

// Weaken returns parts that count a share of what they did.
func Weaken(parts []Part, factor float64) []Part {
	out := make([]Part, len(parts))
	for i, p := range parts {
		out[i] = Part{p.Text, p.Factor * factor}
	}
	return out
}

// Background is what else of the question a clause needs to be understood: all of it where the clause says "they" or "it".
func Background(q Question, clause string) []Part {
	if q.Dependence(clause) > Independent {
		return []Part{{Essence(WordsFor(q.Language).Matter(q.Text)), Leaning}}
	}
	return nil
}

// Dependent reports whether a clause of the question says "they" or "it" for what the first clause names.
func Dependent(q Question) bool {
	for _, c := range q.Clauses()[1:] {
		if q.Dependence(c) > Independent {
			return true
		}
	}
	return false
}

// AsksFor reports whether a task is one of the plan that asks for a clause.
func AsksFor(task, clause string) bool {
	task, clause = strings.TrimRight(task, " ?"), strings.TrimRight(clause, " ?")
	return strings.HasSuffix(task, clause) || strings.HasSuffix(task, Title(clause))
}

// Before returns the clause that precedes one, "" for the first and for what is none.
func (q Question) Before(clause string) string {
	parts := q.Clauses()
	if i := slices.IndexFunc(parts, func(c string) bool { return strings.EqualFold(c, clause) }); i > 0 {
		return parts[i-1]
	}
	return ""
}

// What texts weigh beside a question in a profile.
const (
	citedWeight  = 0.3  // a reference beside the rest of a question: "an application under § 7 of the Act" is about applications, and what is said of them elsewhere seldom repeats it
	answerWeight = 0.5  // an answer to what was asked back, beside the question
	Leaning      = 0.5  // the whole question beside a clause that does not name what it asks about,
	Independent  = 0.15 // and beside one that does,
)
