package prompts_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/prompts"
)

var items = []prompts.ContextItem{{Kind: "fact", Text: "The lantern burns 12 hours.", Sources: []string{"notes.md::S1"}},
	{Kind: "constraint", Text: "It must stand 2 m from curtains.", Sources: []string{"notes.md::S2", "rules.pdf::S1"}}}

// treeCalls renders the prompts of a tree of questions with the same small case.
func treeCalls(t *testing.T) map[string]prompts.Call {
	t.Helper()
	out := map[string]prompts.Call{}
	add := func(c prompts.Call, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		out[c.Step] = c
	}
	add(prompts.Digest.Render(prompts.DigestIn{Asked: asked, File: "notes.md", Passages: []prompts.FilePassage{{Ref: "S1", Heading: "Use", Text: "The lantern burns 12 hours."}}, Max: 12}))
	add(prompts.Aggregate.Render(prompts.AggregateIn{Asked: asked, Items: []prompts.AggregateItem{{Ref: "D1", ContextItem: items[0]}, {Ref: "D2", ContextItem: items[1]}}}))
	add(prompts.Split.Render(prompts.SplitIn{Asked: asked, Items: items, Children: []string{"How long does it burn?", "Where may it stand?"}}))
	add(prompts.Decompose.Render(prompts.DecomposeIn{Asked: asked, Task: "What is the limit?", Gaps: []string{"The exception."}, Context: items, Known: []string{"Who may exceed it?"}, Max: 3}))
	add(prompts.Sufficiency.Render(prompts.SufficiencyIn{Asked: asked, Task: "What is the limit?", Evidence: evidence, Context: items}))
	add(prompts.TreeReport.Render(prompts.TreeReportIn{Asked: asked, Passages: passages, Context: items, Files: []prompts.FileDigest{{Name: "notes.md", Items: 2}},
		Branches: []string{"What is the limit?"}, Silent: []string{"What does it cost?"}, Stats: "2 questions, 4 queries, 9 passages"}))
	return out
}

func TestTreeRender_Golden(t *testing.T) {
	for name, call := range treeCalls(t) {
		got := "=== system\n" + call.System + "\n=== user\n" + call.User + "\n=== format\n" + indent(t, call.Schema) + "\n"
		path := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("prompt %s differs from %s; run with -update and look at the difference:\n%s", name, path, got)
		}
		if material := strings.LastIndex(call.User, "lantern"); strings.Contains(call.System, "lantern") || strings.LastIndex(call.User, asked.Question) < material {
			t.Errorf("%s: stable text first, the question after the material", name)
		}
	}
}

func TestTreeRender_BothKindsOfEvidenceAreNamed(t *testing.T) {
	all := treeCalls(t)
	for name, say := range map[string]string{"sufficiency_node": "Judge against both", "decompose": "Use the person's context", "report": "what the person's own files say",
		"context_split": "the kinds of items", "context_preprocess_per_file": "the kinds of items", "context_preprocess_aggregate": "the kinds of items"} {
		if !strings.Contains(strings.ToLower(all[name].System), strings.ToLower(say)) {
			t.Errorf("%s does not say %q", name, say)
		}
	}
}

func TestCheck_TheSplitIsStrict(t *testing.T) {
	item := `{"kind":"fact","text":"t","sources":["f::S1"]}`
	entry := func(item string) string {
		return `{"child_contexts":[{"child_question":"q","selected_items":[` + item + `],"selection_reason":"r"}],"overall_note":""}`
	}
	if _, err := prompts.Check[prompts.SplitOut](json.RawMessage(entry(item))); err != nil {
		t.Errorf("a good split was refused: %v", err)
	}
	for name, bad := range map[string]string{
		"unknown kind": entry(`{"kind":"rumour","text":"t","sources":[]}`), "no sources": entry(`{"kind":"fact","text":"t"}`),
		"field too many": entry(`{"kind":"fact","text":"t","sources":[],"quote":"x"}`), "no note": `{"child_contexts":[]}`,
	} {
		if _, err := prompts.Check[prompts.SplitOut](json.RawMessage(bad)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for _, kind := range []string{"fact", "uncertainty", "analysis", "constraint", "case", "definition", "lead", "conflict"} {
		if _, err := prompts.Check[prompts.SplitOut](json.RawMessage(entry(`{"kind":"` + kind + `","text":"t","sources":[]}`))); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
