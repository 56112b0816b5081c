package related

import "rabbithole/backend/flow"

// What a person is told, in English and German.
var (
	sayOpened       = flow.Said{"Read %d statements of %s", "%d Aussagen aus %s gelesen"}
	sayGathered     = flow.Said{"Searched %d other documents, found %d passages", "%d weitere Dokumente durchsucht, %d Stellen gefunden"}
	sayConsent      = flow.Said{"Waiting for your permission", "Wartet auf Ihre Erlaubnis"}
	sayLookedUp     = flow.Said{"Searched the library: %s", "Bibliothek durchsucht: %s"}
	sayReadPage     = flow.Said{"Read a page: %s", "Seite gelesen: %s"}
	saySearchedWeb  = flow.Said{"Searched the web: %s", "Im Web gesucht: %s"}
	saySearchFailed = flow.Said{"The search of the web failed: %s", "Die Suche im Web misslang: %s"}
	sayFetchFailed  = flow.Said{"A page of %s could not be read: %s", "Eine Seite von %s konnte nicht gelesen werden: %s"}
	sayTooLong      = flow.Said{"It is larger than what is read in this mode.", "Sie ist größer, als in dieser Stufe gelesen wird."}
	sayItself       = flow.Said{"It is the open document.", "Es ist das geöffnete Dokument."}
	saySpoilt       = flow.Said{"The model did not answer in time, or not usably; the rest was found without it.",
		"Das Modell hat nicht rechtzeitig oder nicht brauchbar geantwortet; der Rest wurde ohne es gefunden."}
	sayBroken = flow.Said{"The model twice did not answer in the form it was asked for. Try again, or choose another model.",
		"Das Modell hat zweimal nicht in der verlangten Form geantwortet. Versuchen Sie es noch einmal, oder wählen Sie ein anderes Modell."}
	sayStruck = flow.Said{"Statements of the model that were struck, as their source does not exist or does not say so: %d.",
		"Aussagen des Modells, die gestrichen sind, weil es ihre Quelle nicht gibt oder sie das nicht sagt: %d."}
	sayUnjudged = flow.Said{"Statements of the model that are left out, as they could not be checked: %d.",
		"Aussagen des Modells, die fehlen, weil sie nicht geprüft werden konnten: %d."}
	sayFew      = flow.Said{"Found: %d for this page, %d for other pages.", "Gefunden: %d zu dieser Seite, %d zu anderen Seiten."}
	sayFewInAll = flow.Said{"Found: %d for this document.", "Gefunden: %d zu diesem Dokument."}
	saySearched = flow.Said{"Searched: %s.", "Durchsucht: %s."}
	sayForeign  = flow.Said{"In another language: %d of them; without a model only what is referred to is found there.",
		"Davon in einer anderen Sprache: %d; ohne Modell findet sich dort nur, worauf verwiesen wird."}
	sayHurried = flow.Said{"The time ended before all was looked at.", "Die Zeit war zu Ende, bevor alles angesehen war."}
	sayAlone   = flow.Said{"Your library has no other document that could be searched.",
		"Ihre Bibliothek hat außer diesem kein Dokument, in dem gesucht werden könnte."}
	saySearching = flow.Said{"Searching your library", "Sucht in Ihrer Bibliothek"}
	sayFetching  = flow.Said{"Reading web pages", "Liest Webseiten"}
	saySumming   = flow.Said{"Summarizing", "Fasst zusammen"}
	sayWaiting   = flow.Said{"Waiting for another run", "Wartet auf einen anderen Lauf"}
	sayReady     = flow.Said{"Ready", "Fertig"}
	sayFailed    = flow.Said{"Failed", "Fehlgeschlagen"}
	sayVerify    = flow.Said{"Is this still so, and where does it come from: “%s”?", "Stimmt das noch, und woher stammt es: „%s“?"}
	sayLeft      = flow.Said{"%s (left out: %s)", "%s (nicht genannt: %s)"}
)

// looked are what was looked through.
var looked = [3]flow.Nouns{
	{{"other document", "other documents"}, {"anderes Dokument", "andere Dokumente"}},
	{{"page", "pages"}, {"Seite", "Seiten"}},
	{{"web page", "web pages"}, {"Webseite", "Webseiten"}},
}

// relationWords say what a source does.
var relationWords = map[Relation]flow.Said{
	Contradicts: {"contradicts", "widerspricht"}, Updates: {"updates", "neuer"}, Supports: {"supports", "stützt"}, Defines: {"defines", "erklärt"},
	Adds: {"adds", "ergänzt"}, Refers: {"referred to", "darauf wird verwiesen"}, Cited: {"refers here", "verweist hierher"},
}
