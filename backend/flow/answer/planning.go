package answer

import (
	"cmp"
	"context"

	"rabbithole/backend/ask"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/step"
)

// understand says what the question means after what was asked before, and whether its answer changes with time.
func (f *run) understand(ctx context.Context, s State) (graph.Step[State], error) {
	s.Phase, s.Turns, s.Settings = PhasePlanning, Recall(s.Turns), s.Settings.Filled()
	if f.Kit.Model != nil {
		s.Settings = s.Settings.For(f.Kit.Model.Card())
	}
	s.Language = cmp.Or(s.Language, ask.Language(s.Question))
	if s.Profile != Deep {
		s.Profile = Chat
	}
	var earlier []string
	for _, t := range s.Turns {
		earlier = append(earlier, cmp.Or(t.Subject, t.Question))
	}
	s.Subject = ask.Resolve(s.Question, s.Language, earlier)
	if s.Topic != "" && f.Kit.Model == nil {
		s.Subject = s.Topic
	}
	s.Parts = extract.Loop{Question: s.question()}.Parts()
	s.Timely = ask.Timely(s.Subject, f.Now().Year())
	text := sayPlanning.In(s.Language)
	if s.Subject != s.Question {
		text = sayUnderstood.In(s.Language, s.Subject)
	}
	if f.Kit.Model != nil {
		text += " " + sayPatience.In(s.Language, lasting(s.Language, s.budget().Timeout))
	}
	out := graph.Step[State]{State: &s, Next: []graph.Task{graph.To("plan")}, Events: []event.Event{s.progress(PhasePlanning, 0, text)}}
	if f.summarises(s) {
		out.Next = []graph.Task{graph.To("summarise")}
	} else if f.Kit.Model != nil {
		out.Events = append(out.Events, f.atOnce(ctx, s)...)
	}
	nothing, err := flow.Unreadable(ctx, f.Kit.Library, s.Language)
	if s.Stop = ""; nothing != nil && !f.MayAsk(s.Allow) { // there is nothing to search
		s.Stop, out.Next = StopBudget, []graph.Task{graph.To("finalize")}
	}
	s.Stats.StopReason = s.Stop
	return out, err
}

// plan decides what to look for. A single pass looks for the question itself.
func (f *run) plan(c clock, s *State, t *trouble) ([]event.Event, error) {
	p := f.loop(*s, nil)
	p.Most = s.queriesAllowed(1)
	if s.budget().Single {
		d := Decision{Decision: extract.Decision{NextAction: extract.SearchMore, Queries: []string{flow.Clipped(s.Subject, flow.MostQuery)}, CoverageGaps: []string{}, TargetSourceTypes: []string{},
			Reason: saySingle.In(s.Language), ByRule: true}}
		s.Decisions, s.Pending = append(s.Decisions, d), d.Queries
		return []event.Event{event.New(EventPlanned, d)}, nil
	}
	decision, err := patiently(c, f, *s, t, planShare, func(ctx context.Context, k *step.Kit) (extract.Decision, error) { return k.Seek(ctx, p) })
	d := Decision{Decision: decision}
	if f.decided(s, d); err != nil {
		return nil, err
	}
	return append(t.events(), event.New(EventPlanned, d)), nil
}

// loop is what the planner is told. ranked is evidence with its quality, nil before there is any.
func (f *run) loop(s State, evidence []extract.Weighed) extract.Loop {
	b := s.budget()
	p := extract.Loop{Question: s.question(), Wording: s.Question, Today: f.Now(), Web: f.MayAsk(s.Allow), Thorough: s.Profile == Deep, Timely: s.Timely,
		Left: b.Loops - s.Stats.Loops, Evidence: evidence}
	for _, t := range s.Turns {
		p.Earlier = append(p.Earlier, extract.Exchange{Question: t.Question, Answer: t.Answer})
	}
	for _, q := range s.Queries {
		p.Tried = append(p.Tried, q.Query)
	}
	return p
}

// queriesAllowed is how many queries a round may put: its share of what is left.
func (s State) queriesAllowed(round int) int {
	b := s.budget()
	return fairShare(b.Queries-len(s.Queries), b.Loops-round+1)
}

// sourcesAllowed is how many sources a round may read. An overview of a topic is seldom thought incomplete: its first round may read them all.
func (s State) sourcesAllowed(round int) int {
	b := s.budget()
	if s.Profile != Deep && s.question().Topical() {
		return max(0, b.Sources-s.Stats.SourcesRead)
	}
	return fairShare(b.Sources-s.Stats.SourcesRead, b.Loops-round+1)
}

// fairShare divides what is left among the rounds left, rounded up.
func fairShare(left, rounds int) int {
	if left <= 0 {
		return 0
	}
	return (left + max(1, rounds) - 1) / max(1, rounds)
}

func (s State) budget() Budget { return s.Settings.Budget(s.Profile) }

func (s State) question() ask.Question {
	return ask.Question{Text: s.Subject, Language: s.Language}
}

// last is the decision in force.
func (s State) last() Decision {
	if len(s.Decisions) == 0 {
		return Decision{}
	}
	return s.Decisions[len(s.Decisions)-1]
}

// round is the number of the round under way, from 1.
func (s State) round() int { return s.Stats.Loops + 1 }

// progress tells that a phase begins.
func (s State) progress(phase string, round int, message string) event.Event {
	return event.New(EventProgress, Progress{Phase: phase, Message: message, Loop: round, MaxLoops: s.budget().Loops,
		SourcesConsidered: len(s.Sources), SourcesRead: s.Stats.SourcesRead})
}
