package step

import (
	"cmp"
	"slices"
	"strings"

	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
)

// leastLead is how many bytes two lines begin with alike, at least, to quote entries of one list.
const leastLead = 40

// leadOf returns what a line quotes of a list before what it leaves out, "" where it leaves nothing out.
func leadOf(line cite.Sentence) string {
	lead, rest, ok := strings.Cut(line.Text, " … ")
	if !ok || len(lead) < leastLead || !listEntry.MatchString(rest) {
		return ""
	}
	return lead
}

// listsTogether brings lines that quote entries of one list together, where the first of them stands, in the order of the list: who reads (c), then
// something else, then (a) takes them for two lists.
func listsTogether(lines []cite.Sentence) []cite.Sentence {
	var out []cite.Sentence
	done := map[int]bool{}
	for i := range lines {
		if done[i] {
			continue
		}
		group := []cite.Sentence{lines[i]}
		for k := i + 1; k < len(lines); k++ {
			if !done[k] && sameList(lines[i], lines[k]) {
				group, done[k] = append(group, lines[k]), true
			}
		}
		slices.SortStableFunc(group, func(a, b cite.Sentence) int {
			x, y := entryMark(a), entryMark(b)
			return cmp.Or(len(x)-len(y), strings.Compare(x, y))
		})
		out = append(out, group...)
	}
	for i := range out {
		out[i].Block = i
	}
	return out
}

// sameList reports whether two lines quote entries of one list: they begin with what leads into it.
func sameList(a, b cite.Sentence) bool {
	for _, lead := range []string{leadOf(a), leadOf(b)} {
		if lead != "" && strings.HasPrefix(a.Text, lead) && strings.HasPrefix(b.Text, lead) {
			return true
		}
	}
	return false
}

// entryMark returns the mark of the entry that a line quotes behind its gap, "" for a line that begins with the first.
func entryMark(line cite.Sentence) string {
	if leadOf(line) == "" {
		return ""
	}
	_, rest, _ := strings.Cut(line.Text, " … ")
	return chunk.MarkOf(rest).Label
}
