package eval

import (
	"context"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/answer"
)

// Lead is what leads the answer to a question without a model, as it is learned from.
type Lead struct {
	Document string             `json:"document"` // that the question belongs to
	Question string             `json:"question"`
	Answered bool               `json:"answered"`        // the question has an answer where it was asked
	Right    bool               `json:"right"`           // what leads stands on a page of gold
	Silent   bool               `json:"silent"`          // the answer itself says that something is not said
	Signs    map[string]float64 `json:"signs,omitempty"` // none: nothing leads
}

// MeasureLeads asks the questions of files, of documents in folder, without a model: those with pages of gold in their scope and, as
// questions without an answer, of another document, or of all others when the scope is the whole set. The library is kept in home.
func MeasureLeads(ctx context.Context, files []string, folder, home string) ([]Lead, error) {
	var questions []goldQuestion
	for _, path := range files {
		more, err := pageQuestions(path)
		if err != nil {
			return nil, err
		}
		questions = append(questions, more...)
	}
	var out []Lead
	err := shelf{home: home}.with(ctx, folder, func(app *core.Core) error {
		names, err := stems(ctx, app)
		if err != nil {
			return err
		}
		of := make([][]Lead, len(questions))
		group, ctx := errgroup.WithContext(ctx)
		group.SetLimit(runtime.NumCPU())
		for i, q := range questions {
			if names[q.home()] != "" && (len(q.Pages) > 0 || q.Unanswerable) {
				group.Go(func() (err error) {
					if of[i], err = leads(ctx, app, q, names); err != nil {
						return fault.New("answer question "+q.ID, fault.KindOf(err), fault.Hint(err), err)
					}
					return nil
				})
			}
		}
		err = group.Wait()
		out = slices.Concat(of...)
		return err
	})
	return out, err
}

// leads asks a question in each of its scopes.
func leads(ctx context.Context, app *core.Core, q goldQuestion, names map[string]string) (out []Lead, err error) {
	for i, documents := range q.scopes(names) {
		l, err := lead(ctx, app, q, documents)
		if err != nil {
			return nil, err
		}
		l.Answered = i == 0 && !q.Unanswerable
		l.Right = l.Right && l.Answered
		out = append(out, l)
	}
	return out, nil
}

// home is the document that a question belongs to.
func (q goldQuestion) home() string {
	if q.Document == "" && len(q.Pages) > 0 {
		return q.Pages[0].document
	}
	return q.Document
}

// scopes are the documents that a question is asked of: first where it is answered, then where it is not.
func (q goldQuestion) scopes(names map[string]string) [][]string {
	var others []string
	for stem, name := range names {
		if stem != q.home() && !slices.ContainsFunc(q.Pages, func(g goldPage) bool { return g.document == stem }) {
			others = append(others, name)
		}
	}
	slices.Sort(others)
	switch {
	case q.Document == "":
		return [][]string{nil, others}
	case q.Unanswerable:
		return [][]string{{names[q.Document]}}
	}
	out := [][]string{{names[q.Document]}}
	from, _ := slices.BinarySearch(others, names[q.Document])
	if len(others) > 0 {
		out = append(out, []string{others[from%len(others)]})
	}
	return out
}

// lead asks a question of documents, all for none, and measures what leads the answer.
func lead(ctx context.Context, app *core.Core, q goldQuestion, documents []string) (Lead, error) {
	out := Lead{Document: q.home(), Question: q.Question}
	run, err := app.StartAnswer(ctx, core.Ask{Question: q.Question, Profile: answer.Chat, Engine: settings.Extractive, Documents: documents})
	if err == nil {
		run, err = app.Resume(ctx, run.ID)
	}
	if err != nil {
		return out, err
	}
	r, err := app.Report(ctx, run.ID, 0)
	if err != nil {
		return out, err
	}
	out.Silent = len(r.Silent) > 0
	out.Right = slices.ContainsFunc(citedBy(r, r.Answer).leading, func(p core.PageRead) bool { return q.needs(stem(p.Document), p.Page) })
	out.Signs, err = app.Signs(ctx, core.Begin{Question: q.Question, Documents: documents}, r)
	return out, err
}
