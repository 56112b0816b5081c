package explore

import (
	"context"
	"slices"

	"rabbithole/backend/extract"
	"rabbithole/backend/flow"
	"rabbithole/backend/refs"
)

// How far a question follows references.
const (
	mostFollowed  = 3    // references of its findings, in the order of keeping
	leadStanding  = 0.75 // the least relevance that a kept quote lends to what it points to
	namedStanding = 0.9  // what the question's own reference lends
)

// Followed is a reference that a question's finding led along.
type Followed struct {
	From string   `json:"from"` // ID of the finding within the question
	Text string   `json:"text"`
	Kept []string `json:"kept,omitempty"` // IDs of what was kept there
}

// named returns what the references in a question's own words point to: "the limit of § 80" is looked up there, whatever a search finds.
func (f *run) named(ctx context.Context, s State, question string) ([]extract.Reading, error) {
	mentions, err := f.Kit.Library.Pointed(ctx, question)
	if err != nil {
		return nil, err
	}
	var out []extract.Reading
	for _, m := range mentions {
		readings, err := f.targets(ctx, s, question, m)
		if err != nil {
			return nil, err
		}
		for _, x := range readings {
			x.Lead, x.LeadScore = question, namedStanding
			out = append(out, x)
		}
	}
	return out, nil
}

// targets returns the passages that a mention points to.
func (f *run) targets(ctx context.Context, s State, question string, m refs.Mention) ([]extract.Reading, error) {
	passages, err := flow.Targets(ctx, f.Kit, s.asks(question), m)
	if err != nil {
		return nil, err
	}
	return f.Kit.Readings(ctx, passages...)
}

// follow reads what the references in a question's findings point to. What is kept there is a finding under the one that led there, and its own references are followed
// in turn while some are left.
func (f *run) follow(ctx context.Context, s State, r *Record) error {
	for i := 0; i < len(r.Evidence); i++ {
		k := r.Evidence[i]
		e, err := flow.Hydrate(ctx, f.Kit.Library, k)
		if err != nil {
			return err
		}
		if e.Locator.URL != "" { // nothing is read because a page of the web points to it
			continue
		}
		mentions, err := f.Kit.Library.Mentions(ctx, k.Passage)
		if err != nil {
			return err
		}
		for _, m := range mentions {
			lead := flow.Lead(k.Quotes, e, m)
			if lead == "" || m.Status != refs.Found || m.Here() || len(r.Followed) == mostFollowed {
				continue
			}
			readings, err := f.targets(ctx, s, r.Question, m)
			if err != nil {
				return err
			}
			readings = slices.DeleteFunc(readings, func(x extract.Reading) bool { return x.Passage.ID == k.Passage })
			if len(readings) == 0 {
				continue
			}
			for n := range readings {
				readings[n].Lead, readings[n].LeadScore = lead, max(k.Score, leadStanding)
			}
			if err := f.visit(ctx, s, r, readings, Followed{From: k.ID, Text: m.Text}); err != nil {
				return err
			}
		}
	}
	return nil
}

// visit reads passages that a reference leads to; what is kept already is linked.
func (f *run) visit(ctx context.Context, s State, r *Record, readings []extract.Reading, way Followed) error {
	before := len(r.Evidence)
	for _, x := range readings {
		if kept := r.kept(x.Passage.ID); kept != nil {
			way.Kept = append(way.Kept, kept.ID)
		}
	}
	if err := f.keep(ctx, s, r, readings); err != nil {
		return err
	}
	for i := before; i < len(r.Evidence); i++ {
		r.Evidence[i].Via = way.From
		way.Kept = append(way.Kept, r.Evidence[i].ID)
	}
	r.Followed = append(r.Followed, way)
	return nil
}
