package extract

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/relevance"
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

// Loop is what is known while the agent loop looks for an answer.
type Loop struct {
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
func (g *Engine) Suffice(ctx context.Context, p Loop) (Decision, error) {
	out, err := g.enough(ctx, p)
	return Decided(out, true), err
}

// Decided is a decision as it is kept; byRule says that no model made it.
func Decided(out prompts.SeekOut, byRule bool) Decision {
	return Decision{out.NextAction, listed(out.Queries), listed(out.CoverageGaps), listed(out.TargetSourceTypes), out.Confidence, out.Reason, byRule}
}

func listed(list []string) []string { return append([]string{}, list...) }

// Asked is the question as prompts have it: in the person's own words, with today's date.
func (p Loop) Asked() prompts.Asked {
	a := p.Question.Asked()
	a.Today = p.today()
	if p.Wording != "" {
		a.Question = p.Wording
	}
	return a
}

// Subject is the question as it is understood, "" when the person's own words say it.
func (p Loop) Subject() string {
	if p.Wording == "" || p.Wording == p.Question.Text {
		return ""
	}
	return p.Question.Text
}

func (p Loop) today() string { return p.Today.Format(time.DateOnly) }

// Talk returns the texts of the conversation.
func (p Loop) Talk() []string {
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
func (p Loop) Allowed(queries []string) []string {
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

func (p Loop) copies(query, own string) bool {
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
func (p Loop) About() map[string]string {
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

// Seek plans by rule: each part of the question in its own words, then as the queries of a task look at it.
func (g *Engine) Seek(ctx context.Context, p Loop) (prompts.SeekOut, error) {
	words := loopWordsFor(p.Question.Language)
	queries, err := g.loopQueries(ctx, p, p.Parts())
	if err != nil {
		return prompts.SeekOut{}, err
	}
	return prompts.SeekOut{NextAction: SearchMore, Queries: queries, CoverageGaps: capped(p.Parts()), TargetSourceTypes: sourceTypes(p), Reason: words.begin}, nil
}

// Parts returns what the question asks, part by part.
func (p Loop) Parts() []string {
	if out := p.Question.Questions(); len(out) > 0 {
		return out
	}
	return []string{chunk.Clip(p.Question.Text, 220)}
}

func capped(list []string) []string { return append([]string{}, list[:min(6, len(list))]...) }

// loopQueries returns queries for parts of the question that were not put yet, the most promising first and each part in turn.
func (g *Engine) loopQueries(ctx context.Context, p Loop, parts []string) ([]string, error) {
	a, err := g.Analyse(ctx, p.Question, nil)
	if err != nil {
		return nil, err
	}
	sought := func(text string) string {
		return strings.Join(ask.ContentWords(ask.Essence(text), ask.WordsFor(p.Question.Language).Stop), " ")
	}
	whole := len(parts) == len(p.Parts())
	var byPart [][]string
	for _, part := range parts {
		own := sought(part)
		list := Queries(p.Question, a, Task{Task: part})
		if whole && len(parts) == 1 {
			list = append([]string{sought(p.Question.Text)}, list...)
		}
		if p.Timely {
			list = slices.Insert(list, min(1, len(list)), own+" "+strconv.Itoa(p.Today.Year()))
		}
		if p.Web {
			list = append(list, own+" "+loopWordsFor(p.Question.Language).official)
		}
		list = append(list, relaxed(own)...)
		byPart = append(byPart, list)
	}
	var out []string
	for i := range mostVariants {
		for _, list := range byPart {
			if i < len(list) {
				out = append(out, ask.EachOnce(list[i]))
			}
		}
	}
	return p.Allowed(out), nil
}

// mostVariants is how many ways there are at most to look for one part of a question.
const mostVariants = 16

// relaxed returns the queries that leave one word out: what one source calls otherwise another may say in the others.
func relaxed(query string) []string {
	words := strings.Fields(query)
	var out []string
	for i := range words {
		if len(words) > 1 {
			out = append(out, strings.Join(slices.Delete(slices.Clone(words), i, i+1), " "))
		}
	}
	return out
}

// What a part of the question must be covered by one source to count as answered, and how sure one or two sources make.
const (
	leastPart     = 0.7 // of its weight, after the square root that relevance takes
	alonePart     = 0.75
	confirmedPart = 1.0
)

// enough decides by rule: every part of the question must be carried by a piece of evidence; a
// thorough answer wants a second, independent source for each; a question about the present wants a source of the last years.
func (g *Engine) enough(ctx context.Context, p Loop) (prompts.SeekOut, error) {
	words := loopWordsFor(p.Question.Language)
	parts := p.Parts()
	out := prompts.SeekOut{NextAction: Finalize, Queries: []string{}, CoverageGaps: []string{}, TargetSourceTypes: sourceTypes(p)}
	var open, weak []string
	sum := 0.0
	for _, part := range parts {
		level, origins, err := g.covered(ctx, p, part)
		if err != nil {
			return out, err
		}
		switch {
		case level < leastPart:
			open = append(open, part)
			sum += level / 2
		case origins < 2:
			sum += level * alonePart
			if p.Thorough {
				weak = append(weak, part)
			}
		default:
			sum += math.Min(1, level) * confirmedPart
		}
	}
	out.Confidence = math.Round(100*math.Max(0, math.Min(1, sum/float64(len(parts))))) / 100
	out.CoverageGaps = capped(open)
	stale := p.Timely && p.Web && len(open) == 0 && !p.fresh()
	switch {
	case len(open) > 0:
		out.Reason = chunk.Clip(fmt.Sprintf(words.missing, open[0]), 300)
	case stale:
		out.Reason = words.stale
	case len(weak) > 0:
		out.Reason = chunk.Clip(fmt.Sprintf(words.alone, weak[0]), 300)
	default:
		out.Reason = words.enough
		return out, nil
	}
	wanted := slices.Concat(open, weak)
	if len(wanted) == 0 {
		wanted = parts
	}
	queries, err := g.loopQueries(ctx, p, wanted)
	if err != nil {
		return out, err
	}
	if out.Queries = queries; len(queries) > 0 {
		out.NextAction = SearchMore
	}
	return out, nil
}

// covered returns how much of a part of the question the best piece of evidence carries, 0..1, and how many independent sources carry it.
func (g *Engine) covered(ctx context.Context, p Loop, part string) (float64, int, error) {
	own, err := g.Matter(ctx, p.Question.Language, append([]ask.Part{{Text: ask.Essence(part), Factor: 1}}, ask.Background(p.Question, part)...)...)
	if err != nil {
		return 0, 0, err
	}
	best, origins := 0.0, map[string]bool{}
	for _, e := range p.Evidence {
		text, language := e.Extract, p.Question.Language
		if e.Passage != "" {
			passage, err := g.Library.Passage(ctx, e.Passage)
			if err != nil {
				return 0, 0, err
			}
			text = underHeadings(passage)
		}
		level := relevance.Score(own.Coverage(g.Lexicon.Terms(text+" "+e.Name, language)))
		if best = math.Max(best, level); level >= leastPart {
			origins[e.Origin] = true
		}
	}
	return best, len(origins), nil
}

// freshYears is how old the newest source may be for a question about the present.
const freshYears = 2

// fresh reports whether some evidence is young enough for a question about the present.
func (p Loop) fresh() bool {
	least := p.Today.AddDate(-freshYears, 0, 0).Format("2006-01-02")
	return slices.ContainsFunc(p.Evidence, func(e Weighed) bool { return e.Date >= least })
}

// sourceTypes returns where the answer is likely to stand, as far as a rule can tell.
func sourceTypes(p Loop) []string {
	if p.Timely {
		return []string{"news"}
	}
	return []string{}
}

// loopWords are the engine's own words about a search.
type loopWords struct {
	begin, enough, stale string
	missing, alone       string // %s: a part of the question
	official             string // word that official sources are found by
}

func loopWordsFor(language string) loopWords {
	if language == "de" {
		return loopWords{
			begin: "Noch ist nichts gelesen.", enough: "Jeder Teil der Frage ist durch Gelesenes gedeckt.",
			stale:   "Keine Quelle ist jung genug für eine Frage nach dem heutigen Stand.",
			missing: "Noch nicht gedeckt: %s", alone: "Nur eine unabhängige Quelle: %s", official: "offiziell",
		}
	}
	return loopWords{
		begin: "Nothing has been read yet.", enough: "What was read covers every part of the question.",
		stale:   "No source is young enough for a question about the present.",
		missing: "Not covered yet: %s", alone: "Only one independent source: %s", official: "official",
	}
}

// Carried reports whether the evidence of a loop carries a part of its question.
func (g *Engine) Carried(ctx context.Context, p Loop, part string) (bool, error) {
	level, _, err := g.covered(ctx, p, part)
	return level >= leastPart, err
}
