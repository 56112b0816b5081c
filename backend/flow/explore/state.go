// Package explore takes a question apart into a tree of questions until each is answered, from the library, the person's own files and, as far as
// the person allows it, the web.
//
// Files that the person attached are parsed when the run begins, never before; their digest reaches the root in full and every other question as
// the slice its parent's decomposition assigned. Branches run side by side and can be stopped, asked anew or dug deeper while the rest goes on.
// The flow promises that no finished question is worked on twice, that it ends within its budgets, and that every sentence of the report stands
// on a quote. It refuses to know where files, questions and digests are stored.
package explore

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"rabbithole/backend/budget"
	"rabbithole/backend/flow"
	"rabbithole/backend/relevance"
	"rabbithole/backend/source"
)

// StateVersion changes when a State written by an older program cannot be read as it is.
const StateVersion = 1

// State is a run's position. It holds IDs and counts: questions, findings, slices and digests lie in rows, see Rows. A new run needs Question and
// Settings; Language, Scope, Attached, SessionContextID and Allow as far as they are known.
type State struct {
	Question string       `json:"question"`
	Language string       `json:"language"`
	Scope    source.Scope `json:"scope"`
	Settings Settings     `json:"settings"`
	Allow    flow.Allow   `json:"allow,omitempty"`

	Attached         []string          `json:"attached,omitempty"` // hashes of the person's files, in their order
	SessionContextID string            `json:"session_context_id,omitempty"`
	Revision         int               `json:"revision"` // of the context: 1 once the files are parsed
	Context          ContextProcessing `json:"context_processing"`
	Files            []File            `json:"files,omitempty"`

	Before   []string     `json:"before,omitempty"` // runs that this one was forked from: what they were allowed it is not
	Runs     []string     `json:"runs,omitempty"`   // that wrote rows, the newest last: a fork reads its parent's
	Tree     []Node       `json:"tree,omitempty"`   // in the order of planting
	Early    bool         `json:"early,omitempty"`
	Warnings []string     `json:"warnings,omitempty"`
	Queries  int          `json:"queries"`
	Passages int          `json:"passages"` // judged
	Sent     int          `json:"sent"`     // queries that left the computer
	Reported bool         `json:"reported,omitempty"`
	Spend    budget.Spend `json:"spend"`
}

// ContextProcessing says how far the person's files are.
type ContextProcessing struct {
	Status string `json:"status"` // "none", "parsing", "ready" or "no_usable_context"
	Total  int    `json:"files_total"`
	Ready  int    `json:"files_ready"`
	Error  int    `json:"files_error"`
}

// What ContextProcessing.Status can be.
const (
	ContextNone     = "none"
	ContextParsing  = "parsing"
	ContextReady    = "ready"
	ContextUnusable = "no_usable_context"
)

// File is one of the person's files.
type File struct {
	Document string         `json:"document"` // hash
	Name     string         `json:"name"`     // as sources name it: "name::S1"
	Bytes    int64          `json:"bytes"`
	Status   string         `json:"status"`            // "attached", "ready" or "error"
	Error    string         `json:"error,omitempty"`   // why it cannot be read, in English
	Trouble  source.Trouble `json:"trouble,omitempty"` // names the error; "" for what has no name
	Passages int            `json:"passages"`
	Items    int            `json:"items"` // of its digest
}

// What File.Status can be.
const (
	FileAttached = "attached"
	FileReady    = "ready"
	FileError    = "error"
)

// Node is a question's place in the tree. What it asks and found lies in its row, under ID, Gen and Rev.
type Node struct {
	ID       string `json:"id"`  // "1" is the root, "1.2" its second child
	Key      string `json:"key"` // of its question: equal keys ask the same
	Status   string `json:"status"`
	Gen      int    `json:"gen,omitempty"`      // how often the person asked it anew
	Rev      int    `json:"rev,omitempty"`      // how often its row was written since
	Kept     int    `json:"kept,omitempty"`     // pieces of evidence
	Children int    `json:"children,omitempty"` // ever planted under it by decomposition
	Enough   bool   `json:"enough,omitempty"`   // findings and context answer it
	Deeper   bool   `json:"deeper,omitempty"`   // the person wants it taken apart, whatever its depth
	Question string `json:"question,omitempty"` // the person's own words; every other question lies in the row alone
	Same     string `json:"same,omitempty"`     // of a merged one: the question that asks the same
}

// What Node.Status can be.
const (
	NodeOpen       = "open"       // planted, not searched yet
	NodeSearched   = "searched"   // findings kept, not judged
	NodeJudged     = "judged"     // whether it is taken apart is decided next
	NodeSufficient = "sufficient" // answered by findings and context
	NodeGaps       = "gaps"       // not answered: to be taken apart, or left so when a budget is spent
	NodeDecomposed = "decomposed" // its children go on
	NodeMerged     = "merged"     // another question asks the same
	NodeStopped    = "stopped"    // by the person
	NodeUnsearched = "unsearched" // not reached before the run was finished early
	NodeDropped    = "dropped"    // under a question that the person asked anew
)

// Depth is 0 for the root.
func (n Node) Depth() int { return strings.Count(n.ID, ".") }

// Parent is the ID of the question it was taken from, "" for the root.
func (n Node) Parent() string { return parentOf(n.ID) }

func parentOf(id string) string { return id[:max(0, strings.LastIndexByte(id, '.'))] }

// unsearched reports whether nothing was searched for the question, and nothing will be.
func (n Node) unsearched() bool {
	return n.Rev == 0 && (n.Status == NodeOpen || n.Status == NodeUnsearched || n.Status == NodeStopped)
}

// under reports whether id is top or below it.
func under(id, top string) bool { return id == top || strings.HasPrefix(id, top+".") }

// node returns the question with the ID, nil when there is none.
func (s *State) node(id string) *Node {
	return flow.Find(s.Tree, func(n Node) bool { return n.ID == id })
}

// planted counts the questions that were worth asking.
func (s *State) planted() int {
	n := 0
	for _, x := range s.Tree {
		if x.Status != NodeMerged && x.Status != NodeDropped {
			n++
		}
	}
	return n
}

// same returns the question of the tree with the key, as far as it was or will be searched.
func (s *State) same(key string) *Node {
	return flow.Find(s.Tree, func(n Node) bool {
		return n.Key == key && n.Status != NodeMerged && n.Status != NodeDropped && n.Status != NodeUnsearched
	})
}

// settle ends what nothing works on any more because the run is finished early.
func (s *State) settle() {
	for i := range s.Tree {
		switch x := &s.Tree[i]; x.Status {
		case NodeOpen:
			x.Status = NodeUnsearched
		case NodeSearched, NodeJudged:
			x.Status = NodeGaps
		}
	}
}

// wrote remembers that a run wrote rows.
func (s *State) wrote(run string) {
	if run != "" && !slices.Contains(s.Runs, run) {
		s.Runs = append(s.Runs, run)
	}
}

// keyOf returns the same key for questions of the same words, in whatever order, case and punctuation. One that carries another question asks something else of the
// same words.
func keyOf(lexicon relevance.Lexicon, language, question string) string {
	terms := lexicon.Terms(question, language)
	if len(terms) == 0 || strings.HasSuffix(strings.TrimSpace(question), ")") {
		terms = strings.Fields(strings.ToLower(question))
	}
	slices.Sort(terms)
	sum := sha256.Sum256([]byte(strings.Join(slices.Compact(terms), " ")))
	return hex.EncodeToString(sum[:4])
}
