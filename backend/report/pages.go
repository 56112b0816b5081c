package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/source"
)

// PageOf names a page in full, in a language: "p. 12", or "p. 2047 (PDF p. 12)" where another number is printed on it; "" for page 0.
func PageOf(language string, page int, label string) string {
	return wordsFor(language).pageOf(page, label)
}

// pageOf is PageOf in these words.
func (w words) pageOf(page int, label string) string {
	return w.pageList([]source.Folio{{Page: page, Label: label}})
}

// pageList names pages in full, "pp. 2047–2049, 2051 (PDF pp. 12–14, 16)"; "" for none.
func (w words) pageList(list []source.Folio) string {
	list = ordered(list)
	if numbered := slices.DeleteFunc(slices.Clone(list), source.Folio.Plain); len(numbered) > 0 && len(numbered) < len(list) {
		front := slices.DeleteFunc(list, func(f source.Folio) bool { return !f.Plain() })
		return w.pageList(numbered) + ", " + fmt.Sprintf(w.inPDF, w.printedPages(front)) // its number may be printed on another page, too
	}
	out := w.printedPages(list)
	if len(list) == 0 || list[0].Plain() {
		return out
	}
	places := make([]source.Folio, len(list))
	for i, f := range list {
		places[i].Page = f.Page
	}
	return out + " (" + fmt.Sprintf(w.inPDF, w.printedPages(places)) + ")"
}

// printedPages names pages as they are cited, "p. 2047" or "pp. 2047–2049"; "" for none.
func (w words) printedPages(list []source.Folio) string {
	list = ordered(list)
	switch len(list) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(w.page, ranges(list))
	}
	return fmt.Sprintf(w.pageMany, ranges(list))
}

// ordered returns each page once, in the order of the file, without those that are none.
func ordered(list []source.Folio) []source.Folio {
	var pages []source.Folio
	for _, f := range list {
		if f.Label = clean(f.Label); f.Page > 0 {
			pages = append(pages, f.Each()...)
		}
	}
	list = pages
	slices.SortStableFunc(list, func(a, b source.Folio) int { return cmp.Compare(a.Page, b.Page) })
	return slices.CompactFunc(list, func(a, b source.Folio) bool { return a.Page == b.Page })
}

// ranges prints ordered pages as people do: "iii–v, 1, 7–9".
func ranges(list []source.Folio) string {
	var parts []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && follows(list[j], list[j+1]) {
			j++
		}
		part := list[i].Printed()
		if j > i {
			part += "–" + list[j].Printed()
		}
		parts = append(parts, part)
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

// follows reports whether b is the next page after a, in the file and in print.
func follows(a, b source.Folio) bool {
	m, failedA := strconv.Atoi(a.Printed())
	n, failedB := strconv.Atoi(b.Printed())
	if failedA != nil || failedB != nil {
		return b.Page == a.Page+1 && failedA != nil && failedB != nil
	}
	return b.Page == a.Page+1 && n == m+1
}
