package explore

import "rabbithole/backend/flow"

// What a person is told, in English and German.
var (
	sayStarted   = flow.Said{"Parsing %s…", "Lese %s …"}
	sayFile      = flow.Said{"Parsed context file %d/%d: %s (%s).", "Kontextdatei %d/%d gelesen: %s (%s)."}
	sayFileError = flow.Said{"Context file %d/%d cannot be read: %s (%s).", "Kontextdatei %d/%d nicht lesbar: %s (%s)."}
	sayCompleted = flow.Said{"Context ready: %d of %s, %s.", "Kontext bereit: %d von %s, %s."}
	sayUnusable  = flow.Said{"No usable context: none of the files can be read. The research goes on without them.",
		"Kein brauchbarer Kontext: Keine der Dateien ist lesbar. Die Recherche geht ohne sie weiter."}
	sayLeafing = flow.Said{"Reading %s: page %d of %d.", "Lese %s: Seite %d von %d."}
	sayPart    = flow.Said{"Digest of %s: part %d is done.", "Auszug aus %s: Teil %d ist fertig."}
	sayBeside  = flow.Said{"No usable context: nothing in the files bears on the question. The research goes on without them.",
		"Kein brauchbarer Kontext: Nichts in den Dateien betrifft die Frage. Die Recherche geht ohne sie weiter."}
	sayReady    = flow.Said{"Question %s takes %s of your files into account.", "Frage %s berücksichtigt %s aus Ihren Dateien."}
	sayBegins   = flow.Said{"Question %s begins.", "Frage %s beginnt."}
	sayAttached = flow.Said{"Attached full user context for report writing (%s of %s).",
		"Der volle Kontext liegt dem Bericht bei (%s aus %s)."}
	sayNoContext    = flow.Said{"The report was written without context files.", "Der Bericht entstand ohne Kontextdateien."}
	saySeeks        = flow.Said{"Question %s searches for: %s", "Frage %s sucht: %s"}
	sayWeighs       = flow.Said{"Question %s: do the findings answer it?", "Frage %s: beantworten die Fundstellen sie?"}
	sayAsksOn       = flow.Said{"Question %s: what is left to ask?", "Frage %s: was ist noch zu fragen?"}
	saySearched     = flow.Said{"Question %s: %s kept.", "Frage %s: %s behalten."}
	sayJudgedYes    = flow.Said{"Question %s is answered. %s", "Frage %s ist beantwortet. %s"}
	sayJudgedNo     = flow.Said{"Question %s is still open. %s", "Frage %s ist noch offen. %s"}
	sayDecomposed   = flow.Said{"Took question %s apart into %s.", "Frage %s in %s zerlegt."}
	sayInherited    = flow.Said{"Taken over from the parent question.", "Von der übergeordneten Frage übernommen."}
	sayInheritedFar = flow.Said{"The parent question has no context: taken over from the nearest above it.",
		"Die übergeordnete Frage hat keinen Kontext: von der nächsten darüber übernommen."}
	sayFull         = flow.Said{"The full context.", "Der volle Kontext."}
	sayWhole        = flow.Said{"The only child gets everything.", "Die einzige Teilfrage bekommt alles."}
	sayMissing      = flow.Said{"Nothing was found for: %s", "Dazu fand sich nichts: %s"}
	sayYourFile     = flow.Said{"Your file %s", "Ihre Datei %s"}
	sayUnasked      = flow.Said{"Not searched, because you stopped the question: %s", "Nicht gesucht, weil Sie die Frage angehalten haben: %s"}
	sayUnclear      = flow.Said{"No finding clearly answers: %s", "Keine Fundstelle beantwortet eindeutig: %s"}
	sayStopped      = flow.Said{"You stopped question %s.", "Sie haben Frage %s angehalten."}
	sayAsked        = flow.Said{"In the place of question %s you ask: %s", "Anstelle von Frage %s fragen Sie: %s"}
	sayUnder        = flow.Said{"Under question %s you ask: %s", "Unter Frage %s fragen Sie: %s"}
	sayDug          = flow.Said{"You had question %s taken apart.", "Sie lassen Frage %s zerlegen."}
	saySearchFailed = flow.Said{"The web search for %q failed: %s", "Die Websuche nach „%s“ ist gescheitert: %s"}
	sayReadFailed   = flow.Said{"%s could not be read: %s", "%s war nicht zu lesen: %s"}
	sayFallbacks    = flow.Said{"Steps done without the model because its answer could not be used or the limit of the run was reached: %d.",
		"Ohne das Modell erledigte Schritte, weil seine Antwort unbrauchbar oder die Grenze des Laufs erreicht war: %d."}
	sayTruncated = flow.Said{"Calls cut by the model server, their answers discarded: %d.",
		"Vom Modellserver abgeschnittene Aufrufe, deren Antworten verworfen wurden: %d."}
	sayUnbegun = flow.Said{"The research was finished before anything was searched: this report is empty. Explore again, and finish it later.",
		"Die Recherche wurde beendet, bevor etwas gesucht wurde: Dieser Bericht ist leer. Starten Sie sie noch einmal und beenden Sie sie später."}
	sayUnread = flow.Said{"The research was finished before anything was searched, with %d of %s read: this report is empty. Explore again, and finish it later.",
		"Die Recherche wurde beendet, bevor etwas gesucht wurde; gelesen: %d von %s. Dieser Bericht ist leer. Starten Sie sie noch einmal und beenden Sie sie später."}
	sayEarly     = flow.Said{"The research was ended early.", "Die Recherche wurde vorzeitig beendet."}
	sayQuestions = flow.Said{"Answered, the question and the ones it was taken apart into: %d of %s.",
		"Beantwortet, die Frage und die Teilfragen, in die sie zerlegt wurde: %d von %s."}
	sayStats = flow.Said{"%d questions, %d queries, %d passages judged", "%d Fragen, %d Suchanfragen, %d beurteilte Textstellen"}
)

var (
	aContextFile = flow.Nouns{{"context file", "context files"}, {"Kontextdatei", "Kontextdateien"}}
	aFile        = flow.Nouns{{"file", "files"}, {"Datei", "Dateien"}}
	anItem       = flow.Nouns{{"item", "items"}, {"Eintrag", "Einträge"}}
	aFinding     = flow.Nouns{{"finding", "findings"}, {"Fundstelle", "Fundstellen"}}
	aQuestion    = flow.Nouns{{"question", "questions"}, {"Frage", "Fragen"}}
)
