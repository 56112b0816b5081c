package step_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/extract"
	"rabbithole/prompts"
)

func TestAnalyseFallback_Shape(t *testing.T) {
	for _, q := range all {
		a, err := newKit(t, nil).Analyse(t.Context(), q, []string{"A", "B", "C"})
		if err != nil {
			t.Fatal(err)
		}
		fits(t, "the analysis of "+q.Text, prompts.AnalyseOut(a))
		if len(a.KeyConcepts) == 0 || a.Scope == "" || len(a.AssumedContext) == 0 {
			t.Errorf("%q: %+v", q.Text, a)
		}
		for _, c := range a.KeyConcepts {
			if !strings.Contains(solid(q.Text), strings.TrimSuffix(solid(c), "…")) {
				t.Errorf("%q: concept %q is not the person's word", q.Text, c)
			}
		}
	}
}

// solid is text without spaces and the marks between sentences.
func solid(text string) string {
	return strings.NewReplacer(" ", "", "？", "", "?", "", ",", "").Replace(text)
}

func TestAnalyseFallback_Content(t *testing.T) {
	cases := []struct {
		q        ask.Question
		concepts []string // each of them somewhere
		entities []string
		unclear  bool
	}{
		{english, []string{"road", "beehive", "registers"}, []string{}, false},
		{german, []string{"Grenzwert", "Helligkeit", "Laterne"}, []string{}, false},
		{chinese, []string{"灯笼"}, []string{}, true},
		{ask.Question{Text: "May a hive stand 20 m from § 12 Abs. 3 or Article 6 under the “Bee Act” of 2018?", Language: "en"}, []string{"hive"},
			[]string{"20 m", "§ 12 Abs. 3", "Article 6", "Bee Act", "2018"}, false},
		{ask.Question{Text: "Hive?", Language: "en"}, []string{"Hive"}, []string{}, true},
		{ask.Question{Text: "Zorblax fnord quuxity of hives?", Language: "en"}, []string{"Zorblax"}, []string{}, true},
	}
	for _, c := range cases {
		a, err := newKit(t, nil).Analyse(t.Context(), c.q, nil)
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Join(a.KeyConcepts, " | ")
		for _, want := range c.concepts {
			if !strings.Contains(said, want) {
				t.Errorf("%q: concepts %q lack %q", c.q.Text, a.KeyConcepts, want)
			}
		}
		if !slices.Equal(a.Entities, c.entities) {
			t.Errorf("%q: entities %q, want %q", c.q.Text, a.Entities, c.entities)
		}
		if a.ClarificationNeeded != c.unclear {
			t.Errorf("%q: needs clarification: %v", c.q.Text, a.ClarificationNeeded)
		}
	}
}

func TestClarifyFallback_ThreeNewQuestionsARound(t *testing.T) {
	for _, q := range all {
		k := newKit(t, nil)
		a, err := k.Analyse(t.Context(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		a.ClarificationNeeded = true
		var asked []string
		for round := range 2 {
			got, err := k.Clarify(t.Context(), q, a, []string{"First title", "Second title"}, asked, 3)
			if err != nil || len(got) != 3 {
				t.Fatalf("%q, round %d: %q, %v", q.Text, round, got, err)
			}
			for _, one := range got {
				question := one.Question
				if slices.Contains(asked, question) || strings.Contains(question, "%!") || question == "" {
					t.Errorf("%q: asks %q after %q", q.Text, question, asked)
				}
				asked = append(asked, question)
			}
		}
		if german := strings.Contains(strings.Join(asked, " "), "Brauchen Sie"); german != (q.Language == "de") {
			t.Errorf("%q is asked back %q", q.Text, asked)
		}
	}
}

func TestClarify_AModelThatAsksTooLittleIsHelped(t *testing.T) {
	k := newKit(t, &oracle{replies: []any{prompts.ClarifyOut{Questions: []prompts.ClarifyQuestion{{Question: "Which hive?", Choices: []string{" the old one", "the new one", "the old one", ""}}, {Question: "Which bee?", Choices: []string{"all"}}}}}})
	got, err := k.Clarify(t.Context(), english, extract.Analysis{KeyConcepts: []string{"hive"}, ClarificationNeeded: true}, []string{"A", "B"}, nil, 3)
	if err != nil || len(got) != 3 || got[0].Question != "Which hive?" || !slices.Equal(got[0].Choices, []string{"the old one", "the new one"}) || got[1].Choices != nil {
		t.Errorf("questions %q, %v; a round has three", got, err)
	}
}

func TestPlanFallback_ThreeToFiveDifferentTasks(t *testing.T) {
	many := ask.Question{Text: "Who registers a hive, what is honey, when does winter begin, how is it opened, which sugar is used, and who pays?", Language: "en"}
	for _, q := range append(slices.Clone(all), many) {
		k := newKit(t, nil)
		a, tasks, err := k.Plan(t.Context(), q, nil)
		if err != nil || len(tasks) < extract.PlanMin || len(tasks) > extract.PlanMax {
			t.Fatalf("%q: %d tasks, %v", q.Text, len(tasks), err)
		}
		fits(t, "the plan for "+q.Text, prompts.PlanOut{AnalyseOut: a, Items: planned(tasks)})
		seen := map[string]bool{}
		for _, task := range tasks {
			if seen[task.Task] || strings.Contains(task.Task, "%!") {
				t.Errorf("%q: task %q", q.Text, task.Task)
			}
			seen[task.Task] = true
		}
	}
}

func TestPlanFallback_ATaskForEachClause(t *testing.T) {
	for _, c := range []struct {
		q    ask.Question
		want []string // begin of the first tasks' clauses
	}{
		{english, []string{"How far from the road must a beehive stand", "? | Who registers it"}},
		{german, []string{"Wie hoch ist der Grenzwert für die Helligkeit einer Laterne", "? | Wer prüft sie"}},
		{ask.Question{Text: "Was muss der Wirt tun, wenn eine Laterne zu hell ist, und ab welcher Helligkeit gelten für Boote besondere Regeln?", Language: "de"}, []string{"Was muss der Wirt tun, wenn eine Laterne zu hell ist", "? | Ab welcher Helligkeit gelten"}},
		{ask.Question{Text: "Wann muss der Imker den Stock melden und muss er dafür bezahlen?", Language: "de"}, []string{"Wann muss der Imker den Stock melden", "? | Muss er dafür bezahlen"}},
		{ask.Question{Text: "Which lanterns are banned on boats and under which conditions are candles allowed?", Language: "en"}, []string{"Which lanterns are banned on boats", "? | Under which conditions"}},
	} {
		k := newKit(t, nil)
		_, tasks, err := k.Plan(t.Context(), c.q, nil)
		if err != nil {
			t.Fatal(err)
		}
		said := tasks[0].Task + " | " + tasks[1].Task
		if !strings.Contains(tasks[0].Task, c.want[0]) || !strings.Contains(said, c.want[1]) {
			t.Errorf("%q: first tasks %q", c.q.Text, said)
		}
	}
}

func TestPlanFallback_AnAnswerStandsInThePlan(t *testing.T) {
	q := english
	q.Refinements = []string{"Which case? A hive on a roof"}
	_, tasks, err := newKit(t, nil).Plan(t.Context(), q, nil)
	if err != nil || len(tasks) == 0 || !strings.HasPrefix(tasks[0].Context, "A hive on a roof; ") {
		t.Errorf("%+v, %v", tasks, err)
	}
}

// planned gives tasks made by rule the empty lists that a model has to write.
func planned(tasks []extract.Task) (out []extract.Task) {
	for _, t := range tasks {
		t.Queries = []string{}
		out = append(out, t)
	}
	return out
}

func TestPlan_AModelMustGiveThree(t *testing.T) {
	item := func(task string) prompts.PlanItem { return prompts.PlanItem{Task: task, Queries: []string{"hives"}} }
	about := prompts.AnalyseOut{KeyConcepts: []string{"hive"}, Entities: []string{}, AssumedContext: []string{}}
	two := prompts.PlanOut{AnalyseOut: about, Items: []prompts.PlanItem{item("One"), item("Two"), item(" one. ")}}
	three := prompts.PlanOut{AnalyseOut: about, Items: []prompts.PlanItem{item("One"), item("Two"), item("Three")}}
	m := &oracle{replies: []any{two, three}}
	_, tasks, err := newKit(t, m).Plan(t.Context(), english, nil)
	if err != nil || len(tasks) != 3 || len(m.calls) != 2 || !strings.Contains(m.calls[1].User, "2 different tasks") {
		t.Errorf("tasks %+v after %d calls, %v", tasks, len(m.calls), err)
	}
}

func TestQueriesFallback_TwoToFourThatAreNew(t *testing.T) {
	for _, q := range all {
		k := newKit(t, nil)
		a, tasks, err := k.Plan(t.Context(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := k.Queries(t.Context(), q, a, tasks[0], nil)
		if err != nil || len(got) == 0 || len(got) > extract.QueriesMax || len(got) < extract.QueriesMin && strings.Count(q.Text, " ") > 3 {
			t.Errorf("%q: queries %q, %v", q.Text, got, err)
		}
		fits(t, "the queries for "+q.Text, prompts.QueriesOut{Queries: got})
		again, err := k.Queries(t.Context(), q, a, tasks[0], got)
		if err != nil {
			t.Fatal(err)
		}
		for _, query := range again {
			if slices.Contains(got, query) {
				t.Errorf("%q: %q was tried", q.Text, query)
			}
		}
	}
}

func TestQueries_AModelThatAsksTooLittleIsHelped(t *testing.T) {
	k := newKit(t, &oracle{replies: []any{prompts.QueriesOut{Queries: []string{"hive distance"}}}})
	got, err := k.Queries(t.Context(), english, extract.Analysis{KeyConcepts: []string{"beehive", "road"}}, task, nil)
	if err != nil || len(got) < extract.QueriesMin || got[0] != "hive distance" {
		t.Errorf("queries %q, %v; a task has two to four", got, err)
	}
}

// A weak model copies marks of the prompt into its queries, and numbers them; an ordinal belongs to what it counts.
func TestQueries_WithoutMarksOfThePrompt(t *testing.T) {
	for _, c := range []struct{ said, want []string }{
		{[]string{"9r1k", "2. Weltkrieg", "<<<6d8w hive distance", "§ 62 Abs. 2"}, []string{"2. Weltkrieg", "hive distance", "§ 62 Abs. 2"}},
		{[]string{"1. road rule", "2) hive distance", "3. account 123456789012"}, []string{"road rule", "hive distance", "account 123456789012"}},
	} {
		k := newKit(t, &oracle{replies: []any{prompts.QueriesOut{Queries: c.said}}})
		got, err := k.Queries(t.Context(), english, extract.Analysis{}, task, nil)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("queries %q, %v; want %q", got, err, c.want)
		}
	}
}

func TestQueries_OnlyNewOnesOfAModel(t *testing.T) {
	k := newKit(t, &oracle{replies: []any{prompts.QueriesOut{Queries: []string{"Hive  distance?", "road rule", "ROAD RULE", "metres"}}}})
	got, err := k.Queries(context.Background(), english, extract.Analysis{}, task, []string{"hive distance"})
	if err != nil || !slices.Equal(got, []string{"road rule", "metres"}) {
		t.Errorf("queries %q, %v", got, err)
	}
}

func TestPlanFallback_ShortQuestionsAndJoinedWords(t *testing.T) {
	for text, want := range map[string][]string{
		"Wie lang ist die Frist zur Anmeldung und wie hoch ist die Gebühr?": {"Wie lang ist die Frist zur Anmeldung?", "Wie hoch ist die Gebühr?"},
		"Wie lang ist die Frist zur Anmeldung und warum?":                   {"Wie lang ist die Frist zur Anmeldung und warum?"},
	} {
		_, tasks, err := newKit(t, nil).Plan(t.Context(), ask.Question{Text: text, Language: "de"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, end := range want {
			if tasks[i].Task != end {
				t.Errorf("%q: task %q", text, tasks[i].Task)
			}
		}
	}
}
