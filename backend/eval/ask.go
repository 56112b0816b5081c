package eval

import (
	"context"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/flow/answer"
)

// MeasureAsk asks every question of the set in dir without a model, from the documents alone, and compares the answers with what the set knows.
func MeasureAsk(ctx context.Context, dir string, profile answer.Profile, opt AnswerOptions) (Answers, error) {
	return measure(ctx, dir, opt, asking(profile))
}

// asking answers one question as `ask` does.
func asking(profile answer.Profile) way {
	return func(ctx context.Context, app *core.Core, q goldQuestion, names map[string]string) (Answered, error) {
		begin := core.Ask{Question: q.Question, Profile: profile, Engine: settings.Extractive}
		if q.Document != "" {
			begin.Documents = []string{names[q.Document]}
		}
		run, err := app.StartAnswer(ctx, begin)
		if err != nil {
			return Answered{}, err
		}
		if run, err = app.Resume(ctx, run.ID); err != nil {
			return Answered{}, err
		}
		s, err := app.AnswerState(ctx, run.ID)
		if err != nil {
			return Answered{}, err
		}
		a, err := compared(ctx, app, q, run.ID)
		a.Loops, a.Sources = s.Stats.Loops, s.Stats.SourcesRead
		return a, err
	}
}
