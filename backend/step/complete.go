package step

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/step/ask"
)

// What completeness is made of: the clauses of the question, and the tasks of the plan that found something, its own for kinds of rules left out.
const (
	ofClauses = 0.85
	ofTopics  = 0.15
	// otherKind is what a line counts for a clause that asks for a kind of thing and is not told one: "when" without a time, "who" without anybody.
	otherKind = 0.3
	// inFull is the share of a clause's words that a line needs to tell all of it: some only ask.
	inFull = 0.8
)

// completeness is how much of what the question asks for its answer carries. Each clause counts alike, by the line that answers it best: the
// share of its words that stand there, and whether the line states the kind of thing asked for. What only the
// sections say does not count: the answer is what is read.
func (k *Kit) completeness(ctx context.Context, q Question, x Examined) (int, error) {
	sum, clauses := 0.0, 0
	for _, text := range q.Questions() {
		clauses++
		if slices.ContainsFunc(x.Silent, func(s Silence) bool { return q.Home.Strip(s.Clause) == q.Home.Strip(text) }) {
			continue
		}
		own, err := k.Matter(ctx, q.Language, ask.Part{Text: ask.Essence(text), Factor: 1})
		if err != nil {
			return 0, err
		}
		sum += k.told(own, kindsOf(text, q.Language), x)
	}
	return int(100*(ofClauses*sum/float64(max(1, clauses))+ofTopics*found(besidesRules(x.Topics, q.Language))) + 0.5), nil
}

// told is the most of a clause that a line of the answer tells.
func (k *Kit) told(own Profile, kinds []func(string) bool, x Examined) float64 {
	best := 0.0
	for _, s := range x.Sentences[:x.Answer] {
		text := s.Text + " " + strings.Join(s.Quotes, " ")
		share := min(1, own.Coverage(k.Lexicon.Terms(text, ""), k.Lexicon.Terms(headings(s, x.Evidence), ""))/inFull)
		if len(kinds) > 0 && !slices.ContainsFunc(kinds, func(states func(string) bool) bool { return states(text) }) {
			share *= otherKind
		}
		best = max(best, share)
	}
	return best
}

// kindsOf returns what shows that a line states the kind of thing that a clause asks for; none where any line may.
func kindsOf(clause, language string) []func(string) bool {
	out := ask.Wanted(clause, language)
	if ask.Listing.Asks.MatchString(clause) {
		out = append(out, ask.Listing.States.MatchString)
	}
	return out
}

// besidesRules drops the plan's own tasks for kinds of rules: nobody asked for exceptions, and where there are none nothing is missing.
func besidesRules(topics []Topic, language string) []Topic {
	words := ask.WordsFor(language)
	return slices.DeleteFunc(slices.Clone(topics), func(t Topic) bool { return !t.Own && words.KindOf(t.Task).Title != "" })
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
	for _, s := range proven(x) {
		best := 0.0
		for _, id := range s.Evidence {
			best = max(best, score[id])
		}
		sum += min(1, best/bearing)
	}
	return int(100*sum/float64(len(x.Sentences)+x.Removed) + 0.5)
}

// clarity starts at 100 and loses for what makes readers stumble: lines that begin or end in the middle of a sentence, long ones, an answer
// that rambles, no answer.
func clarity(x Examined) int {
	score := 100.0
	broken, words := 0, 0
	for _, s := range x.Sentences {
		n := len(strings.Fields(s.Text))
		words += n
		if n > longLine {
			score -= 3
		}
		if slices.ContainsFunc(s.Quotes, cutShort) {
			broken++
		}
	}
	score -= 25 * float64(broken) / float64(len(x.Sentences))
	if words > 35*len(x.Sentences) {
		score -= 10
	}
	switch {
	case x.Answer == 0:
		score -= 50
	case x.Answer > 8:
		score -= 10
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
