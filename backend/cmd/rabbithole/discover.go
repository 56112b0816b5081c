package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/graph"
)

type discoverCommand struct {
	Query []string `arg:"" optional:"" help:"What you are curious about; quotes are not needed. None is needed with --image or --card."`
	Image string   `help:"A picture: PNG, JPEG, GIF or WebP." placeholder:"FILE"`
	From  string   `help:"Go on from this discovery: its ID, the first letters, or 'last'." placeholder:"RUN"`
	Card  string   `help:"With --from: go into this card of it." placeholder:"C3"`

	reading `embed:"" set:"forWhat=beside the library" set:"unasked="`
}

// Run discovers what there is about a query.
func (c *discoverCommand) Run(ctx context.Context, s *shell) error {
	app, web, err := c.open(ctx, "discover", s)
	if err != nil {
		return err
	}
	run, err := app.StartDiscover(ctx, core.Discover{Query: strings.Join(c.Query, " "), Image: c.Image, From: c.From, Card: strings.ToUpper(c.Card),
		Collections: c.Collection, Documents: c.Document, Engine: settings.Engine(c.Engine), Model: c.Model, Web: web, Hosts: c.Host, Consented: c.Yes})
	if err != nil {
		return err
	}
	return s.carry(ctx, app, run.ID, c.Yes)
}

// discoveredObject is the final object of `discover --json`: what the flow returns, and beside it what is behind that.
type discoveredObject struct {
	discover.Result
	Run      string            `json:"run"`
	Status   graph.Status      `json:"status"`
	Cards    []discover.Card   `json:"cards"`
	Made     string            `json:"made"`
	Trail    []discover.Crumb  `json:"trail"`
	Summary  string            `json:"summary"`
	Sources  []answer.Citation `json:"sources"` // of the summary
	Warnings []string          `json:"warnings"`
}

// cardsOver prints the cards of a finished discovery with their places, its summary and its warnings.
func (s *shell) cardsOver(ctx context.Context, app *core.Core, run graph.Run) error {
	state, err := app.DiscoverState(ctx, run.ID)
	if err != nil {
		return err
	}
	r, err := app.Report(ctx, run.ID, 0)
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return err
	}
	if s.json {
		s.line(discoveredObject{Result: state.Result(), Run: run.ID, Status: run.Status, Cards: filled(state.Cards), Made: state.Made,
			Trail: filled(state.Trail), Summary: answer.Text(r), Sources: filled(answer.Citations(r)), Warnings: filled(state.Warnings)})
		return nil
	}
	s.printf("%s\n\n", run.Title)
	if len(r.Claims) > 0 {
		s.spoken(r)
	}
	var documents []string
	for _, card := range state.Cards {
		for _, p := range card.Places {
			documents = append(documents, p.Document)
		}
	}
	known, err := app.Called(ctx, documents...)
	if err != nil {
		return err
	}
	for _, card := range state.Cards {
		s.printf("\n%s  %s%s\n    %s\n", card.ID, card.Title, cardKinds[card.Kind], card.Caption)
		for _, condition := range card.Left {
			s.printf("    left out: %s\n", oneLine(condition, 160))
		}
		for _, p := range card.Places {
			where := oneLine(cmp.Or(known[p.Document].Called(), p.Name), 70) + ", " + pageOf(p.Page, p.Label)
			if p.URL != "" {
				where = oneLine(p.URL, 90)
			}
			s.printf("    - %s: “%s”\n", where, oneLine(p.Quote, 400))
		}
	}
	for _, w := range state.Warnings {
		s.warn(w)
	}
	if len(r.Claims) > 0 {
		s.note("Report: rabbithole export %s -o report.html, or .pdf, .docx, .md", run.ID)
	}
	if len(state.Cards) > 0 {
		s.note("Deeper: rabbithole discover --from %s --card C1. Research it: rabbithole research --from %s QUESTION", run.ID, run.ID)
	}
	return nil
}

// cardKinds say of a card what it leads to, where that is no topic.
var cardKinds = map[discover.Kind]string{discover.KindReference: "  (a reference to follow)", discover.KindContradiction: "  (a contradiction)",
	discover.KindUnread: "  (not cited so far)"}

// filled is the list, empty rather than null.
func filled[T any](list []T) []T { return append([]T{}, list...) }

// narrateDiscover says what a discovery does.
func narrateDiscover(e event.Event) string {
	switch e.Kind {
	case discover.EventPhase:
		return say(e, func(p discover.Phase) string {
			return map[string]string{discover.PhaseLooking: "Looking at the picture", discover.PhaseResearching: "Researching",
				discover.PhaseSurfacing: "Making cards"}[p.Phase]
		})
	case discover.EventHeadline:
		return say(e, func(c discover.Card) string { return fmt.Sprintf("  %s %s", c.ID, oneLine(c.Title, 100)) })
	}
	return ""
}
