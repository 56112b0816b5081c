package source

// Terms are the words a passage is found by, reduced to stems and separated by single spaces.
type Terms struct {
	Passage  string // passage ID
	Document string // document hash
	Page     int    // the page it begins on, 0 when unknown
	Hash     string // hash of the passage's text
	Head     string // the titles above it: document, chapter, section
	Body     string // its text, one term per word, in order
	Parts    string // derived terms without an order: parts of compounds, identifiers
}

// TermTotals sums up what the library is searched by.
type TermTotals struct {
	Passages int // passages that have terms
	Head     int // terms in all heads
	Body     int // terms in all bodies
}

// Filter says which passages are searched. The zero Filter finds nothing, because its Scope contains nothing.
type Filter struct {
	Scope Scope
	Roles []Role // only these; empty: any
}

// Vector is what an embedder made of a text.
type Vector struct {
	Number  int64     // given by the store, 0 before
	Hash    string    // of the text
	Entries []float32 // empty when the embedder has no vector for the text
	Sketch  []byte    // what search looks at before it reads the entries; made by the index
}
