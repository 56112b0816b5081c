package step

import (
	"context"
	"errors"
	"slices"
	"sort"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// Draft writes a report: the answer first, then sections, then what the documents do not say. Without evidence there is no answer.
func (k *Kit) Draft(ctx context.Context, q ask.Question, m extract.Material) (extract.Draft, error) {
	if len(m.Evidence) == 0 || m.Nothing {
		return k.Engine.Draft(ctx, q, m)
	}
	in := prompts.DraftIn{Asked: k.AskedToday(q), Criticism: m.Criticism, Noted: reason.Noted(m.Noted), Silent: extract.Unfound(q, m.Topics)}
	room := k.room(prompts.Draft.NumPredict, q, slices.Concat(in.Noted, in.Silent, []string{in.Criticism})...)
	var err error
	if in.Passages, err = k.passages(ctx, foremost(m), m.Evidence, room-moreRoom(m.Evidence, room)); err != nil {
		return extract.Draft{}, err
	}
	in.More = keptLines(unseenOf(m.Evidence, in.Passages), longMore)
	for len(in.More) > 0 && !fits(k, prompts.Draft, in) {
		in.More = in.More[:len(in.More)-1]
	}
	draft, ok, err := written(ctx, k, prompts.Draft, in, q, m)
	draft.Unseen = len(m.Evidence) - len(in.Passages)
	if err == nil && ok {
		err = k.addTo(ctx, q, m, &draft, in.Passages)
	}
	if err != nil || ok {
		return draft, err
	}
	return k.Engine.Draft(ctx, q, m)
}

// written has the model write a draft; ok is false where there is no model, or nothing that it wrote can be used.
func written[In any](ctx context.Context, k *Kit, t prompts.Template[In, prompts.DraftOut], in In, q ask.Question, m extract.Material) (draft extract.Draft, ok bool, err error) {
	parse := func(out *prompts.DraftOut) error {
		draft = parseDraft(*out, q.Language, m.Evidence)
		if len(draft.Answer) == 0 {
			return errors.New("no sentence of the answer ends with the ID of a listed span in square brackets")
		}
		return nil
	}
	_, ok, err = only(ctx, k, t, in, parse)
	draft.Noted, draft.Parts = m.Noted, m.Parts()
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
func foremost(m extract.Material) []cite.Evidence {
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

// parseDraft turns a model's text into lines; cite removes what names no known evidence, and everything the model may not write.
func parseDraft(out prompts.DraftOut, language string, evidence []cite.Evidence) extract.Draft {
	known := cite.ByID(evidence)
	draft := extract.Draft{Silent: out.Silent}
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
			draft.Sections = append(draft.Sections, extract.DraftSection{Title: strings.TrimSpace(s.Title), Lines: list})
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
