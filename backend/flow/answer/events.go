package answer

import "rabbithole/backend/event"

// The flow's events, in the order in which a run tells them. Their data are the structs named; page text is in none of them.
const (
	EventProgress  event.Kind = "answer.progress"  // Progress: a phase begins
	EventNear      event.Kind = "answer.near"      // []KeptData without IDs: what comes nearest to the question by rule, before a model has read anything
	EventPlanned   event.Kind = "answer.planned"   // Decision: what to look for
	EventSearched  event.Kind = "answer.searched"  // Searched
	EventSource    event.Kind = "answer.source"    // Source: read, or failed
	EventKept      event.Kind = "answer.kept"      // KeptData
	EventEvaluated event.Kind = "answer.evaluated" // Decision: is it enough?
	EventWarning   event.Kind = "answer.warning"   // Warning
	EventToken     event.Kind = "answer.token"     // Token, ephemeral: the answer as it is written, before it is proved
	EventAnswer    event.Kind = "answer.answer"    // Answer: proved; it replaces what the tokens said
	EventDone      event.Kind = "answer.done"      // Stats; the report lies in the store
)

// Progress says what a run does, under the specification's names.
type Progress struct {
	Phase             string `json:"phase"`
	Message           string `json:"message"` // for people, in the language of the question
	Loop              int    `json:"loop"`
	MaxLoops          int    `json:"maxLoops"`
	SourcesConsidered int    `json:"sourcesConsidered"`
	SourcesRead       int    `json:"sourcesRead"`
}

// KeptData tells of a piece of evidence.
type KeptData struct {
	ID       string  `json:"id"`
	Document string  `json:"document"` // hash
	Name     string  `json:"name"`
	Page     int     `json:"page"`
	Label    string  `json:"label,omitempty"` // printed on the page
	URL      string  `json:"url,omitempty"`
	Extract  string  `json:"extract"` // its quotes, at most 300 bytes
	Score    float64 `json:"score"`
	Loop     int     `json:"loop"`
}

// Token is a stretch of the answer as the model writes it. Reset: what came before it is void, a second attempt begins.
type Token struct {
	Text  string `json:"text"`
	Reset bool   `json:"reset,omitempty"`
}

// Answer is the proved answer with the citations it names as [1], [2], ... in the order of its claims.
type Answer struct {
	Text       string     `json:"text"`
	Citations  []Citation `json:"citations"`
	Warnings   []Warning  `json:"warnings"`
	StopReason string     `json:"stopReason"`
}

// Citation is a source under its number.
type Citation struct {
	Number   int     `json:"number"`
	Document string  `json:"document"` // hash under which its text is kept
	Page     int     `json:"page"`     // that the first claim cites
	Title    string  `json:"title"`
	URL      string  `json:"url,omitempty"`
	Site     string  `json:"site,omitempty"`
	Date     string  `json:"date,omitempty"`
	Quote    string  `json:"quote"` // that the first claim cites
	Quality  float64 `json:"quality"`
	Reason   string  `json:"reason"`
	Places   []Place `json:"places"` // in it, one for each time the report cites it, in reading order
}

// Place is where in a source a claim has its quote.
type Place struct {
	Claim string `json:"claim"` // ID in the report
	Text  string `json:"text"`  // the claim
	Page  int    `json:"page"`  // 1-based
	Label string `json:"label"` // page label as printed, if other
	Quote string `json:"quote"`
}
