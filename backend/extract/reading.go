package extract

import "rabbithole/backend/source"

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
