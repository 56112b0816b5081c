package extract

import (
	"context"
	"fmt"
	"slices"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/prompts"
)

// Draft is a report before its citations are verified.
type Draft struct {
	Answer    []cite.Sentence
	Sections  []DraftSection
	Conflicts []cite.Sentence // where documents contradict each other, both sides in a sentence
	Silent    []string
	Noted     []prompts.Noted   // contradictions that the research noted before
	Parts     []string          // of the question, as it was taken apart
	Removed   []cite.Removal    // sentences that named unknown evidence or none
	About     map[string]string // what the writer was told of the sources, by ID of the evidence
	Unseen    int               // pieces of evidence for which there was no room in what the model reads
}

// DraftSection is a titled part of a draft.
type DraftSection struct {
	Title    string
	Lines    []cite.Sentence
	Contrary bool // it says where documents contradict each other; the report has a title for it
}

// Material is what a draft is written from.
type Material struct {
	Evidence  []cite.Evidence
	Topics    []Topic           // in the order of the plan
	Criticism string            // of an earlier version, "" for the first
	Links     map[string][]Link // by ID of the evidence whose references were followed
	Named     []string          // IDs of the evidence that the question itself points to
	Noted     []prompts.Noted   // contradictions that were met on the way
	Silent    []Unanswerable    // clauses of the question that the documents do not answer
	Twice     bool              // what has no room in the first call may be written from in a second
	Nothing   bool              // they are all its clauses: the evidence is near the question and does not answer it
}

// mostParts is how many parts of a question a check is held to.
const mostParts = 8

// Parts names what the question was taken apart into; one task is the question again.
func (m Material) Parts() (out []string) {
	for _, t := range m.Topics {
		if part := chunk.Clip(ask.Bare(t.Task), 240); len(out) < mostParts && !slices.Contains(out, part) {
			out = append(out, part)
		}
	}
	if len(out) == 1 {
		return nil
	}
	return out
}

// mostNoted is how many contradictions that were noted on the way a writer and a checker are told.
const mostNoted = 4

// Note adds contradictions that a model noted, each once, as long as there are few.
func Note(have []prompts.Noted, more ...prompts.Noted) []prompts.Noted {
	for _, n := range more {
		slices.Sort(n.IDs)
		same := func(o prompts.Noted) bool { return o.Text == n.Text || len(n.IDs) > 1 && slices.Equal(o.IDs, n.IDs) }
		if n.Text != "" && len(have) < mostNoted && !slices.ContainsFunc(have, same) {
			have = append(have, n)
		}
	}
	return have
}

// Link is a reference that was followed: its words, and the IDs of the evidence it led to.
type Link struct {
	Text     string
	Evidence []string
}

// Topic is a task with the evidence found for it.
type Topic struct {
	Task     string
	Evidence []cite.Evidence
	Missing  string
	Own      bool // the person wrote it
}

// Unsearched says that a task was not looked into, because the run was ended early.
func Unsearched(language, task string) string {
	return chunk.Clip(fmt.Sprintf(ask.WordsFor(language).Unsearched, ask.Bare(task)), 240)
}

// Unfound names the topics that a writer is told nothing was found for. What seemed to be missing while they were looked into may have been found since.
func Unfound(q ask.Question, topics []Topic) []string {
	return silent(q, slices.DeleteFunc(slices.Clone(topics), func(t Topic) bool { return len(t.Evidence) > 0 }))
}

func silent(q ask.Question, topics []Topic) []string {
	words := ask.WordsFor(q.Language)
	var out []string
	for _, t := range topics {
		switch {
		case t.Missing != "":
			out = append(out, t.Missing)
		case len(t.Evidence) == 0:
			out = append(out, fmt.Sprintf(words.SilentTask, ask.Bare(t.Task)))
		}
	}
	return out
}

// unsaid returns the topics that are worth telling when they found nothing: not those whose clause is told already, and not the plan's own
// tasks for kinds of rules, which the question does not ask for.
func unsaid(q ask.Question, m Material) []Topic {
	words := ask.WordsFor(q.Language)
	return slices.DeleteFunc(slices.Clone(m.Topics), func(t Topic) bool {
		told := slices.ContainsFunc(m.Silent, func(s Unanswerable) bool {
			return ask.AsksFor(t.Task, s.Clause)
		})
		unfound := t.Missing == "" || t.Missing == missing(words, t.Task)
		return !t.Own && unfound && (told || len(m.Topics) > 1 && words.KindOf(t.Task) != "")
	})
}

// Bounds of the engine's drafts.
const (
	answerLines  = 8 // filled up to this many; clauses and what their references lead to may make it more
	answerHops   = 2 // quotes shown of what the references of a clause's best quote led to
	sectionLines = 4
)

// Draft answers with the quotes that carry the most of the question, each followed by what its reference leads to, and groups the
// rest by clause.
func (g *Engine) Draft(ctx context.Context, q ask.Question, m Material) (Draft, error) {
	asked := q
	if len(m.Evidence) == 0 {
		return Draft{Silent: append(notAnswered(q, m.Silent), silent(q, unsaid(q, m))...)}, nil
	}
	q = q.ToTargets()
	p, err := g.Matter(ctx, q.Language, q.Parts()...)
	if err != nil {
		return Draft{}, err
	}
	w := &extractive{engine: g, evidence: g.answering(p, m), links: m.Links, used: map[string]bool{}, clauses: map[string]clause{}}
	w.outright = ask.AsksOutright(asked)
	if w.named, err = g.named(ctx, asked, m.Evidence); err != nil {
		return Draft{}, err
	}
	for _, id := range m.Named {
		w.named[id] = true
	}
	w.all = w.candidates(p, w.evidence, ask.WordsFor(q.Language).AmountAsked(q.Text))
	if m.Nothing {
		draft := w.nearest(asked, m.Silent)
		own, err := w.sections(ctx, asked, slices.DeleteFunc(slices.Clone(m.Topics), func(t Topic) bool { return !t.Own }))
		draft.Sections = append(draft.Sections, own...)
		return draft, err
	}
	draft := Draft{Silent: append(notAnswered(asked, m.Silent), silent(asked, unsaid(asked, m))...)}
	if asked.Topical() {
		draft.Answer = w.overview(p)
	}
	if len(draft.Answer) == 0 {
		if draft.Answer, err = w.answer(ctx, q, m.Silent); err != nil {
			return draft, err
		}
	}
	draft.Sections, err = w.sections(ctx, asked, m.Topics)
	return draft, err
}

// Response is an answer before its citations are verified. Draft.Sections are its findings.
type Response struct {
	Draft
	ByRule bool
}

// Respond answers with quotes; only a thorough answer has sections beside it.
func (g *Engine) Respond(ctx context.Context, p Loop, m Material) (Response, error) {
	draft, err := g.Draft(ctx, p.Question, m)
	if !p.Thorough && len(draft.Answer) > 0 {
		draft.Sections = nil
	}
	return Response{Draft: draft, ByRule: true}, err
}

// Brief is what the report of a tree of questions is told beside its material.
type Brief struct {
	Context  []ContextItem // the full digest again
	Files    []prompts.FileDigest
	Branches []string // questions of the tree that found something
	Stats    string
}
