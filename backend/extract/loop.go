package extract

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/prompts"
)

// Decision is what the planner of an answer decides: the specification's strict JSON.
type Decision struct {
	NextAction        string   `json:"nextAction"` // SearchMore or Finalize
	Queries           []string `json:"queries"`
	CoverageGaps      []string `json:"coverageGaps"`
	TargetSourceTypes []string `json:"targetSourceTypes"`
	Confidence        float64  `json:"confidence"` // 0..1
	Reason            string   `json:"reason"`
	ByRule            bool     `json:"byRule,omitempty"` // no model, or none of its answers could be used
}

// What a decision says is next.
const (
	SearchMore = "search_more"
	Finalize   = "finalize"
)

// Exchange is an earlier question of a conversation with its answer.
type Exchange = prompts.Exchange

// Pursuit is what is known while an answer is looked for.
type Pursuit struct {
	Question ask.Question // as it is understood without the conversation
	Wording  string       // the person's own words; "" when they are the same
	Earlier  []Exchange
	Today    time.Time
	Web      bool     // the web is asked too
	Thorough bool     // two independent sources are wanted
	Timely   bool     // the answer changes with time
	Tried    []string // queries put so far
	Most     int      // most queries to return
	Left     int      // rounds left
	Evidence []Weighed
	Read     []Reading // judged with the decision: no query may repeat them
}

// Weighed is evidence with what is known of its source.
type Weighed struct {
	cite.Evidence
	Origin  string  // of two with one origin, neither confirms the other: the document, or the site
	Site    string  // host or publisher, "" for a document of the library
	Date    string  // ISO 8601 date the source says of itself, or ""
	Quality float64 // 0..1
}

// Suffice decides by rule whether the evidence is enough, and if not, what to search for next.
func (g *Engine) Suffice(ctx context.Context, p Pursuit) (Decision, error) {
	out, err := g.enough(ctx, p)
	return Decided(out, true), err
}

// Decided is a decision as it is kept; byRule says that no model made it.
func Decided(out prompts.SeekOut, byRule bool) Decision {
	return Decision{out.NextAction, listed(out.Queries), listed(out.CoverageGaps), listed(out.TargetSourceTypes), out.Confidence, out.Reason, byRule}
}

func listed(list []string) []string { return append([]string{}, list...) }

// Asked is the question as prompts have it: in the person's own words, with today's date.
func (p Pursuit) Asked() prompts.Asked {
	a := p.Question.Asked()
	a.Today = p.today()
	if p.Wording != "" {
		a.Question = p.Wording
	}
	return a
}

// Subject is the question as it is understood, "" when the person's own words say it.
func (p Pursuit) Subject() string {
	if p.Wording == "" || p.Wording == p.Question.Text {
		return ""
	}
	return p.Question.Text
}

func (p Pursuit) today() string { return p.Today.Format(time.DateOnly) }

// Talk returns the texts of the conversation.
func (p Pursuit) Talk() []string {
	out := []string{p.Wording}
	for _, e := range p.Earlier {
		out = append(out, e.Question, e.Answer)
	}
	return out
}

// MostQuery is the most bytes of a query.
const MostQuery = 200

// Allowed returns the queries that may be put: not tried before, in one line, without addresses, and without a stretch of evidence that the
// person did not write. What a page says must never choose what leaves the computer, and a document's text must not leave in a query.
func (p Pursuit) Allowed(queries []string) []string {
	var out []string
	own := " " + strings.Join(ask.BareWords(p.Question.Text+" "+strings.Join(p.Talk(), " ")), " ") + " "
	for _, q := range queries {
		q = chunk.Clip(strings.Join(strings.Fields(carrying.ReplaceAllString(q, " ")), " "), MostQuery-len("…"))
		if !p.copies(q, own) {
			out = append(out, q)
		}
	}
	return ask.Unseen(out, p.Tried, p.Most)
}

// carrying matches what a query has no use for and could carry something out: addresses, e-mail addresses, paths, long runs without a space.
var carrying = regexp.MustCompile(`(?i)\b[a-z][a-z0-9+.-]*://\S+|\S+@\S+\.\S+|\S{41,}|[\x00-\x1f\x7f]`)

// copied is how many words in a row make a query a copy of evidence.
const copied = 6

func (p Pursuit) copies(query, own string) bool {
	words := ask.BareWords(query)
	for i := 0; i+copied <= len(words); i++ {
		run := " " + strings.Join(words[i:i+copied], " ") + " "
		if strings.Contains(own, run) {
			continue
		}
		repeated := func(text string) bool { return strings.Contains(" "+strings.Join(ask.BareWords(text), " ")+" ", run) }
		if slices.ContainsFunc(p.Evidence, func(e Weighed) bool { return repeated(e.Extract) }) ||
			slices.ContainsFunc(p.Read, func(r Reading) bool { return repeated(r.Passage.Text) }) {
			return true
		}
	}
	return false
}

// About is what the writer and the check are told of the source of each piece of evidence: the site of a page, and the date where it tells, of
// a page or where the answer changes with time. A file's date is often only that of its printing.
func (p Pursuit) About() map[string]string {
	out := map[string]string{}
	for _, e := range p.Evidence {
		about := []string{chunk.Clip(e.Site, 80)}
		if e.Site != "" || p.Timely {
			about = append(about, e.Date)
		}
		if text := strings.Join(slices.DeleteFunc(about, func(s string) bool { return s == "" }), "; "); text != "" {
			out[e.ID] = text
		}
	}
	return out
}
