package eval

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/extract"
	"rabbithole/backend/fault"
)

// Decided is whether the documents answer one question, by the sweep alone, as `eval answers --decision --json` prints it.
type Decided struct {
	ID       string                 `json:"id"`
	Kind     string                 `json:"kind"`
	Question string                 `json:"question"`
	Document string                 `json:"document,omitempty"` // its scope; "" is the whole set
	Negative bool                   `json:"negative"`           // the documents do not say
	Silent   []extract.Unanswerable `json:"silent,omitempty"`
}

// Decisions is how well the sweep alone tells questions with an answer from those without.
type Decisions struct {
	Set       string    `json:"set"`
	Figures   []Figure  `json:"figures"` // share of a kind that is said to have no answer
	Questions []Decided `json:"questions"`
}

// Kinds of questions that a decision is measured on. All but the first have no answer in their scope.
const (
	answerable   = "answerable"
	unanswerable = "unanswerable"
	elsewhere    = "asked of another document"
	otherYear    = "with another year"
	otherNumber  = "with the number of another figure, table, unit"
	otherName    = "with a name from another document's question"
)

// MeasureDecisions asks the sweep whether the documents answer: each question of the set and questions made from it that its document does
// not answer. A run without a model decides the same way, over a few more pages.
func MeasureDecisions(ctx context.Context, dir string, opt AnswerOptions) (Decisions, error) {
	out := Decisions{Set: name(dir), Questions: []Decided{}}
	questions, folder, err := goldQuestions(dir)
	if err != nil {
		return out, err
	}
	if opt.Questions > 0 {
		questions = questions[:min(opt.Questions, len(questions))]
	}
	asked := unanswered(questions, opt.Whole)
	err = opt.shelf().with(ctx, folder, func(app *core.Core) error {
		names, err := stems(ctx, app)
		if err != nil {
			return err
		}
		for _, d := range asked {
			begin := core.Begin{Question: d.Question}
			if d.Document != "" {
				begin.Documents = []string{names[d.Document]}
			}
			swept, err := app.Sweep(ctx, begin)
			if err != nil {
				return fault.New("decide question "+d.ID, fault.KindOf(err), fault.Hint(err), err)
			}
			d.Negative, d.Silent = swept.Nothing(), swept.Silent
			out.Questions = append(out.Questions, d)
		}
		return nil
	})
	out.Figures = decisionFigures(out.Questions)
	return out, err
}

// decisionFigures are the shares of each kind that are said to have no answer.
func decisionFigures(all []Decided) []Figure {
	var out []Figure
	for _, kind := range []string{answerable, unanswerable, elsewhere, otherYear, otherNumber, otherName} {
		f := Figure{Name: kind + ": the documents do not say"}
		for _, d := range all {
			if d.Kind == kind {
				f.Value += holds(d.Negative)
				f.Over++
			}
		}
		if f.Over > 0 {
			f.Value /= float64(f.Over)
			out = append(out, f)
		}
	}
	return out
}

// unanswered returns the questions of a set, and those that become unanswerable by a change.
func unanswered(questions []goldQuestion, whole bool) []Decided {
	var out []Decided
	var documents []string
	for _, q := range questions {
		if q.Document != "" && !slices.Contains(documents, q.Document) {
			documents = append(documents, q.Document)
		}
	}
	for i, q := range questions {
		d := Decided{ID: q.ID, Kind: answerable, Question: q.Question, Document: q.Document}
		if q.Unanswerable {
			d.Kind = unanswerable
		}
		if whole {
			d.Document = ""
		}
		out = append(out, d)
		if d.Kind == answerable && d.Document != "" {
			out = append(out, changed(d, questions[i+1:], documents)...)
		}
	}
	return out
}

// othersAsked is how many other documents a question is asked of.
const othersAsked = 3

// changed returns a question asked of other documents, and with another year, number or name: later are the questions that follow in the set.
func changed(d Decided, later []goldQuestion, documents []string) []Decided {
	var out []Decided
	at := slices.Index(documents, d.Document)
	for k := 1; k <= min(othersAsked, len(documents)-1); k++ {
		out = append(out, Decided{ID: d.ID, Kind: elsewhere, Question: d.Question, Document: documents[(at+k)%len(documents)]})
	}
	ask := func(kind, question string) {
		if question != d.Question {
			out = append(out, Decided{ID: d.ID, Kind: kind, Question: question, Document: d.Document})
		}
	}
	ask(otherYear, shifted(years, d.Question, 13))
	ask(otherNumber, shifted(numberedThing, d.Question, 40))
	mine := properName.FindStringSubmatch(d.Question)
	for _, other := range later {
		theirs := properName.FindStringSubmatch(other.Question)
		if mine != nil && theirs != nil && other.Document != d.Document && mine[1] != theirs[1] {
			ask(otherName, strings.ReplaceAll(d.Question, mine[1], theirs[1]))
			break
		}
	}
	return out
}

var (
	years         = regexp.MustCompile(`()\b((?:19|20)\d\d)\b`)
	numberedThing = regexp.MustCompile(`(?i)\b((?:figure|fig\.|table|page|unit|chapter|section|level|exhibit|appendix|step|note|item|quarter|part)[\s-]*(?:P-)?)(\d+)\b`)
	properName    = regexp.MustCompile(`[a-z,'] ([A-Z][A-Za-z]*[a-zA-Z](?: [A-Z][A-Za-z]+)*)\b`)
)

// shifted adds to the number in each match's second group.
func shifted(pattern *regexp.Regexp, text string, by int) string {
	return pattern.ReplaceAllStringFunc(text, func(match string) string {
		m := pattern.FindStringSubmatch(match)
		n, _ := strconv.Atoi(m[2])
		return m[1] + strconv.Itoa(n+by)
	})
}
