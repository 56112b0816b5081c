package related

type phrases struct {
	opened   string // %d statements of %s
	gathered string // %d documents, %d passages
	consent  string
	lookedUp string // %s: a query
	readPage string // %s: a host

	searchedWeb, searchFailed string // %s: a query; why
	fetchFailed               string // %s: host, why
	tooLong, itself           string
	spoilt, broken            string    // the model
	struck, unjudged          [2]string // of one bullet, of %d
	alone                     string
	searching                 string
	fetching                  string
	summing                   string
	waiting                   string
	ready                     string
	failed                    string
	verify                    map[Strong]string // %s: the claim
	inForce                   string            // %s: the rule
	relations                 map[Relation]string
	left                      string // %s: a bullet; what it does not name
}

func phrasesFor(language string) phrases {
	if language == "de" {
		return phrases{
			opened: "%d Aussagen aus %s gelesen", gathered: "%d weitere Dokumente durchsucht, %d Stellen gefunden",
			consent: "Wartet auf Ihre Erlaubnis", lookedUp: "Bibliothek durchsucht: %s", readPage: "Seite gelesen: %s", searchedWeb: "Im Web gesucht: %s",
			searchFailed: "Die Suche im Web misslang: %s", fetchFailed: "Eine Seite von %s konnte nicht gelesen werden: %s", tooLong: "Sie ist größer, als in dieser Stufe gelesen wird.",
			itself: "Es ist das geöffnete Dokument.", spoilt: "Das Modell hat nicht rechtzeitig oder nicht brauchbar geantwortet; der Rest wurde ohne es gefunden.",
			broken: "Das Modell hat zweimal nicht in der verlangten Form geantwortet. Versuchen Sie es noch einmal, oder wählen Sie ein anderes Modell.",
			struck: [2]string{"Eine Aussage des Modells wurde gestrichen: Ihre Quelle gibt es nicht, oder sie sagt das nicht.",
				"%d Aussagen des Modells wurden gestrichen: Ihre Quelle gibt es nicht, oder sie sagt das nicht."},
			unjudged: [2]string{"Eine Aussage des Modells fehlt hier: Sie konnte nicht geprüft werden.",
				"%d Aussagen des Modells fehlen hier: Sie konnten nicht geprüft werden."},
			alone:     "Ihre Bibliothek hat außer diesem kein Dokument, in dem gesucht werden könnte.",
			searching: "Sucht in Ihrer Bibliothek", fetching: "Liest Webseiten", summing: "Fasst zusammen",
			waiting: "Wartet auf einen anderen Lauf", ready: "Fertig", failed: "Fehlgeschlagen",
			verify: map[Strong]string{StrongNumber: "Woher stammt die Angabe: „%s“?", StrongMost: "Wer belegt, dass das so ist: „%s“?",
				StrongAll: "Gilt das ohne Ausnahme: „%s“?", StrongCause: "Was belegt diese Ursache: „%s“?", StrongDuty: "Welche Vorschrift verlangt das: „%s“?"},
			left:    "%s (nicht genannt: %s)",
			inForce: "Gilt das noch in dieser Fassung: „%s“?",
			relations: map[Relation]string{Contradicts: "widerspricht", Updates: "neuer", Supports: "stützt", Defines: "erklärt", Adds: "ergänzt", Refers: "darauf wird verwiesen",
				Cited: "verweist hierher"},
		}
	}
	return phrases{
		opened: "Read %d statements of %s", gathered: "Searched %d other documents, found %d passages",
		consent: "Waiting for your permission", lookedUp: "Searched the library: %s", readPage: "Read a page: %s", searchedWeb: "Searched the web: %s",
		searchFailed: "The search of the web failed: %s", fetchFailed: "A page of %s could not be read: %s", tooLong: "It is larger than what is read in this mode.",
		itself: "It is the open document.", spoilt: "The model did not answer in time, or not usably; the rest was found without it.",
		broken: "The model twice did not answer in the form it was asked for. Try again, or choose another model.",
		struck: [2]string{"One statement of the model was struck: its source does not exist, or does not say so.",
			"%d statements of the model were struck: their source does not exist, or does not say so."},
		unjudged: [2]string{"One statement of the model is missing here: it could not be checked.",
			"%d statements of the model are missing here: they could not be checked."},
		alone:     "Your library has no other document that could be searched.",
		searching: "Searching your library", fetching: "Reading web pages", summing: "Summarizing",
		waiting: "Waiting for another run", ready: "Ready", failed: "Failed",
		verify: map[Strong]string{StrongNumber: "Where does this figure come from: “%s”?", StrongMost: "Who shows that this is so: “%s”?",
			StrongAll: "Does this hold without exception: “%s”?", StrongCause: "What shows that one causes the other: “%s”?", StrongDuty: "Which rule demands this: “%s”?"},
		left:    "%s (left out: %s)",
		inForce: "Is this still in force as it stands: “%s”?",
		relations: map[Relation]string{Contradicts: "contradicts", Updates: "updates", Supports: "supports", Defines: "defines", Adds: "adds", Refers: "referred to",
			Cited: "refers here"},
	}
}
