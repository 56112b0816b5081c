package research_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow"
	"rabbithole/backend/flow/research"
)

// specified are the specification's objects by their place in the exported state, with all their fields; max_items stands beside the
// list it bounds.
var specified = map[string]string{
	"":                                   "current_task_id max_items messages phase query query_analysis research_context todo_list",
	".query_analysis":                    "assumed_context clarification_needed entities hitl_refinements key_concepts original_query scope",
	".todo_list[]":                       "completed context id subtasks task",
	".messages[]":                        "content role",
	".research_context":                  "metadata search_queries",
	".research_context.metadata":         "documents_referenced external_sources_used total_iterations",
	".research_context.search_queries[]": "chunks quality_score query summary summary_references web_search_results",
	".research_context.search_queries[].chunks[]":                              "chunk document extracted_info references",
	".research_context.search_queries[].chunks[].references[]":                 "found nested_chunks target type",
	".research_context.search_queries[].chunks[].references[].nested_chunks[]": "chunk document extracted_info relevance_score",
}

// walk notes the fields of every object below v by its place.
func walk(v any, place string, seen map[string]map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		fields := strings.Join(slices.Sorted(maps.Keys(v)), " ")
		if seen[place] == nil {
			seen[place] = map[string]bool{}
		}
		seen[place][fields] = true
		for name, inner := range v {
			walk(inner, place+"."+name, seen)
		}
	case []any:
		for _, inner := range v {
			walk(inner, place+"[]", seen)
		}
	}
}

// exported returns a state in the specification's shape, printed and parsed again.
func exported(t *testing.T, d *desk, s research.State) (research.AgentState, map[string]any, []byte) {
	t.Helper()
	a, err := research.Export(t.Context(), d.tools, s)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.MarshalIndent(a, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	var parsed map[string]any
	if err := json.Unmarshal(raw, &parsed); err != nil {
		t.Fatal(err)
	}
	return a, parsed, append(raw, '\n')
}

// fixed is the run of the golden files: a question answered, a plan approved, references that lead somewhere and one that does not.
func fixed(t *testing.T) *desk {
	t.Helper()
	b := newBooks(t, lanterns+"10: The lantern permit follows {form 9|open} and {the old act|old}.\n")
	d := newDesk(t, b, &thinker{})
	d.begin(question, research.Settings{})
	d.end(clarify(research.ClarifyAnswer{Answers: []string{"A lifeboat"}, Enough: true}))
	return d
}

func TestExport_ExactlyTheFieldsOfTheSpecification(t *testing.T) {
	d := fixed(t)
	_, parsed, _ := exported(t, d, d.state())
	seen := map[string]map[string]bool{}
	walk(parsed, "", seen)
	for place, fields := range specified {
		if len(seen[place]) != 1 || !seen[place][fields] {
			t.Errorf("%s has the fields %v, want %q", place, slices.Sorted(maps.Keys(seen[place])), fields)
		}
	}
	for place := range seen {
		if specified[place] == "" {
			t.Errorf("%s is no object of the specification", place)
		}
	}
}

func TestExport_Golden(t *testing.T) {
	d := fixed(t)
	a, _, raw := exported(t, d, d.state())
	golden(t, "state.json", raw)
	raw, err := json.MarshalIndent(a.ResearchContext, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "context.json", append(raw, '\n'))
}

func TestExport_Values(t *testing.T) {
	d := fixed(t)
	s := d.state()
	a, parsed, _ := exported(t, d, s)
	if a.Query != question || a.QueryAnalysis.OriginalQuery != question || a.Phase != research.PhaseDone || a.MaxItems != 15 {
		t.Errorf("head %+v", a)
	}
	if len(a.QueryAnalysis.HITLRefinements) != 1 || len(a.TodoList) != len(s.Plan) || a.ResearchContext.Metadata.TotalIterations != s.Iterations {
		t.Errorf("%+v", a)
	}
	if v, there := parsed["current_task_id"]; !there || v != nil {
		t.Errorf("current_task_id of a finished run is %v", v)
	}
	if got := a.ResearchContext.Metadata.DocumentsReferenced; !slices.Equal(got, []string{"guide.pdf", "law.pdf"}) {
		t.Errorf("documents %q", got)
	}
	found := map[bool]int{}
	for i, q := range a.ResearchContext.SearchQueries {
		if q.QualityScore < 0 || q.QualityScore > 1 {
			t.Errorf("quality %v", q.QualityScore)
		}
		if q.Summary != "" && len(q.SummaryReferences) == 0 {
			t.Errorf("summary %q has no references", q.Summary)
		}
		raw := parsed["research_context"].(map[string]any)["search_queries"].([]any)[i].(map[string]any)
		if v, there := raw["web_search_results"]; !there || v != nil {
			t.Errorf("web_search_results is %v", v)
		}
		for _, c := range q.Chunks {
			for _, r := range c.References {
				found[r.Found]++
				if !slices.Contains([]string{"section", "document", "external"}, r.Type) || r.Target == "" || !r.Found && len(r.NestedChunks) > 0 {
					t.Errorf("reference %+v", r)
				}
			}
			if c.Chunk == "" || c.ExtractedInfo == "" || c.Document == "" {
				t.Errorf("chunk %+v", c)
			}
		}
	}
	if found[true] == 0 || found[false] == 0 {
		t.Errorf("references found and not: %v", found)
	}
}

func TestExport_NestedChunksAreFlattened(t *testing.T) {
	b := newBooks(t, chain(4))
	b.found = only("chain.pdf/1")
	d := newDesk(t, b, &thinker{})
	s := d.finish(research.Settings{FollowDepth: 3, MaxIterations: 1})
	a, _, _ := exported(t, d, s)
	chunks := a.ResearchContext.SearchQueries[0].Chunks
	if len(chunks) != 1 || len(chunks[0].References) != 1 {
		t.Fatalf("chunks %+v", chunks)
	}
	var got []string
	for _, n := range chunks[0].References[0].NestedChunks {
		got = append(got, n.Chunk)
		if n.RelevanceScore != 0.9 || n.Document != "chain.pdf" || n.ExtractedInfo == "" {
			t.Errorf("nested chunk %+v", n)
		}
	}
	if len(got) != 3 || !strings.HasPrefix(got[2], "Lantern rule number 4") {
		t.Errorf("nested chunks %q, want sections 2, 3 and 4", got)
	}
}

func TestExport_ACycleDoesNotNestAChunkInItself(t *testing.T) {
	b := newBooks(t, "= c.pdf\n1: Lantern rule, see {section 2|c.pdf/2}.\n2: Lantern exception, see {section 1|c.pdf/1}.\n")
	b.found = only("c.pdf/1")
	d := newDesk(t, b, &thinker{})
	a, _, _ := exported(t, d, d.finish(research.Settings{FollowDepth: 9}))
	for _, q := range a.ResearchContext.SearchQueries {
		for _, c := range q.Chunks {
			for _, r := range c.References {
				for _, n := range r.NestedChunks {
					if n.Chunk == c.Chunk {
						t.Errorf("%q is nested in itself", c.Chunk)
					}
				}
			}
		}
	}
}

func TestExport_InTheMiddleOfARun(t *testing.T) {
	d := fixed(t)
	all, err := d.store.Checkpoints(t.Context(), d.id)
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[int]bool{}
	for _, c := range all {
		s, err := d.runner.State(t.Context(), d.id, c.Seq)
		if err != nil {
			t.Fatal(err)
		}
		a, parsed, raw := exported(t, d, s)
		if a.CurrentTaskID != nil {
			numbers[*a.CurrentTaskID] = true
		}
		for place := range nulls(parsed, "") {
			if place != ".current_task_id" && !strings.HasSuffix(place, ".web_search_results") {
				t.Errorf("checkpoint %d: %s is null:\n%s", c.Seq, place, raw)
			}
		}
	}
	if len(numbers) != 1 || !numbers[1] { // a model reads for all at once
		t.Errorf("current_task_id while the items were worked on: %v", numbers)
	}
}

// nulls returns the places below v where null stands.
func nulls(v any, place string) map[string]bool {
	out := map[string]bool{}
	switch v := v.(type) {
	case nil:
		out[place] = true
	case map[string]any:
		for name, inner := range v {
			maps.Copy(out, nulls(inner, place+"."+name))
		}
	case []any:
		for i, inner := range v {
			maps.Copy(out, nulls(inner, fmt.Sprintf("%s[%d]", place, i)))
		}
	}
	return out
}

func TestExport_SummaryReferences(t *testing.T) {
	for summary, want := range map[string][]string{
		"It is so [E1].":              {"law.pdf"},
		"It is so [E1, E2].":          {"guide.pdf", "law.pdf"},
		"It is so [E1; E2].":          {"guide.pdf", "law.pdf"},
		"It is so [E1 and E2].":       {"guide.pdf", "law.pdf"},
		"It is so [E2][E1].":          {"guide.pdf", "law.pdf"},
		"It is so [E12].":             {},
		"Nothing is said about E1hx.": {},
	} {
		d := newDesk(t, newBooks(t, lanterns), nil)
		q := research.Searched{Item: 1, Query: "q", Summary: summary}
		s := research.State{Question: question, Queries: []research.Searched{q}, Plan: []research.Item{{ID: 1, Task: "t"}}, Evidence: []research.Kept{
			{Kept: flow.Kept{ID: "E1", Passage: "law.pdf/1"}, Item: 1}, {Kept: flow.Kept{ID: "E2", Passage: "guide.pdf/7"}, Item: 1}}}
		a, _, _ := exported(t, d, s)
		if got := a.ResearchContext.SearchQueries[0].SummaryReferences; !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", summary, got, want)
		}
	}
}
