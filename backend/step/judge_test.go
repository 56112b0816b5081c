package step_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/prompts"
)

func TestJudgeFallback_WhatAnswersScoresAboveTheThreshold(t *testing.T) {
	cases := []struct {
		name     string
		q        ask.Question
		r        extract.Reading
		relevant bool
		quote    string // part of the best quote
	}{
		{"it answers", english, reading("en", "1 Hives", "1 Hives\nA beehive stands at least 10 metres from the road. The keeper registers every hive with the parish council."), true, "10 metres"},
		{"something else", english, reading("en", "2 Honey", "2 Honey\nHoney is harvested twice a year. The water content of honey must not exceed 20 percent."), false, ""},
		{"it answers, in German", german, reading("de", "§ 3 Grenzwert", "§ 3 Grenzwert\nDie Helligkeit einer Laterne auf einem Boot darf höchstens 40 Lumen betragen."), true, "40 Lumen"},
		{"something else, in German", german, reading("de", "§ 1 Zweck", "§ 1 Zweck\nDie Bienen brauchen im Winter Zucker, wenn die Waben leer sind."), false, ""},
		{"no words in common", chinese, reading("en", "2 Honey", "Honey is harvested twice a year."), false, ""},
		{"the same words in Chinese", chinese, reading("zh", "第三条", "船上的灯笼最大亮度是多少？灯笼的最大亮度是四十流明。谁来检查船上的灯笼？港务局来检查。"), true, ""},
		{"empty", english, reading("en", "", ""), false, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := newKit(t, nil).Judge(t.Context(), c.q, "Answer: "+c.q.Text, []extract.Reading{c.r})
			if err != nil || len(got) != 1 {
				t.Fatalf("%+v, %v", got, err)
			}
			j := got[0]
			if j.Relevance < 0 || j.Relevance > 1 || (j.Relevance > 0.6) != c.relevant {
				t.Errorf("relevance %v, want it above 0.6: %v", j.Relevance, c.relevant)
			}
			for _, q := range j.Quotes {
				if _, _, ok := cite.Find(c.r.Passage.Text, q); !ok {
					t.Errorf("the quote %q does not stand in the passage", q)
				}
			}
			if c.quote != "" && (len(j.Quotes) == 0 || !strings.Contains(j.Quotes[0], c.quote)) {
				t.Errorf("quotes %q, want %q first", j.Quotes, c.quote)
			}
		})
	}
}

func TestJudgeFallback_AReferenceLendsRelevance(t *testing.T) {
	r := reading("en", "7 Permits", "7 Permits\nA permit costs 5 crowns and lasts for one summer.")
	alone, err := newKit(t, nil).Judge(t.Context(), english, task.Task, []extract.Reading{r})
	if err != nil {
		t.Fatal(err)
	}
	r.Lead, r.LeadScore = "Whoever registers a hive pays for a permit, which lasts for one summer, under section 7.", 0.95
	led, err := newKit(t, nil).Engine.Judge(t.Context(), english, task.Task, []extract.Reading{r})
	if err != nil {
		t.Fatal(err)
	}
	if alone[0].Relevance > 0.6 || led[0].Relevance <= 0.6 || led[0].Relevance > 0.95 || len(led[0].Quotes) == 0 {
		t.Errorf("alone %v, led %+v: what a relevant sentence points to is relevant, but not more than that sentence", alone[0].Relevance, led[0])
	}
	unrelated := reading("en", "8 Cakes", "8 Cakes\nFlour is weighed with flat spoons on Sundays.")
	unrelated.Lead, unrelated.LeadScore = r.Lead, 0.5
	weak, err := newKit(t, nil).Engine.Judge(t.Context(), english, task.Task, []extract.Reading{unrelated})
	if err != nil || weak[0].Relevance > 0.5 {
		t.Errorf("a weak lead to something else gives %+v, %v", weak, err)
	}
}

// numbered makes passage i, so that a verdict can be told from another's.
func numbered(i int) extract.Reading {
	body := fmt.Sprintf("Passage %d says that hive number %d stands by the road. ", i, i) + strings.Repeat("It stands there in every weather, and bees fly in and out. ", 12)
	return reading("en", fmt.Sprintf("%d Heading", i), body)
}

var passages = regexp.MustCompile(`(?m)^(P\d+) \(.*\)\n<<<` + prompts.MarkForm + `\n\[1\] Passage (\d+) says`)

// verdicts answers a judge call: relevance is the passage's own number in hundredths.
func verdicts(call prompts.Call) any {
	out := prompts.JudgeOut{Passages: []prompts.JudgeVerdict{}, Others: []string{}}
	for _, m := range passages.FindAllStringSubmatch(call.User, -1) {
		var n float64
		fmt.Sscan(m[2], &n)
		out.Passages = append(out.Passages, prompts.JudgeVerdict{Ref: m[1], Relevance: n / 100, Spans: []string{m[1] + ".1"}, Why: "because of " + m[2]})
	}
	slices.Reverse(out.Passages) // the order of a reply does not matter
	return out
}

func TestJudge_BatchesFitTheModelAndKeepTheOrder(t *testing.T) {
	for _, numCtx := range []int{2048, 4096, 8192, 16384, 131072} {
		var readings []extract.Reading
		for i := range 50 {
			readings = append(readings, numbered(i))
		}
		m := &oracle{numCtx: numCtx, replies: []any{verdicts}}
		k := newKit(t, m)
		got, err := k.Judge(t.Context(), english, task.Task, readings)
		if err != nil || len(got) != 50 {
			t.Fatalf("context %d: %d judgements, %v", numCtx, len(got), err)
		}
		for i, j := range got {
			if j.Relevance != float64(i)/100 || j.Why != fmt.Sprintf("because of %d", i) || j.Quotes[0] != fmt.Sprintf("Passage %d says that hive number %d stands by the road.", i, i) {
				t.Fatalf("context %d: judgement %d is %+v", numCtx, i, j)
			}
		}
		seen := 0
		for _, c := range m.calls {
			n := len(passages.FindAllString(c.User, -1))
			seen += n
			if n > 1 && len(c.System+c.User)/4+c.NumPredict > numCtx {
				t.Errorf("context %d: a call of %d bytes and %d tokens of reply", numCtx, len(c.System+c.User), c.NumPredict)
			}
			if n*90 > c.NumPredict {
				t.Errorf("context %d: %d verdicts do not fit a reply of %d tokens", numCtx, n, c.NumPredict)
			}
		}
		if seen != 50 || numCtx >= 16384 && len(m.calls) > 4 {
			t.Errorf("context %d: %d passages in %d calls", numCtx, seen, len(m.calls))
		}
	}
}

func TestJudge_APassageLargerThanTheModel(t *testing.T) {
	huge := reading("en", "1 Hives", strings.Repeat("A beehive stands at least 10 metres from the road. ", 2000))
	m := &oracle{numCtx: 4096, replies: []any{func(prompts.Call) any {
		return prompts.JudgeOut{Passages: []prompts.JudgeVerdict{{Ref: "P1", Relevance: 0.9, Spans: []string{"P1.1"}, Why: "y"}}, Others: []string{}}
	}}}
	got, err := newKit(t, m).Judge(t.Context(), english, task.Task, []extract.Reading{numbered(1), huge, numbered(2)})
	if err != nil || len(got) != 3 || len(got[1].Quotes) == 0 {
		t.Fatalf("%+v, %v", got, err)
	}
	for _, c := range m.calls {
		if len(c.User) > 4096*3 {
			t.Errorf("a prompt of %d bytes for a context of 4096 tokens", len(c.User))
		}
	}
}

func TestJudge_ABrokenBatchDoesNotSpoilTheOthers(t *testing.T) {
	var readings []extract.Reading
	for i := range 60 {
		readings = append(readings, numbered(i))
	}
	m := &oracle{replies: []any{verdicts, "no", "no", verdicts}}
	k := newKit(t, m)
	got, err := k.Judge(t.Context(), english, task.Task, readings)
	if err != nil || k.Meter.Spent().Fallbacks != 1 || len(got) != 60 {
		t.Fatalf("%d judgements, %d fallbacks, %v", len(got), k.Meter.Spent().Fallbacks, err)
	}
	model := 0
	for _, j := range got {
		if strings.HasPrefix(j.Why, "because of") {
			model++
		}
	}
	if model == 0 || model == 60 || got[0].Why != "because of 0" || got[59].Why != "because of 59" {
		t.Errorf("%d of 60 judged by the model", model)
	}
}

func TestJudge_SpansAreQuoted(t *testing.T) {
	r := reading("en", "1 Hives", "A beehive stands at least 10 metres from the road. The keeper registers every hive with the parish council.")
	own, other := "A beehive stands at least 10 metres from the road.", "The keeper registers every hive with the parish council."
	cases := []struct {
		name    string
		verdict []prompts.JudgeVerdict
		want    []string
		score   float64
	}{
		{"one", []prompts.JudgeVerdict{{Ref: "P1", Relevance: 0.9, Spans: []string{"P1.1"}}}, []string{own}, 0.9},
		{"one that is not there", []prompts.JudgeVerdict{{Ref: "P1", Relevance: 0.9, Spans: []string{"P1.7", "P2.1", "P1.1", "P1.1"}}}, []string{own}, 0.9},
		{"in other forms", []prompts.JudgeVerdict{{Ref: "p1 ", Relevance: 0.9, Spans: []string{"[2]", "p1.1 "}}}, []string{own, other}, 0.9},
		{"unknown refs", []prompts.JudgeVerdict{{Ref: "P7", Relevance: 1, Spans: []string{}}, {Ref: "E1", Relevance: 1, Spans: []string{}}, {Ref: "", Relevance: 1, Spans: []string{}}, {Ref: "P1", Relevance: 0.7, Spans: []string{"P1.1"}}}, []string{own}, 0.7},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			k := newKit(t, &oracle{replies: []any{prompts.JudgeOut{Passages: c.verdict, Others: []string{}}}})
			got, err := k.Judge(t.Context(), english, task.Task, []extract.Reading{r})
			if err != nil || !slices.Equal(got[0].Quotes, c.want) || got[0].Relevance != c.score || k.Meter.Spent().Fallbacks != 0 {
				t.Errorf("%+v, %v; want %q", got, err, c.want)
			}
		})
	}
	t.Run("none is there: code quotes", func(t *testing.T) {
		k := newKit(t, &oracle{replies: []any{prompts.JudgeOut{Passages: []prompts.JudgeVerdict{{Ref: "P1", Relevance: 0.9, Spans: []string{"P1.5"}}}, Others: []string{}}}})
		got, err := k.Judge(t.Context(), english, task.Task, []extract.Reading{r})
		if err != nil || got[0].Relevance != 0.9 || len(got[0].Quotes) == 0 {
			t.Fatalf("%+v, %v", got, err)
		}
		for _, q := range got[0].Quotes {
			if _, _, ok := cite.Find(r.Passage.Text, q); !ok {
				t.Errorf("quote %q", q)
			}
		}
	})
	t.Run("only unknown refs: the step falls back", func(t *testing.T) {
		k := newKit(t, &oracle{replies: []any{prompts.JudgeOut{Passages: []prompts.JudgeVerdict{{Ref: "P9", Relevance: 1, Spans: []string{}}}, Others: []string{"P8"}}}})
		if _, err := k.Judge(t.Context(), english, task.Task, []extract.Reading{r}); err != nil || k.Meter.Spent().Fallbacks != 1 {
			t.Errorf("%d fallbacks, %v", k.Meter.Spent().Fallbacks, err)
		}
	})
	t.Run("among the others: irrelevant; left out: undecided", func(t *testing.T) {
		said := prompts.JudgeOut{Passages: []prompts.JudgeVerdict{{Ref: "P2", Relevance: 0.8, Spans: []string{"P2.1"}}}, Others: []string{"P1"}}
		got, err := newKit(t, &oracle{replies: []any{said}}).Judge(t.Context(), english, task.Task, []extract.Reading{r, r, r})
		rule, _ := newKit(t, nil).Judge(t.Context(), english, task.Task, []extract.Reading{r})
		if err != nil || got[0].Relevance != 0 || got[1].Relevance != 0.8 || rule[0].Relevance == 0 || got[2].Relevance != rule[0].Relevance {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

func TestJudgeFallback_WhenIsAskedWeighsLessThanWhat(t *testing.T) {
	q := ask.Question{Text: "What was the sugar for the bees and the hives in 2018 and 2019 respectively?", Language: "en"}
	what := reading("en", "Purchases", "Purchases\nSugar for the bees and the hives cost 40 crowns more than the year before.")
	when := reading("en", "Visits", "Visits\nIn 2018 and 2019 respectively, the hives were visited by the parish council.")
	got, err := newKit(t, nil).Judge(t.Context(), q, "Answer: "+q.Text, []extract.Reading{what, when})
	if err != nil || got[0].Relevance <= 0.6 || got[0].Relevance <= got[1].Relevance {
		t.Errorf("%+v, %v; want what is asked before when", got, err)
	}
}

func TestJudgeFallback_AYearIsNoQuantity(t *testing.T) {
	q := ask.Question{Text: "How many hives did the parish council have?", Language: "en"}
	r := reading("en", "Hives", "Hives\nIn 2019 the parish council had hives registered. The parish council had 40 hives and two more behind the mill.")
	got, err := newKit(t, nil).Judge(t.Context(), q, "Answer: "+q.Text, []extract.Reading{r})
	if err != nil || len(got[0].Quotes) == 0 || !strings.Contains(got[0].Quotes[0], "40 hives") {
		t.Errorf("%+v, %v; want the sentence with the quantity first", got, err)
	}
}
