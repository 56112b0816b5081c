package outline

import (
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/numbering"
	"rabbithole/backend/source"
)

// outlineHeadings finds the lines that the entries of the file's own outline point to, by their words on the page they name.
func (o *outliner) outlineHeadings() map[int]heading {
	if len(o.meta.Outline) == 0 {
		return nil
	}
	squeezed := make([]string, len(o.lines))
	pageStart := map[int]int{} // page number -> first line
	for i, l := range o.lines {
		squeezed[i] = refs.Squeeze(l.Text)
		if _, ok := pageStart[l.Page+1]; !ok {
			pageStart[l.Page+1] = i
		}
	}
	marked := map[int]heading{}
	from := 0 // outlines run with the text: search on after the last find when several headings share their words
	for _, m := range o.meta.Outline {
		first, last, ok := o.findMark(m, squeezed, pageStart, from, marked)
		if !ok {
			continue
		}
		h := o.markHeading(m, first)
		h.first, h.last, h.level = first, last, m.Level
		marked[first] = h
		from = last
	}
	return marked
}

// findMark returns the lines an outline entry names: on its page, or on the one after.
func (o *outliner) findMark(m source.Mark, squeezed []string, pageStart map[int]int, from int, taken map[int]heading) (first, last int, ok bool) {
	want := refs.Squeeze(m.Title)
	start, known := pageStart[m.Page]
	if want == "" || !known {
		return 0, 0, false
	}
	page := o.lines[start].Page
	for _, begin := range []int{max(start, from), start} {
		for i := begin; i < len(o.lines) && o.lines[i].Page <= page+1; i++ {
			if _, used := taken[i]; used || roleOf(o.regions, i) != "" {
				continue
			}
			if last, ok := matchLines(squeezed, i, want); ok {
				return i, last, true
			}
		}
	}
	return 0, 0, false
}

// matchLines reports whether the lines from i on, joined, are want, and which is the last.
func matchLines(squeezed []string, i int, want string) (last int, ok bool) {
	rest := want
	for j := i; j < len(squeezed) && j < i+2*titleLines; j++ {
		if squeezed[j] == "" {
			return 0, false
		}
		after, found := strings.CutPrefix(rest, squeezed[j])
		if !found {
			return 0, false
		}
		if rest = after; rest == "" {
			return j, true
		}
	}
	return 0, false
}

// markHeading reads an outline entry as a heading; its number is taken from the page where the outline glues it to the title.
func (o *outliner) markHeading(m source.Mark, first int) heading {
	title := numbering.Fold(m.Title)
	if h, ok := ParseHeading(title); ok {
		return h
	}
	if h, ok := ParseHeading(o.lines[first].Text); ok && h.Number != "" {
		if rest, found := strings.CutPrefix(refs.Squeeze(title), refs.Squeeze(o.lines[first].Text)); found {
			h.title = strings.TrimSpace(tailBySqueeze(title, len([]rune(rest))))
			return h
		}
	}
	return heading{Kind: refs.KindSection, title: title, label: title, Rank: numbering.RankUnnumbered}
}

// tailBySqueeze returns the end of s that holds n letters and digits.
func tailBySqueeze(s string, n int) string {
	runes := []rune(s)
	i := len(runes)
	for ; i > 0 && n > 0; i-- {
		if refs.Squeeze(string(runes[i-1])) != "" {
			n--
		}
	}
	return string(runes[i:])
}
