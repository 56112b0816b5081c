package research

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/refs"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// openRef is a reference that a report names as not followed, and how near it stands to what a claim cites.
type openRef struct {
	report.OpenReference
	near shared.Nearness
}

// openReferences returns the references of what the claims of a report cite that nobody read in the run: those in the
// cited sentences first, then those next to them that the library could answer, then those of other quotes of the
// same passages. Each is named once for a document.
func (f *flow) openReferences(ctx context.Context, s State, p shared.Proved, evidence []cite.Evidence,
) ([]report.OpenReference, error) {
	var citations []cite.Citation
	for _, c := range p.Claims {
		citations = append(citations, c.Citations...)
	}
	places, read := shared.Places(citations), ask.Set(slices.Concat(s.Read, p.Referred))
	var all []openRef
	for _, e := range slices.Concat(evidence, p.Added) {
		if places[e.ID] == nil || e.Passage == "" || e.Locator.URL != "" {
			continue
		}
		found, err := f.openIn(ctx, s, e, places[e.ID], read)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return counted(all), nil
}

// openIn returns the references of a piece of evidence, cited at places, that were not read.
func (f *flow) openIn(ctx context.Context, s State, e cite.Evidence, places []source.Span, read map[string]bool,
) (out []openRef, err error) {
	around, err := shared.Around(ctx, f.Kit.Library, e.Passage, places)
	if err != nil {
		return nil, err
	}
	mentions, err := f.Kit.Library.Mentions(ctx, e.Passage)
	if err != nil {
		return nil, err
	}
	for _, m := range mentions {
		if m.Here() {
			continue
		}
		near, _, _ := around.Of(m)
		quoted := slices.ContainsFunc(s.Evidence, func(k Kept) bool { return k.ID == e.ID && shared.Quoted(k.Quotes, m) >= 0 })
		if !quoted && (near == shared.Elsewhere || near == shared.NextTo && m.Status != refs.Found) {
			continue
		}
		text, reason, err := f.unfollowed(ctx, s, m, e.Passage, read)
		if err != nil {
			return nil, err
		}
		if reason != "" {
			o := report.OpenReference{Text: text, From: e.Name, Page: e.Page, Label: e.Label, Reason: reason, Count: 1}
			out = append(out, openRef{o, near})
		}
	}
	return out, nil
}

// unfollowed says what of a reference in a passage was not read, and why; reason is "" when all of it was.
func (f *flow) unfollowed(ctx context.Context, s State, m refs.Mention, passage string, read map[string]bool,
) (text, reason string, err error) {
	if m.Status != refs.Found {
		reason, err = f.openReason(ctx, m)
		return m.Text, reason, err
	}
	var left []int
	for i, t := range m.Targets {
		if t.Section == "" {
			if t.Document != "" && !slices.ContainsFunc(s.Followed, func(r Followed) bool { return r.Text == m.Text }) {
				left = append(left, i)
			}
			continue
		}
		held, err := shared.Meant(ctx, f.Kit.Library, m, i)
		if err != nil {
			return "", "", err
		}
		if len(held) > 0 && !slices.ContainsFunc(held, func(h shared.Held) bool { return h.ID == passage || read[h.ID] }) {
			left = append(left, i)
		}
	}
	switch len(left) {
	case 0:
		return "", "", nil
	case len(m.Targets):
		return m.Text, ReasonBudget, nil
	}
	return m.Text + ": " + listed(m.Targets, left), ReasonBudget, nil
}

// listed names targets by their positions, those whose numbers follow one another as "Article 16 – Article 22".
func listed(targets []refs.Target, at []int) string {
	var parts []string
	for i := 0; i < len(at); {
		to := i
		for to+1 < len(at) && at[to+1] == at[to]+1 && next(targets[at[to]].Label, targets[at[to+1]].Label) {
			to++
		}
		switch part := targets[at[i]].Label; to - i {
		case 0:
			parts = append(parts, part)
		case 1:
			parts = append(parts, part, targets[at[to]].Label)
		default:
			parts = append(parts, part+" – "+targets[at[to]].Label)
		}
		i = to + 1
	}
	return strings.Join(parts, ", ")
}

// next reports whether the number that label b ends in comes right after that of a: "Article 16" and "Article 17".
func next(a, b string) bool {
	i, j := strings.LastIndexByte(a, ' ')+1, strings.LastIndexByte(b, ' ')+1
	m, errA := strconv.Atoi(a[i:])
	n, errB := strconv.Atoi(b[j:])
	return errA == nil && errB == nil && a[:i] == b[:j] && n == m+1
}

// counted names each reference once for a document and a reason, the nearest first and of these the most frequent.
func counted(all []openRef) []report.OpenReference {
	slices.SortStableFunc(all, func(a, b openRef) int { return cmp.Compare(a.near, b.near) })
	at := map[string]int{}
	var once []openRef
	for _, o := range all {
		key := strings.ToLower(o.Text) + "|" + o.From + "|" + o.Reason
		if i, ok := at[key]; ok {
			once[i].Count++
			continue
		}
		at[key] = len(once)
		once = append(once, o)
	}
	slices.SortStableFunc(once, func(a, b openRef) int { return cmp.Or(cmp.Compare(a.near, b.near), b.Count-a.Count) })
	out := []report.OpenReference{}
	for _, o := range once {
		out = append(out, o.OpenReference)
	}
	return out
}
