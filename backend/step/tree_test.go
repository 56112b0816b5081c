package step_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/prompts"
)

func itemOf(kind, text string, sources ...string) extract.ContextItem {
	return extract.ContextItem{ContextItem: prompts.ContextItem{Kind: kind, Text: text, Sources: sources}, Quotes: []extract.ContextQuote{{Passage: text, Text: text}}}
}

func TestDigest_ItemsAreSentencesWithTheirSources(t *testing.T) {
	text := "The keeper must register every hive with the council."
	items, err := newKit(t, nil).Digest(context.Background(), ask.Question{Text: "Who keeps the hive?", Language: "en"}, "notes.md", []extract.Reading{reading("en", "Notes", text)})
	if err != nil || len(items) != 1 {
		t.Fatalf("%+v %v", items, err)
	}
	if x := items[0]; x.Kind != "fact" || x.Text != text || !slices.Equal(x.Sources, []string{"notes.md::S1"}) || x.Quotes[0].Text != text {
		t.Errorf("%+v", x)
	}
}

// A model whose items quote nothing of the file is asked again, and then not believed: the digest is made by rule. One that finds nothing is believed.
func TestDigest_ItemsWithoutAQuoteAreNotBelieved(t *testing.T) {
	invented := prompts.DigestOut{Items: []prompts.DigestItem{{Kind: "fact", Text: "The hive is blue.", Quote: "the hive is blue", Source: "S1"}}}
	for name, c := range map[string]struct {
		reply        prompts.DigestOut
		calls, items int
	}{"invented": {invented, 2, 1}, "empty": {prompts.DigestOut{Items: []prompts.DigestItem{}}, 1, 0}} {
		m := &oracle{replies: []any{c.reply}}
		items, err := newKit(t, m).Digest(context.Background(), ask.Question{Text: "Who keeps the hive?", Language: "en"}, "notes.md",
			[]extract.Reading{reading("en", "Notes", "The keeper must register every hive with the council.")})
		if err != nil || len(m.calls) != c.calls || len(items) != c.items || len(items) > 0 && !strings.Contains(items[0].Text, "register") {
			t.Errorf("%s: %d calls, %+v, %v", name, len(m.calls), items, err)
		}
	}
}

func TestAggregate_SameWordsAreOneItemWithAllSources(t *testing.T) {
	a, b, c := itemOf("fact", "The hive is green.", "a::S1"), itemOf("fact", "the hive is green", "b::S2"), itemOf("fact", "The hive is red.", "b::S3")
	items, err := newKit(t, nil).Aggregate(context.Background(), ask.Question{Text: "hive", Language: "en"}, [][]extract.ContextItem{{a}, {b, c}})
	if err != nil || len(items) != 2 || !slices.Equal(items[0].Sources, []string{"a::S1", "b::S2"}) || len(items[0].Quotes) != 2 {
		t.Errorf("%+v %v", items, err)
	}
}

func TestSplit_ByTheWordsThatTellChildrenApart(t *testing.T) {
	items := []extract.ContextItem{itemOf("fact", "The price of honey rose."), itemOf("fact", "The honey of the mountain is dark in colour."), itemOf("fact", "Honey is sold in jars."), itemOf("fact", "The road is closed.")}
	slicesOf, err := newKit(t, nil).Split(context.Background(), ask.Question{Text: "Honey?", Language: "en"}, items, []string{"What is the price of honey?", "Which colour has honey?"})
	if err != nil {
		t.Fatal(err)
	}
	text := func(s extract.ContextSlice) (out []string) {
		for _, x := range s.Items {
			out = append(out, x.Text)
		}
		return out
	}
	if got := text(slicesOf[0]); !slices.Equal(got, []string{items[0].Text, items[2].Text}) {
		t.Errorf("price: %q", got)
	}
	if got := text(slicesOf[1]); !slices.Equal(got, []string{items[1].Text, items[2].Text}) || slicesOf[1].Fallback {
		t.Errorf("colour: %q", got)
	}
}

// A model that copies items as they are listed is believed, however long the names of the files are and in however many places an item stands.
func TestSplit_WhatAModelCopiesFits(t *testing.T) {
	long := strings.Repeat("ledger of the honey guild, ", 10)[:251] + ".pdf" // as long as a file name may be
	everywhere := itemOf("fact", "The price of honey rose.")
	for i := range 12 {
		everywhere.Sources = append(everywhere.Sources, fmt.Sprintf("%s::S%d", long, 10_000+i))
	}
	items := []extract.ContextItem{everywhere, itemOf("fact", "The honey of the mountain is dark in colour.", "b.pdf::S1")}
	children := []string{"What is the price of honey?", "Which colour has honey?"}
	k := newKit(t, &oracle{replies: []any{func(call prompts.Call) any {
		var listed []string // as the prompt lists them: "fact (source, source)", each in its fence
		for _, line := range strings.Split(call.User, "\n") {
			if strings.HasPrefix(line, "fact (") {
				listed = strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "fact ("), ")"), ">>>, ")
				break
			}
		}
		if len(listed) == 0 || !strings.Contains(listed[0], long) {
			t.Errorf("the prompt lists %q", listed)
		}
		copied := prompts.ContextItem{Kind: "fact", Text: everywhere.Text, Sources: listed}
		return prompts.SplitOut{ChildContexts: []prompts.ChildContext{{ChildQuestion: children[0], SelectedItems: []prompts.ContextItem{copied}, SelectionReason: "the price"},
			{ChildQuestion: children[1], SelectedItems: []prompts.ContextItem{items[1].ContextItem}, SelectionReason: "the colour"}}}
	}}})
	got, err := k.Split(t.Context(), ask.Question{Text: "Honey?", Language: "en"}, items, children)
	if err != nil || len(k.events) != 1 || got[0].Fallback || got[1].Fallback || got[0].Reason != "the price" {
		t.Fatalf("%+v %v, %d events", got, err, len(k.events))
	}
	if len(got[0].Items) != 1 || len(got[0].Items[0].Sources) != 12 {
		t.Errorf("the child has %+v", got[0].Items)
	}
}

func TestDecompose_ChildrenAskForDifferentThings(t *testing.T) {
	q := ask.Question{Text: "Who registers a hive, and when is honey harvested?", Language: "en"}
	k := newKit(t, nil)
	children, err := k.Decompose(context.Background(), q, extract.Apart{Task: q.Text, Gaps: []string{"when is honey harvested"}, Max: 4})
	if err != nil || len(children) != 2 || !strings.Contains(children[0].Question, "registers") || !strings.Contains(children[1].Question, "harvested") ||
		strings.Contains(children[0].Reason, "honey") || children[1].Reason != "when is honey harvested" {
		t.Fatalf("%+v %v", children, err)
	}
	again, err := k.Decompose(context.Background(), q, extract.Apart{Task: q.Text, Known: []string{children[0].Question}, Max: 4})
	if err != nil || len(again) != 1 || again[0].Question != children[1].Question {
		t.Errorf("what is asked already: %+v %v", again, err)
	}
	long := "Which duties does the keeper of many hives have when a swarm leaves, and who is told?"
	if parts, err := k.Decompose(context.Background(), q, extract.Apart{Task: long, Max: 4}); err != nil || len(parts) != 2 || !strings.Contains(parts[0].Question, "duties") {
		t.Errorf("a clause with most of the words: %+v %v", parts, err)
	}
}

func TestSuffices_JudgesFindingsAndContextTogether(t *testing.T) {
	q := ask.Question{Text: "How often is honey harvested?", Language: "en"}
	found := []cite.Evidence{evidence("E1", "Honey", "Honey is harvested twice a year.", 0.9)}
	context1 := []extract.ContextItem{itemOf("fact", "Honey is harvested twice a year in May and often in August.")}
	for name, x := range map[string]struct {
		task     string
		evidence []cite.Evidence
		items    []extract.ContextItem
		enough   bool
		says     []string
	}{
		"findings": {q.Text, found, nil, true, []string{"findings"}}, "context": {q.Text, nil, context1, true, []string{"context"}}, "nothing": {q.Text, nil, nil, false, []string{"Neither"}},
		"both": {"How often is honey harvested, and who registers the hive with the council?", found, []extract.ContextItem{itemOf("fact", "The keeper registers the hive with the council.")}, true, []string{"findings", "context"}},
		"half": {"How often is honey harvested, and who registers the hive with the council?", found, nil, false, []string{"missing", "registers"}},
	} {
		j, err := newKit(t, nil).Suffices(context.Background(), q, x.task, x.evidence, x.items)
		if err != nil || j.IsSufficient != x.enough || (len(j.Gaps) == 0) != x.enough {
			t.Errorf("%s: %+v %v", name, j, err)
		}
		for _, say := range x.says {
			if !strings.Contains(j.Reasoning, say) {
				t.Errorf("%s: reasoning %q does not say %q", name, j.Reasoning, say)
			}
		}
	}
}

// In German every noun has a capital: "Welcher Richtwert" is no name that an answer has to give.
func TestSuffices_TheWordThatAsksIsNoName(t *testing.T) {
	for question, answer := range map[string]string{
		"Welcher Richtwert gilt am Bienenstand?": "Der Richtwert an Bienenständen beträgt 300 Lumen.",
	} {
		j, err := newKit(t, nil).Suffices(t.Context(), ask.Question{Text: question, Language: "de"}, question, []cite.Evidence{evidence("E1", "Stände", answer, 0.9)}, nil)
		if err != nil || !j.IsSufficient {
			t.Errorf("%q: %+v %v", question, j, err)
		}
	}
}

// What is said above a sentence of a person's file counts as said by it, and who asks for "duties" need not find the word below their heading.
func TestDigest_WhatStandsUnderAHeading(t *testing.T) {
	got, err := newKit(t, nil).Digest(t.Context(), ask.Question{Text: "Which duties has the harbour officer?", Language: "en"}, "notes.md",
		[]extract.Reading{reading("en", "Bread", "The officer eats bread at night."), reading("en", "Duties of the harbour officer", "He lights the lamp every night.")})
	if err != nil || len(got) != 2 || got[0].Text != "He lights the lamp every night." {
		t.Errorf("%+v, %v", got, err)
	}
}
