package outline

import (
	"math"
	"strings"
	"unicode/utf8"

	"rabbithole/backend/refs/layout"
)

// What tells the first line of a paragraph below a number from a title there: it goes on in lines set alike, as far below it as they are below one
// another, and is as long as they are, until a full stop.
const (
	mostLead = 1.6  // from line to line, in sizes of their letters
	likeLead = 0.15 // by how much it may differ
	full     = 0.85 // of the longest line,
	longLine = 60   // and letters
	fewLines = 6
)

// beginsSentence reports whether line i is the first of a sentence and no title.
func (o *outliner) beginsSentence(i int) bool {
	first, longest := o.lines[i], 0
	if strings.HasSuffix(first.Text, ",") && first.Text != strings.ToUpper(first.Text) {
		return true
	}
	for j := i + 1; j < min(len(o.lines), i+fewLines); j++ {
		l := o.lines[j]
		lead := l.Y - o.lines[j-1].Y
		if _, ok := ParseHeading(l.Text); ok || !alike(l, first) || lead <= 0 || lead > mostLead*l.Size || math.Abs(lead-(o.lines[i+1].Y-first.Y)) > likeLead*l.Size {
			return false
		}
		longest = max(longest, utf8.RuneCountInString(l.Text))
		if strings.HasSuffix(l.Text, ".") {
			n := utf8.RuneCountInString(first.Text)
			return n >= longLine && float64(n) >= full*float64(longest)
		}
	}
	return false
}

func alike(a, b layout.Line) bool { return a.Page == b.Page && a.Size == b.Size && a.Bold == b.Bold }
