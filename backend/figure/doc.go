// Package figure reads the numbers of a text: amounts with their units and scales, dates, and the numbers of sections.
//
// It says where they stand and what they mean (Scan), and whether the figures of a sentence stand in the texts that it cites, in whatever form, or follow from them by one step of
// arithmetic, and prints that step. It promises to call a figure missing only when neither is so. It refuses to judge what a figure is
// said of: whether "20 mSv" is the limit for the right person is for whoever understands the sentence.
package figure

// Kind says what a number is.
type Kind int

// The kinds.
const (
	Quantity Kind = iota // counts or measures something
	Date                 // a day, a month or a year
	Label                // numbers a section, an article, a table
)

// Amount is a number as it stands in a text.
type Amount struct {
	Kind       Kind
	Text       string // as written, with its unit
	Start, End int    // bytes of the folded text that it was found in

	Values []float64 // what it may mean, in the base unit of Unit; several where separators are ambiguous
	Raw    []float64 // the same as the digits say, without unit and scale
	Step   float64   // what one unit of its last digit is worth
	Unit   Unit      // zero when it counts a noun, or nothing
	Per    Unit      // the time of a rate ("20 mSv per year"), else zero
	Scaled bool      // a word such as "million" is part of it
	Rough  bool      // "about", "more than": it need not be met exactly
	Word   bool      // it is spelled out
	// Implied means that only its unit is written: "a year" is one of them.
	Implied bool

	Day   day    // of a Date
	Name  string // of a Label: "78", "6(1)", "13a"
	Place string // the word before a Label: "Section", "Tab."; "" where none is
}
