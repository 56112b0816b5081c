package cite

import "rabbithole/backend/source"

// Torn marks citations of one quote that go on on the next page.
func Torn(list []Citation) []Citation {
	for i := range max(0, len(list)-1) {
		list[i].Torn = goesOn(list[i], list[i+1])
	}
	return list
}

func goesOn(c, next Citation) bool {
	return next.Page == c.Page+1 && next.Document == c.Document && next.Evidence == c.Evidence && c.Table == nil && next.Table == nil
}

// Whole returns citations as a person reads them: a quote that is torn at the end of a page is one, and is called by both pages, "24–25". Its span is that on the first.
func Whole(list []Citation) (out []Citation) {
	for _, c := range list {
		n := len(out) - 1
		if n < 0 || !out[n].Torn || !goesOn(out[n], c) {
			out = append(out, c)
			continue
		}
		pages := source.Folio{Page: out[n].Page, Label: out[n].Label}.With(source.Folio{Page: c.Page, Label: c.Label})
		out[n].Quote, out[n].Label, out[n].Torn = shown(out[n].Quote+"\n"+c.Quote), pages.Label, false
	}
	return out
}
