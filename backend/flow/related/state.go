// Package related keeps a reader company: it looks in the rest of the library, and in the web as far as it may, for what supports, contradicts,
// updates or defines what an open document says, most of all on the page being read.
//
// It promises three to eight bullets that each open the passage they stand on, or a word on how little was found in how much, that the limits of its mode
// hold whatever a model asks for, and that a bullet whose source does not exist or does not say it is struck. Without a model code does it alone.
// It refuses to know how an article is numbered, how its outcome is kept, and who may ask for it.
package related

import (
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/flow"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// StateVersion changes when a State written by an older program cannot be read as it is.
const StateVersion = 2

// Status is how far a search for company is, under the specification's names.
type Status string

// The statuses. StatusNone and StatusQueued are those of an article nobody looked for yet and of a run that waits for its turn.
const (
	StatusNone    Status = "none"
	StatusQueued  Status = "queued"
	StatusRunning Status = "running"
	StatusReady   Status = "ready"
	StatusFailed  Status = "failed"
)

// Doing is what a running search does.
type Doing string

// What it can do. DoingWaiting: another run uses the model, or a person is asked.
const (
	DoingWaiting     Doing = "waiting"
	DoingSearching   Doing = "searching"
	DoingFetching    Doing = "fetching"
	DoingSummarizing Doing = "summarizing"
)

// State is a run's position. A new run needs Article, Document, Mode and Allow; Page, Language and Automatic as far as they are known.
type State struct {
	Article   int64      `json:"article"`  // number of the open document
	Document  string     `json:"document"` // its hash
	Page      int        `json:"page"`     // being read, 1-based; 0 unknown
	Mode      Mode       `json:"mode"`
	Language  string     `json:"language"` // of what is said to the person; "" is the document's
	Allow     flow.Allow `json:"allow"`
	Automatic bool       `json:"automatic,omitempty"` // nobody asked for it: the document was opened

	Status   Status   `json:"status"`
	Doing    Doing    `json:"doing,omitempty"`
	Error    string   `json:"error,omitempty"` // why it failed, for people: nothing of what a model or a page wrote
	Warnings []string `json:"warnings"`        // what went wrong and was got over, for people
	Steps    []Step   `json:"steps"`           // what was done, in order

	Points   []Point             `json:"points"` // what the document states, the page being read first
	Searched Searched            `json:"searched"`
	Found    []Finding           `json:"found"`              // passages of other sources that say something to it, "E1" the first
	Offered  []source.WebHit     `json:"offered,omitempty"`  // by the provider: the only addresses that may be read, beside those in the document
	Queries  []string            `json:"queries,omitempty"`  // put to the web so far
	Asked    []int               `json:"asked,omitempty"`    // calls of the model's last turn that reach the web, not carried out yet
	Turns    []Turn              `json:"turns,omitempty"`    // of the model so far
	Fetched  []Page              `json:"fetched,omitempty"`  // web pages read, or tried
	Answered *prompts.RelatedOut `json:"answered,omitempty"` // what the model came to
	Cleared  []string            `json:"cleared,omitempty"`  // queries that may leave
	Refused  string              `json:"refused,omitempty"`  // why the provider takes no queries at all, for people
	Spoilt   bool                `json:"spoilt,omitempty"`   // the model was given up: it did not answer in its time, or is gone

	Bullets   []Bullet `json:"bullets"`
	Sources   []Source `json:"sources"`
	Questions []string `json:"questions"`
	Made      string   `json:"made"` // "model" or "rule"

	Spend budget.Spend `json:"spend"` // Spend.Time is what counts against the mode's limit
}

// Step is something that was done, in words for people.
type Step struct {
	At    time.Time `json:"at" ts_type:"string"`
	Text  string    `json:"text"`
	Model bool      `json:"model,omitempty"` // the model's own words: untrusted
}

// Relation is what a source does to what the document says. Without a model it is Contradicts, where figures or dates of the same thing differ, Refers, Cited or
// Adds.
type Relation string

// The relations. Adds: it speaks of the same; Refers: the document refers there; Cited: it refers to the document.
const (
	Contradicts Relation = "contradicts"
	Updates     Relation = "updates"
	Supports    Relation = "supports"
	Defines     Relation = "defines"
	Adds        Relation = "adds"
	Refers      Relation = "refers"
	Cited       Relation = "cited"
)

// Bullet is one thing worth knowing beside the document. Text is its sentence for people, without the relation's word and without citations.
type Bullet struct {
	Relation Relation `json:"relation"`
	Text     string   `json:"text"`
	About    *Place   `json:"about,omitempty"` // what of the document it is set against
	Places   []Place  `json:"places"`          // what it stands on, at least one
	Rule     bool     `json:"rule,omitempty"`  // made by code
}

// Place is a quote where it stands: what a citation opens.
type Place struct {
	Passage  string `json:"passage"`
	Document string `json:"document"` // hash
	Name     string `json:"name"`
	Page     int    `json:"page"`            // 1-based
	Label    string `json:"label,omitempty"` // printed on the page
	URL      string `json:"url,omitempty"`   // of a web page
	Quote    string `json:"quote"`           // word for word
	Source   int    `json:"source"`          // its number in the list of sources, from 1; 0 for the open document
}

// Source is a document or web page that the bullets cite, under the specification's names.
type Source struct {
	Title       string `json:"title"`
	URL         string `json:"url"` // "" for a document of the library
	Snippet     string `json:"snippet"`
	Publisher   string `json:"publisher"`   // host, or the file's name
	PublishedAt string `json:"publishedAt"` // ISO 8601 date or ""
	Document    string `json:"document"`    // hash
	Page        int    `json:"page"`        // first that is cited
}

// Point is something that the document states and others may have something to say to.
type Point struct {
	flow.Kept       // its sentence; Score is how much it says, 0..1
	Reach     Reach `json:"reach,omitempty"`
}

// Reach is how far from the page being read something stands. Where nobody knows the page, all of the document is as near.
type Reach int

// The reaches.
const (
	OnPage Reach = iota
	Nearby
	Elsewhere
)

// Searched is what was looked through.
type Searched struct {
	Documents int  `json:"documents"`         // of the library, beside the open one
	Pages     int  `json:"pages"`             // of these
	Foreign   int  `json:"foreign"`           // of the documents: in another language
	Hurried   bool `json:"hurried,omitempty"` // the time ended before all was looked at
}

// Finding is a passage of another source that says something to what the document states.
type Finding struct {
	flow.Kept
	Point    int      `json:"point"`           // it says something to, as an index into State.Points; -1 for none in particular
	Reach    Reach    `json:"reach,omitempty"` // of what it says something to
	Relation Relation `json:"relation"`
	Rule     bool     `json:"rule,omitempty"` // found and related by code
}

// Page is a web page that was read, or could not be.
type Page struct {
	URL      string   `json:"url"`
	Document string   `json:"document,omitempty"`
	Kept     []string `json:"kept,omitempty"` // IDs of what it gave
	Failed   string   `json:"failed,omitempty"`
}

// Request is a tool call of the model: untrusted.
type Request struct {
	Tool string            `json:"tool"`
	Args map[string]string `json:"args"`
}

// Turn is one answer of the model with what came of its tool calls, by reference: texts are read again when they are told.
type Turn struct {
	Said    string    `json:"said,omitempty"`
	Calls   []Request `json:"calls"`
	Results []Result  `json:"results"` // one for each call
}

// Result is what a tool call came to.
type Result struct {
	Found []string        `json:"found,omitempty"` // IDs of State.Found
	Hits  []source.WebHit `json:"hits,omitempty"`
	Text  string          `json:"text,omitempty"` // a short word of the program: "unknown address"
}
