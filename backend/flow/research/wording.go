package research

import shared "rabbithole/backend/flow"

// What a person is told, in English and German.
var (
	sayFurther = shared.Said{"Asks further about an earlier report: \"%s\" (run %s).",
		"Fragt weiter zu einem früheren Bericht: „%s“ (Lauf %s)."}
	sayTrail = shared.Said{"Goes on from a discovery: %s (run %s).",
		"Geht von einer Entdeckung aus: %s (Lauf %s)."}
	sayFinished     = shared.Said{"Written early: %s.", "Vorzeitig geschrieben: %s."}
	sayTold         = shared.Said{"Asked back, with your answer: %s", "Rückfrage und Ihre Antwort: %s"}
	saySearchedMore = shared.Said{"The question names %s: that was searched most, and what stands in other documents counted less.",
		"Die Frage nennt %s: Dort wurde vor allem gesucht, und was in anderen Dokumenten steht, zählte weniger."}
	saySearchedOnly = shared.Said{"Your answer names %s: nothing else was searched.",
		"Ihre Antwort nennt %s: Nur dort wurde gesucht."}
	sayOtherLanguage = shared.Said{"%d of %d documents are in another language than the question; without a model they are found only by shared words. Ask in their language too.",
		"%d von %d Dokumenten sind in einer anderen Sprache als die Frage; ohne Sprachmodell werden sie nur über gemeinsame Wörter gefunden. Stellen Sie die Frage auch in deren Sprache."}
	sayUnfound = shared.Said{"%s is in %s; the question was asked in %s: nothing was found in it. Ask in %s too, or choose an embedder that knows both languages.",
		"%s ist auf %s, gefragt wurde auf %s: Darin wurde nichts gefunden. Stellen Sie die Frage auch auf %s, oder wählen Sie ein Einbettungsmodell, das beide Sprachen kennt."}
	sayFallbacks = shared.Said{"Steps done without the model because its answer could not be used: %d.",
		"Ohne das Modell erledigte Schritte, weil seine Antwort unbrauchbar war: %d."}
	sayTruncated = shared.Said{"Calls cut by the model server, their answers discarded: %d.",
		"Vom Modellserver abgeschnittene Aufrufe, deren Antworten verworfen wurden: %d."}
	sayVersions = shared.Said{"%d versions were written; this is number %d, the best.",
		"%d Fassungen wurden geschrieben; diese ist Nummer %d, die beste."}
	sayLibraryOnly = shared.Said{"The web was meant to be used for this run and was not asked, on request.",
		"Das Web war für diesen Lauf vorgesehen und wurde auf Wunsch nicht befragt."}
	sayOnWeb        = shared.Said{"For this the web is cited: %s – %s.", "Dazu wird aus dem Web zitiert: %s – %s."}
	saySearchFailed = shared.Said{"The web search for \"%s\" failed: %s",
		"Die Websuche nach „%s“ ist gescheitert: %s"}
	sayReadFailed = shared.Said{"%s could not be read: %s", "%s konnte nicht gelesen werden: %s"}
	sayAbout      = shared.Said{"What it is about", "Worum es geht"}
	sayPages      = shared.Said{"Pages %d–%d", "Seiten %d–%d"}
	sayRelevance  = shared.Said{"how much its best passage has to do with the question",
		"wie viel seine beste Fundstelle mit der Frage zu tun hat"}
)

// finishes say why a report was written early.
var finishes = map[string]shared.Said{
	FinishPerson: {"on request", "auf Wunsch"},
	"iterations": {"the most tasks allowed were worked on", "die Höchstzahl der Aufgaben ist erreicht"},
	"calls":      {"the most model calls allowed were made", "die Höchstzahl der Modellaufrufe ist erreicht"},
	"time":       {"the time is spent", "die Zeit ist verbraucht"},
}
