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
	spoilt, broken            string // the model
	struck                    string // %d bullets
	nothing                   string
	alone                     string
	searching                 string
	fetching                  string
	summing                   string
	waiting                   string
	ready                     string
	failed                    string
	verify                    map[Strong]string // %s: the claim
	inForce                   string            // %s: the rule
}

func phrasesFor(language string) phrases {
	if language == "de" {
		return phrases{
			opened: "%d Aussagen aus %s gelesen", gathered: "%d weitere Dokumente durchsucht, %d Stellen gefunden",
			alone:     "Ihre Bibliothek hat außer diesem kein Dokument, in dem gesucht werden könnte.",
			searching: "Sucht in Ihrer Bibliothek", fetching: "Liest Webseiten", summing: "Fasst zusammen",
			waiting: "Wartet auf einen anderen Lauf", ready: "Fertig", failed: "Fehlgeschlagen",
			verify: map[Strong]string{StrongNumber: "Woher stammt die Angabe: „%s“?", StrongMost: "Wer belegt, dass das so ist: „%s“?",
				StrongAll: "Gilt das ohne Ausnahme: „%s“?", StrongDuty: "Welche Vorschrift verlangt das: „%s“?"},
			inForce: "Gilt das noch in dieser Fassung: „%s“?",
		}
	}
	return phrases{
		opened: "Read %d statements of %s", gathered: "Searched %d other documents, found %d passages",
		alone:     "Your library has no other document that could be searched.",
		searching: "Searching your library", fetching: "Reading web pages", summing: "Summarizing",
		waiting: "Waiting for another run", ready: "Ready", failed: "Failed",
		verify: map[Strong]string{StrongNumber: "Where does this figure come from: “%s”?", StrongMost: "Who shows that this is so: “%s”?",
			StrongAll: "Does this hold without exception: “%s”?", StrongDuty: "Which rule demands this: “%s”?"},
		inForce: "Is this still in force as it stands: “%s”?",
	}
}
