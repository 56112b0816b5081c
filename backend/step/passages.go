package step

import (
	"context"

	"rabbithole/backend/cite"
	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// passages returns evidence as it is shown to a model that writes from it, as far as there is room (in tokens), in the order given. The first
// are whole; where there is no room for that, a passage is cut to what was found to matter in it.
func (k *Kit) passages(ctx context.Context, evidence []cite.Evidence, room int) ([]prompts.Passage, error) {
	shelf := reason.Shelf{Library: k.Library}
	var whole, out []prompts.Passage
	for _, e := range evidence {
		r, err := shelf.Read(ctx, e)
		if err != nil {
			return nil, err
		}
		whole, out = append(whole, r.Shown), append(out, r.Brief())
	}
	out = fit(out, shownText, room)
	for _, p := range out {
		room -= tokens(shownText(p)) + fenced
	}
	for i, p := range out {
		if more := tokens(shownText(whole[i])) - tokens(shownText(p)); more <= room {
			out[i], room = whole[i], room-more
		}
	}
	return out, nil
}

func shownText(p prompts.Passage) string { return p.Source + p.Lead + p.Text + p.Next }
