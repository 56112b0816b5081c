// Package cite holds evidence, the claims that rest on it, and the gate that lets a quote through only when it stands verbatim
// on the page it names.
//
// The model writes evidence IDs and nothing else; this package turns them into locators, removes sentences with unknown IDs,
// and drops quotes that the page does not contain. It promises that a Citation it returns opens an existing page on which the
// quote stands. It refuses to judge whether a claim is clever.
package cite

import (
	"rabbithole/backend/cite/grid"
	"rabbithole/backend/source"
)

// Evidence is a passage that was judged relevant, what it says about the question, and a short ID for the model to write.
type Evidence struct {
	ID       string         `json:"id"`      // "E1", "E2", ... in the order of keeping, stable within a run
	Passage  string         `json:"passage"` // passage ID
	Document string         `json:"document"`
	Name     string         `json:"name"` // the document's name, for people
	Page     int            `json:"page"`
	Label    string         `json:"label"`   // printed page label
	Section  string         `json:"section"` // label and title of the section it stands in, for people
	Extract  string         `json:"extract"` // condensed relevant text: verbatim quotes joined by " … "
	Quotes   []Quote        `json:"quotes"`
	Why      string         `json:"why,omitempty"` // why it matters, one line
	Score    float64        `json:"score"`         // relevance to the original question, 0..1
	Via      string         `json:"via,omitempty"` // evidence or passage ID whose reference led here, "" when searched
	Locator  source.Locator `json:"locator"`
	Own      bool           `json:"own,omitempty"` // from a file that the person attached to this run alone
}

// ByID returns evidence by its ID.
func ByID(list []Evidence) map[string]Evidence {
	out := make(map[string]Evidence, len(list))
	for _, e := range list {
		out[e.ID] = e
	}
	return out
}

// Quote is verbatim text on a page.
type Quote struct {
	Text string        `json:"text"` // as it stands on the page, white space folded
	Span source.Span   `json:"span"`
	More []source.Span `json:"more,omitempty"` // where it goes on
}

// Verdict says how a claim stands against its citations. A shortened one repeats them word for word, breaks off within a clause and shows it. Two
// claims of different documents that say the contrary of each other are both supported, and name each other in Against.
type Verdict string

// The verdicts.
const (
	Supported    Verdict = "supported"
	Contradicted Verdict = "contradicted"
	Unproven     Verdict = "unproven"
	Shortened    Verdict = "shortened"
)

// Claim is one checkable sentence of a report with what it rests on.
type Claim struct {
	ID        string     `json:"id"` // "C1", "C2", ... in reading order
	Text      string     `json:"text"`
	Verdict   Verdict    `json:"verdict"`
	Citations []Citation `json:"citations"`
	// Unsupported are the numbers and dates of Text that stand in none of its quotes and cited passages, as written in Text.
	Unsupported []string `json:"unsupported_numbers,omitempty"`
	// Sums show how numbers of Text that stand in no quote follow from such that do: "3 x 1,200 = 3,600".
	Sums []string `json:"sums,omitempty"`
	// Doubts say why the verdict is not "supported", or how a claim contradicts those it is Against: one sentence each, for people, in the
	// report's language.
	Doubts []string `json:"doubts,omitempty"`
	// Against are the IDs of the claims that say the contrary; a report shows both sides.
	Against []string `json:"against,omitempty"`
}

// Citation points a claim to a page, with the quote that proves it there.
type Citation struct {
	Evidence string      `json:"evidence"`       // evidence ID
	Document string      `json:"document"`       // hash
	Name     string      `json:"name"`           // file name, for people
	Page     int         `json:"page"`           // 1-based PDF page
	Label    string      `json:"label"`          // printed page label
	Quote    string      `json:"quote"`          // one stretch of the page, white space folded
	Span     source.Span `json:"span"`           // where on the page it stands
	Torn     bool        `json:"torn,omitempty"` // the quote goes on at the head of the next page, which the citation behind it quotes: see Whole
	// Table is what Quote says where it quotes rows of a table: its lines as label and cells, under their head as it stands on the page.
	Table *grid.Table `json:"table,omitempty"`
	URL   string      `json:"url,omitempty"` // address of the web article it quotes, "" for a document of the library
}
