package explore

import (
	"context"

	"rabbithole/backend/event"
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

// doing tells at once what a model is about to do for a question: what becomes of it is told when it is done.
func (f *run) doing(ctx context.Context, n Node, question, text string) {
	if f.Kit.Model != nil {
		graph.Emit(ctx, event.New(EventDoing, NodeData{NodeID: n.ID, Depth: n.Depth(), Question: question, Status: n.Status, Kept: n.Kept, Text: text}))
	}
}

// ready tells that a question has its context.
func (s State) ready(n Node, slice NodeContextSlice) event.Event {
	count := len(slice.SelectedItems)
	d := ContextData{NodeID: n.ID, Depth: n.Depth(), Count: count, Mode: slice.Mode, Text: sayReady.In(s.Language, n.ID, anItem.In(s.Language, count))}
	if count == 0 {
		d.Text = sayBegins.In(s.Language, n.ID)
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
