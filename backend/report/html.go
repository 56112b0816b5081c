package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"path"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/cite"
)

//go:embed report.html.tmpl
var pageTemplate string

//go:embed report.css
var style string

// chipLength is how many characters of a document's name a citation chip shows.
const chipLength = 40

var page = template.Must(template.New("report").Parse(pageTemplate))

// HTML renders r as one self-contained page: no script, no request, light and dark, fit to print. A citation opens its document at
// the page where links knows an address; its quote shows on hover and focus and stands in the list of claims.
func HTML(r Report, links Links) ([]byte, error) {
	v := htmlView{newView(r, links)}
	var b bytes.Buffer
	if err := page.Execute(&b, v); err != nil {
		return nil, fmt.Errorf("render report %s as HTML: %w", r.Run, err)
	}
	return b.Bytes(), nil
}

// htmlView is what the template sees.
type htmlView struct{ view }

// W returns the catalogue for the template, by the name of a word.
func (v htmlView) W(name string) (string, error) {
	w, ok := map[string]string{
		"answer": v.answer, "contents": v.contents, "disagree": v.disagree, "silent": v.silenceTitle(), "appendix": v.appendix, "claims": v.claims,
		"making": v.making, "noAnswer": v.noAnswer, "noKept": v.noKept, "skip": v.skip, "legend": v.legend, "whole": v.whole, "unread": v.unread,
		"sources": v.sourcesTitle,
	}[name]
	if !ok {
		return "", fmt.Errorf("no word %q", name)
	}
	return w, nil
}

// Style is the style sheet.
func (v htmlView) Style() template.CSS { return template.CSS(style) }

// Lang is the language of the report's text.
func (v htmlView) Lang() string { return v.printLanguage() }

// Title is the question, cut to a title's length; Whole the rest of it where it was cut.
func (v htmlView) Title() string { return v.title() }

// Whole is the whole question when the title is not, else "".
func (v htmlView) Whole() string { return v.wholeQuestion() }

// Subtitle says when and from what the report was made.
func (v htmlView) Subtitle() string { return v.subtitle() }

// Outcome says how far the report answers its question, "" where that needs no words.
func (v htmlView) Outcome() string { return v.outcome() }

// Before is what stands in front of passages that may not answer.
func (v htmlView) Before() []string { return v.before }

// Leads reports whether the answer begins with a sentence in bold, which Headline holds and Rest does not.
func (v htmlView) Leads() bool { return v.leads }

// Headline is the answer's leading sentence.
func (v htmlView) Headline() []Block { return v.Answer[:1] }

// Rest is the answer without what leads it.
func (v htmlView) Rest() []Block {
	if v.leads {
		return v.Answer[1:]
	}
	return v.Answer
}

// Parted is a sentence in two: the heading in front of it, often "", and its words.
func (v htmlView) Parted(s Sentence) []string {
	heading, text := v.above(clean(s.Text), s.Claim)
	return []string{heading, text}
}

// Searched says what was searched.
func (v htmlView) Searched() string { return v.searched() }

// Unread names the pages that could not be searched.
func (v htmlView) Unread() string { return v.unreadText() }

// HasSilence reports whether there is something the documents do not say.
func (v htmlView) HasSilence() bool { return v.hasSilence() }

// LinksHere says what links to files are worth elsewhere, "" where there are none.
func (v htmlView) LinksHere() string { return v.linksText() }

// Certificate is the last line.
func (v htmlView) Certificate() string { return v.certificate() }

// Sweeps are the searches that a negative answer rests on.
func (v htmlView) Sweeps() []term { return v.sweeps() }

// LeftOut is what was struck from the draft and what was not followed.
func (v htmlView) LeftOut() []group { return v.leftOut() }

// Made are the lines on how the report was made.
func (v htmlView) Made() []term { return v.made() }

// Clean makes text fit for one line.
func (v htmlView) Clean(text string) string { return clean(text) }

// SourceGroups are the sources of the library, then those of the web, each under its title.
func (v htmlView) SourceGroups() []sourceGroup {
	web, library := v.sourceGroups()
	return slices.DeleteFunc([]sourceGroup{{v.fromLibrary, false, library}, {v.fromWeb, true, web}},
		func(g sourceGroup) bool { return len(g.List) == 0 })
}

type sourceGroup struct {
	Title string
	Web   bool
	List  []Source
}

// SourceText says of when a source is, and when it was fetched.
func (v htmlView) SourceText(s Source) string { return v.sourceText(s) }

// FromWeb reports whether pages of the web are cited.
func (v htmlView) FromWeb() bool { web, _ := v.sourceGroups(); return len(web) > 0 }

// Called is what a document is called.
func (v htmlView) Called(name string) string { return v.called(name) }

// FileOf is the file of a source that is called by its title; nil of any other.
func (v htmlView) FileOf(s Source) *chip {
	if name := clean(s.Name); s.URL == "" && name != v.called(s.Name) {
		return &chip{Source: name, URL: v.url(s.Document, 0)}
	}
	return nil
}

// QualityOf says what a source is worth and why.
func (v htmlView) QualityOf(s Source) string { return v.qualityOf(s) }

// Address is where a source of the web stands.
func (v htmlView) Address(s Source) template.URL { return template.URL(webAddress(s.URL)) }

// run is a row of blocks printed alike: one paragraph, or a list of items.
type run struct {
	List   bool
	Blocks []Block
}

// Runs groups list items that follow each other.
func (v htmlView) Runs(blocks []Block) []run {
	var out []run
	for _, b := range blocks {
		if n := len(out); n > 0 && b.Item && out[n-1].List {
			out[n-1].Blocks = append(out[n-1].Blocks, b)
			continue
		}
		out = append(out, run{b.Item, []Block{b}})
	}
	return out
}

// Tabled reports whether a block holds a table, which no paragraph may.
func (v htmlView) Tabled(b Block) bool {
	return slices.ContainsFunc(b.Sentences, func(s Sentence) bool {
		c := v.Claim(s.Claim)
		return c != nil && len(c.Sheets) > 0
	})
}

// claim is a claim as the page shows it.
type claim struct {
	ID, Text, Verdict, Mark, Class string
	In                             string  // the document it stands in, as a side of a contradiction
	Sheets                         []Sheet // of a claim that quotes a table: its rows, Text is what leads into them
	Word                           string  // that marks it where it stands, "" for none
	Chips                          []chip
	Remarks                        []string
}

// chip is a citation: a short name to read, the full one to hear, and its quote.
type chip struct {
	ID, Short, Source, Quote string
	URL                      template.URL
	Web                      bool   // it leads to a page of the web
	Sheet                    *Sheet // the quote's rows where it quotes a table
}

// Claim returns the claim with the given ID, nil when there is none.
func (v htmlView) Claim(id string) *claim {
	c, ok := v.byID[id]
	if !ok {
		return nil
	}
	out := v.shown(c)
	return &out
}

// AllClaims returns the claims in reading order.
func (v htmlView) AllClaims() []claim { return v.shownAll(v.Claims) }

// Contradicts reports whether there is something to tell of documents that contradict each other.
func (v htmlView) Contradicts() bool { return v.contradicts() }

// Told are the sentences on contradictions.
func (v htmlView) Told() []Block { return v.told }

// dispute is a pair of claims that contradict each other, and how.
type dispute struct {
	Sides   []claim
	Reasons []string
}

// Disputes returns the pairs of claims that contradict each other.
func (v htmlView) Disputes() []dispute {
	var out []dispute
	for _, g := range v.disputes() {
		d := dispute{v.shownAll(g[:]), g.reasons()}
		for i, c := range g {
			d.Sides[i].In = v.named(first(c))
			if v.quotesItself(c) {
				d.Sides[i].Text = ""
			}
		}
		out = append(out, d)
	}
	return out
}

func (v htmlView) shownAll(claims []cite.Claim) []claim {
	var out []claim
	for _, c := range claims {
		out = append(out, v.shown(c))
	}
	return out
}

func (v htmlView) shown(c cite.Claim) claim {
	out := claim{ID: clean(c.ID), Text: clean(c.Text), Verdict: v.verdict(c.Verdict), Mark: verdictMark(c.Verdict), Class: "unproven", Word: v.mark(c)}
	if c.Verdict == cite.Supported || c.Verdict == cite.Contradicted {
		out.Class = string(c.Verdict)
	}
	if t, ok := v.sheets[c.ID]; ok {
		out.Text, out.Sheets = leading(t.Lead), t.Sheets
	}
	for i, x := range c.Citations {
		p := v.placeOf(x)
		short, _ := v.together([]place{p})
		if i == 0 || c.Citations[i-1].Document != x.Document || short[0] == "" { // else its neighbour names the document
			short[0] = joinedBy(", ", v.briefly(p), short[0])
		}
		out.Chips = append(out.Chips, chip{ID: out.ID + "-" + strconv.Itoa(i+1), Short: short[0], Source: v.citedAs(p), Web: v.web[x.Document].URL != "",
			Quote: v.quoted(x.Quote), URL: v.url(x.Document, x.Page)})
		if x.Table != nil {
			s := sheetOf(*x.Table)
			out.Chips[i].Sheet = &s
		}
	}
	out.Remarks = v.remarks(c)
	return out
}

// url is safe to print as it is: only files, web addresses and relative paths are let through, percent-encoded.
func (v htmlView) url(document string, page int) template.URL {
	return template.URL(v.address(document, page))
}

// shortName is what a chip calls a file: its name without its ending, cut in the middle.
func shortName(name string) string {
	name = strings.TrimSuffix(name, path.Ext(name))
	if runes := []rune(name); len(runes) > chipLength {
		half := chipLength / 2
		name = string(runes[:half]) + "…" + string(runes[len(runes)-half+1:])
	}
	return name
}

// With pairs the view with a value, since a template takes one argument.
func (v htmlView) With(value any) []any { return []any{v, value} }
