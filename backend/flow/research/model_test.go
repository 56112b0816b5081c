package research_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
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
	fence    = regexp.MustCompile(`(?m)^(?:(\S*).*\n)?<<<(` + prompts.MarkForm + `)\n`)
	spanMark = regexp.MustCompile(`(?m)(^|\s)\[(\d+)\] `)
	taskLine = regexp.MustCompile(`(?m)^Task: (.*)$`)
	taskMark = regexp.MustCompile(`(?m)^(T\d+) <<<\w+ (.*) \w+>>>$`)
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
	if judged, ok := out.(prompts.JudgeOut); ok && call.Step == "sift" {
		out = sifted(a, judged)
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
	case "clarify":
		round := 1
		for strings.Contains(a.User, fmt.Sprintf("- Question %d.", round)) {
			round++
		}
		var out prompts.ClarifyOut
		for i := range 3 {
			out.Questions = append(out.Questions, prompts.ClarifyQuestion{Question: fmt.Sprintf("Question %d.%d?", round, i+1), Choices: []string{"yes", "no"}})
		}
		return out
	case "plan":
		out := plan("Find the limit", "Find the exceptions", "Find the fines")
		for i := range out.Items {
			if m.queries != nil {
				out.Items[i].Queries = m.queries(out.Items[i].Task)
				out.Items[i].Queries = out.Items[i].Queries[:min(3, len(out.Items[i].Queries))]
			}
		}
		return out
	case "queries":
		if m.queries != nil {
			return prompts.QueriesOut{Queries: m.queries(a.task)}
		}
		return prompts.QueriesOut{Queries: []string{a.task, "lantern " + a.task}}
	case "judge", "sift":
		return m.judge(a)
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
	out := prompts.PlanOut{AnalyseOut: analysis(false)}
	for _, t := range tasks {
		out.Items = append(out.Items, prompts.PlanItem{Task: t, Context: "lanterns", Queries: []string{t, "lantern " + t}})
	}
	return out
}

// sifted keeps what a judgement calls relevant, and calls every task answered.
func sifted(a asked, judged prompts.JudgeOut) prompts.SiftOut {
	out := prompts.SiftOut{JudgeOut: prompts.JudgeOut{Passages: judged.Passages, Others: []string{}}, Tasks: []prompts.SiftTask{}, Queries: []prompts.SiftQuery{}, NewTasks: []prompts.PlanItem{}, Conflicts: []prompts.Noted{}}
	if out.Passages == nil {
		out.Passages = []prompts.JudgeVerdict{}
	}
	for _, p := range a.of("P") {
		if !slices.ContainsFunc(out.Passages, func(v prompts.JudgeVerdict) bool { return v.Ref == p.ref }) {
			out.Others = append(out.Others, p.ref)
		}
	}
	for _, t := range taskMark.FindAllStringSubmatch(a.User, -1) {
		out.Tasks = append(out.Tasks, prompts.SiftTask{Task: t[1], Answered: "yes"})
	}
	return out
}

func (m *thinker) judge(a asked) prompts.JudgeOut {
	out := prompts.JudgeOut{Passages: []prompts.JudgeVerdict{}, Others: []string{}}
	for _, p := range a.of("P") {
		v := prompts.JudgeVerdict{Ref: p.ref, Relevance: 0.9, Spans: p.spans(), Why: "It matters."}
		if m.keeps != nil {
			v.Relevance = m.keeps(p.text)
		}
		out.Passages = append(out.Passages, v)
	}
	return out
}

// sifts keeps all passages and calls every task answered, but for a change.
func sifts(change func(a asked, out *prompts.SiftOut)) func(asked) any {
	return func(a asked) any {
		out := sifted(a, (&thinker{}).judge(a))
		change(a, &out)
		return out
	}
}

// neverEnough keeps every passage with its first sentences and says that something is missing.
func neverEnough(a asked, out *prompts.SiftOut) {
	for i := range out.Passages {
		out.Passages[i].Spans, out.Passages[i].Why = []string{out.Passages[i].Ref + ".1"}, "It states a rule about lanterns that the answer needs."
	}
	for i := range out.Tasks {
		out.Tasks[i].Answered, out.Tasks[i].Missing = "partly", "The rest."
	}
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
