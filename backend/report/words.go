package report

// words are all the words of ours that a report prints, in one language. Texts with %s take formatted values.
type words struct {
	lang string

	answer, contents, disagree, silent, looked, open, appendix, claims, evidence, making string // headings
	struck, struckLegend                                                                 string
	noAnswer, noSearch, skip                                                             string
	answers, partly, lacking, unsure, unjudged, likely, closest                          string // how far the question is answered

	page, pageMany, inPDF                                          string // "p. %s", "pp. %s"; "PDF %s", of one of these
	supported, contradicted                                        string
	unproven, shortened, against, unsupported                      string
	computed                                                       string // %s: sums
	otherwise, yourFile                                            string // mark of a claim that another contradicts; name of a person's own file
	legend                                                         string
	document, section, why, score                                  string // table heads
	reference, from, reason, times                                 string
	via, whole                                                     string
	notInLibrary, nowhere, outThere, budget, oldVersion, notChosen string

	sweep, sought, nearest    string // heads of the table of sweeps
	lexical, semantic, entity string

	linksHere                                                     string // what links to files are worth elsewhere
	footProven, footStruck, footTruncated, footFollowed, footOpen string // the certificate
	certified, noCalls                                            string
	checkedByCode, checkedByModel                                 string
	cited                                                         string // note of a bibliography entry: "Cited: %s"
	recognised, scanned                                           string // text read from a picture: of one page, of all
	unshown, lettersOf, symbols                                   string // letters no font of the PDF has

	onWeb                                               string // in front of a page of the web that is cited
	sourcesTitle, fromWeb, fromLibrary, warnings        string
	sourceDate, fetched, sourceQuality                  string // %s: a date; a date; a share
	leftComputer, host, purposeTitle                    string
	requests, received                                  string
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
	uncited, moreOpen, findings                         counted
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
	answer: "Answer", contents: "Contents", disagree: "Where the documents contradict each other", silent: "Not found in what was read",
	looked: "What was searched",
	open:   "Cited, but not followed", appendix: "Appendix: how this can be checked", claims: "Claims and their quotes", evidence: "Findings",
	making:   "How this was made",
	noAnswer: "No passage answers this question.", noSearch: "Nothing was searched.", skip: "Skip to the answer",
	answers: "Answered.", partly: "Partly answered.", lacking: "Missing:", unsure: "Unsure. Nothing here is proved to answer the question.",
	unjudged: "Unsure. Closest passages; no model has judged whether they answer.",
	likely:   "Answered, most likely. Found without a model.", closest: "Not answered. Closest passages, no answer.",
	struck: "Struck from the draft", struckLegend: "These sentences stood in a draft and failed the check, for the reason behind each, so the report does not state them.",
	page: "p. %s", pageMany: "pp. %s", inPDF: "PDF %s",
	supported: "supported", contradicted: "contradicted", unproven: "unproven", shortened: "shortened",
	against:   "Says the contrary: %s.",
	otherwise: "another document says otherwise", yourFile: "Your file %s",
	unsupported: "Numbers that stand in none of the quotes: %s.",
	computed:    "Calculated from the passages: %s.",
	legend:      "Each quote was found word for word on the page it names. The word behind a claim’s number says how the claim stands against them.",
	document:    "Document", section: "Section", why: "Why it matters", score: "Relevance",
	reference: "Reference", from: "Stands in", reason: "Why not followed", times: "Times",
	via: "by a reference in %s", whole: "The whole question",
	notInLibrary: "not in the library", nowhere: "the place it names was not found", outThere: "on the web",
	budget: "not read: this depth allows no more references", oldVersion: "points to a version no longer in force",
	notChosen: "not among the documents chosen for this run",
	sweep:     "Search", sought: "Sought", nearest: "Passages read",
	lexical: "by words", semantic: "by meaning", entity: "by names",
	footProven: "Claims proven: %s of %s", footStruck: "struck: %s", footTruncated: "truncated calls: %s", footFollowed: "references followed: %s", footOpen: "not followed: %s",
	certified: "the model read every prompt whole, by its own count", linksHere: "Links open the copies on the computer where this report was made; file and page stand in the text.", noCalls: "no model was called",
	checkedByCode: "Checked by the program against the quotes.", checkedByModel: "Code checked the figures against the cited passages, the model the meaning of %s.",
	recognised: "recognised from a scan", scanned: "Text recognised from scans, which may hold errors",
	cited:   "Cited: %s",
	unshown: "This PDF has no font for %s. Each of them stands as □ here; the other formats show them.", lettersOf: "%s × %s (such as U+%04X)",
	symbols: "symbols",
	onWeb:   "Web:", sourcesTitle: "Sources", fromWeb: "From the web", fromLibrary: "From your documents", warnings: "What went wrong on the way",
	sourceDate: "of %s", fetched: "fetched %s", sourceQuality: "Quality %s", leftComputer: "What left this computer", host: "Host",
	purposeTitle: "What for",
	requests:     "Requests", received: "Bytes received", forSearch: "web search", forPage: "reading pages", forRobots: "asking whether programs may read",
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
	findings: counted{"%s finding", "%s findings"},
	uncited: counted{"%s more finding is not cited; it is shown with the run in Rabbithole and stands in the JSON export.",
		"%s more findings are not cited; they are shown with the run in Rabbithole and stand in the JSON export."},
	moreOpen:   counted{"%s more; it stands in the JSON export.", "%s more; they stand in the JSON export."},
	claimCount: counted{"%s claim", "%s claims"}, struckCount: counted{"%s sentence struck", "%s sentences struck"},
	mendedCount: counted{"%s sentence written anew after the check", "%s sentences written anew after the check"},
}

var german = words{
	lang:   "de",
	answer: "Antwort", contents: "Inhalt", disagree: "Wo die Dokumente einander widersprechen", silent: "Im Gelesenen nicht gefunden",
	looked: "Was durchsucht wurde",
	open:   "Zitiert, aber nicht verfolgt", appendix: "Anhang: zum Nachprüfen", claims: "Aussagen und ihre Belege", evidence: "Funde",
	making:   "Wie dieser Bericht entstand",
	noAnswer: "Keine Stelle beantwortet diese Frage.", noSearch: "Es wurde nichts durchsucht.", skip: "Zur Antwort springen",
	answers: "Beantwortet.", partly: "Zum Teil beantwortet.", lacking: "Es fehlt:", unsure: "Unsicher. Nichts davon beantwortet die Frage nachweislich.",
	unjudged: "Unsicher. Nächstliegende Stellen; kein Modell hat beurteilt, ob sie antworten.",
	likely:   "Sehr wahrscheinlich beantwortet. Ohne Modell gefunden.", closest: "Nicht beantwortet. Nächstliegende Stellen, keine Antwort.",
	struck: "Aus dem Entwurf gestrichen", struckLegend: "Diese Sätze standen in einem Entwurf und bestanden die Prüfung nicht, aus dem Grund, der dahinter steht; deshalb behauptet der Bericht sie nicht.",
	page: "S. %s", pageMany: "S. %s", inPDF: "PDF-%s",
	supported: "belegt", contradicted: "widersprochen", unproven: "unbelegt", shortened: "gekürzt",
	against:   "Das Gegenteil sagt: %s.",
	otherwise: "ein anderes Dokument sagt es anders", yourFile: "Ihre Datei %s",
	unsupported: "Zahlen, die in keinem der Zitate stehen: %s.",
	computed:    "Aus den Stellen berechnet: %s.",
	legend:      "Jedes Zitat wurde Wort für Wort auf der genannten Seite gefunden. Das Wort hinter der Nummer sagt, wie die Aussage zu ihnen steht.",
	document:    "Dokument", section: "Abschnitt", why: "Warum es zählt", score: "Relevanz",
	reference: "Verweis", from: "Steht in", reason: "Warum nicht verfolgt", times: "Anzahl",
	via: "über einen Verweis in %s", whole: "Die ganze Frage",
	notInLibrary: "nicht in der Bibliothek", nowhere: "die genannte Stelle wurde nicht gefunden", outThere: "im Web",
	budget: "nicht gelesen: Mehr Verweise erlaubt die Gründlichkeit nicht", oldVersion: "verweist auf eine nicht mehr geltende Fassung",
	notChosen: "nicht unter den Dokumenten, die für diesen Lauf gewählt sind",
	sweep:     "Suche", sought: "Gesucht", nearest: "Gelesene Stellen",
	lexical: "nach Wörtern", semantic: "nach Bedeutung", entity: "nach Namen",
	footProven: "Belegte Aussagen: %s von %s", footStruck: "gestrichen: %s", footTruncated: "gekürzte Aufrufe: %s", footFollowed: "Verweise verfolgt: %s", footOpen: "nicht verfolgt: %s",
	certified: "das Modell hat nach eigener Zählung jeden Prompt ganz gelesen", linksHere: "Verweise öffnen die Kopien auf dem Rechner, auf dem dieser Bericht entstand; Datei und Seite stehen im Text.", noCalls: "kein Modell wurde aufgerufen",
	checkedByCode: "Vom Programm an den Zitaten geprüft.", checkedByModel: "Der Code hat die Zahlen an den zitierten Stellen geprüft, das Modell den Sinn von %s.",
	recognised: "aus einem Scan erkannt", scanned: "Text aus Scans erkannt, der Fehler enthalten kann",
	cited:   "Zitiert: %s",
	unshown: "Dieses PDF hat keine Schrift für %s. Jedes dieser Zeichen steht hier als □; die anderen Formate zeigen sie.", lettersOf: "%s × %s (etwa U+%04X)", symbols: "Symbole",
	onWeb: "Web:", sourcesTitle: "Quellen", fromWeb: "Aus dem Web", fromLibrary: "Aus Ihren Dokumenten", warnings: "Was unterwegs schiefging",
	sourceDate: "vom %s", fetched: "abgerufen am %s", sourceQuality: "Güte %s", leftComputer: "Was diesen Rechner verließ", host: "Rechner", purposeTitle: "Wofür",
	requests: "Anfragen", received: "Empfangene Bytes", forSearch: "Websuche", forPage: "Lesen von Seiten", forRobots: "Frage, ob Programme lesen dürfen",
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
	findings: counted{"%s Fund", "%s Funde"},
	uncited: counted{"%s weiterer Fund wird nicht zitiert; er ist in Rabbithole beim Lauf zu sehen und steht im Export als JSON.",
		"%s weitere Funde werden nicht zitiert; sie sind in Rabbithole beim Lauf zu sehen und stehen im Export als JSON."},
	moreOpen:   counted{"%s weiterer; er steht im Export als JSON.", "%s weitere; sie stehen im Export als JSON."},
	claimCount: counted{"%s Aussage", "%s Aussagen"}, struckCount: counted{"%s Satz gestrichen", "%s Sätze gestrichen"},
	mendedCount: counted{"%s Satz nach der Prüfung neu geschrieben", "%s Sätze nach der Prüfung neu geschrieben"},
}
