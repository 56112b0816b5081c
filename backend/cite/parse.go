package cite

import (
	"regexp"
	"slices"
	"strings"
)

// Sentence is a sentence of an answer with the evidence it names.
type Sentence struct {
	Text     string   `json:"text"`               // plain text without IDs, links and Markdown
	Evidence []string `json:"evidence,omitempty"` // known evidence IDs, in the order written, each once
	Spans    []string `json:"spans,omitempty"`    // those that name a span of it: "E3.2"
	Block    int      `json:"block"`              // number of its paragraph or list item, from 0
	Item     bool     `json:"item,omitempty"`     // its block is a list item
	Claim    string   `json:"claim,omitempty"`    // filled in by Prover.Prove
}

// Cited reports whether the sentence names evidence.
func (s Sentence) Cited() bool { return len(s.Evidence) > 0 }

// Reason says why a sentence was removed.
type Reason string

// The reasons. Uncited is for callers, who decide about sentences without evidence.
const (
	UnknownID     Reason = "unknown_id"      // names evidence that does not exist
	OtherSource   Reason = "other_source"    // names a file that is not among its evidence
	QuoteNotFound Reason = "quote_not_found" // no quote of its evidence stands on its page
	Uncited       Reason = "uncited"         // states something and names no evidence
	Heading       Reason = "heading"         // a heading: titles are not the writer's business
	Empty         Reason = "empty"           // nothing was left of it
)

// Removal is a sentence that was taken out, and why.
type Removal struct {
	Text   string   `json:"text"`
	Reason Reason   `json:"reason"`
	IDs    []string `json:"ids,omitempty"` // the evidence IDs at fault, if any
}

// Parsed is the text of an answer taken apart.
type Parsed struct {
	Sentences []Sentence `json:"sentences"`
	Removed   []Removal  `json:"removed,omitempty"`
}

// Parse takes an answer apart into sentences and the evidence they name: "[E3]", "[E3, E7]", "(E3)", "【E3】", before or after the
// full stop. split returns the byte ranges of the sentences of a paragraph.
//
// A sentence with an unknown ID is removed. What only code may write is stripped: file names and pages in brackets, links,
// URLs; so is Markdown. Lines that begin with a list mark are items, empty lines end paragraphs.
func Parse(text string, known map[string]Evidence, split func(text string) [][2]int) Parsed {
	var out Parsed
	block := 0
	for _, p := range paragraphs(text) {
		if p.heading {
			out.Removed = append(out.Removed, Removal{Text: p.text, Reason: Heading})
			continue
		}
		before := len(out.Sentences)
		for _, s := range sentences(p.text, split) {
			kept, removed, ok := Admit(s.Text, s.Evidence, known)
			if !ok {
				out.Removed = append(out.Removed, removed)
				continue
			}
			kept.Block, kept.Item = block, p.item
			out.Sentences = append(out.Sentences, kept)
		}
		if len(out.Sentences) > before {
			block++
		}
	}
	return out
}

// Admit checks one sentence that came with the evidence IDs ids, in brackets in its text or beside it: the form a structured reply
// has. It returns the sentence, or the removal and false.
func Admit(text string, ids []string, known map[string]Evidence) (Sentence, Removal, bool) {
	clean, marks := extractMarks(text)
	for _, m := range marks {
		ids = append(slices.Clone(ids), m.ids...)
	}
	var good, bad, spans []string
	for _, id := range ids {
		id = canonicalID(id)
		of, list := evidenceOf(id), &good
		if of != id && !slices.Contains(spans, id) {
			spans = append(spans, id)
		}
		if _, ok := known[of]; !ok {
			list = &bad
		}
		if !slices.Contains(*list, of) {
			*list = append(*list, of)
		}
	}
	clean, named := nameMentions(clean, known)
	for _, id := range named {
		if !slices.Contains(good, id) {
			good = append(good, id)
		}
	}
	switch {
	case len(bad) > 0:
		return Sentence{}, Removal{Text: clean, Reason: UnknownID, IDs: bad}, false
	case !strings.ContainsFunc(clean, isAlnum):
		return Sentence{}, Removal{Text: strings.TrimSpace(text), Reason: Empty, IDs: good}, false
	case namesOtherFile(clean, good, known):
		return Sentence{}, Removal{Text: clean, Reason: OtherSource, IDs: good}, false
	}
	return Sentence{Text: clean, Evidence: good, Spans: spans}, Removal{}, true
}

type paragraph struct {
	text    string
	item    bool
	heading bool
}

var (
	itemMark    = regexp.MustCompile(`^\s*(?:[-*+•‣▪–]|\d{1,2}[.)])\s+`)
	headingMark = regexp.MustCompile(`^\s{0,3}#{1,6}\s+`)
	ruleLine    = regexp.MustCompile(`^\s*(?:[-*_=]\s*){3,}$`)
	quoteLine   = regexp.MustCompile(`^\s*(?:>\s*)+`)
	cited       = regexp.MustCompile(`E\d+(?:\.\d+)?[\])】][.;,]?$`)
)

// paragraphs cuts an answer into paragraphs, list items and headings.
func paragraphs(text string) []paragraph {
	var out []paragraph
	open := false
	for line := range strings.Lines(text) {
		line = quoteLine.ReplaceAllString(line, "")
		switch mark := itemMark.FindString(line); {
		case strings.TrimSpace(line) == "" || ruleLine.MatchString(line) || strings.HasPrefix(strings.TrimSpace(line), "```"):
			open = false
		case headingMark.MatchString(line):
			out = append(out, paragraph{text: strings.TrimSpace(headingMark.ReplaceAllString(line, "")), heading: true})
			open = false
		case mark != "":
			out = append(out, paragraph{text: strings.TrimSpace(line[len(mark):]), item: true})
			open = true
		case open && !(out[len(out)-1].item && cited.MatchString(out[len(out)-1].text)): // an item with its IDs is at its end
			out[len(out)-1].text += " " + strings.TrimSpace(line)
		default:
			out = append(out, paragraph{text: strings.TrimSpace(line)})
			open = true
		}
	}
	return out
}

// sentences splits a paragraph and gives each sentence the IDs that stand in it or right after it.
func sentences(text string, split func(string) [][2]int) []Sentence {
	clean, marks := extractMarks(text)
	spans := split(clean)
	if len(spans) == 0 {
		spans = [][2]int{{0, len(clean)}}
	}
	for _, m := range marks {
		spans = cut(spans, endedBy(clean, m.at))
	}
	out := make([]Sentence, len(spans))
	for i, s := range spans {
		out[i].Text = strings.TrimSpace(clean[s[0]:s[1]])
	}
	for _, m := range marks {
		owner := 0
		for i, s := range spans {
			if s[0] < m.at {
				owner = i
			}
		}
		out[owner].Evidence = append(out[owner].Evidence, m.ids...)
	}
	return slices.DeleteFunc(out, func(s Sentence) bool { return s.Text == "" && !s.Cited() })
}

// endedBy returns where the sentence behind a mark begins, 0 where the sentence goes on: what is cited before or behind a full stop is at its end, also
// where the next begins in lower case, as with the name of a program.
func endedBy(text string, at int) int {
	rest := strings.TrimLeft(text[at:], ".!?")
	before := strings.TrimRight(text[:at], " ")
	if len(rest) == len(text)-at && !strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "!") && !strings.HasSuffix(before, "?") {
		return 0
	}
	next := strings.TrimLeft(rest, " ")
	if next == "" || len(next) == len(rest) && len(before) == at {
		return 0
	}
	return len(text) - len(next)
}

// cut divides the range that a place lies within.
func cut(spans [][2]int, at int) [][2]int {
	for i, s := range spans {
		if s[0] < at && at < s[1] {
			spans[i][1] = at
			return slices.Insert(spans, i+1, [2]int{at, s[1]})
		}
	}
	return spans
}
