package flow

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/quote"
	"rabbithole/backend/reason"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/backend/write"
)

// What the model that checks is shown of what cited passages point to.
const (
	referredMost   = 2    // places for one claim
	referredTokens = 400  // of one place: longer ones are left out
	referredEach   = 150  // tokens of all places of one check for each of its claims
	referredRoom   = 2000 // and in all
)

// pointer is a reference that stands where a claim cites, or next to that.
type pointer struct {
	claim   int     // position of the statement
	from    string  // the span that it stands in, "E3.2"
	share   float64 // of the words of that span: one that is hardly more than a reference says nothing without its target
	mention refs.Mention
	via     cite.Evidence
}

// refer gives statements what the passages that they cite point to, where the library holds it and there is room: a
// condition or a limit of what they state may stand there. The spans that say least without it come first.
func (w *witness) refer(ctx context.Context, asked []*cite.Claim, statements []write.Statement) error {
	var pointers []pointer
	for i, c := range asked {
		found, err := w.pointers(ctx, i, *c, statements[i].Cites)
		if err != nil {
			return err
		}
		pointers = append(pointers, found...)
	}
	slices.SortStableFunc(pointers, func(a, b pointer) int { return cmp.Compare(b.share, a.share) })
	room := min(referredRoom, max(referredTokens, referredEach*len(statements)))
	counted := map[string]bool{}
	for _, p := range pointers {
		s := &statements[p.claim]
		if len(s.Refers) == referredMost {
			continue
		}
		r, err := w.referred(ctx, p)
		if err != nil {
			return err
		}
		if r == nil || slices.Contains(s.Refers, r.Evidence.ID) || slices.Contains(evidenceOf(s.Cites), r.Evidence.ID) {
			continue
		}
		id, size := r.Evidence.ID, reason.Tokens(r.Shown.Source+r.Shown.Lead+r.Shown.Text)
		if !counted[id] && (size > referredTokens || size > room) {
			continue
		}
		if !counted[id] {
			counted[id], room = true, room-size
		}
		w.known[id], w.holds[r.Passage.ID], r.Shown.Via = r.Evidence, id, cmp.Or(r.Shown.Via, p.from)
		s.Refers = append(s.Refers, id)
		w.refers[asked[p.claim].ID] = s.Refers
	}
	return nil
}

// pointers returns the references that lead to one or two sections and stand where a claim cites, or next to that.
func (w *witness) pointers(ctx context.Context, i int, c cite.Claim, cited []string) (out []pointer, err error) {
	for _, id := range evidenceOf(cited) {
		e := w.known[id]
		if e.Passage == "" || e.Locator.URL != "" { // nothing is read because a page of the web points to it
			continue
		}
		if _, err := w.examiner.Read(ctx, e); err != nil {
			return nil, err
		}
		others := func(x string) bool { return !strings.HasPrefix(x, id+".") }
		spans, err := w.examiner.Citations(slices.DeleteFunc(slices.Clone(cited), others))
		if err != nil {
			return nil, err
		}
		if len(spans) == 0 {
			spans = c.Citations
		}
		around, err := Around(ctx, w.Library, e.Passage, Places(spans)[id])
		if err != nil {
			return nil, err
		}
		mentions, err := w.Library.Mentions(ctx, e.Passage)
		if err != nil {
			return nil, err
		}
		for _, m := range mentions {
			if near, span, sentence := around.Of(m); near != Elsewhere && m.Status == refs.Found && !m.Here() && len(m.Targets) <= 2 {
				share := float64(len(m.Text)) / float64(len(sentence))
				out = append(out, pointer{i, fmt.Sprintf("%s.%d", id, span+1), share, m, e})
			}
		}
	}
	return out, nil
}

// cites are the IDs of evidence that a sentence names, spans of it where it names those.
func cites(s cite.Sentence) []string {
	out := slices.Clone(s.Spans)
	for _, id := range s.Evidence {
		if !slices.ContainsFunc(s.Spans, func(span string) bool { return strings.HasPrefix(span, id+".") }) {
			out = append(out, id)
		}
	}
	return out
}

// evidenceOf returns the evidence that IDs name, whole or a span of it, each once.
func evidenceOf(ids []string) (out []string) {
	for _, id := range ids {
		if of, _ := quote.Named(id); !slices.Contains(out, of) {
			out = append(out, of)
		}
	}
	return out
}

// referred opens what a reference points to: evidence that there is, or evidence of its own that is cut to the
// paragraph meant. It is nil where that is in the same passage, or nowhere.
func (w *witness) referred(ctx context.Context, p pointer) (*reason.Reading, error) {
	for i := range p.mention.Targets {
		held, err := foremost(ctx, w.Kit, w.asked, p.mention, i)
		if err != nil {
			return nil, err
		}
		if len(held) == 0 || held[0].ID == p.via.Passage {
			continue
		}
		if id := w.holds[held[0].ID]; id != "" {
			return w.examiner.Read(ctx, w.known[id])
		}
		return w.open(ctx, held[0], p)
	}
	return nil, nil
}

// open makes evidence of what a reference points to.
func (w *witness) open(ctx context.Context, held Held, p pointer) (*reason.Reading, error) {
	places := held.Places
	if places == nil {
		places = held.Spans
	}
	r, err := w.admit(ctx, Kept{Passage: held.ID, Score: p.via.Score, Via: p.via.ID, Quotes: [][]source.Span{places}})
	if err != nil {
		return nil, err
	}
	r.Shown, _ = r.Brief()
	return r, nil
}

// admit makes evidence of a passage that no step kept, with an ID of its own.
func (w *witness) admit(ctx context.Context, k Kept) (*reason.Reading, error) {
	w.last++
	k.ID = fmt.Sprintf("E%d", w.last)
	e, err := Hydrate(ctx, w.Library, k)
	if err != nil {
		return nil, err
	}
	return w.examiner.Read(ctx, e)
}

// refer notes what of the passages that cited ones point to was shown, and what of it the claims cite.
func (p *Proved) refer(w *witness, evidence []cite.Evidence) {
	for _, ids := range w.refers {
		for _, id := range ids {
			p.Referred = append(p.Referred, w.known[id].Passage)
		}
	}
	slices.Sort(p.Referred)
	p.Referred = slices.Compact(p.Referred)
	for _, c := range p.Claims {
		for _, x := range c.Citations {
			named := func(e cite.Evidence) bool { return e.ID == x.Evidence }
			if !slices.ContainsFunc(evidence, named) && !slices.ContainsFunc(p.Added, named) {
				p.Added = append(p.Added, w.known[x.Evidence])
			}
		}
	}
}
