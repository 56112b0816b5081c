package flow

import (
	"fmt"

	"rabbithole/backend/cite"
)

// Said is what a program says to a person, in English and German; other languages are served in English.
type Said [2]string

// In says it in a language, with what belongs in the places of its verbs.
func (w Said) In(language string, about ...any) string {
	form := w[0]
	if language == "de" {
		form = w[1]
	}
	if len(about) == 0 {
		return form
	}
	return fmt.Sprintf(form, about...)
}

var (
	sayContrary   = Said{"Contradictions", "Widersprüche"}
	sayPartly     = Said{"Only in part: %s", "Nur zum Teil: %s"}
	sayMoreAtEnd  = Said{"and more, listed at the end", "und mehr, am Ende aufgeführt"}
	sayUnanswered = Said{"Not answered: %s", "Nicht beantwortet: %s"}
	sayAgain      = Said{"Found while checking", "Beim Prüfen gefunden"}
	sayUnseen     = Said{"Of %d of %d findings the model saw a line at most when it wrote: its context holds no more. What is missing here may stand in them.",
		"Von %d der %d Funde sah das Modell höchstens eine Zeile, als es schrieb: Sein Kontext fasst nicht mehr. Was hier fehlt, kann in ihnen stehen."}
	sayNothingReadable = Said{"Nothing readable in the documents you chose.", "In den gewählten Dokumenten steht nichts Lesbares."}
	sayChosenGone      = Said{"They are no longer in the library.", "Sie sind nicht mehr in der Bibliothek."}
	sayStillRead       = Said{"It is still being read. Ask again when that is done.",
		"Das Dokument wird noch gelesen. Fragen Sie danach noch einmal."}
	sayAndMore   = Said{"The same goes for %d more.", "Dasselbe gilt für %d weitere."}
	sayLanguages = Said{"None of the documents is in the language of the question (%s); they are in: %s. Without a model only words that stand in them are found: ask in one of these.",
		"Keines der Dokumente ist in der Sprache der Frage (%s); ihre Sprachen: %s. Ohne Modell werden nur Wörter gefunden, die in ihnen stehen: Fragen Sie in einer davon."}
	sayExtracts = Said{"These are sentences that its parts begin with. A summary in its own words takes a language model.",
		"Das sind Sätze, mit denen seine Teile beginnen. Eine Zusammenfassung in eigenen Worten braucht ein Sprachmodell."}
	sayApart = Said{"How they differ: without a model, each can only be quoted. Add “on” and a topic to compare what they say about it.",
		"Worin sie sich unterscheiden: Ohne Modell lässt sich jedes nur zitieren. Nennen Sie mit „hinsichtlich“ ein Thema, um zu vergleichen, was sie dazu sagen."}
	sayAsk = Said{"May these queries go to %s (%s)? The pages that are then read see that they are read; nothing of your documents leaves.",
		"Dürfen diese Suchanfragen an %s (%s) gehen? Die Seiten, die dann gelesen werden, sehen, dass sie gelesen werden; von Ihren Dokumenten geht nichts hinaus."}
	sayAskList = Said{"May the addresses of your list be read for this? Their sites see that they are read; nothing of your documents leaves.",
		"Dürfen die Adressen Ihrer Liste dafür gelesen werden? Ihre Seiten sehen, dass sie gelesen werden; von Ihren Dokumenten geht nichts hinaus."}
)

// removed says why a sentence was taken out before anybody judged it.
var removed = map[cite.Reason]Said{
	cite.UnknownID:     {"It names evidence that does not exist.", "Der Satz nennt eine Fundstelle, die es nicht gibt."},
	cite.OtherSource:   {"It names a file that is not among its evidence.", "Der Satz nennt eine Datei, die nicht zu seinen Fundstellen gehört."},
	cite.QuoteNotFound: {"No quote of its evidence stands on the page named.", "Kein Zitat seiner Fundstellen steht auf der genannten Seite."},
	cite.Uncited:       {"It names no evidence.", "Der Satz nennt keine Fundstelle."},
}

// What bullets and cards are made by.
const (
	ByModel = "model"
	ByBoth  = "model+rule"
	ByRule  = "rule"
)

// Made names what made something of which a model made some parts and rules the others.
func Made(model, rule int) string {
	switch {
	case model == 0:
		return ByRule
	case rule == 0:
		return ByModel
	}
	return ByBoth
}

// Noun is a word for one thing and for several.
type Noun [2]string

// Of counts things: "1 file", "3 files".
func (w Noun) Of(n int) string {
	if n == 1 {
		return "1 " + w[0]
	}
	return fmt.Sprint(n, " ", w[1])
}

// Nouns is a noun in English and German.
type Nouns [2]Noun

// In counts things in a language.
func (w Nouns) In(language string, n int) string {
	if language == "de" {
		return w[1].Of(n)
	}
	return w[0].Of(n)
}

// Extracts says in a language what a summary by rule is, and what one of several documents leaves open.
func Extracts(language string) (what, apart string) {
	return sayExtracts.In(language), sayApart.In(language)
}
