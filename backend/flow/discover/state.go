// Package discover makes a person curious: any query, in words or a picture, is researched first, and then shown as cards, eight to twelve
// headlines with a caption, each of which opens the passages behind it and can be gone into one level deeper.
//
// The research is a run of another flow, which the program supplies (flow.Inquire). A card of a model names the spans that
// it stands on, and is dropped where the check does not find it proved; a deterministic fallback makes cards of the documents' own words and fills up to eight. The flow promises that
// every card has its places, that there is never a card of its own invention, and that fewer cards come with a warning that says why. It refuses to
// know how a page is shown, and what a socket says.
package discover

import (
	"slices"

	"rabbithole/backend/budget"
	"rabbithole/backend/flow"
	"rabbithole/backend/source"
)

// Name is the flow's name in the list of runs.
const Name = "discover"

// StateVersion changes when a State written by an older program cannot be read as it is.
const StateVersion = 1

// The phases.
const (
	PhaseLooking     = "looking" // at the image
	PhaseResearching = "researching"
	PhaseSurfacing   = "surfacing"
	PhaseDone        = "done"
)

// How many cards there are: fewer only where there is nothing to make them of.
const (
	FewestCards = 8
	MostCards   = 12
)

// State is a run's position. It holds IDs and the short texts of the cards: pages and passages lie in tables, the answer of the research is the run's
// own report, version 0. A new run needs Query or Image; Language, Scope, Allow, Source, Trail and Seen as far as they are known.
type State struct {
	Query    string        `json:"query"` // as the person put it; "" for an image alone
	Language string        `json:"language"`
	Scope    source.Scope  `json:"scope"`
	Limits   budget.Limits `json:"limits,omitzero"` // of calls and working time; 0 does not bound
	Allow    flow.Allow    `json:"allow"`
	Source   string        `json:"source"` // where it was asked: "home", "card" or "document"
	Image    *Image        `json:"image,omitempty"`
	Trail    []Crumb       `json:"trail,omitempty"` // from the first query to the card that this one goes on from, which is the last
	Seen     []string      `json:"seen,omitempty"`  // passages that the cards of the trail stand on: other ones come first

	Subject  string   `json:"subject"`  // what is researched: Query, with what was seen in the image
	Inquiry  string   `json:"inquiry"`  // ID of the sub-run
	Findings []string `json:"findings"` // passages that it found, the most worth first
	Cards    []Card   `json:"cards"`
	Made     string   `json:"made"` // by what the cards were made: see flow.Made
	Warnings []string `json:"warnings"`

	Phase string       `json:"phase"`
	Spend budget.Spend `json:"spend"` // with that of the sub-run
}

// Image is the picture of a query. Its bytes are kept like those of an attached file.
type Image struct {
	Hash string `json:"hash"` // lower-case hex SHA-256 of the bytes
	Name string `json:"name"` // of the file, for people
	MIME string `json:"mime"` // "image/png", "image/jpeg", "image/gif" or "image/webp"
	Text string `json:"text"` // what is seen in it by a model, or written in it and about it; "" until it was looked at, and for nothing
	Seen bool   `json:"seen"` // a model that sees looked at it
}

// Crumb is a step of the way to a query.
type Crumb struct {
	Run   string `json:"run"`   // discovery
	Query string `json:"query"` // of that run
	Title string `json:"title"` // of the card that was gone into from there
	// Caption of that card, and the passages it stands on; empty for a query that no card led to.
	Caption  string   `json:"caption,omitempty"`
	Passages []string `json:"passages,omitempty"`
}

// Kind says what a card leads to.
type Kind string

// The kinds of cards.
const (
	KindModel         Kind = "model"         // an angle of the model's
	KindTopic         Kind = "topic"         // what documents say under a heading or about a term
	KindReference     Kind = "reference"     // what a passage refers to, which nobody has followed yet
	KindContradiction Kind = "contradiction" // two passages that say the contrary of each other
	KindUnread        Kind = "unread"        // a passage on the subject that no report cites
)

// Card is a headline with its caption, and what is behind it.
type Card struct {
	ID      string  `json:"id"`      // "C1", ... in the order shown
	Title   string  `json:"title"`   // at most 10 words
	Caption string  `json:"caption"` // at most 20 words
	Kind    Kind    `json:"kind"`
	Places  []Place `json:"places"` // in one to three passages, each with words that show why; a passage may be there more than once
	// Left are conditions that the passages attach to what the card says and that it does not name, as the model that checked it puts them.
	Left []string `json:"left,omitempty"`
}

// Passages are the passages that a card stands on, each once.
func (c Card) Passages() (out []string) {
	for _, p := range c.Places {
		if !slices.Contains(out, p.Passage) {
			out = append(out, p.Passage)
		}
	}
	return out
}

// Place is a passage behind a card.
type Place struct {
	Passage  string `json:"passage"`
	Document string `json:"document"` // hash
	Name     string `json:"name"`     // of the document, or title of a web page
	Page     int    `json:"page"`     // 1-based
	Label    string `json:"label,omitempty"`
	URL      string `json:"url,omitempty"` // of a web page
	Quote    string `json:"quote"`         // that shows why, word for word
}

// Headline is a card as the specification has it.
type Headline struct {
	Title   string `json:"title"`
	Caption string `json:"caption"`
}

// Result is what the flow returns, under the specification's names.
type Result struct {
	Query     string     `json:"query"`
	Headlines []Headline `json:"headlines"`
	Citations []Place    `json:"citations"` // behind the cards, each passage once
}

// Result returns what a run came to so far.
func (s State) Result() Result {
	r := Result{Query: s.Query, Headlines: []Headline{}, Citations: []Place{}}
	cited := map[string]bool{}
	for _, c := range s.Cards {
		r.Headlines = append(r.Headlines, Headline{Title: c.Title, Caption: c.Caption})
		for _, p := range c.Places {
			if !cited[p.Passage] {
				cited[p.Passage] = true
				r.Citations = append(r.Citations, p)
			}
		}
	}
	return r
}

// into returns the card that the query goes into, false when the person asked something else.
func (s State) into() (Crumb, bool) {
	if n := len(s.Trail); n > 0 && s.Trail[n-1].Title == s.Query {
		return s.Trail[n-1], true
	}
	return Crumb{}, false
}

// Card returns the card with an ID, false when there is none.
func (s State) Card(id string) (Card, bool) {
	for _, c := range s.Cards {
		if c.ID == id {
			return c, true
		}
	}
	return Card{}, false
}
