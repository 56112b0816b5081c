package step

import (
	"context"
	"errors"
	"slices"

	"rabbithole/backend/cite"
	"rabbithole/backend/reason"
	"rabbithole/prompts"
)

// Response is an answer before its citations are verified. Draft.Sections are its findings.
type Response struct {
	Draft
	ByRule bool
}

// Writing is told the answer as the model writes it; reset says that what came before is void. nil is told nothing.
type Writing func(text string, reset bool)

// Respond writes the answer to a question from evidence: m is what a report is drafted from. A thorough one has findings, part by part.
func (k *Kit) Respond(ctx context.Context, p Pursuit, m Material, told Writing) (Response, error) {
	if len(m.Evidence) == 0 || m.Nothing {
		return k.respondTwin(ctx, p, m)
	}
	in := prompts.RespondIn{Asked: p.asked(), Earlier: p.Earlier, Subject: p.subject(), Timely: p.Timely, Thorough: p.Thorough, Silent: unfound(p.Question, m.Topics)}
	var out Response
	var err error
	if in.Passages, err = k.weighedPassages(ctx, p.Evidence, k.room(prompts.Respond.NumPredict, p.Question, slices.Concat(in.Silent, p.talk())...)); err != nil {
		return out, err
	}
	parse := func(written *prompts.RespondOut) error {
		out = parseResponse(*written, p, m)
		if len(out.Answer) == 0 {
			return errors.New("no sentence of the answer ends with the ID of a listed span in square brackets")
		}
		return nil
	}
	speaking := *k
	if k.Model != nil && told != nil {
		speaking.Model = aloud{k.Model, told}
	}
	fellBack := false
	_, err = do(ctx, &speaking, prompts.Respond, in, parse, func() (prompts.RespondOut, error) {
		fellBack = true
		return prompts.RespondOut{}, nil
	})
	if err != nil || !fellBack {
		out.Unseen = len(p.Evidence) - len(in.Passages)
		return out, err
	}
	return k.respondTwin(ctx, p, m)
}

// respondTwin answers with quotes; only a thorough answer has sections beside it.
func (k *Kit) respondTwin(ctx context.Context, p Pursuit, m Material) (Response, error) {
	thinking := *k
	thinking.Model = nil
	draft, err := thinking.Draft(ctx, p.Question, m)
	if !p.Thorough && len(draft.Answer) > 0 {
		draft.Sections = nil
	}
	return Response{Draft: draft, ByRule: true}, err
}

func parseResponse(out prompts.RespondOut, p Pursuit, m Material) Response {
	findings := out.Findings
	if !p.Thorough {
		findings = nil
	}
	draft := parseDraft(prompts.DraftOut{Answer: out.Answer, Sections: findings, Conflicts: out.Conflicts, Silent: out.Unknown}, p.Question.Language, m.Evidence)
	draft.Parts = m.parts()
	return Response{Draft: draft}
}

// aloud is a model whose answers are told while it writes them.
type aloud struct {
	Model
	told Writing
}

// Generate tells the words of the reply as they grow.
func (a aloud) Generate(ctx context.Context, call prompts.Call, onToken func(string)) (prompts.Reply, error) {
	if call.Attempt > 0 {
		a.told("", true)
	}
	heard := reason.Growing{Marked: true}
	return a.Model.Generate(ctx, call, func(part string) {
		if onToken != nil {
			onToken(part)
		}
		if text := heard.Hear(part); text != "" && ctx.Err() == nil {
			a.told(text, false)
		}
	})
}

// Brief is what the report of a tree of questions is told beside its material.
type Brief struct {
	Context  []ContextItem // the full digest again
	Files    []prompts.FileDigest
	Branches []string // questions of the tree that found something
	Stats    string
}

// TreeReport writes the report of a tree of questions. The context's items are cited like every finding: they are among the material's evidence.
func (k *Kit) TreeReport(ctx context.Context, q Question, m Material, b Brief) (Draft, error) {
	rule := *k
	rule.Model = nil
	if k.Model == nil || len(m.Evidence) == 0 || m.Nothing {
		return rule.treeTwin(ctx, q, m, b)
	}
	in := prompts.TreeReportIn{Asked: k.AskedToday(q), Files: b.Files, Noted: reason.Noted(m.Noted), Silent: unfound(q, m.Topics), Stats: b.Stats}
	room := k.room(prompts.TreeReport.NumPredict, q, slices.Concat(in.Noted, in.Silent, []string{b.Stats})...)
	var err error
	in.Context = contextItems(b.Context, room/4)
	in.Branches = fit(b.Branches, asItIs, room/8)
	room -= taken(in.Context, contextText) + taken(in.Branches, asItIs)
	if in.Passages, err = k.passages(ctx, foremost(m), room); err != nil {
		return Draft{}, err
	}
	draft, ok, err := written(ctx, k, prompts.TreeReport, in, q, m)
	draft.Unseen = len(m.Evidence) - len(in.Passages)
	if err != nil || ok {
		return draft, err
	}
	return rule.treeTwin(ctx, q, m, b)
}

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
