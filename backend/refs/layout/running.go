package layout

import (
	"strings"

	"rabbithole/backend/refs/numbering"
)

// corner is one end of the outermost lines of pages, with what its number is ahead of the page's index.
type corner struct {
	side   int  // 0 at the top, 1 at the bottom
	last   bool // the number ends the line
	offset int
}

// corners returns the corners in which the page's own number stands beside words, as in "6.5. Ways scripts are called  51", and whose words
// come again on other pages: the titles of numbered slides do not.
func (es edges) corners(words map[string]int) map[corner]bool {
	lines, again := map[corner]int{}, map[corner]int{}
	for _, e := range es {
		for _, c := range e.numbered() {
			lines[c]++
			if words[e.mask] > 1 {
				again[c]++
			}
		}
	}
	out := map[corner]bool{}
	for c, n := range lines {
		out[c] = n >= 2*leastFolios && again[c] >= n/2
	}
	return out
}

// numbered are the corners that a line belongs to, which has words beside a number.
func (e edge) numbered() (out []corner) {
	fields := strings.Fields(e.Text)
	if !e.outer || len(fields) < 2 {
		return nil
	}
	for i, field := range []string{fields[0], fields[len(fields)-1]} {
		if n, ok := numbering.BareNumber(field); ok {
			out = append(out, corner{e.side, i == 1, n - e.Page})
		}
	}
	return out
}
