package step

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rabbithole/prompts"
)

// phrases are the twins' own words in one language. Other languages are served in English.
type phrases struct {
	language   string          // ISO 639-1
	stop       map[string]bool // words that never make a concept
	cuts       *regexp.Regexp  // where a question parts into clauses
	scopeOf    string
	assumed    []string
	answerWith string // %s: a clause of the question
	define     string // %s: concepts
	conditions string
	quantities string
	defineCue  string // words that definitions use
	exceptCue  string
	numberCue  string
	read       string // task for a reference that was not followed: label, name of the evidence's document
	clarify    []prompts.ClarifyQuestion
	// questions that a library makes worth asking: %s years; names of documents; an abbreviation and its two senses; words
	whichYear, whichDocument, whichOfMany, whichMeaning, otherWord, otherWords, or string
	silentTask                                                                     string // %s: a task
	unsearched                                                                     string // %s: a task
	numberAsked                                                                    []string
	notAnswered                                                                    string
	partly                                                                         string
	notSaid, notFound                                                              string          // %s: a clause of the question
	nowhere                                                                        string          // %s: a name in it
	noSuchPlace                                                                    string          // %s: "Figure 7", "page 90"
	scattered                                                                      string          // why, where nothing is missing by name
	nearest                                                                        string          // title of what comes nearest to a question without an answer
	more, ofNumbers, ofCases, ofTerms                                              string          // titles of sections that answer no clause of their own
	names                                                                          string          // %s: words of the question
	marks                                                                          [2]string       // quotation marks
	pronouns                                                                       map[string]bool // that stand for what another clause names
	asking                                                                         string          // words that say what kind of thing is asked for, not what it is about
	// namesHaveCapitals: a capital letter inside a sentence marks a name, not any noun.
	namesHaveCapitals bool
}

func wordsFor(language string) phrases {
	if language == "de" {
		return germanPhrases
	}
	return englishPhrases
}

func (p phrases) scope(question string) string {
	return fmt.Sprintf(p.scopeOf, clip(strings.TrimSpace(question), 220))
}

func (p phrases) assumptions(documents int) []string {
	return []string{p.assumed[0], fmt.Sprintf(p.assumed[1], documents)}
}

// whatOneIs matches a question for what a thing is at all, whatever it is called: "what is a limit?" asks for no number.
var whatOneIs = regexp.MustCompile(`(?i)^\W*(?:what (?:is|are) (?:an? )|was (?:ist|sind|bedeutet|versteht man unter|ist unter) eine?[nmr]? )(?:[\pL-]+ )?[\pL-]+(?: zu verstehen)?\W*$`)

// asksForNumber reports whether some clause of a question wants a quantity; a limit that stands in its condition is not asked for.
func (p phrases) asksForNumber(question string) bool {
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

var englishPhrases = phrases{
	language: "en",
	stop: wordSet(`a an the and or not no nor is are was were be been being will would may might must can could should shall which who whom whose what how
		when where why for of to with by from on at in into under over does do did has have had having it its they them their he she his her if that
		whether also only through against without until as than there this these those any each every much many more most some such other between
		about after before during while because so but both either neither per via according apply applies applied exist exists say says given i me my we our you your`),
	cuts:       englishCuts,
	scopeOf:    "What the documents in the library say about: %s",
	assumed:    []string{"The documents in the library are the versions that count.", "All %d documents searched may be used."},
	answerWith: "Answer: %s",
	define:     "Find how the documents define %s and where the rule applies",
	conditions: "Find conditions, exceptions and deviations for %s",
	quantities: "Find the numbers, limits and deadlines for %s",
	defineCue:  "means definition defined scope applies",
	exceptCue:  "except unless exception provided permitted derogation",
	numberCue:  "limit value maximum minimum period level",
	read:       "Read %s, to which %s refers",
	clarify: []prompts.ClarifyQuestion{
		{Question: "Who is this about? (optional)"},
		{Question: "Do you need the rule, the exceptions, or both?", Choices: []string{"the rule", "the exceptions", "both"}},
		{Question: "Does a certain date or version of the documents matter?"},
		{Question: "Do you need exact wording and numbers, or an overview?", Choices: []string{"exact wording and numbers", "an overview"}},
		{Question: "What do you know already?"},
		{Question: "What do you need the answer for?"},
	},
	whichYear:     "Which year do you mean: %s?",
	whichDocument: "More than one document speaks of this: %s. Which should count?",
	whichOfMany:   "%d documents speak of this alike, for example %s. Which should count?",
	whichMeaning:  "“%s” stands for “%s” or for “%s”. Which do you mean?",
	otherWord:     "%s does not appear in your documents. Another word for it?",
	otherWords:    "%s do not appear in your documents. Other words for them?",
	or:            "or",
	unsearched:    "Not looked into, because the run was ended early: %s",
	silentTask:    "Nothing relevant was found on: %s",
	numberAsked: []string{"how much", "how many", "how high", "how long", "how often", "how frequently", "how far", "how old", "what dose", "limit", "maximum", "minimum", "at most", "at least", "percent",
		"amount", "number of", "value", "level", "rate", "total", "ratio", "what is the size", "deadline", "by when", "revenue", "cost"},
	notAnswered: "No passage answers this question.",
	notSaid:     "No passage answers: %s",
	notFound:    "Nothing was found that answers: %s",
	nowhere:     "%s does not appear in the documents searched.",
	noSuchPlace: "The documents searched have no %s.",
	scattered:   "Most of its words do not appear in the documents searched.",
	nearest:     "Closest passages (not an answer)",
	more:        "More on this question",
	ofNumbers:   "Numbers, limits and deadlines",
	ofCases:     "Conditions and exceptions",
	ofTerms:     "Terms and scope",
	names:       "names %s",
	marks:       [2]string{"“", "”"},
	pronouns:    wordSet("it its itself they them their theirs he him his she her this that these those such one ones latter former"),
	partly:      "Part of what the question names stands in no quoted passage.",
	asking: `mentioned according answer format list write example name names title titles type types topic page pages document report paper value values difference
		gap percentage percent count sum happen happens kind date given use used using contain contains include includes included show shows shown illustrated return
		state stated related describe described discuss discussed appear appears times note respectively number amount average ratio entire combined single give tell
		enumerate text section question following based likely did reported regarding benefit explain published noted cover email address phone fax
		id url website websites change changes increase decrease compare calculate roughly assume primarily data top highest lowest rise fall drop grow decline improve`,
	namesHaveCapitals: true,
}

var germanPhrases = phrases{
	language: "de",
	stop: wordSet(`der die das den dem des ein eine einer eines einem einen und oder nicht kein keine ist sind war waren wird werden wurde wurden worden darf dürfen
		muss müssen musste kann können konnte soll sollen welche welcher welches welchem welchen wer was wie wann wo warum wem wen wessen wofür wozu worin worauf woran
		für von vom zu zum zur mit nach bei beim aus auf im in am an über unter gegen ohne bis um durch während wegen seit vor hinter neben zwischen
		gilt gelten hat haben hatte es sie er ihr ihre ihrer ihren ihrem sein seine seiner seinen seinem wenn dass ob auch nur noch sich als so sowie damit
		dieser diese dieses diesem diesen jener jede jeder jedes aller alle allen man dann denn doch aber sondern weil da hierbei dabei dazu daran davon dort hier
		hoch viel viele wieviel welch beziehungsweise bzw etwa zwar je nachdem ich wir unser mein mehr weniger`),
	cuts:       germanCuts,
	scopeOf:    "Was die Dokumente der Bibliothek sagen zu: %s",
	assumed:    []string{"Die Dokumente der Bibliothek sind die maßgeblichen Fassungen.", "Alle %d durchsuchten Dokumente dürfen verwendet werden."},
	answerWith: "Beantworten: %s",
	define:     "Feststellen, wie die Dokumente %s bestimmen und wo die Regel gilt",
	conditions: "Voraussetzungen, Ausnahmen und Abweichungen finden zu %s",
	quantities: "Zahlen, Grenzwerte und Fristen finden zu %s",
	defineCue:  "Begriffsbestimmung im Sinne bedeutet Anwendungsbereich",
	exceptCue:  "Ausnahme abweichend zulassen es sei denn sofern gilt nicht",
	numberCue:  "Grenzwert höchstens mindestens Frist beträgt",
	read:       "%s lesen, worauf %s verweist",
	clarify: []prompts.ClarifyQuestion{
		{Question: "Um wen geht es? (freiwillig)"},
		{Question: "Brauchen Sie die Regel, die Ausnahmen oder beides?", Choices: []string{"die Regel", "die Ausnahmen", "beides"}},
		{Question: "Kommt es auf ein Datum oder eine Fassung an?"},
		{Question: "Brauchen Sie genauen Wortlaut und Zahlen oder einen Überblick?", Choices: []string{"genauen Wortlaut und Zahlen", "einen Überblick"}},
		{Question: "Was wissen Sie schon?"},
		{Question: "Wofür brauchen Sie die Antwort?"},
	},
	whichYear:     "Welches Jahr ist gemeint: %s?",
	whichDocument: "Mehrere Dokumente handeln davon: %s. Welches soll zählen?",
	whichOfMany:   "%d Dokumente handeln davon gleichermaßen, zum Beispiel %s. Welches soll zählen?",
	whichMeaning:  "„%s“ steht für „%s“ oder für „%s“. Was ist gemeint?",
	otherWord:     "%s kommt in Ihren Dokumenten nicht vor. Ein anderes Wort dafür?",
	otherWords:    "%s kommen in Ihren Dokumenten nicht vor. Andere Wörter dafür?",
	or:            "oder",
	unsearched:    "Nicht untersucht, weil der Lauf vorzeitig beendet wurde: %s",
	silentTask:    "Nichts Einschlägiges gefunden zu: %s",
	numberAsked: []string{"wie hoch", "wie viel", "wieviel", "wie lange", "wie oft", "wie häufig", "wie weit", "wie alt", "grenzwert", "höchstens", "mindestens", "frist", "anzahl", "prozent",
		"summe", "betrag", "welche dosis", "referenzwert", "wert ", "dauer"},
	notAnswered: "Keine Stelle beantwortet diese Frage.",
	notSaid:     "Keine Stelle beantwortet: %s",
	notFound:    "Nichts gefunden, was darauf antwortet: %s",
	nowhere:     "%s kommt in den durchsuchten Dokumenten nicht vor.",
	noSuchPlace: "%s gibt es in den durchsuchten Dokumenten nicht.",
	scattered:   "Die meisten der Wörter kommen in den durchsuchten Dokumenten nicht vor.",
	nearest:     "Nächstliegende Stellen (keine Antwort)",
	more:        "Weiteres zur Frage",
	ofNumbers:   "Zahlen, Grenzwerte und Fristen",
	ofCases:     "Voraussetzungen und Ausnahmen",
	ofTerms:     "Begriffe und Geltungsbereich",
	names:       "nennt %s",
	marks:       [2]string{"„", "“"},
	pronouns:    wordSet("er ihn ihm sein seine seiner seinem seinen sie ihr ihre ihrer ihrem ihren es dies dieser diese dieses diesem diesen solche solcher solches dessen deren dafür dabei dazu davon hierfür hierzu letztere letzterer"),
	partly:      "Ein Teil dessen, was die Frage nennt, steht in keiner zitierten Passage.",
	asking: `nennen nennt genannt laut gemäß antwort liste schreiben beispiel name namen titel art thema seite seiten dokument bericht text wert werte unterschied differenz
		anteil prozent anzahl summe geschieht passiert datum angegeben enthalten enthält zeigen gezeigt erklären beschreiben beschrieben folgende insgesamt zahl betrag
		durchschnitt verhältnis frage bedeutet regeln regelt vorschreiben vorgeschrieben höhe adresse telefon veränderung änderung vergleich vergleiche berechne gestiegen gesunken gewachsen`,
}

// weakest says in a sentence what costs a draft the most.
func (p phrases) weakest(completeness int, topics []Topic) string {
	var open []string
	for _, t := range topics {
		if len(t.Evidence) == 0 {
			open = append(open, bare(t.Task))
		}
	}
	if len(open) > 0 {
		return clip(fmt.Sprintf(p.silentTask, strings.Join(open, "; ")), 390)
	}
	if completeness < 80 {
		return p.partly
	}
	return ""
}
