package refs

import (
	"cmp"
	"strings"
)

// WorkType is the kind of a work that is cited.
type WorkType string

// The types of works.
const (
	WorkArticle  WorkType = "article"
	WorkPaper    WorkType = "paper" // in proceedings, or a preprint
	WorkBook     WorkType = "book"
	WorkReport   WorkType = "report"
	WorkThesis   WorkType = "thesis"
	WorkStandard WorkType = "standard"
	WorkLaw      WorkType = "law"
	WorkPage     WorkType = "page" // on the web
	WorkOther    WorkType = "document"
)

// Work is something that a document cites, as far as its words tell. What they do not tell is "".
type Work struct {
	Type      WorkType `json:"type"`
	Title     string   `json:"title"`
	Authors   []string `json:"authors,omitempty"` // "Smith, J." or a name as it stands
	Year      string   `json:"year,omitempty"`
	Container string   `json:"container,omitempty"` // journal, proceedings
	Pages     string   `json:"pages,omitempty"`
	DOI       string   `json:"doi,omitempty"`   // "10.1000/182"
	ArXiv     string   `json:"arxiv,omitempty"` // "2001.08361"
	URL       string   `json:"url,omitempty"`
	Number    string   `json:"number,omitempty"` // "RFC 9999", "ISO 9001:2015", "Directive 95/46/EC"
	Entry     string   `json:"entry,omitempty"`  // the entry of the reference list it was read from
}

// String returns the work in a line: its title, with its first author and year where they are known.
func (w Work) String() string {
	title := cmp.Or(w.Title, w.Number, w.Entry, w.DOI, w.ArXiv, w.URL)
	by := ""
	if len(w.Authors) > 0 {
		by = w.Authors[0] + ": "
	}
	if w.Year != "" && !strings.Contains(title, w.Year) {
		title += " (" + w.Year + ")"
	}
	return by + title
}

// Address returns where the work is on the web, "" when its entry does not say.
func (w Work) Address() string {
	switch {
	case w.DOI != "":
		return "https://doi.org/" + w.DOI
	case w.ArXiv != "":
		return "https://arxiv.org/abs/" + w.ArXiv
	}
	return w.URL
}
