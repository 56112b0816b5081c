package research

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"rabbithole/backend/cite"
)

// The exported shapes carry the specification's names, field by field. They are what `export RUN --format state|context` prints.

// AgentState is a run as the specification draws it.
type AgentState struct {
	Query           string          `json:"query"`
	QueryAnalysis   QueryAnalysis   `json:"query_analysis"`
	TodoList        []ToDoItem      `json:"todo_list"`
	MaxItems        int             `json:"max_items"`
	ResearchContext ResearchContext `json:"research_context"`
	CurrentTaskID   *int            `json:"current_task_id"` // null when none is being worked on
	Phase           string          `json:"phase"`
	Messages        []Message       `json:"messages"`
}

// QueryAnalysis is what the first phase found out.
type QueryAnalysis struct {
	OriginalQuery       string   `json:"original_query"`
	KeyConcepts         []string `json:"key_concepts"`
	Entities            []string `json:"entities"`
	Scope               string   `json:"scope"`
	AssumedContext      []string `json:"assumed_context"`
	ClarificationNeeded bool     `json:"clarification_needed"`
	HITLRefinements     []string `json:"hitl_refinements"`
}

// ToDoItem is an entry of the to-do list.
type ToDoItem struct {
	ID        int      `json:"id"`
	Task      string   `json:"task"`
	Context   string   `json:"context"`
	Completed bool     `json:"completed"`
	Subtasks  []string `json:"subtasks"`
}

// ResearchContext holds all findings: queries, the passages kept for each, and what their references led to.
type ResearchContext struct {
	SearchQueries []SearchQuery   `json:"search_queries"`
	Metadata      ContextMetadata `json:"metadata"`
}

// SearchQuery is a query with its findings: Chunks of the library, WebSearchResults of the web; null when the query did not go there.
type SearchQuery struct {
	Query             string   `json:"query"`
	Chunks            []Chunk  `json:"chunks"`
	Summary           string   `json:"summary"`
	SummaryReferences []string `json:"summary_references"`
	QualityScore      float64  `json:"quality_score"` // 0..1 of the 0-400 score
	WebSearchResults  []Chunk  `json:"web_search_results"`
}

// Chunk is a passage that was kept.
type Chunk struct {
	Chunk         string      `json:"chunk"`
	Document      string      `json:"document"`
	ExtractedInfo string      `json:"extracted_info"`
	References    []Reference `json:"references"`
}

// Reference is a reference of a kept passage; what was followed further down is flattened into NestedChunks.
type Reference struct {
	Type         string        `json:"type"` // section, document or external
	Target       string        `json:"target"`
	Found        bool          `json:"found"`
	NestedChunks []NestedChunk `json:"nested_chunks"`
}

// NestedChunk is a passage that a reference led to.
type NestedChunk struct {
	Chunk          string  `json:"chunk"`
	Document       string  `json:"document"`
	ExtractedInfo  string  `json:"extracted_info"`
	RelevanceScore float64 `json:"relevance_score"`
}

// ContextMetadata counts.
type ContextMetadata struct {
	TotalIterations     int      `json:"total_iterations"`
	DocumentsReferenced []string `json:"documents_referenced"`
	ExternalSourcesUsed bool     `json:"external_sources_used"`
}

// Export returns the run in the specification's shapes; its texts are read from the library.
func Export(ctx context.Context, t Tools, s State) (AgentState, error) {
	f := &flow{t}
	evidence, err := f.evidence(ctx, s.Evidence)
	if err != nil {
		return AgentState{}, err
	}
	x := &exporter{flow: f, state: s, evidence: map[string]cite.Evidence{}, kept: map[string]Kept{}}
	for i, e := range evidence {
		x.evidence[e.ID], x.kept[e.ID] = e, s.Evidence[i]
	}
	context, err := x.context(ctx)
	if err != nil {
		return AgentState{}, fmt.Errorf("export the research context: %w", err)
	}
	out := AgentState{Query: s.Question, TodoList: []ToDoItem{}, MaxItems: s.Settings.TodoMaxItems, ResearchContext: context, Phase: s.Phase, Messages: s.Messages}
	out.QueryAnalysis = QueryAnalysis{s.Question, filled(s.Analysis.KeyConcepts), filled(s.Analysis.Entities), s.Analysis.Scope,
		filled(s.Analysis.AssumedContext), s.Analysis.ClarificationNeeded, filled(s.Refinements)}
	for _, i := range s.Plan {
		out.TodoList = append(out.TodoList, ToDoItem{i.ID, i.Task, i.Context, i.Completed, filled(i.Subtasks)})
	}
	if s.Current > 0 {
		out.CurrentTaskID = &s.Current
	}
	return out, nil
}

// exporter reads the texts of one run.
type exporter struct {
	*flow
	state    State
	evidence map[string]cite.Evidence
	kept     map[string]Kept
}

func (x *exporter) context(ctx context.Context) (ResearchContext, error) {
	out := ResearchContext{SearchQueries: []SearchQuery{}}
	for i, q := range x.state.Queries {
		sq := SearchQuery{Query: q.Query, Chunks: []Chunk{}, Summary: expand(q.Summary, x.evidence), QualityScore: q.Quality}
		if q.Web {
			sq.WebSearchResults = []Chunk{}
		}
		for _, k := range x.state.keptBy(i) {
			if k.Via != "" && !slices.Contains(q.Hits, k.Passage) {
				continue
			}
			c, err := x.chunk(ctx, k)
			if err != nil {
				return out, err
			}
			if q.Web {
				sq.WebSearchResults = append(sq.WebSearchResults, c)
			} else {
				sq.Chunks = append(sq.Chunks, c)
			}
		}
		sq.SummaryReferences = x.cited(sq.Summary)
		out.SearchQueries = append(out.SearchQueries, sq)
	}
	names := map[string]bool{}
	for _, e := range x.evidence {
		names[e.Name] = true
	}
	out.Metadata = ContextMetadata{TotalIterations: x.state.Iterations, DocumentsReferenced: filled(slices.Sorted(maps.Keys(names))),
		ExternalSourcesUsed: slices.ContainsFunc(x.state.Evidence, x.state.ofWeb)}
	return out, nil
}

func (x *exporter) chunk(ctx context.Context, k Kept) (Chunk, error) {
	p, err := x.Kit.Library.Passage(ctx, k.Passage)
	if err != nil {
		return Chunk{}, err
	}
	e := x.evidence[k.ID]
	c := Chunk{Chunk: p.Text, Document: e.Name, ExtractedInfo: e.Extract, References: []Reference{}}
	for _, r := range x.state.Followed {
		if r.From != k.ID {
			continue
		}
		ref := Reference{Type: r.Kind, Target: r.Target, Found: true, NestedChunks: []NestedChunk{}}
		if err := x.nest(ctx, r, &ref, map[string]bool{k.ID: true}); err != nil {
			return c, err
		}
		c.References = append(c.References, ref)
	}
	for _, o := range x.state.open() {
		if o.From == k.ID {
			c.References = append(c.References, Reference{Type: o.Kind, Target: o.Text, Found: false, NestedChunks: []NestedChunk{}})
		}
	}
	return c, nil
}

// nest adds what a followed reference kept, and what the references of that led to, depth first.
func (x *exporter) nest(ctx context.Context, r Followed, ref *Reference, seen map[string]bool) error {
	for _, id := range r.Kept {
		if seen[id] {
			continue
		}
		seen[id] = true
		p, err := x.Kit.Library.Passage(ctx, x.kept[id].Passage)
		if err != nil {
			return err
		}
		e := x.evidence[id]
		ref.NestedChunks = append(ref.NestedChunks, NestedChunk{p.Text, e.Name, e.Extract, e.Score})
		for _, deeper := range x.state.Followed {
			if deeper.From == id {
				if err := x.nest(ctx, deeper, ref, seen); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

var evidenceID = regexp.MustCompile(`\bE\d+\b`)

// cited returns the names of the documents whose evidence a summary names.
func (x *exporter) cited(summary string) []string {
	names := map[string]bool{}
	for _, id := range evidenceID.FindAllString(summary, -1) {
		if e, ok := x.evidence[id]; ok {
			names[e.Name] = true
		}
	}
	return filled(slices.Sorted(maps.Keys(names)))
}

func filled(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
