package research

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/report"
)

// Earlier is the research that a question asks further about.
type Earlier struct {
	Run      string   `json:"run"`
	Question string   `json:"question"`
	Answer   string   `json:"answer"`             // its beginning
	Meant    string   `json:"meant,omitempty"`    // the question as it was understood, where it followed another one itself
	Asked    []string `json:"asked,omitempty"`    // what was asked back: it is not asked again
	Answered []string `json:"answered,omitempty"` // with the answers: they hold on
	Passages []string `json:"passages,omitempty"` // its evidence, the best first: read again before anything is searched
	Trail    []string `json:"trail,omitempty"`    // of a discovery: the queries and cards that led to it, the first query first
}

// What is taken over of an earlier run: enough to know what "it" and "they" are, and where the answer came from.
const (
	earlierPassages = 12
	earlierAnswer   = 400
)

// Further returns what a question about a report needs to know of it and of the run that wrote it.
func Further(run string, s State, r report.Report) *Earlier {
	e := &Earlier{Run: run, Question: s.Question, Answer: shared.ClippedWords(answerText(r), earlierAnswer)}
	if meant := s.question().Text; meant != s.Question {
		e.Meant = meant
	}
	e.Asked, e.Answered = s.askedBack(), s.answers()
	evidence := slices.Clone(r.Evidence)
	slices.SortStableFunc(evidence, func(a, b cite.Evidence) int { return cmp.Compare(b.Score, a.Score) })
	for _, x := range evidence {
		if x.Passage != "" && len(e.Passages) < earlierPassages && !slices.Contains(e.Passages, x.Passage) {
			e.Passages = append(e.Passages, x.Passage)
		}
	}
	return e
}

// Discovered returns what research that begins at a discovery needs to know of it: the way there, the summary, and the passages that the person saw, those
// of the card that is researched first.
func Discovered(run, query string, trail, passages []string, summary report.Report) *Earlier {
	e := &Earlier{Run: run, Question: query, Answer: shared.ClippedWords(answerText(summary), earlierAnswer), Trail: trail}
	for _, p := range passages {
		if len(e.Passages) < earlierPassages && !slices.Contains(e.Passages, p) {
			e.Passages = append(e.Passages, p)
		}
	}
	return e
}

// asked is a question as it is understood after the one before: what stands on its own is asked on its own, and only what it leaves out is
// taken from there.
func (e *Earlier) asked(question, language string) string {
	return ask.Resolve(question, language, []string{cmp.Or(e.Meant, e.Question)})
}

// assumed says in one line what the earlier run found out.
func (e *Earlier) assumed() string {
	asked := e.Question
	if len(e.Trail) > 0 {
		asked = strings.Join(e.Trail, " › ")
	}
	if e.Answer == "" {
		return shared.ClippedWords(asked, 200)
	}
	return shared.ClippedWords(fmt.Sprintf("%s – %s", asked, e.Answer), 200)
}

// again returns the earlier run's evidence as found by its question, for the first item that is worked on; passages out of scope or out of
// search are left out. A question that stands on its own is about something else, unless the person came to it by a trail.
func (f *flow) again(ctx context.Context, s State, item int) ([]Searched, error) {
	if s.Earlier == nil || s.question().Text == s.Question && len(s.Earlier.Trail) == 0 || len(s.Queries) > 0 || len(s.Earlier.Passages) == 0 {
		return nil, nil
	}
	docs, err := f.Kit.Library.Documents(ctx)
	if err != nil {
		return nil, err
	}
	there := map[string]bool{}
	for _, d := range docs {
		there[d.Hash] = true
	}
	q := Searched{Item: item, Query: s.Earlier.Question}
	for _, id := range s.Earlier.Passages {
		if p, err := f.Kit.Library.Passage(ctx, id); err == nil && there[p.Document] {
			q.Hits = append(q.Hits, id)
		} else if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if len(q.Hits) == 0 {
		return nil, nil
	}
	return []Searched{q}, nil
}

// questionFor is the question while an item is worked on.
func (s State) questionFor(item *Item) ask.Question {
	q := s.question()
	if item.Own {
		q.Item = item.Task
	}
	return q
}

func (s State) question() ask.Question {
	q := ask.Question{Text: s.Question, Refinements: s.answers(), Language: s.Language}
	if s.Home != nil {
		q.Targets = *s.Home
	}
	if s.Earlier != nil {
		q.Text = s.Earlier.asked(s.Question, s.Language)
	}
	return q
}

// answers returns what the person answered, in the earlier research too: said once, it holds on.
func (s State) answers() []string {
	if s.Earlier == nil {
		return s.Refinements
	}
	return slices.Concat(s.Earlier.Answered, s.Refinements)
}

// askedBack returns the questions that were put, in the earlier research too.
func (s State) askedBack() []string {
	if s.Earlier == nil {
		return s.Asked
	}
	return slices.Concat(s.Earlier.Asked, s.Asked)
}
