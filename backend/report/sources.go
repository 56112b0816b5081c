package report

import "slices"

// Cited returns what the claims of a report cite, each source once and numbered in the order of the claims, with the score of its best evidence.
func (r Report) Cited() []Source {
	var out []Source
	seen := map[string]bool{}
	for _, c := range r.Claims {
		for _, x := range c.Citations {
			if seen[x.Document] {
				continue
			}
			seen[x.Document] = true
			out = append(out, Source{Document: x.Document, Name: x.Name, URL: x.URL, Evidence: []string{}})
			own := &out[len(out)-1]
			for _, e := range r.Evidence {
				if e.Document == x.Document {
					own.Evidence, own.Quality = append(own.Evidence, e.ID), max(own.Quality, e.Score)
				}
			}
		}
	}
	return numbered(out)
}

// DocumentsFirst numbers sources anew, the documents before the pages of the web.
func DocumentsFirst(sources []Source) []Source {
	slices.SortStableFunc(sources, func(a, b Source) int {
		switch {
		case (a.URL == "") == (b.URL == ""):
			return 0
		case a.URL == "":
			return -1
		}
		return 1
	})
	return numbered(sources)
}

func numbered(sources []Source) []Source {
	for i := range sources {
		sources[i].Number = i + 1
	}
	return sources
}
