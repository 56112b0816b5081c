package extract

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/quote"
	"rabbithole/backend/relevance"
	"rabbithole/backend/report"
	"rabbithole/prompts"
)

// Examined is a verified draft to be scored.
type Examined struct {
	Sentences []Stated // answer first, then sections
	Answer    int      // how many of them are the answer
	Removed   int      // sentences that fell at the gate: unknown evidence, quotes that are not there
	Struck    int      // sentences that were taken out because nothing proves them
	Evidence  []cite.Evidence
	Topics    []Topic
	Silent    []Unanswerable      // clauses of the question that nothing answers
	Parts     []prompts.CheckPart // how far the parts of the question are answered, as the model that checked the sentences sees it; none when none did
	Clarity   int                 // 0..100, by the same model
}

// Stated is a sentence with the quotes that prove it.
type Stated struct {
	Text     string
	Evidence []string
	Quotes   []string
	Verdict  cite.Verdict // how it stands against its quotes; "" when nobody checked
}

// State pairs proved sentences with the quotes of their claims.
func State(sentences []cite.Sentence, claims []cite.Claim) []Stated {
	quotes, verdicts := map[string][]string{}, map[string]cite.Verdict{}
	for _, c := range claims {
		verdicts[c.ID] = c.Verdict
		if len(c.Against) > 0 { // a dispute between documents, each told faithfully
			verdicts[c.ID] = cite.Supported
		}
		for _, citation := range c.Citations {
			quotes[c.ID] = append(quotes[c.ID], citation.Quote)
		}
	}
	var out []Stated
	for _, s := range sentences {
		out = append(out, Stated{Text: s.Text, Evidence: s.Evidence, Quotes: quotes[s.Claim], Verdict: verdicts[s.Claim]})
	}
	return out
}

// Scored is a quality score with the queries that could fill what is missing.
type Scored struct {
	report.Quality
	Gaps []string
}

// Score judges a verified draft by what was checked: four dimensions of 0..100, total 0..400. Fidelity comes from the verdicts and sources from the
// citations; how complete and clear it is says the model that checked the sentences, or, where none did, the measure of their words.
func (g *Engine) Score(ctx context.Context, q ask.Question, x Examined, threshold int) (Scored, error) {
	out, err := g.byWords(ctx, q, x)
	if len(x.Parts) > 0 && x.Answer > 0 {
		out.Completeness, out.Clarity, out.Gaps = x.answered(), x.Clarity, x.missing()
		if out.Reason = ""; len(out.Gaps) > 0 {
			out.Reason = fmt.Sprintf(ask.WordsFor(q.Language).Lacking, chunk.Clip(strings.Join(out.Gaps, "; "), 390))
		}
	}
	out.Threshold, out.Reason = threshold, strings.TrimSpace(out.Reason)
	out.Total = out.FactualFidelity + out.Completeness + out.Clarity + out.SourceAccuracy
	return out, err
}

// answered is the share of the question's parts that are answered; half of one counts half.
func (x Examined) answered() int {
	worth := map[string]int{"yes": 100, "partly": 50}
	sum := 0
	for _, p := range x.Parts {
		sum += worth[p.Answered]
	}
	return sum / len(x.Parts)
}

// missing is what the parts that are not answered whole lack: what to look for next.
func (x Examined) missing() []string {
	var out []string
	for _, p := range x.Parts {
		if (p.Answered == "no" || p.Answered == "partly") && len(out) < 3 {
			out = append(out, chunk.Clip(p.Open(), 190))
		}
	}
	return out
}

// byWords takes the four dimensions from the words alone.
func (g *Engine) byWords(ctx context.Context, q ask.Question, x Examined) (Scored, error) {
	q = q.ToTargets()
	words := ask.WordsFor(q.Language)
	out := Scored{Gaps: gaps(x.Topics)}
	if len(x.Sentences) == 0 {
		out.Reason = words.NotAnswered
		return out, nil
	}
	out.FactualFidelity = x.fidelity()
	out.SourceAccuracy = sources(x)
	out.Clarity = clarity(x)
	if x.Answer == 0 {
		out.Reason = words.NotAnswered
		return out, nil
	}
	var err error
	if out.Completeness, err = g.completeness(ctx, q, x); err != nil {
		return out, err
	}
	out.Reason = weakest(words, out.Completeness, x.Topics)
	return out, nil
}

// fidelity is the share of the draft's sentences that their quotes support; what was struck counts as not supported. What is quoted word for word and left
// unproven counts half: the words stand there, what they hang on may be cut off.
func (x Examined) fidelity() int {
	sum := 0.0
	for _, s := range x.Sentences {
		switch {
		case s.Verdict == cite.Supported, s.Verdict == "" && len(s.Quotes) > 0:
			sum++
		case (s.Verdict == cite.Unproven || s.Verdict == cite.Shortened) && len(s.Quotes) > 0:
			sum += 0.5
		}
	}
	return int(100*sum/float64(len(x.Sentences)+x.Struck) + 0.5)
}

// gaps turns topics without an answer into queries.
func gaps(topics []Topic) []string {
	var out []string
	for _, t := range topics {
		if len(t.Evidence) == 0 && len(out) < 3 {
			out = append(out, chunk.Clip(ask.Bare(t.Task), 190))
		}
	}
	return out
}

// weakest says in a sentence what costs a draft the most.
func weakest(p ask.Phrases, completeness int, topics []Topic) string {
	var open []string
	for _, t := range topics {
		if len(t.Evidence) == 0 {
			open = append(open, ask.Bare(t.Task))
		}
	}
	if len(open) > 0 {
		return chunk.Clip(fmt.Sprintf(p.SilentTask, strings.Join(open, "; ")), 390)
	}
	if completeness < 80 {
		return p.Partly
	}
	return ""
}

// What completeness is made of: the clauses of the question, and the tasks of the plan that found something, its own for kinds of rules left out.
const (
	ofClauses = 0.85
	ofTopics  = 0.15
	// inFull is the share of a clause's words that a line needs to tell all of it: some only ask.
	inFull = 0.8
)

// completeness is how much of what the question asks for its answer carries. Each clause counts alike, by the line that has the most of its words. What
// only the sections say does not count: the answer is what is read.
func (g *Engine) completeness(ctx context.Context, q ask.Question, x Examined) (int, error) {
	sum, clauses := 0.0, 0
	for _, text := range q.Questions() {
		clauses++
		if slices.ContainsFunc(x.Silent, func(s Unanswerable) bool { return q.Targets.Strip(s.Clause) == q.Targets.Strip(text) }) {
			continue
		}
		own, err := g.Matter(ctx, q.Language, ask.Part{Text: ask.Essence(text), Factor: 1})
		if err != nil {
			return 0, err
		}
		sum += g.told(own, x)
	}
	return int(100*(ofClauses*sum/float64(max(1, clauses))+ofTopics*found(besidesRules(x.Topics, q.Language))) + 0.5), nil
}

// told is the most of a clause that a line of the answer tells.
func (g *Engine) told(own relevance.Profile, x Examined) float64 {
	best := 0.0
	for _, s := range x.Sentences[:x.Answer] {
		text := s.Text + " " + strings.Join(s.Quotes, " ")
		best = max(best, own.Coverage(g.Lexicon.Terms(text, ""), g.Lexicon.Terms(headings(s, x.Evidence), ""))/inFull)
	}
	return min(1, best)
}

// besidesRules drops the plan's own tasks for kinds of rules: nobody asked for exceptions, and where there are none nothing is missing.
func besidesRules(topics []Topic, language string) []Topic {
	words := ask.WordsFor(language)
	return slices.DeleteFunc(slices.Clone(topics), func(t Topic) bool { return !t.Own && words.KindOf(t.Task) != "" })
}

// found is the share of topics with evidence and nothing missing.
func found(topics []Topic) float64 {
	if len(topics) == 0 {
		return 1
	}
	done := 0
	for _, t := range topics {
		if len(t.Evidence) > 0 && t.Missing == "" {
			done++
		}
	}
	return float64(done) / float64(len(topics))
}

// bearing is the relevance from which a passage bears on the question in full.
const bearing = 0.85

// sources is how well the lines are sourced: each by whether its quotes stand on their pages, and by how much their passages bear on the
// question. What fell at the gate counts as not sourced.
func sources(x Examined) int {
	score := map[string]float64{}
	for _, e := range x.Evidence {
		score[e.ID] = e.Score
	}
	sum := 0.0
	for _, s := range x.Sentences {
		best := 0.0
		for _, id := range s.Evidence {
			best = max(best, score[id])
		}
		if len(s.Quotes) > 0 {
			sum += min(1, best/bearing)
		}
	}
	return int(100*sum/float64(len(x.Sentences)+x.Removed) + 0.5)
}

// clarity starts at 100 and loses for what makes readers stumble: long lines, lines that begin or end in the middle of a sentence, no answer.
func clarity(x Examined) int {
	score, broken := 100.0, 0
	for _, s := range x.Sentences {
		if len(strings.Fields(s.Text)) > longLine {
			score -= 3
		}
		if slices.ContainsFunc(s.Quotes, quote.CutShort) {
			broken++
		}
	}
	score -= 25 * float64(broken) / float64(len(x.Sentences))
	if x.Answer == 0 {
		score -= 50
	}
	return int(max(0, score) + 0.5)
}

// longLine is how many words a line may have before its reader loses the thread.
const longLine = 70

// headings returns what a sentence's evidence stands under: section and document.
func headings(s Stated, evidence []cite.Evidence) string {
	var parts []string
	for _, e := range evidence {
		if slices.Contains(s.Evidence, e.ID) {
			parts = append(parts, e.Section, e.Name)
		}
	}
	return strings.Join(parts, " ")
}
