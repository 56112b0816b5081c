package source

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Span is a stretch of one page's text: [Start, End) in bytes of Page.Text, on rune boundaries.
type Span struct {
	Page  int `json:"page"` // 1-based
	Start int `json:"start"`
	End   int `json:"end"`
	// Lead marks what is shown above a passage and stands further up: the head of the table whose rows the passage goes on with. It is part of an
	// earlier passage too.
	Lead bool `json:"lead,omitempty"`
}

// Role says what a passage is for. Evidence comes from Body and Table only.
type Role string

// The roles of a passage.
const (
	Body         Role = "body"
	Table        Role = "table"
	Contents     Role = "contents"     // table of contents, list of figures
	Bibliography Role = "bibliography" // reference list; references come from it, evidence never
	Index        Role = "index"        // back-of-book index
)

// Passage is a citable span of a document, sized for the embedder. It never crosses a section heading; it may cross pages, then
// it has one Span per page.
type Passage struct {
	ID       string   `json:"id"` // from PassageID: stable for the same bytes and spans
	Document string   `json:"document"`
	Ordinal  int      `json:"ordinal"`            // 0-based position in the document; neighbours are Ordinal ± 1
	Section  string   `json:"section"`            // ID of the refs.Section it stands in, "" when the document has none
	Headings []string `json:"headings,omitempty"` // titles from the document's title down to its section
	Spans    []Span   `json:"spans"`
	Text     string   `json:"text"` // the spans' text joined, headers and footers left out
	Hash     string   `json:"hash"` // TextHash(Text): key of its vectors
	Tokens   int      `json:"tokens"`
	Role     Role     `json:"role"`
	// Reading is not 0 for a passage that its document had before it was read again: the version of reading whose text Spans are of.
	Reading int `json:"-"`
}

// Citable reports whether evidence may come from the passage: contents, bibliographies and indexes only point elsewhere.
func (p Passage) Citable() bool { return p.Role == Body || p.Role == Table || p.Role == "" }

// Page returns the page the passage begins on, 0 when it has no spans.
func (p Passage) Page() int { return p.Begin().Page }

// Begin returns the span that the passage begins with, what leads it in left out; an empty one when it has none.
func (p Passage) Begin() Span {
	for _, s := range p.Spans {
		if !s.Lead {
			return s
		}
	}
	return Span{}
}

// Own returns the text of the passage without what leads it in.
func (p Passage) Own() string {
	at := 0
	for _, s := range p.Spans {
		if s.Lead {
			at += s.End - s.Start + 1 // the line end behind it
		}
	}
	return p.Text[min(at, len(p.Text)):]
}

// PassageID derives the ID of a passage from its document and spans: "p" and 16 hex digits.
func PassageID(document string, spans []Span) string {
	var b strings.Builder
	b.WriteString(document)
	for _, s := range spans {
		fmt.Fprintf(&b, "|%d:%d-%d", s.Page, s.Start, s.End)
	}
	sum := sha256.Sum256([]byte(b.String()))
	return "p" + hex.EncodeToString(sum[:8])
}

// OtherPassageID derives the ID of a passage that stands where another one stood before its document was read again, and says something else.
func OtherPassageID(p Passage) string { return PassageID(p.Document+"|"+p.Hash, p.Spans) }

// TextHash returns the lower-case hex SHA-256 of text.
func TextHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Locator finds a cited stretch of text again, by hash and span; for a web article, whose text is kept like a document's, with its address.
type Locator struct {
	Document string `json:"document,omitempty"` // document hash
	Span     Span   `json:"span"`
	URL      string `json:"url,omitempty"`
}
