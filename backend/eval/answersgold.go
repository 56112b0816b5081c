package eval

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/report"
)

// goldQuestions reads the questions of a set and says in which folder its documents are.
func goldQuestions(dir string) ([]goldQuestion, string, error) {
	switch {
	case present(dir, "pdf", "qa.jsonl"):
		questions, err := followQuestions(filepath.Join(dir, "qa.jsonl"))
		return questions, filepath.Join(dir, "pdf"), err
	case present(dir, "pdfs", "questions.jsonl"):
		questions, err := pageQuestions(filepath.Join(dir, "questions.jsonl"))
		return questions, filepath.Join(dir, "pdfs"), err
	}
	return nil, "", fault.New("measure answers over "+dir, fault.NotFound,
		"The folder of a set has pdf/ and qa.jsonl, or pdfs/ and questions.jsonl; neither is there.", nil)
}

// followQuestions reads questions whose answer needs references followed; they are asked of the whole set.
func followQuestions(path string) ([]goldQuestion, error) {
	type row struct {
		ID, Question, Kind string
		Must               []string
		Hops               []struct {
			Doc   string
			Page  int
			Quote string
		}
	}
	var out []goldQuestion
	err := readLines(path, func(r row) {
		q := goldQuestion{ID: r.ID, Question: r.Question, Must: r.Must, Unanswerable: r.Kind == "unanswerable"}
		for _, h := range r.Hops {
			q.Hops = append(q.Hops, goldPage{h.Doc, h.Page, h.Quote})
		}
		out = append(out, q)
	})
	return out, err
}

// pageQuestions reads questions about one document each.
func pageQuestions(path string) ([]goldQuestion, error) {
	type row struct {
		ID, Question, Doc string
		Answer            any
		Answers, Must     []string
		Unanswerable      bool
		Pages             []int `json:"evidence_pages1"`
		Evidence          []struct {
			Doc  string
			Page int `json:"page1"`
		}
	}
	var out []goldQuestion
	err := readLines(path, func(r row) {
		q := goldQuestion{ID: r.ID, Question: r.Question, Document: r.Doc, Unanswerable: r.Unanswerable, Gold: r.Answers, Must: r.Must}
		if r.Answer != nil {
			q.Gold = append(q.Gold, fmt.Sprint(r.Answer))
		}
		for _, p := range r.Pages {
			q.Pages = append(q.Pages, goldPage{document: r.Doc, page: p})
		}
		for _, e := range r.Evidence {
			q.Pages = append(q.Pages, goldPage{document: e.Doc, page: e.Page})
		}
		out = append(out, q)
	})
	return out, err
}

// cited is what blocks of a report quote: where, and the words.
type cited struct {
	lines   []string
	pages   []core.PageRead
	leading []core.PageRead // pages of the first sentence
	text    string          // the sentences and their quotes
}

func citedBy(r report.Report, blocks []report.Block) cited {
	c := cited{lines: []string{}}
	for _, b := range blocks {
		for _, s := range b.Sentences {
			line := s.Text
			c.text += "\n" + s.Text
			for _, claim := range r.Claims {
				if claim.ID != s.Claim {
					continue
				}
				for _, x := range claim.Citations {
					c.pages = append(c.pages, core.PageRead{Document: x.Name, Hash: x.Document, Page: x.Page})
					c.text += "\n" + x.Quote
					line += fmt.Sprintf(" [%s, p. %d]", x.Name, x.Page)
				}
			}
			if c.lines = append(c.lines, line); len(c.lines) == 1 {
				c.leading = slices.Clone(c.pages)
			}
		}
	}
	return c
}

func sections(r report.Report) []report.Block {
	var out []report.Block
	for _, s := range r.Sections {
		out = append(out, s.Blocks...)
	}
	return out
}

func allStand(list []string, text string) bool {
	for _, s := range list {
		if !strings.Contains(plain(text), plain(s)) {
			return false
		}
	}
	return true
}

var (
	listed = regexp.MustCompile(`'([^']+)'`)
	amount = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
)

// stands reports whether a gold answer stands in text: all its entries where it is a list, its first number where it has one, as a number
// by itself, else its words.
func stands(gold, text string) bool {
	entries := []string{gold}
	if strings.HasPrefix(gold, "[") {
		entries = nil
		for _, m := range listed.FindAllStringSubmatch(gold, -1) {
			entries = append(entries, m[1])
		}
	}
	numbers := map[string]bool{}
	for _, n := range amount.FindAllString(text, -1) {
		numbers[bareNumber(n)] = true
	}
	for _, e := range entries {
		if n := amount.FindString(e); n != "" {
			if !numbers[bareNumber(n)] {
				return false
			}
		} else if !strings.Contains(plain(text), plain(e)) {
			return false
		}
	}
	return len(entries) > 0
}

// bareNumber writes a number without thousands marks and closing zeros.
func bareNumber(n string) string {
	n = strings.ReplaceAll(n, ",", "")
	if strings.Contains(n, ".") {
		n = strings.TrimRight(strings.TrimRight(n, "0"), ".")
	}
	return n
}

// plain keeps letters and digits in lower case, so that line breaks and hyphens do not matter.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
