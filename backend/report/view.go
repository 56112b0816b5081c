package report

import (
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/cite"
)

// titleLength is how many characters of the question make the title; a longer question is printed in full below.
const titleLength = 200

// view is a report with what its renderers share: words, links, and claims by ID.
type view struct {
	Report
	words
	links Links
	byID  map[string]cite.Claim
}

func newView(r Report, links Links) view {
	v := view{Report: r, words: wordsFor(r.Language), links: links, byID: map[string]cite.Claim{}}
	if r.Coverage.Queries == 0 {
		v.noAnswer, v.noKept = v.noSearch, ""
	}
	for _, c := range r.Claims {
		v.byID[c.ID] = c
	}
	return v
}

func (v view) title() string { return shorten(clean(v.Question), titleLength) }

// wholeQuestion is the question when the title had to cut it, else "".
func (v view) wholeQuestion() string {
	if q := clean(v.Question); q != v.title() {
		return q
	}
	return ""
}

// subtitle says in one line what this is made from.
func (v view) subtitle() string {
	parts := []string{v.date(v.MadeAt), v.count(v.Coverage.Documents, v.documents), v.count(v.Coverage.Pages, v.pages)}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " · ")
}

// searched says what was searched, as a sentence of its own.
func (v view) searched() string { return v.coverage + ": " + v.coverageText() }

// answered reports whether the report has an answer.
func (v view) answered() bool { return len(v.Answer) > 0 }

// dispute is a claim with those that say the contrary.
type dispute []cite.Claim

// disputes returns the groups of claims that contradict each other, each claim in the first group it belongs to.
func (v view) disputes() []dispute {
	var out []dispute
	seen := map[string]bool{}
	for _, c := range v.Claims {
		if len(c.Against) == 0 || seen[c.ID] {
			continue
		}
		group := dispute{c}
		seen[c.ID] = true
		for _, id := range c.Against {
			if other, ok := v.byID[id]; ok && !seen[id] {
				group = append(group, other)
				seen[id] = true
			}
		}
		if len(group) > 1 {
			out = append(out, group)
		}
	}
	return out
}

// viaText says which evidence referred to e, "" when e was found by searching.
func (v view) viaText(e cite.Evidence) string {
	if e.Via == "" {
		return ""
	}
	for _, other := range v.Evidence {
		if other.ID == e.Via || other.Passage == e.Via {
			return fmt.Sprintf(v.via, clean(other.ID))
		}
	}
	return ""
}

// term is a line of the last section: what it is about and what is to say.
type term struct{ Name, Text, Hint string }

// terms returns the lines on how the report was made.
func (v view) terms() []term {
	out := []term{{v.coverage, v.coverageText(), ""}}
	if v.Quality.Total > 0 || v.Quality.Threshold > 0 {
		out = append(out, term{v.quality, v.qualityText(), ""})
	}
	out = append(out, term{v.madeBy, v.makerText(), v.Making.Digest}, term{v.spend, v.spendText(), ""})
	return out
}

func (v view) coverageText() string {
	c := v.Coverage
	scope := fmt.Sprintf(v.scope, v.count(c.Documents, v.documents), v.count(c.Pages, v.pages))
	if c.Unreadable > 0 {
		scope += ", " + fmt.Sprintf(v.unreadable, v.grouped(c.Unreadable))
	}
	read := fmt.Sprintf(v.queries, v.count(c.Queries, v.query), v.count(c.Passages, v.passages), v.grouped(c.Kept))
	parts := []string{scope, read}
	if c.Followed > 0 {
		parts = append(parts, fmt.Sprintf(v.followed, v.count(c.Followed, v.references)))
	}
	if c.PagesRead > 0 {
		parts = append(parts, fmt.Sprintf(v.pagesRead, v.count(c.PagesRead, v.pages)))
	}
	return strings.Join(parts, "; ") + "."
}

func (v view) qualityText() string {
	q := v.Quality
	text := fmt.Sprintf(v.dimensions, q.Total, q.Threshold, q.FactualFidelity, q.Completeness, q.Clarity, q.SourceAccuracy)
	if reason := clean(q.Reason); reason != "" {
		return text + ". " + reason
	}
	return text + "."
}

func (v view) makerText() string {
	m := v.Making
	parts := []string{v.extractive}
	if m.Model != "" {
		parts = []string{fmt.Sprintf(v.ollama, clean(m.Model))}
	}
	if d := strings.TrimPrefix(clean(m.Digest), "sha256:"); d != "" {
		parts = append(parts, fmt.Sprintf(v.digest, fmt.Sprintf("%.12s", d)))
	}
	if m.NumCtx > 0 {
		parts = append(parts, fmt.Sprintf(v.context, v.count(m.NumCtx, v.tokens)))
	}
	return strings.Join(append(parts, "Rabbithole "+clean(m.Version)), ", ") + "."
}

func (v view) spendText() string {
	s := v.Making.Spend
	parts := []string{v.duration(s.Time)}
	if s.Calls > 0 || v.Making.Model != "" {
		parts = []string{v.count(s.Calls, v.calls), v.count(s.PromptTokens+s.ReplyTokens, v.tokens), v.duration(s.Time)}
	}
	for _, extra := range []struct {
		n    int
		noun counted
	}{{s.Replayed, v.replayed}, {s.Fallbacks, v.fallbacks}, {s.Truncated, v.truncated}} {
		if extra.n > 0 {
			parts = append(parts, v.count(extra.n, extra.noun))
		}
	}
	return strings.Join(parts, ", ") + "."
}

// remarks are what has to be said about a claim besides its quotes.
func (v view) remarks(c cite.Claim) []string {
	var out []string
	if len(c.Against) > 0 {
		out = append(out, fmt.Sprintf(v.against, strings.Join(c.Against, ", ")))
	}
	if len(c.Unsupported) > 0 {
		out = append(out, fmt.Sprintf(v.unsupported, strings.Join(c.Unsupported, "; ")))
	}
	return out
}

// whyKept says why evidence matters and how it was reached.
func (v view) whyKept(e cite.Evidence) string {
	why, via := clean(e.Why), v.viaText(e)
	if why != "" && via != "" {
		return why + " (" + via + ")"
	}
	return why + via
}
