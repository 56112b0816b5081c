package fake

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"

	"rabbithole/prompts"
)

// Sensible answers every step of research from what stands in the prompt, as a careful model would: it finds relevant what shares
// words with the question, names the spans that matter, cites the evidence it uses, and names what is missing. Requests of no known step get
// an empty object.
func Sensible(req ChatRequest) ChatReply {
	p := read(req.User)
	switch req.Step {
	case prompts.Analyse.Name:
		return Answer(prompts.AnalyseOut{KeyConcepts: first(8, words(p.question)), Entities: []string{}, Scope: clip(p.question, 300),
			AssumedContext: []string{}})
	case prompts.Clarify.Name:
		return Answer(prompts.ClarifyOut{Questions: []prompts.ClarifyQuestion{{Question: "Which place is meant?",
			Choices: []string{"a home", "a workplace"}}, {Question: "Which period is meant?", Choices: []string{}},
			{Question: "For whom is the answer?", Choices: []string{}}}})
	case prompts.Plan.Name:
		return Answer(plan(p))
	case prompts.Queries.Name:
		return Answer(prompts.QueriesOut{Queries: []string{line(words(p.question)), line(words(p.task))}})
	case prompts.Judge.Name:
		judged, _ := judge(p)
		return Answer(judged)
	case prompts.Sift.Name:
		return Answer(sift(p))
	case prompts.Draft.Name:
		return Answer(draft(p))
	case prompts.Proof.Name:
		return Answer(proof(p))
	case prompts.Repair.Name:
		return Answer(repair(p))
	case prompts.Seek.Name:
		return Answer(seek(p))
	case prompts.Weigh.Name:
		return Answer(weigh(p))
	case prompts.Settle.Name:
		return Answer(settle(p, strings.Contains(req.User, "Rounds left: 0.")))
	case prompts.Respond.Name:
		return Answer(respond(p))
	case prompts.Digest.Name:
		return Answer(digest(p))
	case prompts.Aggregate.Name:
		return Answer(prompts.AggregateOut{Same: []prompts.AggregateSame{}, Conflicts: []prompts.AggregateConflict{}})
	case prompts.Split.Name:
		return Answer(handOut(p))
	case prompts.Related.Name:
		return company(req)
	case prompts.Discover.Name:
		return curious(req)
	case prompts.Decompose.Name:
		return Answer(decompose(p))
	case prompts.Sufficiency.Name:
		return Answer(sufficiency(p))
	}
	return ChatReply{Text: "{}"}
}

func seek(p prompt) prompts.SeekOut {
	return prompts.SeekOut{NextAction: "search_more", Queries: []string{line(words(p.question))}, CoverageGaps: []string{clip(p.question, 240)},
		Reason: "Nothing has been read."}
}

// weigh judges as judge does, and is content when what is relevant has all words of the question; else it looks for those that it lacks.
func weigh(p prompt) prompts.WeighOut {
	judged, kept := judge(p)
	out := prompts.WeighOut{JudgeOut: judged}
	gap := slices.DeleteFunc(words(p.question), func(w string) bool { return overlap(w, kept) > 0 })
	if len(gap) == 0 {
		out.SeekOut = prompts.SeekOut{NextAction: "finalize", Queries: []string{}, CoverageGaps: []string{}, Confidence: 0.9,
			Reason: "The passages say it."}
		return out
	}
	lacks := clip("The documents do not speak of "+strings.Join(gap, ", ")+".", 240)
	out.SeekOut = prompts.SeekOut{NextAction: "search_more", Queries: []string{line(gap), line(append(gap, words(p.question)...))},
		CoverageGaps: []string{lacks}, Confidence: 0.4, Reason: lacks}
	return out
}

// settle answers when the passages have all words of the question, and where it may not search any more; else it looks for those that they lack.
func settle(p prompt, last bool) prompts.SettleOut {
	out := prompts.SettleOut{NextAction: "finalize", Conflicts: []string{}, Unknown: []string{}, Passages: []prompts.Helpful{}, Queries: []string{}, CoverageGaps: []string{},
		Confidence: 0.9, Reason: "The passages say it."}
	if gap := uncovered(p); len(gap) > 0 && !last {
		lacks := clip("The documents do not speak of "+strings.Join(gap, ", ")+".", 240)
		out.NextAction, out.Confidence, out.Reason = "search_more", 0.4, lacks
		out.Queries, out.CoverageGaps = []string{line(gap), line(append(gap, words(p.question)...))}, []string{lacks}
		for _, b := range p.labelled("E") {
			if overlap(p.question, b.text) >= relevant {
				out.Passages = append(out.Passages, prompts.Helpful{Ref: b.ref, Spans: []string{}})
			}
		}
		return out
	}
	p.blocks = slices.DeleteFunc(slices.Clone(p.blocks), func(b block) bool { return strings.HasPrefix(b.ref, "E") && overlap(p.question, b.text) < relevant })
	d := draft(p)
	out.Answer, out.Unknown = d.Answer, d.Silent
	return out
}

func respond(p prompt) prompts.RespondOut {
	d := draft(p)
	return prompts.RespondOut{Answer: d.Answer, Findings: d.Sections, Conflicts: []string{}, Unknown: d.Silent}
}

// repair drops what did not stand.
func repair(p prompt) prompts.RepairOut {
	out := prompts.RepairOut{Sentences: []prompts.RepairedSentence{}}
	for _, sentence := range first(16, p.labelled("K")) {
		out.Sentences = append(out.Sentences, prompts.RepairedSentence{Ref: sentence.ref})
	}
	return out
}

// proof calls a claim supported when a passage holds most of its words.
func proof(p prompt) prompts.CheckOut {
	out := prompts.CheckOut{Claims: []prompts.CheckVerdict{}, Conflicts: []prompts.CheckConflict{}, Parts: []prompts.CheckPart{}}
	for _, claim := range p.labelled("K") {
		v := prompts.CheckVerdict{Ref: claim.ref, Verdict: "unproven", Spans: []string{}, Conditions: []prompts.CheckCondition{},
			Why: "No passage says so."}
		for _, b := range p.blocks {
			if strings.HasPrefix(b.ref, "E") && overlap(claim.text, b.text) >= 0.8 {
				v.Verdict, v.Spans, v.Why = "supported", []string{b.ref + ".1"}, ""
			}
		}
		out.Claims = append(out.Claims, v)
	}
	return out
}

func plan(p prompt) prompts.PlanOut {
	about, asked := clip(p.question, 200), line(words(p.question))
	return prompts.PlanOut{
		AnalyseOut: prompts.AnalyseOut{KeyConcepts: first(8, words(p.question)), Entities: []string{}, Scope: clip(p.question, 300),
			AssumedContext: []string{}},
		Items: []prompts.PlanItem{
			{Task: "Find what answers: " + about, Context: asked, Queries: []string{asked, asked + " rule"}},
			{Task: "Find conditions and exceptions", Context: asked, Queries: []string{asked + " conditions", asked + " exceptions"}},
			{Task: "Find numbers and limits", Context: asked, Queries: []string{asked + " numbers", asked + " limits"}},
		}}
}

// relevant is the share of the question's words from which a passage counts as relevant.
const relevant = 0.34

// judge returns the verdicts on passages, and the text of what helps with that of what was kept before.
func judge(p prompt) (prompts.JudgeOut, string) {
	out := prompts.JudgeOut{Passages: []prompts.JudgeVerdict{}, Others: []string{}}
	kept := p.all("E") + " " + p.all("N")
	for _, b := range p.labelled("P") {
		share := overlap(p.question, b.text)
		if share < relevant {
			out.Others = append(out.Others, b.ref)
			continue
		}
		v := prompts.JudgeVerdict{Ref: b.ref, Relevance: 0.65 + 0.35*share, Spans: []string{}, Why: "It speaks of what was asked."}
		sort.SliceStable(b.spans, func(i, j int) bool {
			return overlap(p.question, b.spans[i].text) > overlap(p.question, b.spans[j].text)
		})
		for _, s := range first(2, b.spans) {
			v.Spans = append(v.Spans, b.ref+"."+s.number)
		}
		out.Passages = append(out.Passages, v)
		kept += " " + b.text
	}
	return out, kept
}

// sift judges as judge does, and calls every task answered when what is relevant has all words of the question.
func sift(p prompt) prompts.SiftOut {
	judged, kept := judge(p)
	out := prompts.SiftOut{JudgeOut: judged, Tasks: []prompts.SiftTask{}, Queries: []prompts.SiftQuery{}, NewTasks: []prompts.PlanItem{}, Conflicts: []prompts.Noted{}}
	gap := slices.DeleteFunc(words(p.question), func(w string) bool { return overlap(w, kept) > 0 })
	answered, lacks := "yes", ""
	if len(gap) > 0 {
		answered, lacks = "partly", clip("The documents do not speak of "+strings.Join(gap, ", ")+".", 240)
		out.Queries = append(out.Queries, prompts.SiftQuery{Task: "T1", Query: line(gap)})
	}
	for i := range p.tasks {
		out.Tasks = append(out.Tasks, prompts.SiftTask{Task: fmt.Sprintf("T%d", i+1), Answered: answered, Missing: lacks})
	}
	return out
}

func draft(p prompt) prompts.DraftOut {
	lines := cited(p.question, p.labelled("E"))
	out := prompts.DraftOut{Answer: strings.Join(first(3, lines), " "), Sections: []prompts.DraftSection{}, Conflicts: []string{}, Silent: []string{}}
	if len(lines) > 3 {
		out.Sections = append(out.Sections, prompts.DraftSection{Title: "Details", Text: strings.Join(first(6, lines[3:]), " ")})
	}
	if gap := missing(p); gap != "" {
		out.Silent = append(out.Silent, gap)
	}
	return out
}

// missing names the words of the question that no evidence contains, "" when there are none.
func missing(p prompt) string {
	if gap := uncovered(p); len(gap) > 0 {
		return clip("The documents do not speak of "+strings.Join(gap, ", ")+".", 240)
	}
	return ""
}

func uncovered(p prompt) []string {
	var gap []string
	for _, w := range words(p.question) {
		if overlap(w, p.all("E")) == 0 {
			gap = append(gap, w)
		}
	}
	return gap
}

// cited returns the best sentence of each piece of evidence, best piece first, with its ID.
func cited(question string, evidence []block) []string {
	sort.SliceStable(evidence, func(i, j int) bool { return overlap(question, evidence[i].text) > overlap(question, evidence[j].text) })
	var list []string
	for _, e := range evidence {
		if found := best(question, sentences(e.text)); len(found) > 0 {
			list = append(list, fmt.Sprintf("%s [%s].", strings.TrimRight(clip(found[0], 300), ".!? "), e.ref))
		}
	}
	return list
}

// best sorts sentences by what they share with the question.
func best(question string, list []string) []string {
	sort.SliceStable(list, func(i, j int) bool { return overlap(question, list[i]) > overlap(question, list[j]) })
	return list
}

var sentenceEnd = regexp.MustCompile(`[.!?]\s+\p{Lu}`)

// sentences cuts a text after full stops before capitals, and where an ellipsis joins two quotes; each is a stretch of the text as it
// stands.
func sentences(text string) []string {
	var list []string
	for _, part := range strings.Split(text, " … ") {
		list = append(list, sentencesOf(part)...)
	}
	return list
}

func sentencesOf(text string) []string {
	var list []string
	for {
		at := sentenceEnd.FindStringIndex(text)
		if at == nil {
			break
		}
		list = append(list, strings.TrimSpace(text[:at[0]+1]))
		text = text[at[0]+1:]
	}
	if text = strings.TrimSpace(text); text != "" {
		list = append(list, text)
	}
	return list
}
