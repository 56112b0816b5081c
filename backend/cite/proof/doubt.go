package proof

import (
	"fmt"
	"strings"
)

// sentences are what doubts say, by kind: English, German.
var sentences = map[string][2]string{
	"no number":  {"The number “%s” stands nowhere in the cited text.", "Die Angabe „%s“ steht nirgends im zitierten Text."},
	"apart":      {"“%s” stands in the text, but beside these words it says “%s”.", "„%s“ steht im Text, neben diesen Worten aber „%s“."},
	"other time": {"The cited text speaks of another stretch of time: “%s”.", "Der zitierte Text spricht von einem anderen Zeitraum: „%s“."},
	"no name":    {"The name “%s” stands nowhere in the cited text.", "Der Name „%s“ steht nirgends im zitierten Text."},
	"force":      {"The text says it with another force (must, should, may): “%s”.", "Der Text sagt es mit anderer Verbindlichkeit (müssen, sollen, dürfen): „%s“."},
	"all":        {"The claim says it of all or of always (“%s”), the cited text does not.", "Die Aussage sagt es von allen oder von immer („%s“), der zitierte Text nicht."},
	"condition":  {"The text says it under a condition that the claim leaves out: “%s”.", "Der Text sagt es unter einer Bedingung, die in der Aussage fehlt: „%s“."},
	"cut before": {"Right before the quote stands what may change its meaning: “%s”.", "Unmittelbar vor dem Zitat steht, was seinen Sinn ändern kann: „%s“."},
	"cut after":  {"The sentence goes on after the quote: “%s”.", "Der Satz geht nach dem Zitat weiter: „%s“."},
	"shortened":  {"Shortened: the sentence goes on: “%s”.", "Gekürzt: Der Satz geht weiter: „%s“."},
	"cut inside": {"What the quote leaves out may change its meaning: “%s”.", "Was das Zitat auslässt, kann seinen Sinn ändern: „%s“."},
	"lead":       {"The quote is an entry of a list that begins with: “%s”.", "Das Zitat ist ein Eintrag einer Liste, die so beginnt: „%s“."},
	"begun":      {"The quote begins in the middle of a sentence or list.", "Das Zitat beginnt mitten in einem Satz oder einer Aufzählung."},
	"leans":      {"The quote goes on from a sentence that is left out: “%s”.", "Das Zitat knüpft an einen Satz an, der hier fehlt: „%s“."},
	"leans far":  {"The quote goes on from a sentence on another page.", "Das Zitat knüpft an einen Satz auf einer anderen Seite an."},
	"unread":     {"It does not stand there word for word, and no model has read it.", "So steht es dort nicht wörtlich, und kein Modell hat es gelesen."},
	"unchecked":  {"The model that was to check this sentence gave no usable opinion.", "Das Modell, das diesen Satz prüfen sollte, gab kein brauchbares Urteil ab."},
	"model":      {"The model that checked found no proof in the quotes: %s", "Das prüfende Modell fand in den Zitaten keinen Beleg: %s"},
	"model against": {"The model that checked read the contrary in the quotes: %s",
		"Das prüfende Modell las in den Zitaten das Gegenteil: %s"},
}

func say(language, form string, args ...any) string {
	s := sentences[form]
	for i, a := range args {
		if text, ok := a.(string); ok {
			args[i] = short(text)
		}
	}
	if language == "de" {
		return fmt.Sprintf(s[1], args...)
	}
	return fmt.Sprintf(s[0], args...)
}

// MissingDoubt says that a figure stands nowhere in what is cited.
func MissingDoubt(language, figure string) string { return say(language, "no number", figure) }

// ModelDoubt words what a model that checked a claim has against it.
func ModelDoubt(language string, contrary bool, why string) string {
	if contrary {
		return say(language, "model against", why)
	}
	return say(language, "model", why)
}

// UncheckedDoubt says that a model was to check a claim and did not.
func UncheckedDoubt(language string) string { return say(language, "unchecked") }

// UnreadDoubt says that a claim is in words of its own and that there is no model to read it.
func UnreadDoubt(language string) string { return say(language, "unread") }

const longest = 160

func short(text string) string {
	r := []rune(strings.Join(strings.Fields(text), " "))
	if len(r) <= longest {
		return string(r)
	}
	return strings.TrimSpace(string(r[:longest])) + " …"
}
