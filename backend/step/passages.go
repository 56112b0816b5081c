package step

import (
	"context"

	"rabbithole/backend/cite"
	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// passages returns evidence as it is shown to a model that writes from it, as far as there is room (in tokens), in the order given. The first
// are whole; where there is no room for that, a passage is cut to what was found to matter in it, and so is always one of a person's own files.
func (k *Kit) passages(ctx context.Context, evidence []cite.Evidence, room int) ([]prompts.Passage, error) {
	shelf := reason.Shelf{Library: k.Library}
	var whole, out []prompts.Passage
	for _, e := range evidence {
		r, err := shelf.Read(ctx, e)
		if err != nil {
			return nil, err
		}
		brief := r.Brief()
		out = append(out, brief)
		if e.Own {
			whole = append(whole, brief)
		} else {
			whole = append(whole, r.Shown)
		}
	}
	out = fit(out, shownText, room)
	room -= taken(out, shownText)
	for i, p := range out {
		if more := tokens(shownText(whole[i])) - tokens(shownText(p)); more <= room {
			out[i], room = whole[i], room-more
		}
	}
	return out, nil
}

func shownText(p prompts.Passage) string { return p.Source + p.Lead + p.Text + p.Next }
