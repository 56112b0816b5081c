package step

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/prompts"
)

// worthMore is how many findings that the writer has not seen whole are worth another call.
const worthMore = 8

// addTo shows the writer the findings that had no room beside the others, with the report as far as it is written, and adds what it makes of them. A draft that
// there is nothing to add to, or no call left for, stays as it is.
func (k *Kit) addTo(ctx context.Context, q Question, m Material, draft *Draft, seen []prompts.Passage) error {
	unseen := unseenOf(m.Evidence, seen)
	if len(unseen) < worthMore {
		return nil
	}
	in := prompts.DraftIn{Asked: k.AskedToday(q), Written: draft.text()}
	var err error
	if in.Passages, err = k.passages(ctx, strongest(unseen), k.room(prompts.Draft.NumPredict, q, in.Written)); err != nil {
		return err
	}
	var more Draft
	_, ok, err := only(ctx, k, prompts.Draft, in, func(out *prompts.DraftOut) error {
		out.Answer = ""
		more = parseDraft(*out, q.Language, m.Evidence)
		return nil
	})
	if err != nil || !ok {
		return err
	}
	draft.Unseen = len(unseen) - len(in.Passages)
	draft.Removed = append(draft.Removed, more.Removed...)
	draft.Conflicts = behind(draft.Conflicts, more.Conflicts)
	for _, s := range more.Sections {
		same := func(o DraftSection) bool { return strings.EqualFold(o.Title, s.Title) }
		if i := slices.IndexFunc(draft.Sections, same); i >= 0 {
			draft.Sections[i].Lines = behind(draft.Sections[i].Lines, s.Lines)
		} else {
			draft.Sections = append(draft.Sections, s)
		}
	}
	return nil
}

// behind sets sentences behind others, in blocks of their own.
func behind(first, then []cite.Sentence) []cite.Sentence {
	out := slices.Clip(first)
	blocks := 0
	if len(first) > 0 {
		blocks = first[len(first)-1].Block + 1
	}
	for _, s := range then {
		s.Block += blocks
		out = append(out, s)
	}
	return out
}

// text is a draft as its writer is shown it: the answer, then each section under its title.
func (d Draft) text() string {
	var b strings.Builder
	write := func(lines []cite.Sentence) {
		for i, s := range lines {
			switch {
			case i > 0 && s.Block == lines[i-1].Block:
				b.WriteString(" ")
			case i > 0:
				b.WriteString("\n")
			}
			if s.Item && (i == 0 || s.Block != lines[i-1].Block) {
				b.WriteString("- ")
			}
			b.WriteString(s.Text)
		}
		b.WriteString("\n")
	}
	write(d.Answer)
	for _, s := range d.Sections {
		b.WriteString("\n" + s.Title + "\n")
		write(s.Lines)
	}
	return strings.TrimSpace(b.String())
}
