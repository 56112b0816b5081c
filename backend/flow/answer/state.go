// Package answer replies to a question from the person's documents and, as far as the person allows it, from the web: it plans what to look for,
// searches, reads the sources themselves, judges whether the evidence is enough, and goes on or writes.
//
// Two profiles differ in their budgets and in how much evidence they want: chat and deep_research. The flow promises that no budget of the
// specification is exceeded, that nothing leaves the computer before the person allowed it, that a failure of one query or page never ends a run,
// and that every sentence of the answer that states something stands on a quote of what was read. It refuses to know how the web is reached.
package answer

import (
	"cmp"
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// StateVersion changes when a State written by an older program cannot be read as it is.
const StateVersion = 1

// The phases, under the specification's names.
const (
	PhasePlanning     = "planning"
	PhaseSearching    = "searching"
	PhaseReading      = "reading"
	PhaseEvaluating   = "evaluating"
	PhaseIterating    = "iterating"
	PhaseSynthesizing = "synthesizing"
	PhaseFinalizing   = "finalizing"
	PhaseDone         = "done"
)

// Why the loop ended, under the specification's names.
const (
	StopSufficient = "sufficient"
	StopBudget     = "budget_exhausted"
	StopTimeout    = "timeout"
	StopError      = "error"
)

// State is a run's position. It holds IDs, addresses and spans, not text: passages and drafts live in tables. A new run needs Question, Profile
// and Settings; Language, Scope, Turns and Allow as far as they are known.
type State struct {
	Question string       `json:"question"`
	Language string       `json:"language"`
	Scope    source.Scope `json:"scope"`
	Profile  Profile      `json:"profile"`
	Settings Settings     `json:"settings"`
	Allow    flow.Allow   `json:"allow"`
	Turns    []Turn       `json:"turns,omitempty"` // of the conversation before this question, the oldest first; see Recall
	Phase    string       `json:"phase"`
	Broad    bool         `json:"broad,omitempty"`    // what was found is wanted beside the answer: passages are judged by themselves
	Topic    string       `json:"topic,omitempty"`    // what the question asks of the documents that it names, which are the scope
	Openings []string     `json:"openings,omitempty"` // IDs of the passages whose topic sentences summarise these, where it asks for that; for the rules alone

	Subject string   `json:"subject"` // the question as it is understood without the conversation
	Timely  bool     `json:"timely"`  // its answer changes with time
	Parts   []string `json:"parts"`   // what it asks, part by part

	Decisions []Decision          `json:"decisions"`          // of the planner, in order; the last is in force
	Pending   []string            `json:"pending"`            // queries of the round under way
	Cleared   []string            `json:"cleared"`            // those of them that may leave
	Queries   []Searched          `json:"queries"`            // put so far
	Sources   []Source            `json:"sources"`            // found so far, read or not
	Read      []string            `json:"read"`               // IDs of passages judged, each once
	Unjudged  bool                `json:"unjudged,omitempty"` // a model was to judge, and judged none of them
	Evidence  []Kept              `json:"evidence"`           // in the order of keeping
	Weighed   *extract.Decision   `json:"weighed,omitempty"`  // what the model decided when it judged this round's passages; without a next action where it gave no usable decision
	Written   *prompts.RespondOut `json:"written,omitempty"`  // the answer, where the model gave it as it read, by IDs of evidence; until it is proved
	Links     []Link              `json:"links,omitempty"`    // references of the evidence that were followed
	Ranked    []string            `json:"ranked"`             // evidence IDs, best first
	Drafted   bool                `json:"drafted"`            // version 1 of the report lies in the store
	Warnings  []Warning           `json:"warnings"`           // what went wrong and was got over
	Stop      string              `json:"stop"`               // why the loop ended; "" while it goes on
	Early     bool                `json:"early,omitempty"`    // the person said "finish now"
	Slow      bool                `json:"slow,omitempty"`     // the model is gone; the rest is done without it
	Without   string              `json:"without,omitempty"`  // why the answer was written by rule although a model was chosen: WithoutSlow, ...

	Stats Stats        `json:"stats"`
	Spend budget.Spend `json:"spend"` // Spend.Time is what counts against the timeout
}

// Turn is an earlier question of the conversation with its answer.
type Turn struct {
	Run      string       `json:"run"` // that answered it
	Question string       `json:"question"`
	Subject  string       `json:"subject,omitempty"` // as it was understood
	Answer   string       `json:"answer"`            // plain text, cut
	Sources  []TurnSource `json:"sources"`           // that it cited
}

// TurnSource is a source that an earlier answer cited.
type TurnSource struct {
	Document string `json:"document"` // hash
	Name     string `json:"name"`
	URL      string `json:"url,omitempty"`
}

// Decision is what the planner made of what is known: the specification's strict JSON, and who decided.
type Decision struct {
	extract.Decision
	Loop int `json:"loop"` // round it was made in; 0 before the first
}

// Searched is a query and what it brought.
type Searched struct {
	Query   string `json:"query"`
	Loop    int    `json:"loop"`
	Library int    `json:"library"` // passages found in the library
	Web     int    `json:"web"`     // pages offered by the provider
	Sent    bool   `json:"sent"`    // it left the computer
}

// Source is a document or a web page that a search found.
type Source struct {
	Key       string          `json:"key"`                // canonical address, or document hash
	Document  string          `json:"document,omitempty"` // hash, once it is read
	URL       string          `json:"url,omitempty"`      // "" for a document of the library
	Title     string          `json:"title"`              // the provider's words until it is read
	Site      string          `json:"site,omitempty"`
	Date      string          `json:"date,omitempty"` // ISO 8601 date or ""
	FetchedAt time.Time       `json:"fetched_at,omitzero" ts_type:"string"`
	Kind      string          `json:"kind"`               // "library", "official", "standards", "education", "docs", "news", "encyclopedia", "forum" or "web"
	Passages  []string        `json:"passages,omitempty"` // what a search of the library found in it
	Found     []extract.Found `json:"found,omitempty"`    // what that search knows of them, in their order
	Loop      int             `json:"loop"`               // round that found it
	Rank      float64         `json:"rank"`               // how promising it is, 0..1
	Status    string          `json:"status"`             // "found", "read" or "failed"
	Reason    string          `json:"reason,omitempty"`   // why it failed, for people
	Kept      int             `json:"kept"`               // pieces of evidence from it
}

// Kept is a piece of evidence by reference, with what is known of its quality.
type Kept struct {
	flow.Kept
	Source  string  `json:"source"` // Source.Key
	Loop    int     `json:"loop"`
	Quality Quality `json:"quality"`
}

// Quality is how much a piece of evidence is worth: each part 0..1, and the reason as a person reads it.
type Quality struct {
	Total         float64  `json:"total"`
	Relevance     float64  `json:"relevance"`
	Source        float64  `json:"source"`
	Recency       float64  `json:"recency"`
	Completeness  float64  `json:"completeness"`
	Corroboration float64  `json:"corroboration"`
	Contradicts   []string `json:"contradicts,omitempty"` // evidence IDs that say the contrary
	Reason        string   `json:"reason"`
}

// Warning is a failure that the run got over: of one query, one page, or the model.
type Warning struct {
	Phase  string `json:"phase"`
	Text   string `json:"text"`             // for people, in the language of the question
	Source string `json:"source,omitempty"` // address or query it is about
}

// Stats are the figures of a run that the specification asks for.
type Stats struct {
	Loops            int              `json:"loops"`
	Queries          int              `json:"queries"`
	Considered       int              `json:"sources_considered"`
	SourcesRead      int              `json:"sources_read"`
	FetchAttempts    int              `json:"fetch_attempts"` // of web pages
	FetchSuccesses   int              `json:"fetch_successes"`
	FetchFailures    map[string]int   `json:"fetch_failures"`  // by status: "404", "timeout", "refused", "error"
	EvidenceFound    int              `json:"evidence_found"`  // before ranking
	EvidenceRanked   int              `json:"evidence_ranked"` // what the answer is written from
	StopReason       string           `json:"stop_reason"`
	StageMillis      map[string]int64 `json:"stage_millis"` // working time by phase
	TotalMillis      int64            `json:"total_millis"`
	PlannerFallbacks int              `json:"planner_fallbacks"` // decisions by rule although a model was chosen
}

// source returns the source with the key, nil when there is none.
func (s *State) source(key string) *Source {
	return flow.Find(s.Sources, func(x Source) bool { return x.Key == key })
}

// web reports whether a source is a page of the web.
func (s Source) web() bool { return s.URL != "" }

// statuses of a source.
const (
	statusFound  = "found"
	statusRead   = "read"
	statusFailed = "failed"
)

// article takes over what reading told of a page.
func (s *Source) article(a source.Article, question string) {
	s.Document, s.URL, s.FetchedAt = a.Document, a.URL, a.FetchedAt
	s.Kind = flow.KindOf(a.URL, question)
	s.Title, s.Site, s.Date = cmp.Or(flow.Clipped(a.Title, mostTitle), s.Title), cmp.Or(a.Site, s.Site), cmp.Or(a.Date, s.Date)
}
