// Package paper is a report as something to read: a title, headings, paragraphs of runs, tables and links, and nothing about what
// they mean. The writers of Markdown, PDF and DOCX read it, so that they cannot tell different stories.
//
// It promises plain data: text is clean of control characters already, each ID stands once, each inner link has a target. It
// refuses to know fonts, marks or file formats.
package paper

import "time"

// Paper is a whole document.
type Paper struct {
	Title, Subtitle string
	Author          string
	Language        string // ISO 639-1
	Made            time.Time
	Blocks          []Block
}

// Kind is what a block is.
type Kind int

// The kinds of blocks.
const (
	Text    Kind = iota // a paragraph
	Heading             // with a Level
	Item                // of a list
	Quote               // verbatim text of a source, indented
	Remark              // a small paragraph that explains
	Fine                // a paragraph in small print, of the appendix; with an ID the proof of a claim
	Table               // with Rows
	Closing             // the last line, below a rule
)

// Block is a heading, a paragraph or a table.
type Block struct {
	Kind    Kind
	Level   int    // of a heading, 1 below the title
	ID      string // what inner links name, "" for most
	Runs    []Run
	Rows    [][]Cell // of a table; the first row is its head
	Shares  []int    // of the width, one for each column of a table
	Sides   bool     // a table whose columns are two sides of a dispute
	Figures int      // how many columns of a table hold numbers: its last
}

// Headed reports whether the first row of a table says anything.
func (b Block) Headed() bool {
	for _, cell := range b.Rows[0] {
		for _, part := range cell {
			if Plainly(part.Runs) != "" {
				return true
			}
		}
	}
	return false
}

// Cell is a cell of a table: paragraphs and quotes.
type Cell []Block

// Tone is how a run sounds beside the text around it. It never carries meaning alone: words say the same.
type Tone int

// The tones.
const (
	Plain   Tone = iota
	Soft         // secondary
	Doubt        // unproven
	Alarm        // contradicted
	Cite         // a citation
	Pointer      // a raised mark that leads to the proof of a claim; in parentheses where nothing can be raised
)

// Run is text in one style.
type Run struct {
	Text string
	Bold bool
	Tone Tone
	URL  string // what it opens, "" for nothing
	To   string // ID of the block it leads to, "" for none
}

// Plainly returns the text of runs without style.
func Plainly(runs []Run) string {
	text := ""
	for _, r := range runs {
		text += r.Text
	}
	return text
}
