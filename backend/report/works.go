package report

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"rabbithole/backend/report/bibliography"
	"rabbithole/backend/source"
)

// Works lists the documents that the claims of r cite, in the order of their first citation, as entries of a bibliography. What
// the library knows of them is in documents, by hash; a document missing there is called by its name.
func Works(r Report, documents map[string]source.Document, links Links) []bibliography.Work {
	v := newView(r, links)
	var order []string
	names, pages := map[string]string{}, map[string][]int{}
	for _, c := range r.Claims {
		for _, x := range c.Citations {
			if !slices.Contains(order, x.Document) {
				order = append(order, x.Document)
			}
			names[x.Document] = x.Name
			if x.Page > 0 {
				pages[x.Document] = append(pages[x.Document], x.Page)
			}
		}
	}
	works := []bibliography.Work{}
	for _, hash := range order {
		w := workOf(documents[hash], names[hash])
		w.File = links.To(hash, 0)
		if n := len(slices.Compact(slices.Sorted(slices.Values(pages[hash])))); n > 0 {
			form := v.pageMany
			if n == 1 {
				form = v.page
			}
			w.Note = fmt.Sprintf(v.cited, fmt.Sprintf(form, ranges(pages[hash])))
		}
		works = append(works, w)
	}
	return works
}

// workOf is the entry of a document.
func workOf(d source.Document, name string) bibliography.Work {
	w := bibliography.Work{Title: d.Title, Authors: bibliography.Names(d.Author), Language: d.Language}
	if strings.TrimSpace(w.Title) == "" {
		w.Title = strings.TrimSuffix(path.Base(name), path.Ext(name))
	}
	if len(d.Date) >= 4 {
		w.Year = d.Date[:4]
	}
	return w
}
