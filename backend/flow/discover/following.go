package discover

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/flow"
	"rabbithole/backend/refs"
)

// mostFollowed is how many passages are looked through for references.
const mostFollowed = 24

// references makes cards of what passages about the subject refer to, where nobody has read yet.
func (m *material) references(ctx context.Context) ([]draft, error) {
	documents, err := m.Library.Documents(ctx)
	if err != nil {
		return nil, err
	}
	live := map[string]bool{}
	for _, d := range documents {
		live[d.Hash] = true
	}
	var out []draft
	done := map[string]bool{}
	from := slices.Clone(m.list)
	slices.SortStableFunc(from, func(a, b *passage) int { return cmp.Compare(order(!m.behind[a.ID]), order(!m.behind[b.ID])) })
	for _, p := range from[:min(mostFollowed, len(from))] {
		mentions, err := m.Library.Mentions(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		for _, mention := range mentions {
			for _, t := range mention.Targets {
				key := t.Document + "/" + t.Section
				if mention.Status != refs.Found || !live[t.Document] || t.Section == "" || key == p.Document+"/"+p.Section || done[key] {
					continue
				}
				done[key] = true
				d, ok, err := m.reference(ctx, p, mention, t)
				if err != nil {
					return nil, err
				}
				if ok {
					out = append(out, d)
				}
			}
		}
	}
	return out, nil
}

// reference makes a card of what a passage refers to: words from there, and both places.
func (m *material) reference(ctx context.Context, from *passage, mention refs.Mention, t refs.Target) (draft, bool, error) {
	there, err := m.Library.SectionPassages(ctx, t.Document, t.Section)
	if err != nil {
		return draft{}, false, err
	}
	for _, p := range there[:min(2, len(there))] {
		if m.known[p.ID] != nil && m.known[p.ID].found || !p.Citable() {
			continue
		}
		x, err := m.read(ctx, p)
		if err != nil || x == nil {
			return draft{}, false, err
		}
		d, ok, err := m.topic(ctx, x)
		if err != nil {
			return d, false, err
		}
		if !ok {
			continue
		}
		d.Kind = KindReference
		d.Places = append(d.Places, from.place(m.quote(from, mention.Text)))
		d.worth += from.weight
		return d, true, nil
	}
	return draft{}, false, nil
}

// contradictions makes a card of each two quotes that say the contrary of each other.
func (m *material) contradictions(ctx context.Context, evidence []cite.Evidence) ([]draft, error) {
	pairs, err := flow.Clashes(ctx, m.Library, evidence)
	if err != nil {
		return nil, err
	}
	byID := cite.ByID(evidence)
	var out []draft
	for _, pair := range pairs {
		x, y := byID[pair[0]], byID[pair[1]]
		a, b := m.known[x.Passage], m.known[y.Passage]
		if a == nil || b == nil {
			continue
		}
		one, other := x.Quotes[0].Text, y.Quotes[0].Text
		c := Card{Title: m.title(a, line{text: one}), Caption: apart(one, other) + " ↔ " + apart(other, one), Kind: KindContradiction,
			Places: []Place{a.place(flow.ClippedWords(one, mostQuote)), b.place(flow.ClippedWords(other, mostQuote))}}
		if c.Title != "" {
			out = append(out, draft{Card: c, about: 1, worth: 2, sections: []string{a.shelf(), b.shelf()}})
		}
	}
	return out, nil
}

// window is how many words of a sentence show where it departs from another: two with what is left out and what stands between fit a caption.
const window = captionWords/2 - 3

// apart returns the words of a sentence around the first that another does not have, a number before a word.
func apart(sentence, other string) string {
	fields := strings.Fields(sentence)
	if len(fields) <= window+2 {
		return sentence
	}
	known := strings.Fields(strings.ToLower(other))
	at := -1
	for i, f := range fields {
		if slices.Contains(known, strings.ToLower(f)) {
			continue
		}
		if strings.ContainsAny(f, "0123456789") {
			at = i
			break
		}
		if at < 0 {
			at = i
		}
	}
	from := min(max(0, at-window+3), len(fields)-window)
	text := strings.Join(fields[from:from+window], " ")
	if from > 0 {
		text = "… " + text
	}
	if from+window < len(fields) {
		text = strings.TrimRight(text, " ,;:") + " …"
	}
	return text
}
