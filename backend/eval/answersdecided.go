package eval

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/step"
)

// Decided is whether the documents answer one question, by the sweep alone, as `eval answers --decision --json` prints it.
type Decided struct {
	ID       string     `json:"id"`
	Kind     string     `json:"kind"`
	Question string     `json:"question"`
	Document string     `json:"document,omitempty"` // its scope; "" is the whole set
	Negative bool       `json:"negative"`           // the documents do not say
	Swept    step.Swept `json:"swept"`
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
	err = withPDFs(ctx, folder, opt.RetrievalOptions, func(app *core.Core) error {
		names, err := stems(ctx, app)
		if err != nil {
			return err
		}
		for _, d := range asked {
			begin := core.Begin{Question: d.Question}
			if d.Document != "" {
				begin.Documents = []string{names[d.Document]}
			}
			if d.Swept, err = app.Sweep(ctx, begin); err != nil {
				return fault.New("decide question "+d.ID, fault.KindOf(err), fault.Hint(err), err)
			}
			d.Swept.Nearest = nil
			d.Negative = d.Swept.Nothing()
			out.Questions = append(out.Questions, d)
		}
		return nil
	})
	sum, over := map[string]float64{}, map[string]int{}
	for _, d := range out.Questions {
		sum[d.Kind] += holds(d.Negative)
		over[d.Kind]++
	}
	for _, kind := range []string{answerable, unanswerable, elsewhere, otherYear, otherNumber, otherName} {
		if over[kind] > 0 {
			out.Figures = append(out.Figures, Figure{kind + ": the documents do not say", sum[kind] / float64(over[kind]), over[kind]})
		}
	}
	return out, err
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
		kind := answerable
		if q.Unanswerable {
			kind = unanswerable
		}
		scope := q.Document
		if whole {
			scope = ""
		}
		ask := func(kind, question, document string) {
			if question != q.Question || document != q.Document || kind == answerable || kind == unanswerable {
				out = append(out, Decided{ID: q.ID, Kind: kind, Question: question, Document: document})
			}
		}
		ask(kind, q.Question, scope)
		if whole || q.Document == "" || q.Unanswerable {
			continue
		}
		at := slices.Index(documents, q.Document)
		for k := 1; k <= min(3, len(documents)-1); k++ {
			ask(elsewhere, q.Question, documents[(at+k)%len(documents)])
		}
		ask(otherYear, shifted(years, q.Question, 13), q.Document)
		ask(otherNumber, shifted(numberedThing, q.Question, 40), q.Document)
		for _, other := range questions[i+1:] {
			mine, theirs := properName.FindStringSubmatch(q.Question), properName.FindStringSubmatch(other.Question)
			if mine != nil && theirs != nil && other.Document != q.Document && mine[1] != theirs[1] {
				ask(otherName, strings.ReplaceAll(q.Question, mine[1], theirs[1]), q.Document)
				break
			}
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
