package bibliography

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

var cslTypes = map[Type]string{
	Article: "article-journal", Paper: "paper-conference", Book: "book", Chapter: "chapter", Report: "report", Thesis: "thesis",
	Standard: "standard", Law: "legislation", Page: "webpage", Manuscript: "manuscript",
}

// cslItem is a work in CSL-JSON; the names of its fields are the schema's.
type cslItem struct {
	ID        string   `json:"id"`
	Type      string   `json:"type"`
	Title     string   `json:"title,omitempty"`
	Author    []name   `json:"author,omitempty"`
	Issued    *cslDate `json:"issued,omitempty"`
	Container string   `json:"container-title,omitempty"`
	Number    string   `json:"number,omitempty"`
	Publisher string   `json:"publisher,omitempty"`
	Page      string   `json:"page,omitempty"`
	DOI       string   `json:"DOI,omitempty"`
	URL       string   `json:"URL,omitempty"`
	Accessed  *cslDate `json:"accessed,omitempty"`
	Language  string   `json:"language,omitempty"`
	Note      string   `json:"note,omitempty"`
}

type cslDate struct {
	Parts   [][]int `json:"date-parts,omitempty"`
	Literal string  `json:"literal,omitempty"`
}

// CSLJSON writes works as CSL-JSON, as citation processors read it.
func CSLJSON(works []Work) ([]byte, error) {
	items := []cslItem{}
	for _, w := range prepared(works) {
		item := cslItem{
			ID: w.Key, Type: cslTypes[w.Type], Title: w.Title, Container: w.Container, Number: w.Number, Publisher: w.Publisher, Page: w.Pages,
			DOI: w.DOI, URL: w.address(), Language: w.Language, Note: w.Note, Issued: issued(w.Year), Accessed: accessed(w.Accessed),
		}
		if item.Type == "" {
			item.Type = "document"
		}
		for _, a := range w.Authors {
			item.Author = append(item.Author, parseName(a))
		}
		items = append(items, item)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(items); err != nil {
		return nil, fmt.Errorf("write %d works as CSL-JSON: %w", len(items), err)
	}
	return b.Bytes(), nil
}

// issued is a year as CSL wants it; one that is no number stays as it is written.
func issued(year string) *cslDate {
	if year == "" {
		return nil
	}
	if n, err := strconv.Atoi(year); err == nil && n > 0 {
		return &cslDate{Parts: [][]int{{n}}}
	}
	return &cslDate{Literal: year}
}

// accessed is a day as CSL wants it.
func accessed(day string) *cslDate {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return issued(day)
	}
	return &cslDate{Parts: [][]int{{at.Year(), int(at.Month()), at.Day()}}}
}
