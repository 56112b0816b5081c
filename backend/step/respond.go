package step

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/reason"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// Writing is told the answer as the model writes it; reset says that what came before is void. nil is told nothing.
type Writing func(text string, reset bool)

// Respond writes the answer to a question from evidence: m is what a report is drafted from. A thorough one has findings, part by part.
func (k *Kit) Respond(ctx context.Context, p extract.Loop, m extract.Material, told Writing) (extract.Response, error) {
	if len(m.Evidence) == 0 || m.Nothing {
		return k.Engine.Respond(ctx, p, m)
	}
	in := prompts.RespondIn{Asked: p.Asked(), Earlier: p.Earlier, Subject: p.Subject(), Timely: p.Timely, Thorough: p.Thorough, Silent: extract.Unfound(p.Question, m.Topics)}
	var out extract.Response
	var err error
	if in.Passages, err = k.weighedPassages(ctx, p, k.room(prompts.Respond.NumPredict, p.Question, slices.Concat(in.Silent, p.Talk())...)); err != nil {
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
	_, ok, err := only(ctx, &speaking, prompts.Respond, in, parse)
	if err != nil || ok {
		out.Unseen = len(p.Evidence) - len(in.Passages)
		return out, err
	}
	return k.Engine.Respond(ctx, p, m)
}

func parseResponse(out prompts.RespondOut, p extract.Loop, m extract.Material) extract.Response {
	findings := out.Findings
	if !p.Thorough {
		findings = nil
	}
	draft := parseDraft(prompts.DraftOut{Answer: out.Answer, Sections: findings, Conflicts: out.Conflicts, Silent: out.Unknown}, p.Question.Language, m.Evidence)
	draft.Parts, draft.About = m.Parts(), p.About()
	return extract.Response{Draft: draft}
}

// aloud is a model whose answers are told while it writes them.
type aloud struct {
	reason.Model
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

// TreeReport writes the report of a tree of questions. The context's items are cited like every finding: they are among the material's evidence.
func (k *Kit) TreeReport(ctx context.Context, q ask.Question, m extract.Material, b extract.Brief) (extract.Draft, error) {
	if k.Model == nil || len(m.Evidence) == 0 || m.Nothing {
		return k.Engine.TreeReport(ctx, q, m, b)
	}
	in := prompts.TreeReportIn{Asked: k.AskedToday(q), Files: b.Files, Noted: reason.Noted(m.Noted), Silent: extract.Unfound(q, m.Topics), Stats: b.Stats}
	room := k.room(prompts.TreeReport.NumPredict, q, slices.Concat(in.Noted, in.Silent, []string{b.Stats})...)
	var err error
	in.Context = contextItems(b.Context, room/4)
	in.Branches = fit(b.Branches, asItIs, room/8)
	room -= taken(in.Context, contextText) + taken(in.Branches, asItIs)
	if in.Passages, err = k.passages(ctx, foremost(m), m.Evidence, room); err != nil {
		return extract.Draft{}, err
	}
	draft, ok, err := written(ctx, k, prompts.TreeReport, in, q, m)
	draft.Unseen = len(m.Evidence) - len(in.Passages)
	if err != nil || ok {
		return draft, err
	}
	return k.Engine.TreeReport(ctx, q, m, b)
}

// passages returns evidence as it is shown to a model that writes from it, as far as there is room (in tokens), in the order given, but those of one
// section together, as they stand there. The first are whole, with what they go on with; where there is no room for that, a passage is cut to what was found to matter in it,
// and so is always one of a person's own files. None goes on with what is another one of all the evidence: its spans have the same numbers in every call.
func (k *Kit) passages(ctx context.Context, evidence, all []cite.Evidence, room int) ([]prompts.Passage, error) {
	shelf := reason.Shelf{Library: k.Library, Apart: reason.Apart(all)}
	var out []prompts.Passage
	var fuller [3][]prompts.Passage
	var of []source.Passage
	for _, e := range evidence {
		r, err := shelf.Read(ctx, e)
		if err != nil {
			return nil, err
		}
		of = append(of, r.Passage)
		brief, further := r.Brief()
		out = append(out, brief)
		for n, p := range []prompts.Passage{further, r.Whole(), r.Shown} {
			if e.Own {
				p = brief
			}
			fuller[n] = append(fuller[n], p)
		}
	}
	out = fit(out, shownText, room)
	room -= taken(out, shownText)
	for _, list := range fuller {
		for i, p := range out {
			if more := tokens(shownText(list[i])) - tokens(shownText(p)); more > 0 && more <= room {
				out[i], room = list[i], room-more
			}
		}
	}
	return asTheyStand(out, of), nil
}

// asTheyStand orders passages so that those of one section stand together, where the first of them stood, as in the document.
func asTheyStand(shown []prompts.Passage, of []source.Passage) []prompts.Passage {
	type section struct{ document, id string }
	first := map[section]int{}
	order, rank := make([]int, len(shown)), make([]int, len(shown))
	for i := range shown {
		order[i], rank[i] = i, i
		s := section{of[i].Document, of[i].Section}
		if at, ok := first[s]; ok && s.id != "" {
			rank[i] = at
		} else {
			first[s] = i
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(rank[a], rank[b]), cmp.Compare(of[a].Ordinal, of[b].Ordinal))
	})
	out := make([]prompts.Passage, len(shown))
	for n, i := range order {
		out[n] = shown[i]
	}
	return out
}

func shownText(p prompts.Passage) string { return p.Source + p.Lead + p.Text }
