package answer_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"rabbithole/backend/cite"
	"rabbithole/prompts"
)

// thinker is a scripted model: it answers each step sensibly unless a test says otherwise, in pieces where somebody listens.
type thinker struct {
	on     map[string]func(asked) any // by step: overrides the answer; a string is sent as it is, an error returned
	stalls map[string]bool            // steps that are never answered
	pace   float64                    // prompt tokens a second; 0: at once
	numCtx int                        // 0: 32768
	drag   time.Duration              // times that writing and checking take as long as the pace says; 0: once

	mu    sync.Mutex
	heard []prompts.Call
}

// asked is a call as the script sees it.
type asked struct {
	prompts.Call
	n        int               // calls of this step before
	evidence map[string]string // by ID
	ids      []string
}

var (
	fence     = regexp.MustCompile(`(?m)^(\S+) .*\n<<<(` + prompts.MarkForm + `)\n`)
	spanMark  = regexp.MustCompile(`(?m)(^| )\[\d+\] `)
	claimLine = regexp.MustCompile(`(?m)^(K\d+) \[(E\d+)[^\]]*\]$`)
	// conflictLine matches a claim of which code asks whether other evidence says otherwise.
	conflictLine = regexp.MustCompile(`(?m)^K\d+ \[(E\d+)[^\]]*\]\n<<<.*\n.*\n.*>>>\n\? <<<\w+ (E\d+) may say otherwise`)
)

func (m *thinker) Card() prompts.Card {
	return prompts.Card{Name: "scripted", Digest: "sha256:0123456789abcdef", NumCtx: cmp.Or(m.numCtx, 32768), Chats: true, Pace: m.pace}
}

func (m *thinker) Generate(ctx context.Context, call prompts.Call, onToken func(string)) (prompts.Reply, error) {
	if m.stalls[call.Step] || m.stalls["all"] {
		<-ctx.Done()
	}
	if err := ctx.Err(); err != nil {
		return prompts.Reply{}, err
	}
	m.mu.Lock()
	a := asked{Call: call, evidence: map[string]string{}}
	for _, c := range m.heard {
		if c.Step == call.Step {
			a.n++
		}
	}
	m.heard = append(m.heard, call)
	m.mu.Unlock()
	for _, at := range fence.FindAllStringSubmatchIndex(call.User, -1) {
		ref, mark := call.User[at[2]:at[3]], call.User[at[4]:at[5]]
		text, _, _ := strings.Cut(call.User[at[1]:], "\n"+mark+">>>")
		a.evidence[ref] = spanMark.ReplaceAllString(text, "")
		a.ids = append(a.ids, ref)
	}
	out := m.answer(call.Step, a)
	if err, ok := out.(error); ok {
		return prompts.Reply{}, err
	}
	text, ok := out.(string)
	if !ok {
		raw, err := json.Marshal(out)
		if err != nil {
			return prompts.Reply{}, err
		}
		text = string(raw)
	}
	if m.pace > 0 {
		takes := m.Card().Takes(len(call.System+call.User)/4, len(text)/4)
		if call.Step == "respond" || call.Step == "settle" || call.Step == "check" {
			takes *= max(1, m.drag)
		}
		select {
		case <-time.After(takes):
		case <-ctx.Done():
			return prompts.Reply{}, ctx.Err()
		}
	}
	for from := 0; onToken != nil && from < len(text); from += 7 {
		onToken(text[from:min(from+7, len(text))])
	}
	return prompts.Reply{Text: text, DoneReason: "stop", PromptTokens: 100, ReplyTokens: 10}, nil
}

// answer is what a test says of a step, or the script.
func (m *thinker) answer(step string, a asked) any {
	if on := m.on[step]; on != nil {
		return on(a)
	}
	a.Step = step
	return m.script(a)
}

func (m *thinker) steps() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []string
	for _, c := range m.heard {
		out = append(out, c.Step)
	}
	return out
}

// last returns the last call of a step.
func (m *thinker) last(step string) prompts.Call {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out prompts.Call
	for _, c := range m.heard {
		if c.Step == step {
			out = c
		}
	}
	return out
}

func more(queries ...string) prompts.SeekOut {
	return prompts.SeekOut{NextAction: "search_more", Queries: queries, CoverageGaps: []string{"a fact"}, Confidence: 0.3, Reason: "A fact is missing."}
}

func enough() prompts.SeekOut {
	return prompts.SeekOut{NextAction: "finalize", Queries: []string{}, CoverageGaps: []string{}, Confidence: 0.9, Reason: "It is enough."}
}

func (m *thinker) script(a asked) any {
	switch a.Step {
	case "seek":
		return more("lantern brightness boat")
	case "weigh":
		judged, one := m.answer("judge", a).(prompts.JudgeOut)
		decided, two := m.answer("decide", a).(prompts.SeekOut)
		if !one || !two {
			return fmt.Sprint("no judgement ", m.answer("judge", a), " ", m.answer("decide", a))
		}
		return prompts.WeighOut{JudgeOut: judged, SeekOut: decided}
	case "settle":
		return m.settle(a)
	case "decide": // a part of weigh and settle
		return enough()
	case "judge":
		out := prompts.JudgeOut{Passages: []prompts.JudgeVerdict{}, Others: []string{}}
		for _, ref := range a.ids {
			out.Passages = append(out.Passages, prompts.JudgeVerdict{Ref: ref, Relevance: 0.9, Spans: []string{ref + ".1"}, Why: "It matters."})
		}
		return out
	case "respond":
		return responded(a)
	case "check":
		out := prompts.CheckOut{Claims: []prompts.CheckVerdict{}, Conflicts: []prompts.CheckConflict{}, Parts: []prompts.CheckPart{}}
		for _, pair := range conflictLine.FindAllStringSubmatch(a.User, -1) {
			out.Conflicts = append(out.Conflicts, prompts.CheckConflict{Spans: []string{pair[1] + ".1", pair[2] + ".1"}, Why: "Two limits."})
		}
		for _, line := range claimLine.FindAllStringSubmatch(a.User, -1) {
			out.Claims = append(out.Claims, prompts.CheckVerdict{Ref: line[1], Verdict: string(cite.Supported), Spans: []string{line[2] + ".1"}, Conditions: []prompts.CheckCondition{}, Why: "So it seems."})
		}
		return out
	}
	return fmt.Errorf("nobody told the model what to say to %s", a.Step)
}

// settle judges, decides, and where that is enough answers from what it keeps, as the steps apart do it.
func (m *thinker) settle(a asked) any {
	judged, one := m.answer("judge", a).(prompts.JudgeOut)
	decided, two := m.answer("decide", a).(prompts.SeekOut)
	if !one || !two {
		return fmt.Sprint("no judgement ", m.answer("judge", a), " ", m.answer("decide", a))
	}
	out := prompts.SettleOut{NextAction: decided.NextAction, Conflicts: []string{}, Unknown: []string{}, Passages: []prompts.Helpful{}, Queries: decided.Queries,
		CoverageGaps: decided.CoverageGaps, Confidence: decided.Confidence, Reason: decided.Reason}
	if strings.Contains(a.User, "Rounds left: 0.") {
		out.NextAction, out.Queries = "finalize", []string{}
	}
	a.ids = nil
	for _, v := range judged.Passages {
		if v.Relevance > 0.6 {
			a.ids = append(a.ids, v.Ref)
			out.Passages = append(out.Passages, prompts.Helpful{Ref: v.Ref, Spans: v.Spans})
		}
	}
	if out.NextAction == "search_more" || len(a.ids) == 0 {
		return out
	}
	responded, ok := m.answer("respond", a).(prompts.RespondOut)
	if !ok {
		return m.answer("respond", a)
	}
	out.Answer, out.Conflicts, out.Unknown = responded.Answer, responded.Conflicts, responded.Unknown
	return out
}

// responded states each piece of evidence in its own words.
func responded(a asked) prompts.RespondOut {
	out := prompts.RespondOut{Findings: []prompts.DraftSection{}, Conflicts: []string{}, Unknown: []string{}}
	for _, id := range a.ids {
		if strings.HasPrefix(id, "E") {
			out.Answer += fmt.Sprintf("%s [%s]. ", strings.TrimSuffix(a.evidence[id], "."), id)
		}
	}
	return out
}
