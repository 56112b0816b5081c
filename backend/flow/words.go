package flow

import (
	"fmt"

	"rabbithole/backend/cite"
)

type phrases struct {
	contrary   string // title over what documents say against each other, as package report has it
	partly     string // %s: what the documents say in part only
	unanswered string // %s: a part of the question
	again      string // title over quotes that answer what the writer did not find
	unseen     string // %d of %d findings
	removed    map[cite.Reason]string

	ask, askList string // may this leave? %s: name and host of a provider

	nothingReadable, chosenGone, stillRead string // of the documents that a run is limited to
	andMore                                string // %d: documents
	apart                                  string // what a comparison by rule leaves open
	extracts                               string // what a summary by rule is
	languages                              string // %s: the language of the question, those of the documents
}

func phrasesFor(language string) phrases {
	if language == "de" {
		return phrases{
			contrary:        "Wo die Dokumente einander widersprechen",
			partly:          "Nur zum Teil: %s",
			unanswered:      "Nicht beantwortet: %s",
			again:           "Beim Prüfen gefunden",
			unseen:          "Von %d der %d Funde sah das Modell höchstens eine Zeile, als es schrieb: Sein Kontext fasst nicht mehr. Was hier fehlt, kann in ihnen stehen.",
			nothingReadable: "In den gewählten Dokumenten steht nichts Lesbares.",
			chosenGone:      "Sie sind nicht mehr in der Bibliothek.",
			stillRead:       "Das Dokument wird noch gelesen. Fragen Sie danach noch einmal.",
			andMore:         "Dasselbe gilt für %d weitere.",
			languages:       "Keines der Dokumente ist in der Sprache der Frage (%s); ihre Sprachen: %s. Ohne Modell werden nur Wörter gefunden, die in ihnen stehen: Fragen Sie in einer davon.",
			extracts:        "Das sind Sätze, mit denen seine Teile beginnen. Eine Zusammenfassung in eigenen Worten braucht ein Sprachmodell.",
			apart:           "Worin sie sich unterscheiden: Ohne Modell lässt sich jedes nur zitieren. Nennen Sie mit „hinsichtlich“ ein Thema, um zu vergleichen, was sie dazu sagen.",
			ask:             "Dürfen diese Suchanfragen an %s (%s) gehen? Die Seiten, die dann gelesen werden, sehen, dass sie gelesen werden; von Ihren Dokumenten geht nichts hinaus.",
			askList:         "Dürfen die Adressen Ihrer Liste dafür gelesen werden? Ihre Seiten sehen, dass sie gelesen werden; von Ihren Dokumenten geht nichts hinaus.",
			removed: map[cite.Reason]string{cite.UnknownID: "Der Satz nennt eine Fundstelle, die es nicht gibt.", cite.OtherSource: "Der Satz nennt eine Datei, die nicht zu seinen Fundstellen gehört.",
				cite.QuoteNotFound: "Kein Zitat seiner Fundstellen steht auf der genannten Seite.", cite.Uncited: "Der Satz nennt keine Fundstelle."},
		}
	}
	return phrases{
		contrary:        "Where the documents contradict each other",
		partly:          "Only in part: %s",
		unanswered:      "Not answered: %s",
		again:           "Found while checking",
		unseen:          "Of %d of %d findings the model saw a line at most when it wrote: its context holds no more. What is missing here may stand in them.",
		nothingReadable: "Nothing readable in the documents you chose.",
		chosenGone:      "They are no longer in the library.",
		stillRead:       "It is still being read. Ask again when that is done.",
		andMore:         "The same goes for %d more.",
		languages:       "None of the documents is in the language of the question (%s); they are in: %s. Without a model only words that stand in them are found: ask in one of these.",
		extracts:        "These are sentences that its parts begin with. A summary in its own words takes a language model.",
		apart:           "How they differ: without a model, each can only be quoted. Add “on” and a topic to compare what they say about it.",
		ask:             "May these queries go to %s (%s)? The pages that are then read see that they are read; nothing of your documents leaves.",
		askList:         "May the addresses of your list be read for this? Their sites see that they are read; nothing of your documents leaves.",
		removed: map[cite.Reason]string{cite.UnknownID: "It names evidence that does not exist.", cite.OtherSource: "It names a file that is not among its evidence.",
			cite.QuoteNotFound: "No quote of its evidence stands on the page named.", cite.Uncited: "It names no evidence."},
	}
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

// Extracts says in a language what a summary by rule is, and what one of several documents leaves open.
func Extracts(language string) (what, apart string) {
	words := phrasesFor(language)
	return words.extracts, words.apart
}
