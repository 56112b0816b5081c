package extract

import (
	"strings"

	"rabbithole/backend/source"
)

// Reading is a passage to judge: where it is from, and which kept evidence led to it when a reference was followed.
type Reading struct {
	Passage  source.Passage
	Document source.Document
	// Lead is the quoted sentence whose reference led here, "" when the passage was found by search; LeadScore is the relevance of
	// the evidence it stands in.
	Lead      string
	LeadScore float64
	Found     Found  // what search knows of it, for the order in which passages are read
	About     string // what else a model that decides should know of its source: the site of a page, the date
}

// Judgement is what reading a passage gave. Quotes stand verbatim in the passage; they are the extract.
type Judgement struct {
	Relevance float64
	Quotes    []string
	Places    [][]source.Span // where the quotes stand on their pages, each behind what leads into it; none where that is still to be looked for
	Why       string
	Item      float64 // relevance to what the person wrote as the item alone; 0 for a planned one
	Contrary  bool    // a model names it in a contradiction: it is kept whatever its relevance
	Entry     bool    // it is the entry of a list for what is asked to be defined
}

// Found is what search knows of a passage, by the best of the queries that found it; the zero value is a passage that a reference led to. Search weighs
// headings, neighbours and the whole page, where judging looks at the passage alone: what stands first there for a reason is not dropped for want of a form of a word.
type Found struct {
	Rank   int     `json:"rank"`             // 1 is first
	Score  float64 `json:"score"`            // 0..1 within its search
	Margin float64 `json:"margin,omitempty"` // of the first: what it has on the best hit of another section
}

// Better returns the one of two that search thinks more of.
func (f Found) Better(other Found) Found {
	if other.Rank > 0 && (f.Rank == 0 || other.Rank < f.Rank || other.Rank == f.Rank && other.Margin > f.Margin) {
		return other
	}
	return f
}

// FoundIn returns what a search knows of its hits, in their order.
func FoundIn(hits []Hit) []Found {
	out := make([]Found, len(hits))
	for i, h := range hits {
		out[i] = Found{Rank: i + 1, Score: h.Score}
	}
	for _, h := range hits {
		if !sameSection(h.Passage, hits[0].Passage) {
			out[0].Margin = hits[0].Score - h.Score
			break
		}
	}
	return out
}

func sameSection(a, b source.Passage) bool { return a.Document == b.Document && a.Section == b.Section }

// lift returns the relevance of a passage with what search knows of it, where its heading holds the weightiest word of the question (named): search ranks
// something first for every question, and chance words are no reason to believe it.
func (f Found) lift(score float64, named bool) float64 {
	if f.Rank == 0 || !named {
		return score
	}
	score += foundShare * f.Score * (1 - score)
	if f.Rank == 1 && f.Margin >= clearMargin {
		score = max(score, firstScore)
	}
	return score
}

// Heading returns what a passage stands right under, "" where it stands under none.
func Heading(p source.Passage) string {
	if len(p.Headings) == 0 {
		return ""
	}
	return p.Headings[len(p.Headings)-1]
}

// underHeadings returns the text of a passage with all headings that it stands under.
func underHeadings(p source.Passage) string { return p.Text + " " + strings.Join(p.Headings, " ") }
