package reason

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/chunk"
	"rabbithole/backend/cite"
	"rabbithole/backend/quote"
	"rabbithole/prompts"
)

// Claim is a sentence of a report to be checked.
type Claim struct {
	Text   string
	Before string   // the sentence before it, "" for the first
	Cites  []string // IDs of passages, and of spans of them
	Beside []string // IDs of passages that may say otherwise
	Refers []string // IDs of passages that those point to which it cites
	Hints  []string // what code noticed, as questions
}

// Opinion is what a model says of a claim. Verdict is "" when it was not asked or gave no usable answer.
type Opinion struct {
	Verdict cite.Verdict
	Spans   []string // that decide: "E3.2"
	Why     string
	Left    []Condition // that its passages attach to a claim that is right, and without which it misleads
}

// Condition is a condition, an exception or a limit, and the span where it stands.
type Condition struct{ Text, Span string }

// Coverage says how far a report answers its question, as the model that checked it sees it, and where its passages contradict each other.
type Coverage struct {
	Parts     []prompts.CheckPart // none when no model said
	Clarity   int                 // 0..100
	Conflicts []Conflict
	Said      map[int]prompts.CheckSilence // of Aside.Silent, by position: what answers the line after all, with a span that was shown
}

// Aside is what a check is asked besides its claims.
type Aside struct {
	Own    []string // IDs of the passages of the person's own files: every call shows them
	Parts  []string // of the question
	Right  []string // sentences that were found right before
	Noted  []prompts.Noted
	Silent []Silent
	Judged []prompts.CheckPart // the same parts as a check before saw them: only what they lacked is asked about
}

// Silent is what the report says that the documents do not say, and the IDs of passages that may say it: none where nobody is to be asked.
type Silent struct {
	Text string
	May  []string
}

// Noted words the contradictions that a research noted, each with the IDs of its evidence.
func Noted(list []prompts.Noted) (out []string) {
	for _, n := range list {
		text := n.Text
		if len(n.IDs) > 0 {
			text += " [" + strings.Join(n.IDs, ", ") + "]"
		}
		out = append(out, text)
	}
	return out
}

// Conflict names spans that cannot all hold, and what each says.
type Conflict struct {
	Spans []string // "E3.2"
	Why   string
}

// checkReply is the number of reply tokens an opinion takes, checkMost caps the claims of a call.
const (
	checkReply = 85
	checkMost  = 18
)

// Check holds claims against the passages that they cite, a batch a call, and returns one opinion per claim, in their order. What concerns the whole report is asked
// in the last call, which is told what the others found right, and a line on what the documents do not say in the one that shows the passages that may say it. Where the time
// ends after some batches, the claims of the others have no opinion.
func (c Caller) Check(ctx context.Context, asked prompts.Asked, passages []prompts.Passage, claims []Claim, aside Aside) ([]Opinion, Coverage, error) {
	out := make([]Opinion, len(claims))
	var all Coverage
	if c.Model == nil {
		return out, all, nil
	}
	said := map[int]prompts.CheckSilence{}
	own, noted := c.aside(passages, aside)
	order := c.checkBatches(passages, claims, append(own, noted...))
	if len(order) == 0 && len(aside.Noted) > 0 {
		order = [][]int{nil} // nothing else would carry the question
	}
	batches := make([][]Claim, len(order))
	for n, batch := range order {
		for _, i := range batch {
			batches[n] = append(batches[n], claims[i])
		}
	}
	open := slices.DeleteFunc(slices.Clone(aside.Judged), func(p prompts.CheckPart) bool { return p.Answered == "yes" })
	whole := len(aside.Judged) > 0 && len(open) == 0
	shown := make([][]prompts.Passage, len(batches))
	for i, batch := range batches {
		always := own
		if i == len(batches)-1 {
			always = append(slices.Clone(own), noted...)
		}
		shown[i] = citedBy(passages, batch, always)
	}
	asks := c.askSilent(passages, batches, shown, aside.Silent)
	for i, batch := range batches {
		in := prompts.CheckIn{Asked: asked, Passages: c.cut(shown[i]), Continues: whole || i < len(batches)-1}
		switch {
		case in.Continues:
		case len(open) > 0:
			for _, p := range open {
				in.Open = append(in.Open, p.Open())
			}
		default:
			in.Parts, in.Checked, in.Noted = aside.Parts, aside.Right, Noted(aside.Noted)
		}
		for _, line := range asks[i] {
			in.Silent = append(in.Silent, prompts.CheckSilent{Text: aside.Silent[line].Text, May: strings.Join(aside.Silent[line].May, ", ")})
		}
		opinions, coverage, err := c.checkBatch(asPart(ctx, i+1, len(batches)), in, batch)
		if i > 0 && errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return out, all, nil // what was said in time counts
		}
		if err != nil {
			return nil, all, err
		}
		for n, o := range opinions {
			if out[order[i][n]] = o; o.Verdict == cite.Supported {
				aside.Right = append(slices.Clone(aside.Right), batch[n].Text)
			}
		}
		if in.Continues {
			coverage.Parts, coverage.Clarity = nil, 0 // nobody asked
		} else if len(open) > 0 {
			coverage.Parts = again(aside.Judged, open, coverage.Parts)
		}
		for n, answer := range coverage.Said {
			said[asks[i][n]] = answer
		}
		coverage.Conflicts, coverage.Said = append(all.Conflicts, coverage.Conflicts...), said
		all = coverage
	}
	return out, all, nil
}

// again returns parts as they were judged before, the open ones as an answer ("T1") judges them now. Of a part that was answered in part only the rest was asked about.
func again(judged, open, answer []prompts.CheckPart) []prompts.CheckPart {
	out := slices.Clone(judged)
	for _, p := range answer {
		if i := refIndex(p.Part, "T", len(open)); i >= 0 {
			at := slices.Index(judged, open[i])
			p.Part = judged[at].Part
			if judged[at].Answered == "partly" && p.Answered == "no" {
				p.Answered = "partly"
			}
			out[at] = p
		}
	}
	return out
}

// askSilent returns, by call, the positions of the lines on what the documents do not say that it is asked about: each line in one, which is made to show the passages that may say it.
// That is the one that has room and shows most of them already, of several the last. A line without passages, or without room for them, nobody is asked about.
func (c Caller) askSilent(passages []prompts.Passage, batches [][]Claim, shown [][]prompts.Passage, lines []Silent) [][]int {
	room, asks := c.Room(prompts.Proof.NumPredict), make([][]int, len(batches))
	for n, line := range lines {
		at, least := -1, room+1
		var with []prompts.Passage
		for i := range batches {
			ids := line.May
			for _, p := range shown[i] {
				ids = append(slices.Clone(ids), p.ID)
			}
			more := citedBy(passages, nil, ids)
			if cost := tokensOf(more, nil) - tokensOf(shown[i], nil); len(line.May) > 0 && cost <= least && tokensOf(more, batches[i]) <= room {
				at, least, with = i, cost, more
			}
		}
		if at >= 0 {
			shown[at], asks[at] = with, append(asks[at], n)
		}
	}
	return asks
}

// aside returns the IDs of the passages of the person's own files and of those that the last call shows besides, as many as fit a quarter of a call.
func (c Caller) aside(passages []prompts.Passage, aside Aside) (own, noted []string) {
	var ids []string
	for _, n := range aside.Noted {
		ids = append(ids, n.IDs...)
	}
	room := c.Room(prompts.Proof.NumPredict) / 4
	take := func(wanted []string) (out []string) {
		for _, p := range passages {
			if n := tokensOf([]prompts.Passage{p}, nil); slices.Contains(wanted, p.ID) && n <= room {
				out, room = append(out, p.ID), room-n
			}
		}
		return out
	}
	return take(aside.Own), take(ids)
}

// citedBy returns the passages that claims cite, those that may say otherwise, what the cited ones point to, and those that are shown in any case, in their order.
func citedBy(passages []prompts.Passage, claims []Claim, always []string) []prompts.Passage {
	return slices.DeleteFunc(slices.Clone(passages), func(p prompts.Passage) bool {
		return !slices.Contains(always, p.ID) && !slices.ContainsFunc(claims, func(claim Claim) bool { return claim.cites(p.ID) })
	})
}

func (c Claim) cites(passage string) bool {
	return slices.Contains(c.Beside, passage) || slices.Contains(c.Refers, passage) || slices.ContainsFunc(c.Cites, func(id string) bool {
		of, _ := quote.Named(id)
		return of == passage
	})
}

// checkBatches cuts claims into batches that fit the model's context with the passages they cite and those always shown, and the reply they need: in their order, but for
// those that need no passage which their batch does not show already. It returns their positions.
func (c Caller) checkBatches(passages []prompts.Passage, claims []Claim, always []string) [][]int {
	room, reply := c.Room(prompts.Proof.NumPredict), c.Reply(prompts.Proof.NumPredict)
	left := make([]int, len(claims))
	for i := range left {
		left[i] = i
	}
	var out [][]int
	for len(left) > 0 {
		var batch []int
		var with []Claim
		take := func(at int) {
			with, batch = append(with, claims[left[at]]), append(batch, left[at])
			left = slices.Delete(left, at, at+1)
		}
		fits := func(claim Claim) bool {
			next := append(slices.Clone(with), claim)
			return len(next) <= checkMost && len(next)*checkReply <= reply && tokensOf(citedBy(passages, next, always), next) <= room
		}
		for take(0); len(left) > 0; {
			shown := len(citedBy(passages, with, always))
			at := slices.IndexFunc(left, func(i int) bool {
				return len(citedBy(passages, append(slices.Clone(with), claims[i]), always)) == shown
			})
			if at = max(at, 0); !fits(claims[left[at]]) {
				break
			}
			take(at)
		}
		slices.Sort(batch)
		out = append(out, batch)
	}
	return out
}

func tokensOf(passages []prompts.Passage, claims []Claim) (n int) {
	for _, p := range passages {
		n += Tokens(p.Text+p.Source+p.Lead) + 2*Fenced
	}
	for _, claim := range claims {
		n += Tokens(claim.Text+claim.Before) + 2*Fenced
	}
	return n
}

func (c Caller) checkBatch(ctx context.Context, in prompts.CheckIn, batch []Claim) ([]Opinion, Coverage, error) {
	for i, claim := range batch {
		if i > 0 && claim.Before == batch[i-1].Text {
			claim.Before = "" // it stands right above
		}
		in.Claims = append(in.Claims, prompts.CheckClaim{Ref: "K" + strconv.Itoa(i+1), Text: claim.Text, Before: claim.Before,
			Cites: strings.Join(claim.Cites, ", "), Hints: claim.Hints})
	}
	someKnown := func(o *prompts.CheckOut) error {
		if len(batch) > 0 && !slices.ContainsFunc(o.Claims, func(v prompts.CheckVerdict) bool { return refIndex(v.Ref, "K", len(batch)) >= 0 }) {
			return fmt.Errorf("no ref between K1 and K%d", len(batch))
		}
		return nil
	}
	opinions := make([]Opinion, len(batch))
	answer, err := Or(ctx, c, prompts.Proof, in, someKnown, func() (prompts.CheckOut, error) { return prompts.CheckOut{}, nil })
	for _, v := range answer.Claims {
		if i := refIndex(v.Ref, "K", len(batch)); i >= 0 {
			opinions[i] = opinionOf(v, in.Passages)
		}
	}
	return opinions, coverageOf(answer, in), err
}

// coverageOf takes over what a model says of the whole report as far as it speaks of what it was shown and of what the person asked.
func coverageOf(answer prompts.CheckOut, in prompts.CheckIn) Coverage {
	shown := in.Passages
	out := Coverage{Clarity: answer.Clarity, Said: map[int]prompts.CheckSilence{}}
	for _, p := range answer.Parts {
		if i := refIndex(p.Part, "T", len(in.Parts)); i >= 0 {
			p.Part = in.Parts[i]
		}
		if p.Answered != "beyond" && !slices.ContainsFunc(out.Parts, func(o prompts.CheckPart) bool { return o.Part == p.Part }) {
			out.Parts = append(out.Parts, p)
		}
	}
	for _, s := range answer.Silent {
		s.Span = shownSpan(s.Span, shown)
		if i := refIndex(s.Ref, "S", len(in.Silent)); i >= 0 && s.Span != "" {
			out.Said[i] = s
		}
	}
	for _, conflict := range answer.Conflicts {
		out.Conflicts = append(out.Conflicts, Conflict{shownSpans(conflict.Spans, shown), strings.TrimSpace(conflict.Why)})
	}
	return out
}

// cut shortens passages that would not fit a call of their own.
func (c Caller) cut(passages []prompts.Passage) []prompts.Passage {
	room := c.Room(prompts.Proof.NumPredict)
	if tokensOf(passages, nil) <= room {
		return passages
	}
	out := slices.Clone(passages)
	for i := range out {
		out[i].Text = chunk.Clip(out[i].Text, 2*room/len(out))
	}
	return out
}

// opinionOf takes over what a model says as far as it holds together: what is contradicted is so somewhere, and a claim of which a condition stands nowhere is not
// supported.
func opinionOf(v prompts.CheckVerdict, passages []prompts.Passage) Opinion {
	o := Opinion{Verdict: cite.Verdict(v.Verdict), Why: strings.TrimSpace(v.Why)}
	o.Spans = shownSpans(v.Spans, passages)
	for _, condition := range v.Conditions {
		at := shownSpan(condition.Span, passages)
		switch {
		case o.Verdict != cite.Supported:
		case strings.TrimSpace(condition.Span) == "":
			o.Verdict, o.Why, o.Left = cite.Unproven, condition.Text, nil
		case at != "" && condition.Missed:
			o.Left = append(o.Left, Condition{strings.TrimSpace(condition.Text), at})
		}
	}
	if o.Verdict == cite.Contradicted && len(o.Spans) == 0 {
		o.Verdict = cite.Unproven
	}
	return o
}

// shownSpans returns those of the spans a model named that are of passages it was shown.
func shownSpans(refs []string, passages []prompts.Passage) (out []string) {
	for _, ref := range refs {
		if at := shownSpan(ref, passages); at != "" {
			out = append(out, at)
		}
	}
	return out
}

func shownSpan(ref string, passages []prompts.Passage) string {
	of, at := quote.Named(ref)
	if at < 0 || !slices.ContainsFunc(passages, func(p prompts.Passage) bool { return p.ID == of }) {
		return ""
	}
	return of + "." + strconv.Itoa(at+1)
}

// refIndex reads a ref such as "K3" and returns its position below n, -1 for any other.
func refIndex(ref, letter string, n int) int {
	number, ok := strings.CutPrefix(strings.ToUpper(strings.TrimSpace(ref)), letter)
	i, err := strconv.Atoi(number)
	if !ok || err != nil || i < 1 || i > n {
		return -1
	}
	return i - 1
}
