package core

import (
	"context"
	"rabbithole/backend/core/fonts"
	"rabbithole/backend/fault"
	"rabbithole/backend/report"
	"rabbithole/backend/report/bibliography"
	"rabbithole/backend/source"
	"strings"
)

// Formats are what a report can be rendered as.
var Formats = []string{"md", "html", "json", "pdf", "docx", "bibtex", "ris", "csl-json"}

// Written are the formats that a finished run leaves in the library's folder; the others are made when somebody asks.
var Written = []string{"md", "html", "json", "pdf"}

// Rendering is a report in a format, with what the format could not show.
type Rendering struct {
	Data     []byte
	Warnings []string // sentences in the report's language
}

// Render returns a report in one of the Formats. Its links open the library's own copies, which stay as long as the report.
func (c *Core) Render(ctx context.Context, r report.Report, format string) (Rendering, error) {
	var err error
	if format != "json" { // what a repair takes in again is the report as it is stored
		if r, err = c.withCards(ctx, r); err != nil {
			return Rendering{}, err
		}
	}
	links, err := c.links(ctx, r)
	if err != nil {
		return Rendering{}, err
	}
	var out Rendering
	switch format {
	case "md":
		out.Data = report.Markdown(r, links)
	case "html":
		out.Data, err = report.HTML(r, links)
	case "json":
		r.Titles = nil
		out.Data, err = report.JSON(r)
	case "pdf":
		out.Data, out.Warnings, err = report.PDF(r, links, fonts.Wide)
	case "docx":
		out.Data, err = report.DOCX(r, links)
	case "bibtex", "ris", "csl-json":
		out.Data, err = c.bibliography(ctx, r, links, format)
	default:
		err = fault.New("render a report as "+format, fault.Usage, "The formats are "+strings.Join(Formats, ", ")+".", nil)
	}
	return out, err
}

// bibliography lists the documents a report cites.
func (c *Core) bibliography(ctx context.Context, r report.Report, links report.Links, format string) ([]byte, error) {
	documents := map[string]source.Document{}
	for _, e := range r.Evidence {
		if _, ok := documents[e.Document]; ok || e.Document == "" {
			continue
		}
		d, err := c.db.Document(ctx, e.Document)
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, err
		}
		documents[e.Document] = d
	}
	works := report.Works(r, documents, links)
	switch format {
	case "bibtex":
		return bibliography.BibTeX(works), nil
	case "ris":
		return bibliography.RIS(works), nil
	}
	return bibliography.CSLJSON(works)
}

// links opens citations in the library's own copies. A copy that is gone gives no link, not an error; nor does one of HTML, whose scripts a browser would run
// and whose pictures it would fetch.
func (c *Core) links(ctx context.Context, r report.Report) (report.Links, error) {
	paths := map[string]string{}
	var cited []string
	for _, e := range r.Evidence {
		cited = append(cited, e.Document)
	}
	for _, claim := range r.Claims {
		for _, x := range claim.Citations {
			cited = append(cited, x.Document)
		}
	}
	for _, document := range cited {
		if _, ok := paths[document]; ok || document == "" {
			continue
		}
		path, err := c.FilePath(ctx, document)
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, err
		}
		if d, known := c.db.Document(ctx, document); known == nil && d.Format == source.HTML {
			path = ""
		}
		paths[document] = path
	}
	return func(document string, page int) string {
		if paths[document] == "" {
			return ""
		}
		return report.FileURL(paths[document], page)
	}, nil
}
