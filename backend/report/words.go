package report

// words are all the words of ours that a report prints, in one language. Texts with %s take formatted values.
type words struct {
	lang string

	answer, contents, disagree, silent, looked, open, appendix, claims, making string // headings
	struck, struckLegend                                                       string
	noAnswer, noSearch, skip                                                   string
	answers, partly, lacking, unsure, unjudged, likely, closest                string // how far the question is answered

	page, pageMany, inPDF                                          string // "p. %s", "pp. %s"; "PDF %s", of one of these
	supported, contradicted                                        string
	unproven, shortened, against, unsupported                      string
	computed                                                       string // %s: sums
	otherwise, yourFile                                            string // mark of a claim that another contradicts; name of a person's own file
	legend                                                         string
	whole                                                          string
	seeAt, allQuoted, unlisted                                     string // in front of the claims below which a quote stands
	notInLibrary, nowhere, outThere, budget, oldVersion, notChosen string

	lexical, semantic, entity string

	linksHere                       string // what links to files are worth elsewhere
	footProven, footOpen, certified string // the certificate
	checkedByCode, checkedByModel   string
	cited                           string // note of a bibliography entry: "Cited: %s"
	recognised, scanned             string // text read from a picture: of one page, of all
	unshown, lettersOf, symbols     string // letters no font of the PDF has

	onWeb                                               string // in front of a page of the web that is cited
	sourcesTitle, fromWeb, fromLibrary, warnings        string
	sourceDate, fileDate, fetched, sourceQuality        string // %s: a date; a date; a share
	leftComputer                                        string
	requests, received                                  counted
	forSearch, forPage, forRobots                       string
	coverage, quality, madeBy, notes, unread, proof     string // terms of the last section
	extractive, ollama, digest, context, spend          string
	byRule, chosen, tooWeak, passedOver                 string // of the model that did not pass its test
	quoteOpen, quoteClose, decimal, thousand            string
	dateForm                                            string
	months                                              [12]string
	scope, unreadable, queries, followed, pagesRead     string
	dimensions                                          string
	replayed, truncated, fallbacks                      counted
	documents, pages, query, passages, references       counted
	calls, tokens, claimCount, struckCount, mendedCount counted
	moreOpen, findings                                  counted
}

// counted is a noun with its number: one for 1, many else.
type counted struct{ one, many string }

// wordsFor returns the catalogue for an ISO 639-1 language; English for those we have none of.
func wordsFor(lang string) words {
	if lang == "de" {
		return german
	}
	return english
}

var english = words{
	lang:   "en",
	answer: "Answer", contents: "Contents", disagree: "Contradictions", silent: "Left open",
	looked: "What was searched",
	open:   "Cited, but not followed", appendix: "Appendix: how this can be checked", claims: "Claims and their quotes",
	making:   "How this was made",
	noAnswer: "No passage answers this question.", noSearch: "Nothing was searched.", skip: "Skip to the answer",
	answers: "Answered.", partly: "Partly answered.", lacking: "Missing:", unsure: "Unsure: these are the closest passages.",
	unjudged: "Unsure: these are the closest passages, judged by no model.",
	likely:   "Answered. Found without a model.", closest: "Not answered: these are the closest passages.",
	struck: "Struck from the draft", struckLegend: "These sentences stood in a draft and failed the check, for the reason behind each, so the report does not state them.",
	page: "p. %s", pageMany: "pp. %s", inPDF: "PDF %s",
	supported: "proven", contradicted: "contradicted", unproven: "unproven", shortened: "shortened",
	against:   "Says the contrary: %s.",
	otherwise: "another document says otherwise", yourFile: "Your file %s",
	unsupported: "Numbers that stand in none of the quotes: %s.",
	computed:    "Calculated from the passages: %s.",
	legend:      "Each quote stands word for word on the page named behind it; rows of a table are set anew, each figure with the head of its column.",
	unlisted:    "A claim that is missing here is itself a quote from the page it cites.",
	whole:       "The whole question", seeAt: "see",
	allQuoted:    "Every claim stands word for word on the page it cites.",
	notInLibrary: "not in the library", nowhere: "the place it names was not found", outThere: "on the web",
	budget: "not read: this depth allows no more references", oldVersion: "points to a version no longer in force",
	notChosen: "not among the documents chosen for this run",
	lexical:   "by words", semantic: "by meaning", entity: "by names",
	footProven: "%s of %s proven", footOpen: "%s not",
	certified: "the model read every prompt whole, by its own count", linksHere: "Links open the copies on the computer where this report was made; file and page stand in the text.",
	checkedByCode: "Checked by the program against the quotes.", checkedByModel: "Code checked the figures against the cited passages, the model the meaning of %s.",
	recognised: "recognised from a scan", scanned: "Text recognised from scans, which may hold errors",
	cited:   "Cited: %s",
	unshown: "This PDF has no font for %s. Each of them stands as □ here; the other formats show them.", lettersOf: "%s × %s (such as U+%04X)",
	symbols: "symbols",
	onWeb:   "Web:", sourcesTitle: "Sources", fromWeb: "From the web", fromLibrary: "From your documents", warnings: "What went wrong on the way",
	sourceDate: "of %s", fileDate: "file of %s", fetched: "fetched %s", sourceQuality: "Quality %s", leftComputer: "What left this computer",
	requests: counted{"%s request", "%s requests"}, received: counted{"%s byte received", "%s bytes received"}, forSearch: "web search", forPage: "reading pages", forRobots: "asking whether programs may read",
	coverage: "Searched", quality: "Quality", madeBy: "Made by", notes: "Notes", unread: "Without usable text, so not searched", proof: "Proof",
	extractive: "without a language model", ollama: "Ollama, model %s", digest: "digest %s", context: "context of %s",
	chosen: "quotes from passages that %s chose", byRule: "which wrote none of the text", tooWeak: "too weak for research (%d of 10 test sentences judged rightly)", passedOver: "%s was passed over as too weak (%d of 10 test sentences judged rightly)",
	spend: "Spent", quoteOpen: "“", quoteClose: "”", decimal: ".", thousand: ",", dateForm: "%d %s %d, %s",
	months: [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
	scope:  "%s with %s", unreadable: "%s without usable text", queries: "%s, %s judged, %s", followed: "%s followed", pagesRead: "%s read",
	dimensions: "%d of 400 (threshold %d): factual fidelity %d, completeness %d, clarity %d, source accuracy %d",
	replayed:   counted{"%s call answered from the journal", "%s calls answered from the journal"},
	truncated:  counted{"%s call cut by the server", "%s calls cut by the server"},
	fallbacks:  counted{"%s step done without the model", "%s steps done without the model"},
	documents:  counted{"%s document", "%s documents"}, pages: counted{"%s page", "%s pages"}, query: counted{"%s query", "%s queries"},
	passages: counted{"%s passage", "%s passages"}, references: counted{"%s reference", "%s references"},
	calls: counted{"%s model call", "%s model calls"}, tokens: counted{"%s token", "%s tokens"},
	findings:   counted{"%s finding", "%s findings"},
	moreOpen:   counted{"%s more; it stands in the JSON export.", "%s more; they stand in the JSON export."},
	claimCount: counted{"%s claim", "%s claims"}, struckCount: counted{"%s sentence struck", "%s sentences struck"},
	mendedCount: counted{"%s sentence written anew after the check", "%s sentences written anew after the check"},
}

var german = words{
	lang:   "de",
	answer: "Antwort", contents: "Inhalt", disagree: "Widersprüche", silent: "Offen geblieben",
	looked: "Was durchsucht wurde",
	open:   "Zitiert, aber nicht verfolgt", appendix: "Anhang: zum Nachprüfen", claims: "Aussagen und ihre Belege",
	making:   "Wie dieser Bericht entstand",
	noAnswer: "Keine Stelle beantwortet diese Frage.", noSearch: "Es wurde nichts durchsucht.", skip: "Zur Antwort springen",
	answers: "Beantwortet.", partly: "Zum Teil beantwortet.", lacking: "Es fehlt:", unsure: "Unsicher: Das sind die nächsten Stellen.",
	unjudged: "Unsicher: Das sind die nächsten Stellen, von keinem Modell beurteilt.",
	likely:   "Beantwortet. Ohne Modell gefunden.", closest: "Nicht beantwortet: Das sind die nächsten Stellen.",
	struck: "Aus dem Entwurf gestrichen", struckLegend: "Diese Sätze standen in einem Entwurf und bestanden die Prüfung nicht, aus dem Grund, der dahinter steht; deshalb behauptet der Bericht sie nicht.",
	page: "S. %s", pageMany: "S. %s", inPDF: "PDF-%s",
	supported: "belegt", contradicted: "widersprochen", unproven: "unbelegt", shortened: "gekürzt",
	against:   "Das Gegenteil sagt: %s.",
	otherwise: "ein anderes Dokument sagt es anders", yourFile: "Ihre Datei %s",
	unsupported: "Zahlen, die in keinem der Zitate stehen: %s.",
	computed:    "Aus den Stellen berechnet: %s.",
	legend:      "Jedes Zitat steht Wort für Wort auf der Seite, die dahinter genannt ist; Zeilen einer Tabelle sind neu gesetzt, jede Zahl mit dem Kopf ihrer Spalte.",
	unlisted:    "Eine Aussage, die hier fehlt, ist selbst ein Zitat der Seite, die sie nennt.",
	whole:       "Die ganze Frage", seeAt: "siehe",
	allQuoted:    "Jede Aussage steht Wort für Wort auf der Seite, die sie nennt.",
	notInLibrary: "nicht in der Bibliothek", nowhere: "die genannte Stelle wurde nicht gefunden", outThere: "im Web",
	budget: "nicht gelesen: Mehr Verweise erlaubt die Gründlichkeit nicht", oldVersion: "verweist auf eine nicht mehr geltende Fassung",
	notChosen: "nicht unter den Dokumenten, die für diesen Lauf gewählt sind",
	lexical:   "nach Wörtern", semantic: "nach Bedeutung", entity: "nach Namen",
	footProven: "%s von %s belegt", footOpen: "%s nicht",
	certified: "das Modell hat nach eigener Zählung jeden Prompt ganz gelesen", linksHere: "Verweise öffnen die Kopien auf dem Rechner, auf dem dieser Bericht entstand; Datei und Seite stehen im Text.",
	checkedByCode: "Vom Programm an den Zitaten geprüft.", checkedByModel: "Der Code hat die Zahlen an den zitierten Stellen geprüft, das Modell den Sinn von %s.",
	recognised: "aus einem Scan erkannt", scanned: "Text aus Scans erkannt, der Fehler enthalten kann",
	cited:   "Zitiert: %s",
	unshown: "Dieses PDF hat keine Schrift für %s. Jedes dieser Zeichen steht hier als □; die anderen Formate zeigen sie.", lettersOf: "%s × %s (etwa U+%04X)", symbols: "Symbole",
	onWeb: "Web:", sourcesTitle: "Quellen", fromWeb: "Aus dem Web", fromLibrary: "Aus Ihren Dokumenten", warnings: "Was unterwegs schiefging",
	sourceDate: "vom %s", fileDate: "Datei vom %s", fetched: "abgerufen am %s", sourceQuality: "Güte %s", leftComputer: "Was diesen Rechner verließ",
	requests: counted{"%s Anfrage", "%s Anfragen"}, received: counted{"%s Byte empfangen", "%s Bytes empfangen"}, forSearch: "Websuche", forPage: "Lesen von Seiten", forRobots: "Frage, ob Programme lesen dürfen",
	coverage: "Durchsucht", quality: "Qualität", madeBy: "Erstellt von", notes: "Anmerkungen", unread: "Ohne brauchbaren Text und deshalb nicht durchsucht", proof: "Nachweis",
	extractive: "ohne Sprachmodell", ollama: "Ollama, Modell %s", digest: "Digest %s", context: "Kontext von %s",
	chosen: "Zitate aus Textstellen, die %s gewählt hat", byRule: "das keinen Satz geschrieben hat", tooWeak: "zu schwach für Recherchen (%d von 10 Prüfsätzen richtig beurteilt)", passedOver: "%s ist zu schwach und wurde nicht verwendet (%d von 10 Prüfsätzen richtig beurteilt)",
	spend: "Aufwand", quoteOpen: "„", quoteClose: "“", decimal: ",", thousand: ".", dateForm: "%d. %s %d, %s Uhr",
	months: [12]string{"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"},
	scope:  "%s mit %s", unreadable: "davon %s ohne brauchbaren Text", queries: "%s, %s beurteilt, %s", followed: "%s verfolgt", pagesRead: "%s gelesen",
	dimensions: "%d von 400 (Schwelle %d): Faktentreue %d, Vollständigkeit %d, Klarheit %d, Quellengenauigkeit %d",
	replayed:   counted{"%s Aufruf aus dem Journal beantwortet", "%s Aufrufe aus dem Journal beantwortet"},
	truncated:  counted{"%s Aufruf vom Server gekürzt", "%s Aufrufe vom Server gekürzt"},
	fallbacks:  counted{"%s Schritt ohne das Modell getan", "%s Schritte ohne das Modell getan"},
	documents:  counted{"%s Dokument", "%s Dokumente"}, pages: counted{"%s Seite", "%s Seiten"}, query: counted{"%s Suchanfrage", "%s Suchanfragen"},
	passages: counted{"%s Stelle", "%s Stellen"}, references: counted{"%s Verweis", "%s Verweise"},
	calls: counted{"%s Modellaufruf", "%s Modellaufrufe"}, tokens: counted{"%s Token", "%s Token"},
	findings:   counted{"%s Fund", "%s Funde"},
	moreOpen:   counted{"%s weiterer; er steht im Export als JSON.", "%s weitere; sie stehen im Export als JSON."},
	claimCount: counted{"%s Aussage", "%s Aussagen"}, struckCount: counted{"%s Satz gestrichen", "%s Sätze gestrichen"},
	mendedCount: counted{"%s Satz nach der Prüfung neu geschrieben", "%s Sätze nach der Prüfung neu geschrieben"},
}
