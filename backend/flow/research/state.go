// Package research is the heart of the product: five-phase research over the person's documents, with the person in the loop.
//
// Analyse and clarify, plan, go down the rabbit hole item by item, write and judge, attribute. The graph is drawn in graph.go; every
// node is in the file of its phase. The flow promises that each passage is read once, that it ends within its budget, and that a
// run resumed anywhere writes the same report. It refuses to know where passages are stored or which model thinks.
package research

import (
	"cmp"
	"slices"

	"rabbithole/backend/ask"
	"rabbithole/backend/budget"
	"rabbithole/backend/extract"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// StateVersion changes when a State written by an older program cannot be read as it is.
const StateVersion = 1

// The phases, under the specification's names.
const (
	PhaseAnalysis    = "query_analysis"
	PhasePlanning    = "research_planning"
	PhaseExtraction  = "deep_context_extraction"
	PhaseSynthesis   = "synthesis_quality_assurance"
	PhaseAttribution = "source_attribution"
	PhaseDone        = "done"
)

// PhaseOf returns the phase of research that a node belongs to; "" for no node: where a run begins.
func PhaseOf(node string) string {
	if node == "" {
		return ""
	}
	return cmp.Or(phases[node], PhaseExtraction)
}

var phases = map[string]string{"analyse": PhaseAnalysis, "clarify": PhaseAnalysis, "plan": PhasePlanning, "approve": PhasePlanning, "summarise": PhaseSynthesis, "rank": PhaseSynthesis,
	"draft": PhaseSynthesis, "attribute": PhaseAttribution}

// State is a run's position. It holds IDs and spans, not text: passages and drafts live in tables.
type State struct {
	Question string       `json:"question"`
	Language string       `json:"language"`
	Scope    source.Scope `json:"scope" ts_type:"{ collections?: string[]; documents?: string[] }"`
	Settings Settings     `json:"settings"`
	Phase    string       `json:"phase"`

	Earlier     *Earlier         `json:"earlier,omitempty"` // the research that the question asks further about
	Analysis    extract.Analysis `json:"analysis"`
	Home        *ask.Targets     `json:"home,omitempty"`        // the documents whose own name the question gives
	Planned     []extract.Task   `json:"planned,omitempty"`     // with the analysis
	Outline     []Chapter        `json:"outline,omitempty"`     // of the documents that the question wants summarised, where no model does it
	Pending     []string         `json:"pending,omitempty"`     // the round of questions to put next
	Choices     [][]string       `json:"choices,omitempty"`     // short answers to them
	Asked       []string         `json:"asked,omitempty"`       // clarification questions put so far
	Refinements []string         `json:"refinements,omitempty"` // "question answer"
	Rounds      int              `json:"rounds"`

	Plan       []Item `json:"plan"`
	LastID     int    `json:"last_id"`            // highest ID an item ever had
	Current    int    `json:"current"`            // ID of the item being worked on, 0 when none
	Together   []int  `json:"together,omitempty"` // IDs of those that are worked on with it: a model reads for several at once
	Sift       *Sift  `json:"sift,omitempty"`     // what it said of them last
	Iterations int    `json:"iterations"`

	Queries  []Searched `json:"queries"`
	Evidence []Kept     `json:"evidence"`
	Read     []string   `json:"read"`  // IDs of passages judged, each once per run
	Fresh    []string   `json:"fresh"` // evidence kept last and not yet searched for references
	Depth    int        `json:"depth"`
	Followed []Followed `json:"followed"`
	Open     []OpenRef  `json:"open"`

	Allow    shared.Allow `json:"allow,omitempty"`    // of a run that may use the web: what may be asked of it
	Pages    []WebPage    `json:"pages,omitempty"`    // that the web offered
	Warnings []string     `json:"warnings,omitempty"` // of the web: sentences

	Swept    Swept        `json:"swept"`
	Drafts   []Version    `json:"drafts"`
	GapTried []string     `json:"gap_tried,omitempty"`
	Finish   string       `json:"finish,omitempty"`  // why the run writes with what there is: "person" or a budget's name
	Stopped  []string     `json:"stopped,omitempty"` // evidence IDs from which no reference is followed any more
	Notes    []string     `json:"notes,omitempty"`
	Messages []Message    `json:"messages"`
	Spend    budget.Spend `json:"spend"`
}

// Item is one entry of the to-do list.
type Item struct {
	ID        int      `json:"id"` // 1-based, never reused
	Task      string   `json:"task"`
	Context   string   `json:"context"`
	Queries   []string `json:"queries,omitempty"` // planned for it
	Completed bool     `json:"completed"`
	Subtasks  []string `json:"subtasks,omitempty"` // tasks it spawned
	Missing   string   `json:"missing,omitempty"`  // what its evidence does not say
	Gap       bool     `json:"gap,omitempty"`      // added to fill a gap of a draft
	Worked    bool     `json:"worked,omitempty"`   // its passages were read, done or not
	Summed    bool     `json:"summed,omitempty"`   // its evidence was summarised
	Dropped   bool     `json:"dropped,omitempty"`  // the person does not want it
	Own       bool     `json:"own,omitempty"`      // the person wrote or edited it
	Dig       string   `json:"dig,omitempty"`      // evidence ID whose every reference it follows, by the person's wish
	Web       string   `json:"web,omitempty"`      // the query that may go to the web for it
	Settled   bool     `json:"settled,omitempty"`  // it was decided whether one may

	Noted []prompts.Noted `json:"noted,omitempty"` // contradictions in its evidence
}

// Searched is a query and what it led to.
type Searched struct {
	Item    int             `json:"item"`
	Query   string          `json:"query"`
	Hits    []string        `json:"hits"`              // passage IDs, best first
	Later   []string        `json:"later,omitempty"`   // hits behind those, which are read while the item is not answered
	Found   []extract.Found `json:"found,omitempty"`   // what search knows of the hits, in their order; none of what was not searched for
	Named   bool            `json:"named,omitempty"`   // the query is a reference in the task's own words: its hits are what it points to
	Summary string          `json:"summary,omitempty"` // "[E7#2]" in it is the second quote of E7
	Rank    float64         `json:"rank,omitempty"`    // relevance of the summary to the original question, 0..1
	Quality float64         `json:"quality,omitempty"` // the summary's own score, 0..1 of 400
	Web     bool            `json:"web,omitempty"`     // it went to the web: its hits are passages of pages that were read
	Offered int             `json:"offered,omitempty"` // pages that the web offered for it
}

// Kept is evidence by reference: its text is read from the pages again when it is needed.
type Kept struct {
	shared.Kept
	Item   int   `json:"item"`
	Query  int   `json:"query"`            // index into Queries; nested evidence has its parent's
	Beside bool  `json:"beside,omitempty"` // it is relevant to the question and does not answer the person's item that found it
	Also   []int `json:"also,omitempty"`   // items of the person that it answers besides
}

// Swept is what the last look at the whole scope found out.
type Swept struct {
	Sweeps  []report.Sweep         `json:"sweeps,omitempty"`
	Silent  []extract.Unanswerable `json:"silent,omitempty"`  // clauses of the question that nothing answers
	Nothing bool                   `json:"nothing,omitempty"` // they are all its clauses
}

// Followed is a reference that was followed from evidence.
type Followed struct {
	Item   int      `json:"item"` // that was worked on
	From   string   `json:"from"` // evidence ID
	Kind   string   `json:"kind"` // section, document or external, as in the specification
	Text   string   `json:"text"` // its words, as they stand there
	Target string   `json:"target"`
	Found  bool     `json:"found"`
	Kept   []string `json:"kept"` // evidence IDs it led to
}

// OpenRef is a reference that was met and not followed.
type OpenRef struct {
	From   string `json:"from"` // evidence ID
	Kind   string `json:"kind"`
	Text   string `json:"text"`
	Reason string `json:"reason"`
	// Passages are the IDs of what it leads to, where the budget left that unread.
	Passages []string `json:"passages,omitempty"`
}

// Version is a draft that was written and scored; its report lies in the store under the run and Number.
type Version struct {
	Number   int            `json:"number"`
	Run      string         `json:"run"` // that wrote it: a fork reads its parent's drafts
	Quality  report.Quality `json:"quality"`
	Evidence int            `json:"evidence"` // evidence there was when it was written
}

// Message is an entry of the specification's message log.
type Message struct {
	Role    string `json:"role"` // "user" or "assistant"
	Content string `json:"content"`
}

// item returns the entry with the ID, nil when there is none.
func (s *State) item(id int) *Item {
	return shared.Find(s.Plan, func(i Item) bool { return i.ID == id })
}

// worksOn reports whether an item is being worked on.
func (s *State) worksOn(id int) bool { return id == s.Current || slices.Contains(s.Together, id) }

// working returns the items that are being worked on and wanted.
func (s *State) working() []*Item {
	var out []*Item
	for i := range s.Plan {
		if s.worksOn(s.Plan[i].ID) && !s.Plan[i].Dropped {
			out = append(out, &s.Plan[i])
		}
	}
	return out
}

// add appends a task to the plan unless the list is full; it returns the new ID, 0 when full.
func (s *State) add(t extract.Task, gap bool) int {
	if len(s.Plan) >= s.Settings.TodoMaxItems {
		return 0
	}
	s.LastID++
	s.Plan = append(s.Plan, Item{ID: s.LastID, Task: t.Task, Context: t.Context, Queries: t.Queries, Gap: gap})
	return s.LastID
}

// keptFor returns the evidence of an item: what was kept while it was worked on, and what its queries found that had been kept before. An
// item that the person wrote asks for something else than the question: there what was kept before must answer it.
func (s State) keptFor(item int) []Kept {
	hits := map[string]bool{}
	own := s.item(item)
	for _, q := range s.Queries {
		if q.Item == item && (own == nil || !own.Own) {
			for _, id := range q.Hits {
				hits[id] = true
			}
		}
	}
	var out []Kept
	for _, k := range s.Evidence {
		if k.Item == item && !k.Beside || hits[k.Passage] || slices.Contains(k.Also, item) {
			out = append(out, k)
		}
	}
	return out
}

// best returns the draft with the highest score, the earliest among equals; the zero Version when there is none.
func (s State) best() Version {
	var best Version
	for _, v := range s.Drafts {
		if best.Number == 0 || v.Quality.Total > best.Quality.Total {
			best = v
		}
	}
	return best
}
