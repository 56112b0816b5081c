package discover

// phrases are the flow's own words in one language. Other languages are served in English.
type phrases struct {
	nothing string // %s: the query
	few     string // %d cards; the query
	gone    string
	spent   string // the run's limit is reached
	blind   string // the model cannot see; %s: what was used instead
	unseen  string // nothing could be made out
	name    string
	written string
}

func phrasesFor(language string) phrases {
	if language == "de" {
		return german
	}
	return english
}

var english = phrases{
	nothing: "Nothing that was searched says anything about “%s”. Put it in other words, add documents, or allow the web.",
	few:     "Fewer cards than usual (%d): nothing else that was searched says something about “%s”.",
	gone:    "The language model could not be used; the cards were made without it.",
	spent:   "The limit of the run is reached; the rest of the cards was made without the language model.",
	blind:   "No language model looked at the picture; the search used %s.",
	unseen:  "Nothing could be made out in the picture: no language model that sees is in use, and no text was found in it. Say in words what it shows.",
	name:    "the name of its file", written: "the text in it and its description",
}

var german = phrases{
	nothing: "Nichts von dem, was durchsucht wurde, sagt etwas über „%s“. Sagen Sie es mit anderen Worten, fügen Sie Dokumente hinzu oder erlauben Sie das Web.",
	few:     "Weniger Karten als sonst (%d): Nichts anderes von dem, was durchsucht wurde, sagt etwas über „%s“.",
	gone:    "Das Sprachmodell war nicht zu gebrauchen; die Karten sind ohne es gemacht.",
	spent:   "Die Grenze des Laufs ist erreicht; der Rest der Karten ist ohne das Sprachmodell gemacht.",
	blind:   "Kein Sprachmodell hat das Bild angesehen; für die Suche diente %s.",
	unseen:  "Auf dem Bild war nichts zu erkennen: Es ist kein Sprachmodell in Gebrauch, das sieht, und Text wurde darin nicht gefunden. Sagen Sie mit Worten, was es zeigt.",
	name:    "der Name seiner Datei", written: "der Text darin und seine Beschreibung",
}
