package flow

import "rabbithole/backend/cite"

type phrases struct {
	contrary string // title over quotes that say the contrary of the draft
	removed  map[cite.Reason]string
}

func phrasesFor(language string) phrases {
	if language == "de" {
		return phrases{
			contrary: "Was dagegen steht",
			removed: map[cite.Reason]string{cite.UnknownID: "Der Satz nennt eine Fundstelle, die es nicht gibt.", cite.OtherSource: "Der Satz nennt eine Datei, die nicht zu seinen Fundstellen gehört.",
				cite.QuoteNotFound: "Kein Zitat seiner Fundstellen steht auf der genannten Seite.", cite.Uncited: "Der Satz nennt keine Fundstelle."},
		}
	}
	return phrases{
		contrary: "What says the contrary",
		removed: map[cite.Reason]string{cite.UnknownID: "It names evidence that does not exist.", cite.OtherSource: "It names a file that is not among its evidence.",
			cite.QuoteNotFound: "No quote of its evidence stands on the page named.", cite.Uncited: "It names no evidence."},
	}
}
