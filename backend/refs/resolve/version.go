package resolve

import (
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/numbering"
)

// isGone reports whether a section is only the place where a repealed one stood.
func isGone(s refs.Section) bool {
	word, _ := numbering.CutWord(strings.TrimLeft(strings.ToLower(s.Title), " ([-–—"))
	return numbering.Gone(word)
}
