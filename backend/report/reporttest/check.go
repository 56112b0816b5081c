// Package reporttest checks finished reports in tests, independently of the code that made them: it reads the JSON with types of
// its own and compares quotes with a normalisation of its own.
//
// It promises that a report without problems opens an existing page with every citation, that each quote stands there word for
// word, and that every claim printed is a claim with a citation. It refuses to know how quotes are found or reports rendered.
package reporttest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Pages gives the text of a page of a document (by hash, pages from 1); false when there is no such page.
type Pages func(document string, page int) (string, bool)

// Result is what a check found.
type Result struct {
	Claims    int
	Citations int
	Problems  []string // one line each; empty for a good report
}

// Check fails t for every problem of the report in raw JSON and returns what was checked, so that a test can also ask for a
// number of claims: a report without any passes.
func Check(t testing.TB, raw []byte, pages Pages) Result {
	t.Helper()
	result := Inspect(raw, pages)
	for _, p := range result.Problems {
		t.Error(p)
	}
	return result
}

type span struct {
	Page, Start, End int
}

type citation struct {
	Evidence, Document, Name, Quote string
	URL                             string // of a page of the web
	Page                            int
	Label                           string // printed on the page
	Span                            *span
	Torn                            bool   // the next one goes on with its quote, on the next page
	Table                           *table // what Quote says, where it quotes rows of a table
	title                           string // that the report gives the document
}

type table struct {
	Caption, Label string
	Columns        []string
	Rows           [][]string
}

type claim struct {
	ID, Text, Verdict string
	Citations         []citation
}

type block struct {
	Sentences []struct{ Text, Claim string }
}

type document struct {
	Question string
	Answer   []block
	Sections []struct {
		Title  string
		Blocks []block
	}
	Claims   []claim
	Evidence []struct{ ID, Document string }
	Struck   []struct{ Text string }
	Titles   map[string]string // of documents by their names
	Proof    struct{ Supported, Contradicted, Unproven, Shortened, Struck int }
	Coverage struct {
		Unread []struct {
			Name  string
			Pages []int
		}
	}
}

// Inspect checks the report in raw JSON.
func Inspect(raw []byte, pages Pages) Result {
	var d document
	if err := json.Unmarshal(raw, &d); err != nil {
		return Result{Problems: []string{fmt.Sprintf("the report is not JSON: %v", err)}}
	}
	i := inspector{pages: pages, evidence: map[string]string{}, claims: map[string]claim{}}
	for _, e := range d.Evidence {
		i.evidence[e.ID] = e.Document
	}
	for n, c := range d.Claims {
		if want := fmt.Sprintf("C%d", n+1); c.ID != want {
			i.complain("claim %d is called %q, want %q", n+1, c.ID, want)
		}
		i.claims[c.ID] = c
		i.claim(c)
	}
	i.proof(d)
	i.blocks("the answer", d.Answer)
	for _, s := range d.Sections {
		i.blocks(fmt.Sprintf("section %q", s.Title), s.Blocks)
	}
	return i.result
}

type inspector struct {
	pages    Pages
	evidence map[string]string // ID -> document
	claims   map[string]claim
	result   Result
}

func (i *inspector) complain(format string, args ...any) {
	i.result.Problems = append(i.result.Problems, fmt.Sprintf(format, args...))
}

var verdicts = []string{"supported", "contradicted", "unproven", "shortened"}

func (i *inspector) claim(c claim) {
	i.result.Claims++
	if len(c.Citations) == 0 {
		i.complain("%s has no citation: %q", c.ID, c.Text)
	}
	if !slices.Contains(verdicts, c.Verdict) {
		i.complain("%s has the verdict %q", c.ID, c.Verdict)
	}
	for _, x := range c.Citations {
		i.result.Citations++
		i.citation(c.ID, x)
	}
}

func (i *inspector) citation(claim string, x citation) {
	if d, ok := i.evidence[x.Evidence]; !ok || d != x.Document {
		i.complain("%s cites %q of %s, which is no evidence of this report", claim, x.Evidence, x.Name)
	}
	if x.Name == "" {
		i.complain("%s cites a document without a name", claim)
	}
	text, ok := i.pages(x.Document, x.Page)
	switch {
	case !ok:
		i.complain("%s cites page %d of %s, which does not exist", claim, x.Page, x.Name)
	case !stands(x.Quote, text):
		i.complain("%s: the quote %q does not stand on page %d of %s", claim, x.Quote, x.Page, x.Name)
	case x.Span == nil:
		i.complain("%s: a citation of %s has no span", claim, x.Name)
	case x.Span.Page != x.Page || x.Span.Start < 0 || x.Span.Start >= x.Span.End || x.Span.End > len(text):
		i.complain("%s: the span %+v does not fit page %d of %s", claim, *x.Span, x.Page, x.Name)
	case !slices.Equal(tokens(text[x.Span.Start:x.Span.End]), tokens(x.Quote)):
		i.complain("%s: the span of %q holds %q", claim, x.Quote, text[x.Span.Start:x.Span.End])
	}
}

// proof holds the report's own figures against its claims, and its list of unreadable pages against its citations. A report from
// before claims were counted has no figures.
func (i *inspector) proof(d document) {
	count := map[string]int{}
	unread := map[string]bool{}
	for _, u := range d.Coverage.Unread {
		for _, page := range u.Pages {
			unread[fmt.Sprintf("%s, page %d", u.Name, page)] = true
		}
	}
	for _, c := range d.Claims {
		count[c.Verdict]++
		for _, x := range c.Citations {
			if where := fmt.Sprintf("%s, page %d", x.Name, x.Page); unread[where] {
				i.complain("%s cites %s, which the report calls unreadable", c.ID, where)
			}
		}
	}
	for _, s := range d.Struck {
		for _, c := range d.Claims {
			if s.Text != "" && s.Text == c.Text {
				i.complain("%s was struck and is stated: %q", c.ID, s.Text)
			}
		}
	}
	p := d.Proof
	if p.Supported+p.Contradicted+p.Unproven+p.Shortened+p.Struck == 0 {
		return
	}
	if p.Supported != count["supported"] || p.Contradicted != count["contradicted"] || p.Unproven != count["unproven"] ||
		p.Shortened != count["shortened"] || p.Struck != len(d.Struck) {
		i.complain("the proof counts %+v, the claims are %v and %d sentences are struck", p, count, len(d.Struck))
	}
}

// leftover is what only code may write: evidence IDs and, unless the document quoted has it, an address.
var leftover = regexp.MustCompile(`[\[(【]\s*E\d+|https?://`)

func (i *inspector) blocks(where string, blocks []block) {
	for _, b := range blocks {
		for _, s := range b.Sentences {
			if c, ok := i.claims[s.Claim]; s.Claim != "" && !ok {
				i.complain("%s names the claim %q, which does not exist", where, s.Claim)
			} else if ok && c.Text != s.Text {
				i.complain("%s prints %q for %s, which says %q", where, s.Text, s.Claim, c.Text)
			}
			if left := leftover.FindString(s.Text); left != "" && !i.quotes(s.Claim, left) {
				i.complain("%s prints %q in %q", where, left, s.Text)
			}
		}
	}
}

// quotes reports whether a quote of the claim holds text.
func (i *inspector) quotes(claim, text string) bool {
	return slices.ContainsFunc(i.claims[claim].Citations, func(x citation) bool { return strings.Contains(x.Quote, text) })
}
