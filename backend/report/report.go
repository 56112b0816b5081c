// Package report is the model of a finished report and its renderings.
//
// A report is data: an answer, sections of blocks, claims with verified citations, what is open, how it was made. Renderers turn
// it into Markdown, HTML and JSON; each prints the same content in the same order. The package refuses to fetch, to judge, or to
// know which flow wrote the report.
package report

import (
	"time"

	"rabbithole/backend/budget"
	"rabbithole/backend/cite"
	"rabbithole/backend/source"
)

// Report is what a run hands over.
type Report struct {
	Run      string          `json:"run"`
	Flow     string          `json:"flow"`
	Question string          `json:"question"`
	Language string          `json:"language"` // ISO 639-1 of the question; all words of ours are printed in it ("de" or "en", else English)
	MadeAt   time.Time       `json:"made_at" ts_type:"string"`
	Answer   []Block         `json:"answer"` // the answer, first
	Sections []Section       `json:"sections"`
	Claims   []cite.Claim    `json:"claims"` // all of them, in reading order
	Evidence []cite.Evidence `json:"evidence"`
	Quality  Quality         `json:"quality"`
	Verdict  Outcome         `json:"verdict,omitempty"` // "answered", "partly", "unsure" or "not"; "" in reports that were made before there was one
	Missing  []string        `json:"missing"`           // parts of the question without a full answer
	Silent   []string        `json:"silent"`            // what the documents do not say: sentences
	Struck   []Struck        `json:"struck"`            // sentences of the draft that were taken out because nothing proves them
	Proof    Proof           `json:"proof"`
	Open     []OpenReference `json:"open"` // references found and not followed or not in the library
	Coverage Coverage        `json:"coverage"`
	Making   Making          `json:"making"`
	Notes    []string        `json:"notes"` // footnotes on the making: fallbacks taken, stopped early, old version kept
	// Sources are what the claims cite, by document or web page: of an answer, and of a research that cites the web, there the documents first.
	Sources    []Source `json:"sources,omitempty"`
	Warnings   []string `json:"warnings,omitempty"`    // what went wrong and was got over: sentences
	StopReason string   `json:"stop_reason,omitempty"` // "sufficient", "budget_exhausted", "timeout" or "error"
	// Titles are what documents are called where that tells them apart, by the names that the rest of the report gives them.
	Titles map[string]string `json:"titles,omitempty"`
	// Dates are of when the files of documents are, as they say of themselves: ISO 8601 dates, by the names that the rest of the report gives them.
	Dates map[string]string `json:"dates,omitempty"`
	// Connections are what left this computer for the run, by host.
	Connections []Connection `json:"connections,omitempty"`
}

// Source is a document or a web page that claims cite.
type Source struct {
	Number    int       `json:"number"`   // [1], [2], ... in the order of the claims
	Document  string    `json:"document"` // hash under which its text is kept
	Name      string    `json:"name"`     // the document's name, or the page's title
	URL       string    `json:"url,omitempty"`
	Site      string    `json:"site,omitempty"`
	Date      string    `json:"date,omitempty"` // ISO 8601 date it says of itself, or ""
	FetchedAt time.Time `json:"fetched_at,omitzero" ts_type:"string"`
	Evidence  []string  `json:"evidence"`         // IDs
	Quality   float64   `json:"quality"`          // 0..1
	Reason    string    `json:"reason,omitempty"` // of the quality: a sentence for people, in the report's language
}

// Connection says how often a host was spoken to, what for, and how much came back.
type Connection struct {
	Host     string `json:"host"`
	Purpose  string `json:"purpose"` // "search", "page", "robots"; one of somebody else is printed as it is
	Requests int    `json:"requests"`
	Bytes    int64  `json:"bytes"` // received
}

// Section is a titled part of the report.
type Section struct {
	Title  string  `json:"title"`
	Blocks []Block `json:"blocks"`
	// Contrary says that this is where documents contradict each other: sentences that tell both sides, and quotes whose claims are Against each other.
	Contrary bool `json:"contrary,omitempty"`
}

// Block is a paragraph or a list item: sentences in order.
type Block struct {
	Item      bool       `json:"item,omitempty"` // printed as a bullet
	Sentences []Sentence `json:"sentences"`
}

// Sentence is text with the claim it makes; Claim is "" for connective text that states nothing checkable.
type Sentence struct {
	Text  string `json:"text"`
	Claim string `json:"claim,omitempty"` // claim ID
}

// Struck is a sentence that a draft contained and that the report does not state, with the reason.
type Struck struct {
	Text     string   `json:"text"`
	Reason   string   `json:"reason"`             // a sentence for people, in the report's language
	Evidence []string `json:"evidence,omitempty"` // IDs it named
}

// Proof counts how the claims of a report stand against their cited passages.
type Proof struct {
	Supported    int `json:"supported"`
	Contradicted int `json:"contradicted"`        // stated, and marked: its passages say the contrary
	Unproven     int `json:"unproven"`            // stated, and marked
	Shortened    int `json:"shortened,omitempty"` // stated word for word, and marked: the sentence goes on in the document
	Struck       int `json:"struck"`              // taken out
	Mended       int `json:"mended,omitempty"`    // written anew by the model, because it did not stand as it was
	Modelled     int `json:"modelled"`            // claims that a model checked besides the code; 0 without a model
}

// Quality is the report's own score: four dimensions of 0..100, Total 0..400.
type Quality struct {
	FactualFidelity int    `json:"factual_fidelity"`
	Completeness    int    `json:"completeness"`
	Clarity         int    `json:"clarity"`
	SourceAccuracy  int    `json:"source_accuracy"`
	Total           int    `json:"total"`
	Threshold       int    `json:"threshold"`
	Reason          string `json:"reason,omitempty"`
}

// OpenReference is a cross-reference that the run met and that leads nowhere in the library, or that the budget left unread.
type OpenReference struct {
	Text   string `json:"text"`
	From   string `json:"from"` // document name
	Page   int    `json:"page"`
	Label  string `json:"label,omitempty"` // printed on the page
	Reason string `json:"reason"`          // "not in the library", "budget", "old version", "not among the chosen documents"
	Count  int    `json:"count"`
}

// Coverage says what was looked at.
type Coverage struct {
	Documents  int `json:"documents"`  // in scope
	Pages      int `json:"pages"`      // in scope
	Unreadable int `json:"unreadable"` // pages in scope without usable text
	Queries    int `json:"queries"`
	Passages   int `json:"passages"` // read and judged
	Kept       int `json:"kept"`
	Followed   int `json:"followed"` // references followed
	PagesRead  int `json:"pages_read"`
	// Unread names the pages in scope that nobody could search: scans without text, unreadable text layers.
	Unread []Unread `json:"unread,omitempty"`
	// Recognised names the pages in scope whose text was recognised from their picture and may hold errors.
	Recognised []Unread `json:"recognised,omitempty"`
	// Sweeps are the searches a negative answer rests on; empty when the documents do say something.
	Sweeps []Sweep `json:"sweeps,omitempty"`
}

// Unread are pages of a document: those without usable text, or with text recognised from pictures.
type Unread struct {
	Name   string   `json:"name"` // document
	Pages  []int    `json:"pages"`
	Labels []string `json:"labels,omitempty"` // printed on them, one each; none where they are numbered as they stand in the file
}

// folios are the pages with what is printed on them.
func (u Unread) folios() []source.Folio {
	out := make([]source.Folio, len(u.Pages))
	for i, page := range u.Pages {
		out[i].Page = page
		if i < len(u.Labels) {
			out[i].Label = u.Labels[i]
		}
	}
	return out
}

// Sweep is one way of looking at the whole scope for what was asked.
type Sweep struct {
	Kind     string `json:"kind"` // "lexical", "semantic" or "entity"
	Sought   string `json:"sought"`
	Passages int    `json:"passages"` // that came nearest and were read
}

// Making says what made the report.
type Making struct {
	Engine  string       `json:"engine"` // "extractive" or "ollama"
	Model   string       `json:"model,omitempty"`
	Digest  string       `json:"digest,omitempty"`
	NumCtx  int          `json:"num_ctx,omitempty"`
	Version string       `json:"version"`
	Spend   budget.Spend `json:"spend"`
	Weak    *Weak        `json:"weak,omitempty"`
	ByRule  bool         `json:"by_rule,omitempty"` // a model worked, and the built-in engine wrote the text
	Chose   string       `json:"chose,omitempty"`   // the model that chose the passages, where the built-in engine had to go on without it
}

// Weak is a model that did not pass its test: it worked all the same, or the built-in engine did in its place.
type Weak struct {
	Model string `json:"model"`
	Right int    `json:"right"` // sentences of ten that it judged rightly
}
