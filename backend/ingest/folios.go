package ingest

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/source"
)

// What tells the numbers that are printed on pages from others that stand alone: they go up by one from page to page.
const (
	edgeLines  = 2   // of a page, at its top and at its bottom, in which its number may stand
	leastPages = 4   // on which a numbering is seen
	leastShare = 0.6 // of the pages between its first and its last one
	besideText = 3   // one page in so many has to have it where it stands in a line with other words: "§ 18" goes up by one for some pages, too
)

// folio matches the number of a page, "29" or "F-13", with dashes or bars around it or as in "Page 29 of 132".
var folio = regexp.MustCompile(`^[-–—|·•]*\s*(?i:(?:page|seite|p\.|s\.)\s*)?((?:[A-Z]{1,2} ?[-–] ?)?)(\d{1,4})(?i:\s*(?:of|von|/)\s*\d+)?\s*[-–—|·•]*$`)

// numbering is how pages are numbered: their place in the file is so much further than what is printed.
type numbering struct {
	prefix string // "F-"
	ahead  int
}

// Number gives pages the numbers that are printed on them, where they are: what a file says of that is often missing, and sometimes wrong. What it says stays
// where most of the printed numbers agree. It returns the pages that changed.
func Number(pages []source.Page) (changed []source.Page) {
	seen, alone := map[numbering][]int{}, map[numbering]int{} // indexes of pages, ascending, and on how many of them the number stands alone
	mute := make([]bool, len(pages))                          // on which no number stands alone
	for i, p := range pages {
		mute[i] = true
		for n, by := range folios(p) {
			seen[n] = append(seen[n], i)
			if by {
				alone[n], mute[i] = alone[n]+1, false
			}
		}
	}
	order := slices.SortedFunc(maps.Keys(seen), func(a, b numbering) int {
		return cmp.Or(len(seen[b])-len(seen[a]), alone[b]-alone[a], cmp.Compare(a.ahead, b.ahead), strings.Compare(a.prefix, b.prefix))
	})
	printed := make([]string, len(pages))
	for _, n := range order {
		at := slices.DeleteFunc(seen[n], func(i int) bool { return printed[i] != "" })
		if len(at) < leastPages || alone[n] < leastPages && besideText*len(at) < len(pages) {
			continue
		}
		first, last := at[0], at[len(at)-1]
		free := 0
		for i := first; i <= last; i++ {
			if printed[i] == "" {
				free++
			}
		}
		if float64(len(at)) < leastShare*float64(free) {
			continue
		}
		for i := first; i <= last; i++ {
			if number := pages[i].Number - n.ahead; printed[i] == "" && number > 0 && (mute[i] || slices.Contains(at, i)) {
				printed[i] = n.prefix + strconv.Itoa(number)
			}
		}
	}
	agree, all := 0, 0
	for i, label := range printed {
		if label != "" {
			all++
			if label == pages[i].Label {
				agree++
			}
		}
	}
	if 2*agree >= all {
		return nil
	}
	for i := range pages {
		if label := cmp.Or(printed[i], strconv.Itoa(pages[i].Number)); label != pages[i].Label {
			pages[i].Label = label
			changed = append(changed, pages[i])
		}
	}
	return changed
}

// folios returns the numberings that a page may belong to, by what stands at its edges, and whether the number stands there alone.
func folios(p source.Page) map[numbering]bool {
	lines := slices.DeleteFunc(strings.Split(p.Text, "\n"), func(l string) bool { return strings.TrimSpace(l) == "" })
	if len(lines) > 2*edgeLines {
		lines = slices.Concat(lines[:edgeLines], lines[len(lines)-edgeLines:])
	}
	out := map[numbering]bool{}
	for _, line := range lines {
		words := strings.Fields(line)
		for i, part := range []string{strings.Join(words, " "), words[0], words[len(words)-1]} {
			if m := folio.FindStringSubmatch(part); m != nil {
				number, _ := strconv.Atoi(m[2]) // four digits at most
				n := numbering{strings.NewReplacer(" ", "", "–", "-").Replace(m[1]), p.Number - number}
				out[n] = out[n] || i == 0
			}
		}
	}
	return out
}
