package extract

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/relevance"
	"rabbithole/prompts"
)

// Seek plans by rule: each part of the question in its own words, then as the queries of a task look at it.
func (g *Engine) Seek(ctx context.Context, p Pursuit) (prompts.SeekOut, error) {
	words := pursuitWordsFor(p.Question.Language)
	queries, err := g.pursuitQueries(ctx, p, p.Parts())
	if err != nil {
		return prompts.SeekOut{}, err
	}
	return prompts.SeekOut{NextAction: SearchMore, Queries: queries, CoverageGaps: capped(p.Parts()), TargetSourceTypes: sourceTypes(p), Reason: words.begin}, nil
}

// Parts returns what the question asks, part by part.
func (p Pursuit) Parts() []string {
	if out := p.Question.Questions(); len(out) > 0 {
		return out
	}
	return []string{chunk.Clip(p.Question.Text, 220)}
}

func capped(list []string) []string { return append([]string{}, list[:min(6, len(list))]...) }

// pursuitQueries returns queries for parts of the question that were not put yet, the most promising first and each part in turn.
func (g *Engine) pursuitQueries(ctx context.Context, p Pursuit, parts []string) ([]string, error) {
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
			list = append(list, own+" "+pursuitWordsFor(p.Question.Language).official)
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
func (g *Engine) enough(ctx context.Context, p Pursuit) (prompts.SeekOut, error) {
	words := pursuitWordsFor(p.Question.Language)
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
	queries, err := g.pursuitQueries(ctx, p, wanted)
	if err != nil {
		return out, err
	}
	if out.Queries = queries; len(queries) > 0 {
		out.NextAction = SearchMore
	}
	return out, nil
}

// covered returns how much of a part of the question the best piece of evidence carries, 0..1, and how many independent sources carry it.
func (g *Engine) covered(ctx context.Context, p Pursuit, part string) (float64, int, error) {
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
func (p Pursuit) fresh() bool {
	least := p.Today.AddDate(-freshYears, 0, 0).Format("2006-01-02")
	return slices.ContainsFunc(p.Evidence, func(e Weighed) bool { return e.Date >= least })
}

// sourceTypes returns where the answer is likely to stand, as far as a rule can tell.
func sourceTypes(p Pursuit) []string {
	if p.Timely {
		return []string{"news"}
	}
	return []string{}
}

// pursuitWords are the engine's own words about a search.
type pursuitWords struct {
	begin, enough, stale string
	missing, alone       string // %s: a part of the question
	official             string // word that official sources are found by
}

func pursuitWordsFor(language string) pursuitWords {
	if language == "de" {
		return pursuitWords{
			begin: "Noch ist nichts gelesen.", enough: "Jeder Teil der Frage ist durch Gelesenes gedeckt.",
			stale:   "Keine Quelle ist jung genug für eine Frage nach dem heutigen Stand.",
			missing: "Noch nicht gedeckt: %s", alone: "Nur eine unabhängige Quelle: %s", official: "offiziell",
		}
	}
	return pursuitWords{
		begin: "Nothing has been read yet.", enough: "What was read covers every part of the question.",
		stale:   "No source is young enough for a question about the present.",
		missing: "Not covered yet: %s", alone: "Only one independent source: %s", official: "official",
	}
}

// Carried reports whether the evidence of a pursuit carries a part of its question.
func (g *Engine) Carried(ctx context.Context, p Pursuit, part string) (bool, error) {
	level, _, err := g.covered(ctx, p, part)
	return level >= leastPart, err
}
