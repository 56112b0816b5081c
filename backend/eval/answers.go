package eval

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/report"
)

// AnswerOptions say how answers are measured; the zero value works.
type AnswerOptions struct {
	RetrievalOptions
	Whole bool           // ask the whole set, not the document a question belongs to
	Each  func(Answered) // told of every question as it is done; nil means nobody wants to know
}

// Answers is how well runs without a model answer a set's questions, as `eval answers --json` and `eval ask --json` print it.
type Answers struct {
	Set       string     `json:"set"`
	Figures   []Figure   `json:"figures"`
	Questions []Answered `json:"questions"`
}

// Answered is what came of one question. What a set has no gold for stays out of its figures.
type Answered struct {
	ID           string   `json:"id"`
	Question     string   `json:"question"`
	Document     string   `json:"document,omitempty"` // its scope; "" is the whole set
	Unanswerable bool     `json:"unanswerable,omitempty"`
	Negative     bool     `json:"negative"` // the report says that the documents do not say
	Answer       []string `json:"answer"`   // with where each line stands
	Silent       []string `json:"silent,omitempty"`
	Gold         string   `json:"gold"`
	PagesRead    int      `json:"pages_read"`
	Score        int      `json:"score"`             // the report's own, of 400; 0 for an answer of `ask`
	Seconds      float64  `json:"seconds"`           // from the question to the answer
	Loops        int      `json:"loops,omitempty"`   // rounds of an answer of `ask`
	Sources      int      `json:"sources,omitempty"` // documents that it read
	// Figures holds 0 or 1 for a yes or no, by name, or a share; a figure of the set is the mean of these.
	Figures map[string]float64 `json:"figures"`
}

// goldQuestion is a question with what a right answer needs, in any of the layouts.
type goldQuestion struct {
	ID           string
	Question     string
	Document     string // stem of its file's name; "" is the whole set
	Unanswerable bool
	Gold         []string // right answers: any of them will do
	Must         []string // strings that must all stand in the answer
	Pages        []goldPage
	Hops         []goldPage // must all be read
}

type goldPage struct {
	document string // stem of the file's name; "" is the question's
	page     int
	quote    string // stands on it; "" when the set gives none
}

// MeasureAnswers researches every question of the set in dir without a model and compares the reports with what the set knows.
func MeasureAnswers(ctx context.Context, dir string, opt AnswerOptions) (Answers, error) {
	return measure(ctx, dir, opt, research)
}

// way answers one question: names are those of the documents by the stems that the set calls them by.
type way func(ctx context.Context, app *core.Core, q goldQuestion, names map[string]string) (Answered, error)

func measure(ctx context.Context, dir string, opt AnswerOptions, answer way) (Answers, error) {
	out := Answers{Set: name(dir), Questions: []Answered{}}
	questions, folder, err := goldQuestions(dir)
	if err != nil {
		return out, err
	}
	if opt.Questions > 0 {
		questions = questions[:min(opt.Questions, len(questions))]
	}
	err = opt.shelf().with(ctx, folder, func(app *core.Core) error {
		names, err := stems(ctx, app)
		if err != nil {
			return err
		}
		for _, q := range questions {
			if opt.Whole {
				q.Document = ""
			}
			began := time.Now()
			a, err := answer(ctx, app, q, names)
			if err != nil {
				return fault.New("answer question "+q.ID, fault.KindOf(err), fault.Hint(err), err)
			}
			a.Seconds = time.Since(began).Seconds()
			out.Questions = append(out.Questions, a)
			if opt.Each != nil {
				opt.Each(a)
			}
		}
		return nil
	})
	out.Figures = answerFigures(out.Questions)
	return out, err
}

// stems returns the names of the documents by the stems that sets call them by.
func stems(ctx context.Context, app *core.Core) (map[string]string, error) {
	docs, err := app.Documents(ctx, false)
	names := map[string]string{}
	for _, d := range docs {
		names[stem(d.Name)] = d.Name
	}
	return names, err
}

func stem(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) }

// research runs one question from start to end and compares.
func research(ctx context.Context, app *core.Core, q goldQuestion, names map[string]string) (Answered, error) {
	begin := core.Begin{Question: q.Question, Engine: settings.Extractive, Unattended: true}
	if q.Document != "" {
		begin.Documents = []string{names[q.Document]}
	}
	run, err := app.StartResearch(ctx, begin)
	if err != nil {
		return Answered{}, err
	}
	if run, err = app.Resume(ctx, run.ID); err != nil {
		return Answered{}, err
	}
	return compared(ctx, app, q, run.ID)
}

// compared compares what a finished run hands over with what a question needs.
func compared(ctx context.Context, app *core.Core, q goldQuestion, run string) (Answered, error) {
	r, err := app.Report(ctx, run, 0)
	if err != nil {
		return Answered{}, err
	}
	read, err := app.PagesRead(ctx, run)
	if err != nil {
		return Answered{}, err
	}
	return compare(ctx, app, q, r, read)
}

// compare says what a report has of what a question needs.
func compare(ctx context.Context, app *core.Core, q goldQuestion, r report.Report, read []core.PageRead) (Answered, error) {
	answer := citedBy(r, r.Answer)
	a := Answered{ID: q.ID, Question: q.Question, Document: q.Document, Unanswerable: q.Unanswerable, Negative: len(r.Answer) == 0, Answer: answer.lines,
		Silent: r.Silent, Gold: strings.Join(append(slices.Clone(q.Gold), q.Must...), " | "), PagesRead: len(read), Score: r.Quality.Total,
		Figures: map[string]float64{}}
	if q.Unanswerable {
		a.Figures["unanswerable: says that the documents do not say"] = holds(a.Negative)
	} else {
		a.Figures["answerable: says that the documents do not say"] = holds(a.Negative)
	}
	if len(q.Hops) > 0 {
		n, err := hopsRead(ctx, app, q, read)
		if err != nil {
			return a, err
		}
		a.Figures["all hops read"] = holds(n == len(q.Hops))
		a.Figures["all hops read with at most 20 pages read"] = holds(n == len(q.Hops) && len(read) <= 20)
	}
	if len(q.Must) > 0 {
		whole := answer.text + citedBy(r, sections(r)).text
		a.Figures["what the answer needs stands in the answer"] = holds(allStand(q.Must, answer.text))
		a.Figures["what the answer needs stands in the report"] = holds(allStand(q.Must, whole))
	}
	if !q.Unanswerable && len(q.Pages) > 0 {
		a.Figures["a gold page is read"] = holds(slices.ContainsFunc(read, func(p core.PageRead) bool { return q.needs(stem(p.Document), p.Page) }))
		a.Figures["a gold page leads the answer"] = holds(slices.ContainsFunc(answer.leading,
			func(p core.PageRead) bool { return q.needs(stem(p.Document), p.Page) }))
		a.Figures["a gold page is cited in the answer"] = holds(slices.ContainsFunc(answer.pages,
			func(p core.PageRead) bool { return q.needs(stem(p.Document), p.Page) }))
	}
	if !q.Unanswerable && len(q.Gold) > 0 {
		a.Figures["the gold answer stands in the answer"] = holds(slices.ContainsFunc(q.Gold, func(g string) bool { return stands(g, answer.text) }))
		whole := answer.text + citedBy(r, sections(r)).text
		a.Figures["the gold answer stands in the report"] = holds(slices.ContainsFunc(q.Gold, func(g string) bool { return stands(g, whole) }))
	}
	return a, nil
}

func holds(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// needs reports whether a page is one of the question's.
func (q goldQuestion) needs(document string, page int) bool {
	return slices.ContainsFunc(q.Pages, func(g goldPage) bool { return g.page == page && (g.document == "" || g.document == document) })
}

// hopsRead counts the hops that were read: their page, with their quote on it.
func hopsRead(ctx context.Context, app *core.Core, q goldQuestion, read []core.PageRead) (int, error) {
	n := 0
	for _, h := range q.Hops {
		for _, p := range read {
			if stem(p.Document) != h.document || p.Page != h.page {
				continue
			}
			text, err := app.PageText(ctx, p.Hash, p.Page)
			if err != nil {
				return n, err
			}
			if strings.Contains(plain(text), plain(h.quote)) {
				n++
			}
			break
		}
	}
	return n, nil
}

// answerFigures are the means over the questions that have a figure, in the order in which the figures first appear.
func answerFigures(all []Answered) []Figure {
	sum, over := map[string]float64{}, map[string]int{}
	count := func(name string, value float64) {
		sum[name] += value
		over[name]++
	}
	for _, a := range all {
		count("pages read, mean", float64(a.PagesRead))
		count("seconds, mean", a.Seconds)
		if a.Loops > 0 {
			count("rounds, mean", float64(a.Loops))
			count("sources read, mean", float64(a.Sources))
		}
		for name, value := range a.Figures {
			count(name, value)
		}
	}
	var out []Figure
	for name, n := range over {
		out = append(out, Figure{Name: name, Value: sum[name] / float64(n), Over: n})
	}
	out = append(out, scoreFigures(all)...)
	slices.SortFunc(out, func(a, b Figure) int { return strings.Compare(a.Name, b.Name) })
	return out
}
