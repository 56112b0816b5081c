// Package refs says what the parts of a document and the references between them are. The packages below it read them: numbering and
// layout the words and lines, outline the sections, naming the names of documents, detect the references, provision the places inside a
// section; resolve leads the ones to the others.
//
// Everything there is deterministic and by rule: German and English patterns, numbering, typography, the names documents
// introduce for themselves. They promise that a reference that cannot be resolved is kept and said to be open, never guessed;
// they refuse to know any particular document, and do no I/O.
package refs

import (
	"cmp"

	"rabbithole/backend/source"
)

// Kind is what a section is, or what a reference points to.
type Kind string

// The kinds. The JSON names are those of `rabbithole refs --json`.
const (
	KindSection      Kind = "section"   // Section 5.2, § 62, 5.2 Heading
	KindArticle      Kind = "article"   // Article 6(1)(f), Art. 3
	KindAnnex        Kind = "annex"     // Annex B, Appendix C.2, Anlage 3
	KindParagraph    Kind = "paragraph" // Absatz 2, paragraph 1 (inside the section it stands in)
	KindSentence     Kind = "sentence"  // Satz 1
	KindPart         Kind = "part"      // Part II, Teil 3, Title IV
	KindChapter      Kind = "chapter"   // Chapter 4, Kapitel 2, Abschnitt 3 of a law
	KindTable        Kind = "table"
	KindFigure       Kind = "figure"
	KindEquation     Kind = "equation"
	KindRecital      Kind = "recital"
	KindDocument     Kind = "document"     // a whole document by title, short title, number
	KindBibliography Kind = "bibliography" // [12], [HTTP]: an entry of the reference list
	KindURL          Kind = "url"
	KindDOI          Kind = "doi"
	KindTitle        Kind = "title" // the document's own title block
)

// Section is a numbered or titled part of a document, or a table, figure, annex or bibliography entry that can be pointed to.
type Section struct {
	ID       string `json:"id"` // unique within its document, such as "s17"
	Document string `json:"document"`
	Kind     Kind   `json:"kind"`
	Number   string `json:"number"` // canonical: "62", "5.2", "B", "III", "C.2.1"; the label for bibliography entries; "" when unnumbered
	Label    string `json:"label"`  // canonical name: "§ 62", "Section 5.2", "Article 6", "Anlage 3", "[HTTP]"; the title when unnumbered
	Title    string `json:"title"`
	Level    int    `json:"level"`  // 1 is the top
	Parent   string `json:"parent"` // ID of the enclosing section, "" at the top
	Page     int    `json:"page"`   // where its heading begins: page (1-based) and byte offset in that page's text
	Start    int    `json:"start"`
	EndPage  int    `json:"end_page"` // first position after it (subsections included)
	End      int    `json:"end"`
	// Role is what the section's text is for; "" means body. Headings inside a table of contents are not sections, the table is.
	Role source.Role `json:"role,omitempty"`
}

// Name returns what a section is called: its label, else its title.
func (s Section) Name() string { return cmp.Or(s.Label, s.Title) }

// Status says what became of a reference.
type Status string

// The statuses of a reference.
const (
	Found      Status = "found"       // at least one target stands in the library
	Open       Status = "open"        // points to something that should be here and is not, or to a document not in the library
	External   Status = "external"    // points outside by its nature: a URL, a law of another collection
	OldVersion Status = "old_version" // points to what is no longer in force; never resolved to the present text of a law
	Outside    Status = "outside"     // leads out of the scope of a run; its targets are empty. Never stored
)

// Mention is one reference as it stands in a document.
type Mention struct {
	ID       string `json:"id"` // unique within its document, such as "m204"
	Document string `json:"document"`
	Page     int    `json:"page"`
	Start    int    `json:"start"` // byte offsets in the page's text
	End      int    `json:"end"`
	Section  string `json:"section"` // ID of the section it stands in
	Passage  string `json:"passage"` // ID of the passage it stands in, filled at ingest
	Text     string `json:"text"`    // the whole reference with its chain: "§ 62 Abs. 1 Satz 2 Nr. 3 RnSchG", white space folded
	Kind     Kind   `json:"kind"`
	// Pointers is what the text points to, before any resolution: one per number in a list or range.
	Pointers []Pointer `json:"pointers"`
	Targets  []Target  `json:"targets,omitempty"` // filled by Resolve
	Status   Status    `json:"status"`            // filled by Resolve
}

// Here reports whether a mention means the part of the document it stands in itself: "this Article".
func (m Mention) Here() bool {
	return m.Kind == KindParagraph && len(m.Pointers) == 1 && m.Pointers[0].Sub == "" && m.Pointers[0].Page > 0
}

// Pointer is one place a mention points to, still by name.
type Pointer struct {
	Kind      Kind   `json:"kind"`
	Number    string `json:"number"`              // canonical section number, "" for a whole document
	Label     string `json:"label,omitempty"`     // what is pointed to, as Section.Label writes it: "§ 62", "Section 5.2"
	Sub       string `json:"sub,omitempty"`       // the rest of the chain: "Abs. 1 Satz 2 Nr. 3", "(1)(f)"
	From      string `json:"from,omitempty"`      // the pointer ends a range that begins at this number: "§§ 9a bis 9c"
	Qualifier string `json:"qualifier,omitempty"` // the document named: "RnSchG", "Radongesetzes", "[HTTP]", "Directive 95/46/EC"; "" is this document
	// Hints are names of documents that may be meant, the likeliest first: "Handbook" of "the Handbook, Section 5.2". The first that the
	// library has goes before Qualifier; where it has none, the pointer is what it is without them.
	Hints []string `json:"hints,omitempty"`
	URI   string   `json:"uri,omitempty"`
	Old   bool     `json:"old,omitempty"` // an old version is meant
	// Page and At are where a place inside the section the mention stands in begins: page number and byte offset. Label names the place then.
	Page int `json:"page,omitempty"`
	At   int `json:"at,omitempty"`
}

// Target is where a pointer leads.
type Target struct {
	Document string `json:"document"` // hash; "" when it leaves the library
	Section  string `json:"section"`  // section ID, "" for a whole document
	Label    string `json:"label"`    // what to show: "§ 62", or the external work's name
	Page     int    `json:"page"`     // 1-based page of the target, 0 when external
	Passage  string `json:"passage"`  // ID of the passage to read, filled at ingest
	URI      string `json:"uri,omitempty"`
	Start    int    `json:"-"` // byte offset on Page of a place inside the section, 0 for the section itself; not stored
}
