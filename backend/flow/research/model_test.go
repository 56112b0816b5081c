package research_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"rabbithole/backend/cite"
	"rabbithole/backend/fault"
	"rabbithole/prompts"
)

// thinker is a scripted model. It answers each step by its schema, sensibly unless a test says otherwise, and counts the calls.
type thinker struct {
	on      map[string]func(asked) any // by step: overrides the answer; a string is sent as it is
	numCtx  int                        // 32768 when 0
	keeps   func(text string) float64  // relevance of a passage; 0.9 when nil
	queries func(task string) []string // two of the task when nil
	takes   time.Duration              // for each answer

	mu    sync.Mutex
	calls map[string]int
	heard []prompts.Call
}

// asked is a call as the script sees it.
type asked struct {
	prompts.Call
	n     int // calls of this step before
	task  string
	texts []fenced
}

// fenced is untrusted text in a prompt with the first word of the line above it: "P3", "E7".
type fenced struct {
	ref, text string
	numbers   [][]string // of its spans
}

// spans names the first of its spans, as many as a verdict may.
func (f fenced) spans() (out []string) {
	for _, m := range f.numbers[:min(4, len(f.numbers))] {
		out = append(out, f.ref+"."+m[2])
	}
	return out
}

var (
	fence    = regexp.MustCompile(`(?m)^(?:(\S*).*\n)?<<<([0-9a-f]{12})\n`)
	spanMark = regexp.MustCompile(`(?m)(^|\s)\[(\d+)\] `)
	taskLine = regexp.MustCompile(`(?m)^Task(?: just worked on)?: (.*)$`)
	numbered = regexp.MustCompile(`(?m)^\d+\. .*$`)
)

func (m *thinker) Card() prompts.Card {
	n := m.numCtx
	if n == 0 {
		n = 32768
	}
	return prompts.Card{Name: "scripted", Digest: "sha256:0123456789abcdef", NumCtx: n, Chats: true}
}

func (m *thinker) Generate(ctx context.Context, call prompts.Call, _ func(string)) (prompts.Reply, error) {
	select {
	case <-time.After(m.takes):
	case <-ctx.Done():
	}
	if err := ctx.Err(); err != nil {
		return prompts.Reply{}, err
	}
	m.mu.Lock()
	if m.calls == nil {
		m.calls = map[string]int{}
	}
	a := asked{Call: call, n: m.calls[call.Step], texts: fences(call.User)}
	m.calls[call.Step]++
	m.heard = append(m.heard, call)
	m.mu.Unlock()
	if found := taskLine.FindStringSubmatch(call.User); found != nil {
		a.task = found[1]
	}
	reply := prompts.Reply{DoneReason: "stop", PromptTokens: 100, ReplyTokens: 10}
	var out any
	if on := m.on[call.Step]; on != nil {
		out = on(a)
	} else {
		out = m.script(a)
	}
	if err, ok := out.(error); ok {
		return prompts.Reply{}, err
	}
	if text, ok := out.(string); ok {
		reply.Text = text
		return reply, nil
	}
	raw, err := json.Marshal(out)
	reply.Text = string(raw)
	return reply, err
}

func fences(user string) []fenced {
	var out []fenced
	for {
		at := fence.FindStringSubmatchIndex(user)
		if at == nil {
			return out
		}
		f := fenced{}
		if at[2] >= 0 {
			f.ref = user[at[2]:at[3]]
		}
		text, rest, _ := strings.Cut(user[at[1]:], "\n"+user[at[4]:at[5]]+">>>")
		f.numbers = spanMark.FindAllStringSubmatch(text, -1)
		f.text, user = spanMark.ReplaceAllString(text, "$1"), rest
		out = append(out, f)
	}
}

// of returns the texts whose reference begins with kind.
func (a asked) of(kind string) []fenced {
	var out []fenced
	for _, f := range a.texts {
		if strings.HasPrefix(f.ref, kind) && len(f.ref) > 1 && f.ref[1] >= '0' && f.ref[1] <= '9' {
			out = append(out, f)
		}
	}
	return out
}

func (m *thinker) script(a asked) any {
	switch a.Step {
	case "analyse":
		return analysis(false)
	case "clarify":
		round := 1
		for strings.Contains(a.User, fmt.Sprintf("- Question %d.", round)) {
			round++
		}
		var out prompts.ClarifyOut
		for i := range 3 {
			out.Questions = append(out.Questions, fmt.Sprintf("Question %d.%d?", round, i+1))
		}
		return out
	case "plan":
		return plan("Find the limit", "Find the exceptions", "Find the fines")
	case "queries":
		if m.queries != nil {
			return prompts.QueriesOut{Queries: m.queries(a.task)}
		}
		return prompts.QueriesOut{Queries: []string{a.task, "lantern " + a.task}}
	case "judge":
		return m.judge(a)
	case "reflect":
		return prompts.ReflectOut{Done: len(a.of("E")) > 0, NewTasks: []prompts.PlanItem{}}
	case "summarise":
		return summaries(a)
	case "rank":
		out := prompts.RankOut{Scores: []prompts.RankScore{}}
		for i, s := range a.of("S") {
			out.Scores = append(out.Scores, prompts.RankScore{Ref: s.ref, Relevance: 1 / float64(i+1)})
		}
		return out
	case "draft":
		return drafted(a, "")
	case "check":
		return opinions(a, cite.Supported)
	}
	return "I have nothing to say to that."
}

func analysis(unclear bool) prompts.AnalyseOut {
	return prompts.AnalyseOut{KeyConcepts: []string{"lantern"}, Entities: []string{}, Scope: "lanterns", AssumedContext: []string{"boats"}, ClarificationNeeded: unclear}
}

func plan(tasks ...string) prompts.PlanOut {
	out := prompts.PlanOut{}
	for _, t := range tasks {
		out.Items = append(out.Items, prompts.PlanItem{Task: t, Context: "lanterns"})
	}
	return out
}

func (m *thinker) judge(a asked) prompts.JudgeOut {
	out := prompts.JudgeOut{Passages: []prompts.JudgeVerdict{}}
	for _, p := range a.of("P") {
		v := prompts.JudgeVerdict{Ref: p.ref, Relevance: 0.9, Spans: p.spans(), Why: "It matters."}
		if m.keeps != nil {
			v.Relevance = m.keeps(p.text)
		}
		out.Passages = append(out.Passages, v)
	}
	return out
}

func summaries(a asked) prompts.SummariseOut {
	out := prompts.SummariseOut{Summaries: []string{}}
	for i := range numbered.FindAllString(a.User, -1) {
		e := a.of("E")[i%len(a.of("E"))]
		out.Summaries = append(out.Summaries, fmt.Sprintf("In short [%s].", e.ref))
	}
	return out
}

// drafted states each piece of evidence in its own words.
func drafted(a asked, more string) prompts.DraftOut {
	out := prompts.DraftOut{Sections: []prompts.DraftSection{}, Conflicts: []string{}, Silent: []string{}}
	for i, e := range a.of("E") {
		line := fmt.Sprintf("%s%s [%s]. ", strings.TrimSuffix(e.text, "."), more, e.ref)
		if i == 0 {
			out.Answer = line
		} else if len(out.Sections) < 8 {
			out.Sections = append(out.Sections, prompts.DraftSection{Title: "On " + e.ref, Text: line})
		}
	}
	return out
}

// opinions gives every claim asked about one verdict, pointing at its first quote.
func opinions(a asked, verdict cite.Verdict) prompts.CheckOut {
	out := prompts.CheckOut{Claims: []prompts.CheckVerdict{}, Conflicts: []prompts.CheckConflict{}, Parts: []prompts.CheckPart{}}
	for _, pair := range conflictLine.FindAllStringSubmatch(a.User, -1) {
		out.Conflicts = append(out.Conflicts, prompts.CheckConflict{Spans: []string{pair[1] + ".1", pair[2] + ".1"}, Why: "It burns for longer there."})
	}
	for _, line := range claimLine.FindAllStringSubmatch(a.User, -1) {
		out.Claims = append(out.Claims, prompts.CheckVerdict{Ref: line[1], Verdict: string(verdict), Spans: []string{line[2] + ".1"}, Conditions: []prompts.CheckCondition{}, Why: "So it seems."})
	}
	return out
}

// conflictLine matches a claim of which code asks whether other evidence says otherwise.
var conflictLine = regexp.MustCompile(`(?m)^K\d+ \[(E\d+)[^\]]*\]\n<<<.*\n.*\n.*>>>\n\? <<<\w+ (E\d+) may say otherwise`)

var claimLine = regexp.MustCompile(`(?m)^(K\d+) \[(E\d+)[^\]]*\]$`)

// graded is what a check says of a draft that answers so many of the eight parts of a question, with names of those that it does not answer.
func graded(a asked, answered int, gaps ...string) prompts.CheckOut {
	out := opinions(a, cite.Supported)
	for i := range 8 {
		part := prompts.CheckPart{Part: fmt.Sprintf("part %d", i), Answered: "yes"}
		if i >= answered {
			part.Answered = "no"
			if i-answered < len(gaps) {
				part.Part = gaps[i-answered]
			}
		}
		out.Parts = append(out.Parts, part)
	}
	out.Clarity = 12 * answered
	return out
}

// errGone is what the client says when the server has gone.
var errGone = fault.New("ask the model", fault.Unavailable, "Start Ollama and resume the run.", nil)
