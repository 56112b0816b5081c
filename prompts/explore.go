package prompts

// ContextItem is an item of the digest of the person's files, in the strict shape that a split hands out.
type ContextItem struct {
	Kind    string   `json:"kind" bound:"enum=fact|uncertainty|analysis|constraint|case|definition|lead|conflict"`
	Text    string   `json:"text" bound:"len=600"`
	Sources []string `json:"sources" bound:"items=8,len=400"` // "file::S1": the longest name that a file may have, with its fence
}

// MostSources is how many of an item's sources a prompt names: as many as a reply may copy.
const MostSources = 8

// DigestIn is the input of step context_preprocess_per_file: passages of one file.
type DigestIn struct {
	Asked
	File     string
	Passages []FilePassage
	Max      int // most items
}

// FilePassage is a passage of the file. Ref is its short name ("S1").
type FilePassage struct {
	Ref     string
	Heading string
	Text    string
}

// DigestOut is the digest of a file.
type DigestOut struct {
	Items []DigestItem `json:"items" bound:"items=24"`
}

// DigestItem is an item as a file states it: the words it stands on, and the passage they are in.
type DigestItem struct {
	Kind   string `json:"kind" bound:"enum=fact|uncertainty|analysis|constraint|case|definition|lead|conflict"`
	Text   string `json:"text" bound:"len=600"`
	Quote  string `json:"quote" bound:"len=600"`
	Source string `json:"source" bound:"len=8"`
}

// Digest makes a digest of one file.
var Digest = Template[DigestIn, DigestOut]{Name: "context_preprocess_per_file", NumPredict: 2000}

// AggregateIn is the input of step context_preprocess_aggregate: the items of all files.
type AggregateIn struct {
	Asked
	Items []AggregateItem
}

// AggregateItem is an item with its short name ("D3").
type AggregateItem struct {
	Ref string
	ContextItem
}

// AggregateOut says which items say the same, and which contradict each other.
type AggregateOut struct {
	Same      []AggregateSame     `json:"same" bound:"items=40"`
	Conflicts []AggregateConflict `json:"conflicts" bound:"items=20"`
}

// AggregateSame names items that say the same.
type AggregateSame struct {
	Refs []string `json:"refs" bound:"items=8,len=8"`
}

// AggregateConflict names items that contradict each other.
type AggregateConflict struct {
	Refs []string `json:"refs" bound:"items=8,len=8"`
	Text string   `json:"text" bound:"len=400"`
}

// Aggregate joins the digests of several files.
var Aggregate = Template[AggregateIn, AggregateOut]{Name: "context_preprocess_aggregate", NumPredict: 1200}

// SplitIn is the input of step context_split: the context of a question, and the questions it was taken apart into.
type SplitIn struct {
	Asked    // Question is the parent's
	Items    []ContextItem
	Children []string
}

// SplitOut hands the items out: the specification's strict JSON.
type SplitOut struct {
	ChildContexts []ChildContext `json:"child_contexts" bound:"items=12"`
	OverallNote   string         `json:"overall_note" bound:"len=600"`
}

// ChildContext is what one child gets.
type ChildContext struct {
	ChildQuestion   string        `json:"child_question" bound:"len=400"`
	SelectedItems   []ContextItem `json:"selected_items" bound:"items=60"`
	SelectionReason string        `json:"selection_reason" bound:"len=400"`
}

// Split assigns a parent's context to its children.
var Split = Template[SplitIn, SplitOut]{Name: "context_split", NumPredict: 3000}

// DecomposeIn is the input of step decompose: Question is that of the whole research, Task the one to take apart.
type DecomposeIn struct {
	Asked
	Task    string
	Gaps    []string
	Context []ContextItem
	Known   []string // questions that are asked already
	Max     int
}

// DecomposeOut holds the children of a question.
type DecomposeOut struct {
	Children []ChildQuestion `json:"children" bound:"items=8,least=1"`
}

// ChildQuestion is a narrower question, and the gap it closes.
type ChildQuestion struct {
	Question string `json:"question" bound:"len=300"`
	Reason   string `json:"reason" bound:"len=240"`
}

// Decompose takes a question apart.
var Decompose = Template[DecomposeIn, DecomposeOut]{Name: "decompose", NumPredict: 900}

// SufficiencyIn is the input of step sufficiency_node: Task is the question to judge.
type SufficiencyIn struct {
	Asked
	Task     string
	Evidence []EvidenceLine
	Context  []ContextItem
}

// SufficiencyOut says whether a question is answered: the specification's shape, and what contradicts each other.
type SufficiencyOut struct {
	IsSufficient bool     `json:"is_sufficient"`
	Reasoning    string   `json:"reasoning" bound:"len=600"`
	Gaps         []string `json:"gaps" bound:"items=6,len=240"`
	Conflicts    []Noted  `json:"conflicts,omitempty" bound:"items=2"`
}

// Noted is a contradiction that a model met while it judged what was found.
type Noted struct {
	IDs  []string `json:"ids" bound:"items=4,len=10"` // of evidence
	Text string   `json:"text" bound:"len=240"`       // what each side says
}

// Sufficiency judges a question against findings and context.
var Sufficiency = Template[SufficiencyIn, SufficiencyOut]{Name: "sufficiency_node", NumPredict: 600}

// TreeReportIn is the input of step report: the findings of a tree of questions, and the full digest of the person's files.
type TreeReportIn struct {
	Asked
	Passages []Passage
	Context  []ContextItem
	Files    []FileDigest
	Branches []string
	Noted    []string // contradictions that were met on the way
	Silent   []string
	Stats    string // "12 questions, 30 queries, ..."
}

// FileDigest says how much of a file is in the digest.
type FileDigest struct {
	Name  string
	Items int
}

// TreeReport writes the report of a tree of questions.
var TreeReport = Template[TreeReportIn, DraftOut]{Name: "report", NumPredict: 3000}
