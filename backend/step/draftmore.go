package step

import (
	"context"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/prompts"
)

// worthMore is how many findings that the writer has not seen whole are worth another call.
const worthMore = 8

// addTo shows the writer the findings that had no room beside the others, with the report as far as it is written, and adds what it makes of them. A draft that
// there is nothing to add to, or no call left for, stays as it is.
func (k *Kit) addTo(ctx context.Context, q ask.Question, m extract.Material, draft *extract.Draft, seen []prompts.Passage) error {
	unseen := unseenOf(m.Evidence, seen)
	if !m.Twice || len(unseen) < worthMore {
		return nil
	}
	in := prompts.DraftIn{Asked: k.AskedToday(q), Written: wordsOf(*draft)}
	var err error
	if in.Passages, err = k.passages(ctx, strongest(unseen), m.Evidence, k.room(prompts.Draft.NumPredict, q, in.Written)); err != nil {
		return err
	}
	var more extract.Draft
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
		same := func(o extract.DraftSection) bool { return strings.EqualFold(o.Title, s.Title) }
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

// wordsOf is a draft as its writer is shown it: the answer, then each section under its title.
func wordsOf(d extract.Draft) string {
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
