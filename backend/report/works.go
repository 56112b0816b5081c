package report

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/report/bibliography"
	"rabbithole/backend/source"
)

// Works lists the documents that the claims of r cite, in the order of their first citation, as entries of a bibliography. What
// the library knows of them is in documents, by hash; a document missing there is called by its name.
func Works(r Report, documents map[string]source.Document, links Links) []bibliography.Work {
	v := newView(r, links)
	var order []string
	names := map[string]string{}
	for _, c := range r.Claims {
		for _, x := range c.Citations {
			if !slices.Contains(order, x.Document) {
				order = append(order, x.Document)
			}
			names[x.Document] = x.Name
		}
	}
	titles := map[string]int{}
	for _, d := range documents {
		titles[strings.ToLower(strings.TrimSpace(d.Title))]++
	}
	works := []bibliography.Work{}
	for _, hash := range order {
		d := documents[hash]
		w := workOf(d, names[hash])
		if titles[strings.ToLower(strings.TrimSpace(d.Title))] > 1 && strings.TrimSpace(d.Title) != "" { // it tells the document from no other
			w.Title = strings.TrimSpace(w.Title) + " (" + strings.TrimSuffix(path.Base(names[hash]), path.Ext(names[hash])) + ")"
		}
		if page, ok := v.web[hash]; ok {
			works = append(works, pageOfWeb(w, page))
			continue
		}
		w.File = links.To(hash, 0)
		if list := v.pageList(v.citedPages(hash)); list != "" {
			w.Note = fmt.Sprintf(v.cited, list)
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

// pageOfWeb makes an entry that of a page of the web: its address, whose it is, and when it was read. What is kept of it is its text, which has
// no pages and which nobody else could open.
func pageOfWeb(w bibliography.Work, page Source) bibliography.Work {
	w.Type, w.URL, w.Container, w.Title = bibliography.Page, webAddress(page.URL), page.Site, cmp.Or(page.Name, w.Title)
	if w.Year == "" && len(page.Date) >= 4 {
		w.Year = page.Date[:4]
	}
	if !page.FetchedAt.IsZero() {
		w.Accessed = page.FetchedAt.UTC().Format(time.DateOnly)
	}
	return w
}
