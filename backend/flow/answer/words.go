package answer

import "rabbithole/backend/flow"

// What a person is told, in English and German.
var (
	sayPlanning   = flow.Said{"Planning what to look for.", "Die Suche wird geplant."}
	sayFinalizing = flow.Said{"Completing the answer.", "Die Antwort wird fertiggestellt."}
	sayPatience   = flow.Said{"This may take up to %s with the language model on this computer.",
		"Das kann mit dem Sprachmodell auf diesem Computer bis zu %s dauern."}
	saySeconds      = flow.Said{"%d seconds", "%d Sekunden"}
	sayMinutes      = flow.Said{"%d minutes", "%d Minuten"}
	sayUnderstood   = flow.Said{"Understood as: %s", "Verstanden als: %s"}
	saySearchingWeb = flow.Said{"Searching the library and the web with %s.",
		"Bibliothek und Web werden mit %s durchsucht."}
	saySearchingLibrary = flow.Said{"Searching the library with %s.", "Die Bibliothek wird mit %s durchsucht."}
	sayReading          = flow.Said{"Reading what is most promising in %s.", "Das Aussichtsreichste aus %s wird gelesen."}
	sayEvaluating       = flow.Said{"Weighing %s.", "Wägt %s ab."}
	saySynthesizing     = flow.Said{"Writing the answer from %s.", "Die Antwort wird aus %s geschrieben."}
	sayIterating        = flow.Said{"Looking further. %s", "Es wird weitergesucht. %s"}
	saySearchFailed     = flow.Said{"The web search for “%s” failed: %s", "Die Websuche nach „%s“ ist gescheitert: %s"}
	sayReadFailed       = flow.Said{"%s could not be read: %s", "%s konnte nicht gelesen werden: %s"}
	saySamePage         = flow.Said{"It is the same page as “%s”.", "Es ist dieselbe Seite wie „%s“."}
	sayModelGone        = flow.Said{"The language model could not be reached; the answer was made without it.",
		"Das Sprachmodell war nicht zu erreichen; die Antwort ist ohne es gemacht."}
	sayModelSlow = flow.Said{"The language model did not answer in its time; that step was done without it.",
		"Das Sprachmodell hat nicht in seiner Zeit geantwortet; der Schritt wurde ohne es getan."}
	sayBroken  = flow.Said{"The search ended early.", "Die Suche endete vorzeitig."}
	saySingle  = flow.Said{"One search, and the answer from it.", "Eine Suche und die Antwort daraus."}
	saySpent   = flow.Said{"No round or query is left.", "Es ist keine Runde oder Suchanfrage mehr übrig."}
	sayDispute = flow.Said{"The sources contradict each other: %s and %s say the contrary of one another.",
		"Die Quellen widersprechen einander: %s und %s sagen das Gegenteil voneinander."}
	sayAsOf = flow.Said{"This changes with time: as of %s; the youngest source cited is of %s.",
		"Das ändert sich mit der Zeit: Stand %s; die jüngste zitierte Quelle ist vom %s."}
	sayAsOfUndated = flow.Said{"This changes with time: as of %s; no source cited says of when it is.",
		"Das ändert sich mit der Zeit: Stand %s; keine zitierte Quelle sagt, von wann sie ist."}
	sayDated         = flow.Said{"of %s", "vom %s"}
	sayUndated       = flow.Said{"without a date", "ohne Datum"}
	sayUnconfirmed   = flow.Said{"no other source confirms it", "von keiner anderen Quelle bestätigt"}
	sayConfirmedOnce = flow.Said{"one independent source confirms it", "von einer unabhängigen Quelle bestätigt"}
	sayConfirmed     = flow.Said{"%d independent sources confirm it", "von %d unabhängigen Quellen bestätigt"}
	sayContradicts   = flow.Said{"%s says the contrary", "%s sagt das Gegenteil"}
	sayEarly         = flow.Said{"The search was ended on request.", "Die Suche wurde auf Wunsch beendet."}
	sayUnproven      = flow.Said{"(unproven)", "(nicht belegt)"}
	sayFallbacks     = flow.Said{"Steps done without the model because its answer could not be used: %d.",
		"Ohne das Modell erledigte Schritte, weil seine Antwort unbrauchbar war: %d."}
)

var (
	aQuery   = flow.Nouns{{"query", "queries"}, {"Suchanfrage", "Suchanfragen"}}
	aSource  = flow.Nouns{{"source", "sources"}, {"Quelle", "Quellen"}}
	aWeighed = flow.Nouns{{"finding", "findings"}, {"Fund", "Funde"}}
	aFound   = flow.Nouns{{"finding", "findings"}, {"Fund", "Funden"}}
)

// kinds say what a source is.
var kinds = map[string]flow.Said{
	flow.KindLibrary:      {"your document", "Ihr Dokument"},
	flow.KindOfficial:     {"official site", "amtliche oder eigene Seite"},
	flow.KindStandards:    {"standards body", "Normungsstelle"},
	flow.KindEducation:    {"research or teaching", "Forschung oder Lehre"},
	flow.KindDocs:         {"documentation", "Dokumentation"},
	flow.KindEncyclopedia: {"encyclopedia", "Enzyklopädie"},
	flow.KindNews:         {"news", "Nachrichten"},
	flow.KindForum:        {"anybody writes there", "dort schreibt jeder"},
	flow.KindWeb:          {"web page", "Webseite"},
}

// stops are notes on why the search ended.
var stops = map[string]flow.Said{
	StopBudget: {"The search ended because its limits were reached.",
		"Die Suche endete, weil ihre Grenzen erreicht waren."},
	"": {"The search ended because there was nothing else to look for.",
		"Die Suche endete, weil nichts weiter zu suchen war."},
	StopTimeout: {"The search ended because its time was over; this is the best answer that could be given within it.",
		"Die Suche endete, weil ihre Zeit um war; dies ist die beste Antwort, die in ihr möglich war."},
	StopError: {"The search ended because of a failure; this is what was found before.",
		"Die Suche endete wegen eines Fehlers; dies ist, was vorher gefunden war."},
}
