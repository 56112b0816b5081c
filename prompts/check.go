package prompts

import (
	"cmp"
	"strings"
)

// Passage is a passage as the writing and checking steps see it: whole, with its spans numbered.
type Passage struct {
	ID     string // "E7"; its spans are E7.1, E7.2, ...
	Source string // document, headings with their numbers, site and date of a web page: for orientation; the model never repeats it
	Lead   string // what leads into it and stands in the passage before, "" when it stands alone
	Text   string // with "[1]", "[2]" before its spans
	Via    string // the span of another passage that points to it, "E3.2"; "" for what no other one had to show
}

// CheckIn is the input of step check: the passages that claims cite, then the question, then the claims. Passages come first, so that a second
// call about the same passages finds them in the server's cache.
type CheckIn struct {
	Asked
	Passages  []Passage
	Checked   []string // sentences of the report that were found right before
	Claims    []CheckClaim
	Continues bool     // this call is not the one that says how far the whole of the report answers: it has no parts, and nothing that was noted
	Parts     []string // of the question, as it was taken apart before anybody searched
	Open      []string // in the place of Parts, where the report was checked before: what it lacked
	Noted     []string // contradictions that the research noted
	Silent    []CheckSilent
}

func (in CheckIn) entries() map[string]int {
	return map[string]int{"claims": len(in.Claims), "silent": len(in.Silent)}
}

// CheckSilent is what the report says that the documents do not say, and the IDs of the passages shown that may say it.
type CheckSilent struct{ Text, May string }

// Span is a span of a passage that is not shown as a whole.
type Span struct {
	ID     string // "E7.2"
	Source string // document
	Text   string
}

// CheckClaim is one claim to check. Ref is its short name within the call ("K3").
type CheckClaim struct {
	Ref    string
	Text   string
	Before string   // the sentence before it, "" for the first
	Cites  string   // "E3, E5.2"
	Hints  []string // what code noticed, as questions
}

// CheckOut holds one verdict per claim, and how far the report answers the question.
type CheckOut struct {
	Claims    []CheckVerdict  `json:"claims" bound:"items=18"`
	Conflicts []CheckConflict `json:"conflicts" bound:"items=4"`
	Parts     []CheckPart     `json:"parts" bound:"items=8"`
	Silent    []CheckSilence  `json:"silent,omitempty" bound:"items=6"`
	Clarity   int             `json:"clarity" bound:"min=0,max=100"`
}

// CheckVerdict says how a claim stands against its passages, and which spans decide.
type CheckVerdict struct {
	Ref        string           `json:"ref" bound:"len=6"`
	Verdict    string           `json:"verdict" bound:"enum=supported|contradicted|unproven"`
	Spans      []string         `json:"spans" bound:"items=8,len=10"`
	Conditions []CheckCondition `json:"conditions" bound:"items=3"`
	Why        string           `json:"why" bound:"len=200"`
}

// CheckCondition is a condition, an exception or a limit, and the span where it stands; "" where it stands nowhere.
type CheckCondition struct {
	Text string `json:"text" bound:"len=120"`
	Span string `json:"span" bound:"len=10"` // "Q" where the question says it
	// Missed is whether the claim leaves it out and a reader is misled by that.
	Missed bool `json:"missed"`
}

// CheckConflict is what two documents say differently of the same thing, and the spans where they do.
type CheckConflict struct {
	Spans []string `json:"spans" bound:"items=4,len=10"`
	Why   string   `json:"why" bound:"len=200"`
}

// CheckSilence is a line on what the documents do not say ("S1") that a span of them does answer.
type CheckSilence struct {
	Ref      string `json:"ref" bound:"len=6"`
	Answered string `json:"answered" bound:"enum=yes|partly"`
	Span     string `json:"span" bound:"len=10"`
}

// CheckPart is a part of the question: the name of a listed one ("T1"), or a text where none are listed; and what of it no claim says. What was planned and the
// person did not ask for is "beyond" it.
type CheckPart struct {
	Part     string `json:"part" bound:"len=160"`
	Answered string `json:"answered" bound:"enum=yes|partly|no|beyond"`
	Missing  string `json:"missing" bound:"len=240"`
}

// Open is what of the part has no answer, as a reader is told.
func (p CheckPart) Open() string { return cmp.Or(strings.TrimSpace(p.Missing), p.Part) }

// Proof holds claims against the passages they cite.
var Proof = Template[CheckIn, CheckOut]{Name: "check", NumPredict: 1600}

// RepairIn is the input of step repair: a report with what is wrong with some of its sentences.
type RepairIn struct {
	Asked
	Passages  []Passage
	Sentences []RepairSentence // all of it, in order
}

// RepairSentence is a sentence of a report. Wrong says what is wrong with it, Add what it leaves out though it is right; both are "" when it stands.
type RepairSentence struct {
	Ref   string // "K3"
	Text  string // with its IDs
	Wrong string
	Add   string
}

// RepairOut holds the sentences that are to be written anew; an empty text drops one.
type RepairOut struct {
	Sentences []RepairedSentence `json:"sentences" bound:"items=16"`
}

// RepairedSentence is what is to stand in a sentence's place.
type RepairedSentence struct {
	Ref  string `json:"ref" bound:"len=6"`
	Text string `json:"text" bound:"len=900"`
}

// Repair mends what a check found wrong.
var Repair = Template[RepairIn, RepairOut]{Name: "repair", NumPredict: 1400}
