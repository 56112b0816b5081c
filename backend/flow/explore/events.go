package explore

import (
	"context"
	"fmt"

	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// The flow's events: those that the specification names keep its names. Each but EventReading has a sentence for people in Data's Text.
const (
	EventParsingStarted   event.Kind = "context_binding_parsing_started"        // ParsingData
	EventFileCompleted    event.Kind = "context_binding_parsing_file_completed" // ParsingData
	EventParsingCompleted event.Kind = "context_binding_parsing_completed"      // ParsingData
	EventContextReady     event.Kind = "context_for_node_ready"                 // ContextData
	EventContextAttached  event.Kind = "report_context_attached"                // AttachedData
	EventSearched         event.Kind = "explore.searched"                       // NodeData
	EventJudged           event.Kind = "explore.judged"                         // NodeData
	EventDecomposed       event.Kind = "explore.decomposed"                     // NodeData
	EventSteered          event.Kind = "explore.steered"                        // NodeData
	EventWarning          event.Kind = "explore.warning"                        // WarningData
	EventDoing            event.Kind = "explore.doing"                          // NodeData; ephemeral: what a model is about to do for a question
	EventLeafing          event.Kind = "explore.leafing"                        // LeafingData; ephemeral: while a long file is read
	EventReading          event.Kind = "explore.reading"                        // ReadingData; ephemeral: while passages are judged
	EventDone             event.Kind = "explore.done"                           // Summary; the report lies in the store
)

// The phases of a run, as a list of runs names them.
const (
	PhaseParsing   = "parsing"
	PhaseExploring = "exploring"
	PhaseDone      = "done"
)

// ParsingData tells how far the person's files are.
type ParsingData struct {
	ContextProcessing
	File    string         `json:"file,omitempty"` // the one that is done
	Index   int            `json:"index,omitempty"`
	State   string         `json:"state,omitempty"` // of the file: "ready" or "error"
	Items   int            `json:"items"`
	Error   string         `json:"error,omitempty"`   // see File
	Trouble source.Trouble `json:"trouble,omitempty"` // names it
	Text    string         `json:"text"`
}

// ReadingData tells what a question has come to before its search is over: how often it searched, and how many passages are read for it.
type ReadingData struct {
	Question string `json:"question"`
	Queries  int    `json:"queries"`
	Passages int    `json:"passages"`
}

// LeafingData tells how far the reading of one file is.
type LeafingData struct {
	File  string `json:"file"`
	Page  int    `json:"page,omitempty"`
	Pages int    `json:"pages,omitempty"`
	Part  int    `json:"part,omitempty"` // of its digest, once it is read
	Text  string `json:"text"`
}

// ContextData tells that a question has its context. Slice is set when the run's ui_debug is.
type ContextData struct {
	NodeID string            `json:"node_id"`
	Depth  int               `json:"depth"`
	Count  int               `json:"selected_items_count"`
	Mode   string            `json:"mode"`
	Slice  *NodeContextSlice `json:"context_slice,omitempty"`
	Text   string            `json:"text"`
}

// AttachedData tells that the report gets the full context.
type AttachedData struct {
	Items int    `json:"items"`
	Files int    `json:"files"`
	Text  string `json:"text"`
}

// NodeData tells of work on a question.
type NodeData struct {
	NodeID   string   `json:"node_id"`
	Depth    int      `json:"depth"`
	Question string   `json:"question"`
	Status   string   `json:"status"`
	Queries  []string `json:"queries,omitempty"`
	Kept     int      `json:"kept"`
	Gaps     []string `json:"gaps,omitempty"`
	Children []string `json:"children,omitempty"` // their questions
	Text     string   `json:"text"`
}

// WarningData is what went wrong and was got over.
type WarningData struct {
	Text string `json:"text"`
}

func warning(text string) event.Event { return event.New(EventWarning, WarningData{text}) }

// phrases are the flow's words for people in one language; other languages are served in English.
type phrases struct {
	started, file, fileError, completed, unusable, beside, leafing, part, ready, begins, attached, noContext                      string
	seeks, weighs, asksOn                                                                                                         string
	searched, judgedYes, judgedNo, decomposed, closed                                                                             string
	inherited, inheritedFar, full, whole                                                                                          string
	missing, unasked, yourFile, unclear, searchFailed, readFailed, early, unbegun, unread, questions, stats, fallbacks, truncated string
	aContextFile, aFile, anItem, aFinding, aQuestion                                                                              flow.Noun
}

func phrasesFor(language string) phrases {
	if language == "de" {
		return phrases{
			started: "Lese %s …", file: "Kontextdatei %d/%d gelesen: %s (%s).",
			fileError: "Kontextdatei %d/%d nicht lesbar: %s (%s).", completed: "Kontext bereit: %d von %s, %s.",
			unusable: "Kein brauchbarer Kontext: Keine der Dateien ist lesbar. Die Recherche geht ohne sie weiter.",
			leafing:  "Lese %s: Seite %d von %d.", part: "Auszug aus %s: Teil %d ist fertig.",
			beside: "Kein brauchbarer Kontext: Nichts in den Dateien betrifft die Frage. Die Recherche geht ohne sie weiter.", ready: "Frage %s berücksichtigt %s aus Ihren Dateien.", begins: "Frage %s beginnt.",
			attached: "Der volle Kontext liegt dem Bericht bei (%s aus %s).", noContext: "Der Bericht entstand ohne Kontextdateien.",
			seeks: "Frage %s sucht: %s", weighs: "Frage %s: beantworten die Fundstellen sie?", asksOn: "Frage %s: was ist noch zu fragen?",
			searched: "Frage %s: %s behalten.", judgedYes: "Frage %s ist beantwortet. %s", judgedNo: "Frage %s ist noch offen. %s",
			decomposed: "Frage %s in %s zerlegt.", closed: "Frage %s bleibt, wie sie ist.", inherited: "Von der übergeordneten Frage übernommen.",
			inheritedFar: "Die übergeordnete Frage hat keinen Kontext: von der nächsten darüber übernommen.", full: "Der volle Kontext.", whole: "Die einzige Teilfrage bekommt alles.",
			missing: "Dazu fand sich nichts: %s", yourFile: "Ihre Datei %s", unasked: "Nicht gesucht, weil Sie die Frage angehalten haben: %s", unclear: "Keine Fundstelle beantwortet eindeutig: %s", searchFailed: "Die Websuche nach „%s“ ist gescheitert: %s", readFailed: "%s war nicht zu lesen: %s",
			fallbacks: "Ohne das Modell erledigte Schritte, weil seine Antwort unbrauchbar oder die Grenze des Laufs erreicht war: %d.",
			truncated: "Vom Modellserver abgeschnittene Aufrufe, deren Antworten verworfen wurden: %d.",
			unbegun:   "Die Recherche wurde beendet, bevor etwas gesucht wurde: Dieser Bericht ist leer. Starten Sie sie noch einmal und beenden Sie sie später.",
			unread:    "Die Recherche wurde beendet, bevor etwas gesucht wurde; gelesen: %d von %s. Dieser Bericht ist leer. Starten Sie sie noch einmal und beenden Sie sie später.",
			early:     "Die Recherche wurde vorzeitig beendet.", questions: "Beantwortet, die Frage und die Teilfragen, in die sie zerlegt wurde: %d von %s.", stats: "%d Fragen, %d Suchanfragen, %d beurteilte Textstellen",
			aContextFile: flow.Noun{"Kontextdatei", "Kontextdateien"}, aFile: flow.Noun{"Datei", "Dateien"}, anItem: flow.Noun{"Eintrag", "Einträge"}, aFinding: flow.Noun{"Fundstelle", "Fundstellen"}, aQuestion: flow.Noun{"Frage", "Fragen"}}
	}
	return phrases{
		started: "Parsing %s…", file: "Parsed context file %d/%d: %s (%s).",
		fileError: "Context file %d/%d cannot be read: %s (%s).", completed: "Context ready: %d of %s, %s.",
		unusable: "No usable context: none of the files can be read. The research goes on without them.",
		leafing:  "Reading %s: page %d of %d.", part: "Digest of %s: part %d is done.",
		beside: "No usable context: nothing in the files bears on the question. The research goes on without them.", ready: "Question %s takes %s of your files into account.", begins: "Question %s begins.",
		attached: "Attached full user context for report writing (%s of %s).", noContext: "The report was written without context files.",
		seeks: "Question %s searches for: %s", weighs: "Question %s: do the findings answer it?", asksOn: "Question %s: what is left to ask?",
		searched: "Question %s: %s kept.", judgedYes: "Question %s is answered. %s", judgedNo: "Question %s is still open. %s",
		decomposed: "Took question %s apart into %s.", closed: "Question %s stays as it is.", inherited: "Taken over from the parent question.",
		inheritedFar: "The parent question has no context: taken over from the nearest above it.", full: "The full context.", whole: "The only child gets everything.",
		missing: "Nothing was found for: %s", yourFile: "Your file %s", unasked: "Not searched, because you stopped the question: %s", unclear: "No finding clearly answers: %s", searchFailed: "The web search for %q failed: %s", readFailed: "%s could not be read: %s",
		fallbacks: "Steps done without the model because its answer could not be used or the limit of the run was reached: %d.",
		truncated: "Calls cut by the model server, their answers discarded: %d.",
		unbegun:   "The research was finished before anything was searched: this report is empty. Explore again, and finish it later.",
		unread:    "The research was finished before anything was searched, with %d of %s read: this report is empty. Explore again, and finish it later.",
		early:     "The research was ended early.", questions: "Answered, the question and the ones it was taken apart into: %d of %s.", stats: "%d questions, %d queries, %d passages judged",
		aContextFile: flow.Noun{"context file", "context files"}, aFile: flow.Noun{"file", "files"}, anItem: flow.Noun{"item", "items"}, aFinding: flow.Noun{"finding", "findings"}, aQuestion: flow.Noun{"question", "questions"}}
}

// doing tells at once what a model is about to do for a question: what becomes of it is told when it is done.
func (f *run) doing(ctx context.Context, n Node, question, text string) {
	if f.Kit.Model != nil {
		graph.Emit(ctx, event.New(EventDoing, NodeData{NodeID: n.ID, Depth: n.Depth(), Question: question, Status: n.Status, Kept: n.Kept, Text: text}))
	}
}

// ready tells that a question has its context.
func (s State) ready(n Node, slice NodeContextSlice) event.Event {
	words, count := phrasesFor(s.Language), len(slice.SelectedItems)
	d := ContextData{NodeID: n.ID, Depth: n.Depth(), Count: count, Mode: slice.Mode, Text: fmt.Sprintf(words.ready, n.ID, words.anItem.Of(count))}
	if count == 0 {
		d.Text = fmt.Sprintf(words.begins, n.ID)
	}
	if s.Settings.UIDebug {
		d.Slice = &slice
	}
	return event.New(EventContextReady, d)
}

// Summary is what a session's snapshot tells of the run.
type Summary struct {
	Context  ContextProcessing `json:"context_processing"`
	Files    []File            `json:"files"`
	UIDebug  bool              `json:"ui_debug"`
	Nodes    int               `json:"nodes"`
	Answered int               `json:"answered"`
	Open     int               `json:"open"`
	Queries  int               `json:"queries"`
	Passages int               `json:"passages"`
	Warnings []string          `json:"warnings"`
}

// Summary returns the summary for a snapshot.
func (s State) Summary() Summary {
	out := Summary{Context: s.Context, Files: append([]File{}, s.Files...), UIDebug: s.Settings.UIDebug, Nodes: s.planted(), Queries: s.Queries, Passages: s.Passages,
		Warnings: append([]string{}, s.Warnings...)}
	for _, n := range s.Tree {
		switch {
		case s.Answered(n):
			out.Answered++
		case n.Status == NodeOpen, n.Status == NodeSearched, n.Status == NodeJudged:
			out.Open++
		}
	}
	return out
}

// Answered reports whether a question is answered: by findings and context, or by all the questions it was taken apart into.
func (s State) Answered(n Node) bool {
	if n.Status != NodeDecomposed {
		return n.Status == NodeSufficient
	}
	some := false
	for _, child := range s.Tree {
		if child.Parent() != n.ID || child.Status == NodeMerged || child.Status == NodeDropped {
			continue
		}
		if some = s.Answered(child); !some {
			return false
		}
	}
	return some
}
