package answer

import "rabbithole/backend/flow"

// phrases are the flow's own words in one language. Other languages are served in English.
type phrases struct {
	planning, finalizing           string
	patience                       string // %s: how long it may take
	seconds, minutes               string // %d
	understood                     string // %s: the question
	searchingWeb, searchingLibrary string // %s: so many queries
	reading                        string // %s: so many sources
	evaluating, synthesizing       string // %s: so many pieces of evidence
	query, source, weighed, found  flow.Noun
	iterating                      string // %s: why

	searchFailed           string // %s: the query; why
	readFailed             string // %s: the address; why
	samePage               string // %s: a title
	modelGone, modelSlow   string
	broken                 string
	single, spent          string // why a single pass searches; why nothing else is looked for
	dispute                string // %s, %s: two sources
	noDate                 string
	asOf, asOfUndated      string // today; the youngest source
	dated                  string // %s: a date
	undated, unconfirmed   string
	confirmedOnce          string
	confirmed, contradicts string // %d sources; %s a source
	early                  string
	unproven               string // behind a sentence that its sources do not prove
	fallbacks              string // %d
	kinds                  map[string]string
	stops                  map[string]string // notes on why the search ended
}

func phrasesFor(language string) phrases {
	if language == "de" {
		return german
	}
	return english
}

var english = phrases{
	patience: "This may take up to %s with the language model on this computer.", seconds: "%d seconds", minutes: "%d minutes",
	planning: "Planning what to look for.", finalizing: "Completing the answer.", understood: "Understood as: %s",
	searchingWeb: "Searching the library and the web with %s.", searchingLibrary: "Searching the library with %s.",
	reading: "Reading what is most promising in %s.", evaluating: "Weighing %s.", synthesizing: "Writing the answer from %s.",
	query: flow.Noun{"query", "queries"}, source: flow.Noun{"source", "sources"}, weighed: flow.Noun{"finding", "findings"}, found: flow.Noun{"finding", "findings"},
	iterating:    "Looking further. %s",
	searchFailed: "The web search for “%s” failed: %s", readFailed: "%s could not be read: %s", samePage: "It is the same page as “%s”.",
	modelGone: "The language model could not be reached; the answer was made without it.",
	modelSlow: "The language model did not answer in its time; that step was done without it.",
	broken:    "The search ended early.", single: "One search, and the answer from it.", spent: "No round or query is left.",
	dispute: "The sources contradict each other: %s and %s say the contrary of one another.", noDate: "without a date",
	asOf:        "This changes with time: as of %s; the youngest source cited is of %s.",
	asOfUndated: "This changes with time: as of %s; no source cited says of when it is.",
	dated:       "of %s", undated: "without a date", unconfirmed: "no other source confirms it", confirmedOnce: "one independent source confirms it",
	confirmed: "%d independent sources confirm it", contradicts: "%s says the contrary", early: "The search was ended on request.",
	unproven:  "(unproven)",
	fallbacks: "Steps done without the model because its answer could not be used: %d.",
	kinds: map[string]string{flow.KindLibrary: "your document", flow.KindOfficial: "official site", flow.KindStandards: "standards body", flow.KindEducation: "research or teaching",
		flow.KindDocs: "documentation", flow.KindEncyclopedia: "encyclopedia", flow.KindNews: "news", flow.KindForum: "anybody writes there", flow.KindWeb: "web page"},
	stops: map[string]string{StopBudget: "The search ended because its limits were reached.", "": "The search ended because there was nothing else to look for.",
		StopTimeout: "The search ended because its time was over; this is the best answer that could be given within it.", StopError: "The search ended because of a failure; this is what was found before."},
}

var german = phrases{
	patience: "Das kann mit dem Sprachmodell auf diesem Computer bis zu %s dauern.", seconds: "%d Sekunden", minutes: "%d Minuten",
	planning: "Die Suche wird geplant.", finalizing: "Die Antwort wird fertiggestellt.", understood: "Verstanden als: %s",
	searchingWeb: "Bibliothek und Web werden mit %s durchsucht.", searchingLibrary: "Die Bibliothek wird mit %s durchsucht.",
	reading: "Das Aussichtsreichste aus %s wird gelesen.", evaluating: "Wägt %s ab.", synthesizing: "Die Antwort wird aus %s geschrieben.",
	query: flow.Noun{"Suchanfrage", "Suchanfragen"}, source: flow.Noun{"Quelle", "Quellen"}, weighed: flow.Noun{"Fund", "Funde"}, found: flow.Noun{"Fund", "Funden"},
	iterating:    "Es wird weitergesucht. %s",
	searchFailed: "Die Websuche nach „%s“ ist gescheitert: %s", readFailed: "%s konnte nicht gelesen werden: %s", samePage: "Es ist dieselbe Seite wie „%s“.",
	modelGone: "Das Sprachmodell war nicht zu erreichen; die Antwort ist ohne es gemacht.",
	modelSlow: "Das Sprachmodell hat nicht in seiner Zeit geantwortet; der Schritt wurde ohne es getan.",
	broken:    "Die Suche endete vorzeitig.", single: "Eine Suche und die Antwort daraus.", spent: "Es ist keine Runde oder Suchanfrage mehr übrig.",
	dispute: "Die Quellen widersprechen einander: %s und %s sagen das Gegenteil voneinander.", noDate: "ohne Datum",
	asOf:        "Das ändert sich mit der Zeit: Stand %s; die jüngste zitierte Quelle ist vom %s.",
	asOfUndated: "Das ändert sich mit der Zeit: Stand %s; keine zitierte Quelle sagt, von wann sie ist.",
	dated:       "vom %s", undated: "ohne Datum", unconfirmed: "von keiner anderen Quelle bestätigt", confirmedOnce: "von einer unabhängigen Quelle bestätigt",
	confirmed: "von %d unabhängigen Quellen bestätigt", contradicts: "%s sagt das Gegenteil", early: "Die Suche wurde auf Wunsch beendet.",
	unproven:  "(nicht belegt)",
	fallbacks: "Ohne das Modell erledigte Schritte, weil seine Antwort unbrauchbar war: %d.",
	kinds: map[string]string{flow.KindLibrary: "Ihr Dokument", flow.KindOfficial: "amtliche oder eigene Seite", flow.KindStandards: "Normungsstelle", flow.KindEducation: "Forschung oder Lehre",
		flow.KindDocs: "Dokumentation", flow.KindEncyclopedia: "Enzyklopädie", flow.KindNews: "Nachrichten", flow.KindForum: "dort schreibt jeder", flow.KindWeb: "Webseite"},
	stops: map[string]string{StopBudget: "Die Suche endete, weil ihre Grenzen erreicht waren.", "": "Die Suche endete, weil nichts weiter zu suchen war.",
		StopTimeout: "Die Suche endete, weil ihre Zeit um war; dies ist die beste Antwort, die in ihr möglich war.", StopError: "Die Suche endete wegen eines Fehlers; dies ist, was vorher gefunden war."},
}
