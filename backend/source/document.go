// Package source holds what can be cited: documents, their pages, passages of them, and the locators that find a passage again.
//
// A document is known by the SHA-256 of its bytes, so a citation stays true when the file is renamed, replaced or removed.
// The package promises that a Span of a Page's Text keeps its meaning: page text is kept as long as anything cites it, also when
// the document is read again and its pages say it better (docs/adr/0042). It refuses to know how text was extracted or where it is stored.
package source

import (
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Format is the file format a document was read from.
type Format string

// The formats the library accepts.
const (
	PDF      Format = "pdf"
	Markdown Format = "markdown"
	Text     Format = "text"
	HTML     Format = "html"
	Web      Format = "web" // an article read on the web: not a file of the person's
)

// The formats of the pictures that a query may show.
const (
	PNG  Format = "png"
	JPEG Format = "jpeg"
	GIF  Format = "gif"
	WebP Format = "webp"
)

// State is where a document stands on its way into the library.
type State string

// The states of a document. Queued -> Extracting -> Searchable -> Ready; Failed and Removed end it. A web article is Saved from the start.
const (
	Queued     State = "queued"     // known, nothing read yet
	Extracting State = "extracting" // pages are being read; resumable at the last committed page
	Searchable State = "searchable" // text, sections and references are in, lexical search works; embeddings trail
	Ready      State = "ready"      // embeddings are in too
	Failed     State = "failed"     // could not be read; Reason says why
	Removed    State = "removed"    // out of search by the person's wish; bytes and pages stay while a report cites them
	Replaced   State = "replaced"   // a newer version of the same path took its place in search
	Saved      State = "saved"      // a web article: kept for the runs that read it, never in search
)

// Document is a file in the library, known by the hash of its bytes.
type Document struct {
	Hash       string    `json:"hash"`       // lower-case hex SHA-256 of the bytes
	Name       string    `json:"name"`       // unique among live documents: the file name, with its collection in front if taken
	Path       string    `json:"path"`       // where the person's file was when it was last seen, absolute; "" when it came without one, from a browser
	Collection string    `json:"collection"` // "" when added alone
	Format     Format    `json:"format"`
	Title      string    `json:"title"`
	Author     string    `json:"author"`
	Date       string    `json:"date"`     // ISO 8601 date or "" when unknown
	Language   string    `json:"language"` // ISO 639-1, "" when unknown
	Pages      int       `json:"pages"`
	Passages   int       `json:"passages"`
	Unreadable int       `json:"unreadable"` // pages without usable text
	Bytes      int64     `json:"bytes"`
	Engine     string    `json:"engine"` // what read it: "pdfium", "ledongthuc", "text"
	State      State     `json:"state"`
	Reason     string    `json:"reason"`            // why State is Failed, or a warning, in the person's words
	Trouble    Trouble   `json:"trouble,omitempty"` // names the reason; "" for none, and for what has no name
	AddedAt    time.Time `json:"added_at" ts_type:"string"`
	// Names are the other names by which texts cite it: short titles, abbreviations it introduces for itself (an abbreviation, a short title).
	Names []string `json:"names,omitempty"`
	// UnreadablePages are the numbers of the pages without usable text, RecognisedPages of those whose text was recognised from their
	// picture (OCR) and may hold errors.
	UnreadablePages []int  `json:"unreadable_pages,omitempty"`
	RecognisedPages []int  `json:"recognised_pages,omitempty"`
	URL             string `json:"url,omitempty"` // canonical address of a web article
	Reading         int    `json:"reading"`       // the version of reading that made its text (ingest.ReadingVersion); 0 while nothing was read
}

// longestName is how many letters and digits mixed name something: more are a hash.
const longestName = 16

// Called is the document's title; with the name of its file where they have no word in common, since a title can be that of whoever it was filed with.
func (d Document) Called() string {
	words := telling(d.Name)
	title := strings.ToLower(d.Title)
	parts := strings.FieldsFunc(title, apart)
	joined := strings.Join(parts, "")
	switch {
	case d.Title == "":
		return d.Name
	case len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return len(w) > 2 && strings.Contains(joined, w) || slices.Contains(parts, w) }):
		return d.Title
	}
	return d.Title + " (" + stem(d.Name) + ")"
}

// Named reports whether the name of the document's file tells anything: a number and a hash do not.
func (d Document) Named() bool { return len(telling(d.Name)) > 0 }

// telling are the words of a file's name that tell something, in small letters.
func telling(name string) []string {
	return slices.DeleteFunc(strings.FieldsFunc(strings.ToLower(stem(name)), apart), func(w string) bool {
		return len(w) < 2 || strings.Trim(w, "0123456789") == "" || len(w) > longestName && strings.ContainsAny(w, "0123456789")
	})
}

func stem(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) }

func apart(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// Live reports whether the document takes part in search.
func (d Document) Live() bool { return d.State == Searchable || d.State == Ready }

// PageFlag marks what is special about a page.
type PageFlag string

// The flags of a page.
const (
	NoText      PageFlag = "no_text_layer"         // a scan: images, hardly any characters
	BadText     PageFlag = "unreadable_text_layer" // characters without meaning; OCR would help
	PictureText PageFlag = "text_in_picture"       // a picture on it shows what looks like writing that is not in its text: a stamped scan, or a drawing
	PartText    PageFlag = "partial_text"          // characters without meaning were among the text and are left out
	DoubtText   PageFlag = "doubtful_text"         // characters hardly make words: codes and abbreviations, or numbers of glyphs
	PageFailed  PageFlag = "extraction_failed"     // the extractor gave up on this page (time, memory, defect)
	FormText    PageFlag = "form"                  // text includes form fields and annotations
	OCRText     PageFlag = "ocr"                   // text was recognised from the picture
	HiddenText  PageFlag = "hidden_text"           // text includes lines that are not to be seen: white on white, or tiny
	BlankPage   PageFlag = "blank"                 // nothing on it
	LightEngine PageFlag = "light_engine"          // read by the light engine; spaces and order are less certain
)

// Page is one page of a document. Documents without pages (Markdown, text, HTML) are cut into pages of about 3,000
// characters at paragraph ends.
type Page struct {
	Number int        `json:"number"` // 1-based position in the file
	Label  string     `json:"label"`  // printed label ("iv", "2036"); the number as text when the file has none
	Text   string     `json:"text"`   // UTF-8, LF line ends, hyphenated line ends joined, reading order; headers and footers included
	Width  float64    `json:"width"`  // points (1/72 inch), after rotation; 0 when the document has no geometry
	Height float64    `json:"height"`
	Flags  []PageFlag `json:"flags,omitempty"`
	// Lines carries what heading detection needs: one entry per line of Text, in order. Empty when unknown.
	Lines []Line `json:"lines,omitempty"`
	Links []Link `json:"links,omitempty"`
	// Reason says why a page has no usable text, in a person's words; "" when it has, or when its flags say it all.
	Reason string `json:"reason,omitempty"`
	// Words says where recognised text stands (OCRText), in order of Text; empty on other pages, whose file knows.
	Words []Word `json:"words,omitempty"`
}

// Word is the place of a word, or of a part of one that was divided over two lines: bytes of Page.Text.
type Word struct {
	Start int  `json:"s"`
	End   int  `json:"e"`
	Rect  Rect `json:"r"`
}

// Rects returns the rectangles of the recognised words that bytes [start, end) of the text touch, one per line.
func (p Page) Rects(start, end int) []Rect {
	var out []Rect
	for _, w := range p.Words {
		if w.End <= start || w.Start >= end {
			continue
		}
		if n := len(out); n > 0 && out[n-1].goesOn(w.Rect) {
			out[n-1] = out[n-1].with(w.Rect)
			continue
		}
		out = append(out, w.Rect)
	}
	return out
}

// Has reports whether the page carries flag f.
func (p Page) Has(f PageFlag) bool {
	for _, g := range p.Flags {
		if g == f {
			return true
		}
	}
	return false
}

// Line is the typography of one line of Page.Text: [Start, End) are byte offsets without the line end.
type Line struct {
	Start int     `json:"s"`
	End   int     `json:"e"`
	Size  float64 `json:"z,omitempty"` // font size in points of its first letters; 0 when unknown
	Bold  bool    `json:"b,omitempty"`
	X     float64 `json:"x,omitempty"` // left edge in points from the page's left
	Y     float64 `json:"y,omitempty"` // baseline in points from the page's top
	Cuts  []Cut   `json:"c,omitempty"` // its words that are divided over two lines on paper, in order: its last one, or the last of a line in a cell
}

// Cut is where a line ended on paper within a word: the byte of Page.Text that begins the next one.
type Cut struct {
	At    int `json:"a"`
	Moved int `json:"d,omitempty"` // bytes that were put in before it (taken out: negative) since the file's reader wrote the text
}

// AsRead returns the bytes of the text as the file's reader wrote it that became [start, end) of p.Text.
func (p Page) AsRead(start, end int) (int, int) {
	from, to := start, end
	for _, l := range p.Lines {
		for _, c := range l.Cuts {
			if c.At <= start {
				from -= c.Moved
			}
			if c.At <= end {
				to -= c.Moved
			}
		}
	}
	return from, to
}

// Link is a link annotation on a page, with the bytes of Page.Text it covers (Start == End when none).
type Link struct {
	Start int    `json:"s"`
	End   int    `json:"e"`
	URI   string `json:"uri,omitempty"`  // external target
	Page  int    `json:"page,omitempty"` // internal target page, 1-based; 0 when external
}

// MostURI is the most bytes of an address: what has more is no link.
const MostURI = 2048

// Mark is an entry of the document's own outline (bookmarks).
type Mark struct {
	Title string `json:"title"`
	Level int    `json:"level"` // 1 is the top
	Page  int    `json:"page"`  // 1-based; 0 when it points nowhere
}

// Meta is what a file says about itself before any page is read.
type Meta struct {
	Format  Format
	Title   string
	Author  string
	Date    string // ISO 8601 date or ""
	Pages   int
	Labels  []string // printed labels by page, nil when the file has none
	Outline []Mark
	Engine  string // "pdfium", "ledongthuc", "text"
}

// Rect is a rectangle on a page in points from the page's top left corner, after rotation, within its crop box.
type Rect struct {
	X, Y, W, H float64
}

// goesOn reports whether next stands on the same line to the right, no further away than three times their height.
func (r Rect) goesOn(next Rect) bool {
	overlap := min(r.Y+r.H, next.Y+next.H) - max(r.Y, next.Y)
	return overlap > 0.5*min(r.H, next.H) && next.X > r.X && next.X-(r.X+r.W) < 3*max(r.H, next.H)
}

// with returns the smallest rectangle around both.
func (r Rect) with(o Rect) Rect {
	x, y := min(r.X, o.X), min(r.Y, o.Y)
	return Rect{X: x, Y: y, W: max(r.X+r.W, o.X+o.W) - x, H: max(r.Y+r.H, o.Y+o.H) - y}
}
