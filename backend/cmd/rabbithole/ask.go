package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/event"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
)

type askCommand struct {
	Deep   bool   `help:"Look longer: more rounds, more sources."`
	Follow string `help:"Go on with the conversation that this run belongs to." placeholder:"RUN" aliases:"follows"`

	inquiry `embed:"" set:"forWhat=too" set:"unasked="`
}

// Run answers a question.
func (c *askCommand) Run(ctx context.Context, s *shell) error {
	app, web, err := c.open(ctx, "ask", s)
	if err != nil {
		return err
	}
	follows := c.Follow
	if follows != "" {
		run, err := app.Run(ctx, follows)
		if err != nil {
			return err
		}
		follows = run.ID
	}
	run, err := app.StartAnswer(ctx, core.Ask{Question: c.question(), Profile: c.profile(), Web: web, Hosts: c.Host, Consented: c.Yes,
		Collections: c.Collection, Documents: c.Document, Engine: settings.Engine(c.Engine), Model: c.Model, Follows: follows})
	if err != nil {
		return err
	}
	s.oneWord(c.question())
	return s.carry(ctx, app, run.ID, c.Yes)
}

func (c *askCommand) profile() answer.Profile {
	if c.Deep {
		return answer.Deep
	}
	return answer.Chat
}

// askConsent shows what would leave, and to whom. Only a person who says so lets it go.
func (s *shell) askConsent(ctx context.Context, in *typist, q graph.Question) (any, error) {
	var c flow.ConsentData
	if err := json.Unmarshal(q.Data, &c); err != nil {
		return nil, err
	}
	s.note("\n%s", q.Text)
	if c.Provider.Host != "" {
		s.note("To %s:", c.Provider.Host)
	}
	for _, query := range c.Queries {
		s.note("  %s", query)
	}
	s.prompt("y: send these; all: these, and what this question needs later; n: stay in the library\n> ")
	line, err := in.line(ctx)
	if err != nil {
		return nil, err
	}
	a := flow.ConsentAnswer{Decision: flow.ConsentLibrary}
	switch strings.ToLower(line) {
	case "y", "yes", "j", "ja":
		a.Decision, a.Queries = flow.ConsentThese, c.Queries
	case "all", "alle":
		a.Decision, a.Queries = flow.ConsentRun, c.Queries
	}
	return a, nil
}

// answerOver prints the answer of a finished run with its sources.
func (s *shell) answerOver(ctx context.Context, app *core.Core, run graph.Run) error {
	m, err := app.MessageOf(ctx, run)
	if err != nil {
		return err
	}
	if s.json {
		s.line(m)
		return nil
	}
	r, err := app.Report(ctx, run.ID, 0)
	if err != nil {
		return err
	}
	if why := without[m.Without]; why != "" {
		what := "Answered without the model"
		if r.Making.Chose != "" {
			what = "The model chose the passages; the answer was put together without it"
		}
		s.printf("%s: %s. Ask again with it: rabbithole ask --engine ollama %q\n\n", what, why, m.Question)
	}
	s.report(r, "", nil)
	return nil
}

// without says why no model wrote an answer although one was chosen.
var without = map[string]string{
	answer.WithoutSlow: "its time was over before the model had answered", answer.WithoutGone: "the model could not be reached",
	answer.WithoutDeclined: "you had it go on without", answer.WithoutUnusable: "what the model wrote could not be used",
}

// answering is what the phases of an answer are called here: the command line speaks English, the answer the language of its question. The
// last is over at once.
var answering = map[string]string{
	answer.PhasePlanning: "Planning what to look for.", answer.PhaseSearching: "Searching.",
	answer.PhaseReading:    "Reading what was found, and judging it.",
	answer.PhaseEvaluating: "Weighing the findings.", answer.PhaseIterating: "Looking further.",
	answer.PhaseSynthesizing: "Writing the answer, then checking it.",
	answer.PhaseFinalizing:   "",
}

// narrateAnswer says an event of a run that answers in a line; "" for those that only programs want.
func narrateAnswer(e event.Event, called func(document, name string) string) string {
	switch e.Kind {
	case answer.EventProgress:
		return say(e, func(p answer.Progress) string {
			said, known := answering[p.Phase]
			if !known {
				said = p.Message
			}
			if p.Phase != answer.PhaseSearching || p.Loop <= 1 {
				return said
			}
			return fmt.Sprintf("%s Round %d of at most %d.", said, p.Loop, p.MaxLoops)
		})
	case answer.EventNear:
		return say(e, func(near []answer.KeptData) string {
			lines := "Closest passages so far; the answer follows:"
			for _, k := range near {
				lines += fmt.Sprintf("\n  %s, %s: “%s”", oneLine(called(k.Document, k.Name), 60), pageOf(k.Page, k.Label), oneLine(k.Extract, mostOfItem))
			}
			return lines
		})
	case answer.EventSearched:
		return say(e, func(q answer.Searched) string {
			where := fmt.Sprintf("%d in the library", q.Library)
			if q.Sent {
				where += fmt.Sprintf(", %d on the web", q.Web)
			}
			return fmt.Sprintf("  searched %q: %s", oneLine(q.Query, mostOfQuery), where)
		})
	case answer.EventSource:
		return say(e, func(f answer.Source) string {
			if f.Reason != "" {
				return fmt.Sprintf("  could not read %s: %s", oneLine(f.Title, 60), oneLine(f.Reason, 100))
			}
			if f.URL == "" {
				f.Title = called(f.Document, f.Title)
			}
			return "  read " + oneLine(f.Title, 80)
		})
	case answer.EventWarning:
		return say(e, func(w answer.Warning) string { return "  ! " + oneLine(w.Text, 160) })
	}
	return ""
}
