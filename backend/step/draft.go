package step

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/reason"
	"rabbithole/backend/step/ask"
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
	Silent    []Silence         // clauses of the question that the documents do not answer
	Nothing   bool              // they are all its clauses: the evidence is near the question and does not answer it
}

// mostParts is how many parts of a question a check is held to.
const mostParts = 8

// parts names what the question was taken apart into; one task is the question again.
func (m Material) parts() (out []string) {
	for _, t := range m.Topics {
		if part := clip(ask.Bare(t.Task), 240); len(out) < mostParts && !slices.Contains(out, part) {
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

// Draft writes a report: the answer first, then sections, then what the documents do not say. Without evidence there is no answer.
func (k *Kit) Draft(ctx context.Context, q Question, m Material) (Draft, error) {
	if len(m.Evidence) == 0 {
		return Draft{Silent: append(silences(q, m.Silent), silent(q, unsaid(q, m))...)}, nil
	}
	if m.Nothing {
		return k.draftTwin(ctx, q, m)
	}
	in := prompts.DraftIn{Asked: k.AskedToday(q), Criticism: m.Criticism, Noted: reason.Noted(m.Noted), Silent: unfound(q, m.Topics)}
	room := k.room(prompts.Draft.NumPredict, q, slices.Concat(in.Noted, in.Silent, []string{in.Criticism})...)
	var err error
	if in.Passages, err = k.passages(ctx, foremost(m), room-moreRoom(m.Evidence, room)); err != nil {
		return Draft{}, err
	}
	in.More = keptLines(unseenOf(m.Evidence, in.Passages), longMore)
	draft, ok, err := written(ctx, k, prompts.Draft, in, q, m)
	draft.Unseen = len(m.Evidence) - len(in.Passages)
	if err == nil && ok {
		err = k.addTo(ctx, q, m, &draft, in.Passages)
	}
	if err != nil || ok {
		return draft, err
	}
	return k.draftTwin(ctx, q, m)
}

// written has the model write a draft; ok is false where there is no model, or nothing that it wrote can be used.
func written[In any](ctx context.Context, k *Kit, t prompts.Template[In, prompts.DraftOut], in In, q Question, m Material) (draft Draft, ok bool, err error) {
	parse := func(out *prompts.DraftOut) error {
		draft = parseDraft(*out, q.Language, m.Evidence)
		if len(draft.Answer) == 0 {
			return errors.New("no sentence of the answer ends with the ID of a listed span in square brackets")
		}
		return nil
	}
	_, ok, err = only(ctx, k, t, in, parse)
	draft.Noted, draft.Parts = m.Noted, m.parts()
	return draft, ok, err
}

// moreRoom is how much is kept for a line about each piece of evidence that may not fit: what the writer has never heard of it calls missing.
func moreRoom(evidence []cite.Evidence, room int) int {
	whole := 0
	for _, e := range evidence {
		whole += 4 * tokens(e.Extract)
	}
	if whole < room {
		return 0
	}
	return min(room/8, taken(keptLines(evidence, longMore), lineText)/2)
}

// unseenOf returns the evidence that is not among passages.
func unseenOf(evidence []cite.Evidence, shown []prompts.Passage) []cite.Evidence {
	return slices.DeleteFunc(slices.Clone(evidence), func(e cite.Evidence) bool {
		return slices.ContainsFunc(shown, func(p prompts.Passage) bool { return p.ID == e.ID })
	})
}

// strongest returns evidence by falling score, so that what is cut for want of room is the weakest.
func strongest(evidence []cite.Evidence) []cite.Evidence {
	out := append([]cite.Evidence{}, evidence...)
	sort.SliceStable(out, func(a, b int) bool { return out[a].Score > out[b].Score })
	return out
}

// eachTopic is how many pieces of evidence a writer sees of every topic before it sees more of any.
const eachTopic = 2

// mostOwn is how many pieces of the person's own files it sees as soon as it has seen the best of every topic.
const mostOwn = 4

// foremost returns the evidence in the order in which there is room for it: the strongest of each topic, what the person's own files say, the
// second of each topic, then the rest. Else the topics that words of the question are scored high for would leave nothing for the others.
func foremost(m Material) []cite.Evidence {
	var out []cite.Evidence
	holds := func(list []cite.Evidence, id string) bool {
		return slices.ContainsFunc(list, func(e cite.Evidence) bool { return e.ID == id })
	}
	add := func(e cite.Evidence) {
		if !holds(out, e.ID) && holds(m.Evidence, e.ID) {
			out = append(out, e)
		}
	}
	for i := range eachTopic {
		for _, t := range m.Topics {
			if best := strongest(t.Evidence); i < len(best) {
				add(best[i])
			}
		}
		own := slices.DeleteFunc(strongest(m.Evidence), func(e cite.Evidence) bool { return !e.Own })
		for _, e := range own[:min(mostOwn, len(own))] {
			add(e)
		}
	}
	for _, e := range strongest(m.Evidence) {
		add(e)
	}
	return out
}

// Unsearched says that a task was not looked into, because the run was ended early.
func Unsearched(language, task string) string {
	return clip(fmt.Sprintf(ask.WordsFor(language).Unsearched, ask.Bare(task)), 240)
}

// unfound names the topics that a writer is told nothing was found for. What seemed to be missing while they were looked into may have been found since.
func unfound(q Question, topics []Topic) []string {
	return silent(q, slices.DeleteFunc(slices.Clone(topics), func(t Topic) bool { return len(t.Evidence) > 0 }))
}

func silent(q Question, topics []Topic) []string {
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
func unsaid(q Question, m Material) []Topic {
	words := ask.WordsFor(q.Language)
	return slices.DeleteFunc(slices.Clone(m.Topics), func(t Topic) bool {
		told := slices.ContainsFunc(m.Silent, func(s Silence) bool {
			return ask.AsksFor(t.Task, s.Clause)
		})
		unfound := t.Missing == "" || t.Missing == missing(words, t.Task)
		return !t.Own && unfound && (told || len(m.Topics) > 1 && words.KindOf(t.Task) != "")
	})
}

// parseDraft turns a model's text into lines; cite removes what names no known evidence, and everything the model may not write.
func parseDraft(out prompts.DraftOut, language string, evidence []cite.Evidence) Draft {
	known := cite.ByID(evidence)
	draft := Draft{Silent: out.Silent}
	split := func(text string) [][2]int { return chunk.Sentences(text, language) }
	read := func(text string) []cite.Sentence {
		parsed := cite.Parse(text, known, split)
		draft.Removed = append(draft.Removed, parsed.Removed...)
		var list []cite.Sentence
		for i, s := range parsed.Sentences {
			if !s.Cited() {
				s = ledIn(s, parsed.Sentences[i+1:])
			}
			if s.Cited() {
				list = append(list, s)
			} else {
				draft.Removed = append(draft.Removed, cite.Removal{Text: s.Text, Reason: cite.Uncited})
			}
		}
		return list
	}
	draft.Answer = read(out.Answer)
	for i, text := range out.Conflicts {
		for _, s := range read(text) {
			s.Block, s.Item = i, true
			draft.Conflicts = append(draft.Conflicts, s)
		}
	}
	for _, s := range out.Sections {
		if list := read(s.Text); len(list) > 0 {
			draft.Sections = append(draft.Sections, DraftSection{Title: strings.TrimSpace(s.Title), Lines: list})
		}
	}
	return draft
}

// ledIn gives a sentence that leads into a list and names no evidence that of its entries, as it stands on them: without it they say something else.
func ledIn(s cite.Sentence, after []cite.Sentence) cite.Sentence {
	if !strings.HasSuffix(s.Text, ":") {
		return s
	}
	for _, entry := range after {
		if !entry.Item {
			break
		}
		for _, id := range entry.Evidence {
			if !slices.Contains(s.Evidence, id) {
				s.Evidence = append(s.Evidence, id)
			}
		}
		s.Spans = append(s.Spans, entry.Spans...)
	}
	return s
}

// Bounds of the twin's drafts.
const (
	answerLines  = 8 // filled up to this many; clauses and what their references lead to may make it more
	answerHops   = 2 // quotes shown of what the references of a clause's best quote led to
	sectionLines = 4
)

// draftTwin answers with the quotes that carry the most of the question, each followed by what its reference leads to, and groups the
// rest by clause.
func (k *Kit) draftTwin(ctx context.Context, q Question, m Material) (Draft, error) {
	asked := q
	q = q.AtHome()
	p, err := k.Matter(ctx, q.Language, q.Parts()...)
	if err != nil {
		return Draft{}, err
	}
	w := &weaver{kit: k, evidence: k.answering(p, m), links: m.Links, used: map[string]bool{}, clauses: map[string]clause{}}
	w.outright = ask.AsksOutright(asked)
	if w.named, err = k.named(ctx, asked, m.Evidence); err != nil {
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
	draft := Draft{Silent: append(silences(asked, m.Silent), silent(asked, unsaid(asked, m))...)}
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
