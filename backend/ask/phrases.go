package ask

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/chunk"
	"rabbithole/prompts"
)

// Phrases are the program's own words in one language. Other languages are served in English.
type Phrases struct {
	language                              string          // ISO 639-1
	Stop                                  map[string]bool // words that never make a concept
	cuts                                  *regexp.Regexp  // where a question parts into clauses
	scopeOf                               string
	assumed                               []string
	Define                                string // tasks of a plan besides the clauses of the question
	Conditions                            string
	Quantities                            string
	DefineCue                             string // words that definitions use
	ExceptCue                             string
	NumberCue                             string
	Read                                  string // task for a reference that was not followed: label, name of the evidence's document
	Clarify                               []prompts.ClarifyQuestion
	WhichYear, WhichDocument, WhichOfMany string // questions that a library makes worth asking; %d documents
	SilentTask                            string // %s: a task
	Unsearched                            string // %s: a task
	numberAsked                           []string
	NotAnswered                           string
	Partly, Lacking                       string
	NotSaid, NotFound                     string          // %s: a clause of the question
	Nowhere                               string          // %s: a name in it
	NoSuchPlace                           string          // %s: "Figure 7", "page 90"
	Scattered                             string          // why, where nothing is missing by name
	Nearest                               string          // title of what comes nearest to a question without an answer
	More, OfNumbers, OfCases, OfTerms     string          // titles of sections that answer no clause of their own
	Names                                 string          // %s: words of the question
	Marks                                 [2]string       // quotation marks
	pronouns                              map[string]bool // that stand for what another clause names
	Asking                                string          // words that say what kind of thing is asked for, not what it is about
	// namesHaveCapitals: a capital letter inside a sentence marks a name, not any noun.
	NamesHaveCapitals bool
}

// WordsFor returns the words of a language, the English ones for any but German.
func WordsFor(language string) Phrases {
	if language == "de" {
		return GermanPhrases
	}
	return EnglishPhrases
}

// Scope says in a sentence what is looked for.
func (p Phrases) Scope(question string) string {
	return fmt.Sprintf(p.scopeOf, chunk.Clip(strings.TrimSpace(question), 220))
}

// Assumptions are what a search takes for granted about the documents.
func (p Phrases) Assumptions(documents int) []string {
	return []string{p.assumed[0], fmt.Sprintf(p.assumed[1], documents)}
}

// whatOneIs matches a question for what a thing is at all, whatever it is called: "what is a limit?" asks for no number.
var whatOneIs = regexp.MustCompile(`(?i)^\W*(?:what (?:is|are) (?:an? )|was (?:ist|sind|bedeutet|versteht man unter|ist unter) eine?[nmr]? )(?:[\pL-]+ )?[\pL-]+(?: zu verstehen)?\W*$`)

// AsksForNumber reports whether some clause of a question wants a quantity; a limit that stands in its condition is not asked for.
func (p Phrases) AsksForNumber(question string) bool {
	for _, clause := range clauses(question, p) {
		if at := condition.FindStringIndex(clause); at != nil {
			clause = clause[:at[0]]
		}
		clause = strings.ToLower(clause)
		if whatOneIs.MatchString(clause) {
			continue
		}
		if slices.ContainsFunc(p.numberAsked, func(cue string) bool { return strings.Contains(clause, cue) }) {
			return true
		}
	}
	return false
}

// EnglishPhrases are the English words.
var EnglishPhrases = Phrases{
	language: "en",
	Stop: wordSet(`a an the and or not no nor is are was were be been being will would may might must can could should shall which who whom whose what how
		when where why for of to with by from on at in into under over does do did has have had having it its they them their he she his her if that
		whether also only through against without until as than there this these those any each every much many more most some such other between
		about after before during while because so but both either neither per via according apply applies applied exist exists say says given i me my we our you your`),
	cuts:       englishCuts,
	scopeOf:    "What the documents in the library say about: %s",
	assumed:    []string{"The documents in the library are the versions that count.", "All %d documents searched may be used."},
	Define:     "Check how the terms are defined and where the rules apply",
	Conditions: "Check for conditions and exceptions",
	Quantities: "Collect numbers, limits and deadlines",
	DefineCue:  "means definition defined scope applies",
	ExceptCue:  "except unless exception provided permitted derogation",
	NumberCue:  "limit value maximum minimum period level",
	Read:       "Read %s, to which %s refers",
	Clarify: []prompts.ClarifyQuestion{
		{Question: "Who is this about?"},
		{Question: "Do you need the rule, the exceptions, or both?", Choices: []string{"the rule", "the exceptions", "both"}},
		{Question: "Does a certain date or version of the documents matter?"},
		{Question: "Do you need exact wording and numbers, or an overview?", Choices: []string{"exact wording and numbers", "an overview"}},
		{Question: "What do you know already?"},
		{Question: "What do you need the answer for?"},
	},
	WhichYear:     "Which year do you mean?",
	WhichDocument: "More than one document speaks of this. Which should count?",
	WhichOfMany:   "%d documents speak of this, these the most. Which should count?",
	Unsearched:    "Not looked into, because the run was ended early: %s",
	SilentTask:    "Nothing relevant was found on: %s",
	numberAsked: []string{"how much", "how many", "how high", "how long", "how often", "how frequently", "how far", "how old", "what dose", "limit", "maximum", "minimum", "at most", "at least", "percent",
		"amount", "number of", "value", "level", "rate", "total", "ratio", "what is the size", "deadline", "by when", "revenue", "cost"},
	NotAnswered: "No passage answers this question.",
	NotSaid:     "No passage answers: %s",
	NotFound:    "Nothing was found that answers: %s",
	Nowhere:     "%s does not appear in the documents searched.",
	NoSuchPlace: "The documents searched have no %s.",
	Scattered:   "Most of its words do not appear in the documents searched.",
	Nearest:     "Closest passages (not an answer)",
	More:        "More on this question",
	OfNumbers:   "Numbers, limits and deadlines",
	OfCases:     "Conditions and exceptions",
	OfTerms:     "Terms and scope",
	Names:       "names %s",
	Marks:       [2]string{"“", "”"},
	pronouns:    wordSet("it its itself they them their theirs he him his she her this that these those such one ones latter former"),
	Partly:      "Part of what the question names stands in no quoted passage.",
	Lacking:     "Missing: %s.",
	Asking: `mentioned according answer format list write example name names title titles type types topic page pages document report paper value values difference
		gap percentage percent count sum happen happens kind date given use used using contain contains include includes included show shows shown illustrated return
		state stated related describe described discuss discussed appear appears times note respectively number amount average ratio entire combined single give tell
		enumerate text section question following based likely did reported regarding benefit explain published noted cover email address phone fax
		id url website websites change changes increase decrease compare calculate roughly assume primarily data top highest lowest rise fall drop grow decline improve`,
	NamesHaveCapitals: true,
}

// GermanPhrases are the German words.
var GermanPhrases = Phrases{
	language: "de",
	Stop: wordSet(`der die das den dem des ein eine einer eines einem einen und oder nicht kein keine ist sind war waren wird werden wurde wurden worden darf dürfen
		muss müssen musste kann können konnte soll sollen welche welcher welches welchem welchen wer was wie wann wo warum wem wen wessen wofür wozu worin worauf woran
		für von vom zu zum zur mit nach bei beim aus auf im in am an über unter gegen ohne bis um durch während wegen seit vor hinter neben zwischen
		gilt gelten hat haben hatte es sie er ihr ihre ihrer ihren ihrem sein seine seiner seinen seinem wenn dass ob auch nur noch sich als so sowie damit
		dieser diese dieses diesem diesen jener jede jeder jedes aller alle allen man dann denn doch aber sondern weil da hierbei dabei dazu daran davon dort hier
		hoch viel viele wieviel welch beziehungsweise bzw etwa zwar je nachdem ich wir unser mein mehr weniger`),
	cuts:       germanCuts,
	scopeOf:    "Was die Dokumente der Bibliothek sagen zu: %s",
	assumed:    []string{"Die Dokumente der Bibliothek sind die maßgeblichen Fassungen.", "Alle %d durchsuchten Dokumente dürfen verwendet werden."},
	Define:     "Klären, was die Begriffe bedeuten und wo die Regeln gelten",
	Conditions: "Nach Voraussetzungen und Ausnahmen sehen",
	Quantities: "Zahlen, Grenzwerte und Fristen sammeln",
	DefineCue:  "Begriffsbestimmung im Sinne bedeutet Anwendungsbereich",
	ExceptCue:  "Ausnahme abweichend zulassen es sei denn sofern gilt nicht",
	NumberCue:  "Grenzwert höchstens mindestens Frist beträgt",
	Read:       "%s lesen, worauf %s verweist",
	Clarify: []prompts.ClarifyQuestion{
		{Question: "Um wen geht es?"},
		{Question: "Brauchen Sie die Regel, die Ausnahmen oder beides?", Choices: []string{"die Regel", "die Ausnahmen", "beides"}},
		{Question: "Kommt es auf ein Datum oder eine Fassung an?"},
		{Question: "Brauchen Sie genauen Wortlaut und Zahlen oder einen Überblick?", Choices: []string{"genauen Wortlaut und Zahlen", "einen Überblick"}},
		{Question: "Was wissen Sie schon?"},
		{Question: "Wofür brauchen Sie die Antwort?"},
	},
	WhichYear:     "Welches Jahr ist gemeint?",
	WhichDocument: "Mehrere Dokumente handeln davon. Welche sollen zählen?",
	WhichOfMany:   "%d Dokumente handeln davon, diese am meisten. Welche sollen zählen?",
	Unsearched:    "Nicht untersucht, weil der Lauf vorzeitig beendet wurde: %s",
	SilentTask:    "Nichts Einschlägiges gefunden zu: %s",
	numberAsked: []string{"wie hoch", "wie viel", "wieviel", "wie lange", "wie oft", "wie häufig", "wie weit", "wie alt", "grenzwert", "höchstens", "mindestens", "frist", "anzahl", "prozent",
		"summe", "betrag", "welche dosis", "referenzwert", "wert ", "dauer"},
	NotAnswered: "Keine Stelle beantwortet diese Frage.",
	NotSaid:     "Keine Stelle beantwortet: %s",
	NotFound:    "Nichts gefunden, was darauf antwortet: %s",
	Nowhere:     "%s kommt in den durchsuchten Dokumenten nicht vor.",
	NoSuchPlace: "%s gibt es in den durchsuchten Dokumenten nicht.",
	Scattered:   "Die meisten der Wörter kommen in den durchsuchten Dokumenten nicht vor.",
	Nearest:     "Nächstliegende Stellen (keine Antwort)",
	More:        "Weiteres zur Frage",
	OfNumbers:   "Zahlen, Grenzwerte und Fristen",
	OfCases:     "Voraussetzungen und Ausnahmen",
	OfTerms:     "Begriffe und Geltungsbereich",
	Names:       "nennt %s",
	Marks:       [2]string{"„", "“"},
	pronouns:    wordSet("er ihn ihm sein seine seiner seinem seinen sie ihr ihre ihrer ihrem ihren es dies dieser diese dieses diesem diesen solche solcher solches dessen deren dafür dabei dazu davon hierfür hierzu letztere letzterer"),
	Partly:      "Ein Teil dessen, was die Frage nennt, steht in keiner zitierten Passage.",
	Lacking:     "Es fehlt: %s.",
	Asking: `nennen nennt genannt laut gemäß antwort liste schreiben beispiel name namen titel art thema seite seiten dokument bericht text wert werte unterschied differenz
		anteil prozent anzahl summe geschieht passiert datum angegeben enthalten enthält zeigen gezeigt erklären beschreiben beschrieben folgende insgesamt zahl betrag
		durchschnitt verhältnis frage bedeutet regeln regelt vorschreiben vorgeschrieben höhe adresse telefon veränderung änderung vergleich vergleiche berechne gestiegen gesunken gewachsen`,
}

// KindOf names the kind of rule that one of the plan's own tasks looks for, "" for a task that asks a clause.
func (p Phrases) KindOf(task string) string {
	switch task {
	case p.Conditions:
		return p.OfCases
	case p.Define:
		return p.OfTerms
	case p.Quantities:
		return p.OfNumbers
	}
	return ""
}

// Item is a clause of a question as an entry of a plan: a question as one.
func (p Phrases) Item(clause string) string {
	text := strings.TrimRight(clause, " .?!,;:")
	if request.MatchString(text) && !bids.MatchString(text) {
		text += "?"
	}
	return Title(text)
}
