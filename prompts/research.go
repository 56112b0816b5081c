package prompts

// Asked is what every step knows about the question: the person's words, the answers given so far, the language to answer in, and the day.
type Asked struct {
	Question    string
	Refinements []string // "question: answer" pairs from the clarification rounds
	Language    string   // "German", "English", ...: the language of everything the person will read
	Today       string   // ISO 8601 date, "" when it does not matter
	Spoken      string   // "German and English": the languages of the documents searched, "" when all are in Language
}

// AnalyseIn is the input of step analyse: the question and the titles of the documents in scope (at most a few dozen).
type AnalyseIn struct {
	Asked
	Titles []string
}

// AnalyseOut is what a question is about.
type AnalyseOut struct {
	KeyConcepts         []string `json:"key_concepts" bound:"items=8,least=1,len=80"`
	Entities            []string `json:"entities" bound:"items=12,len=80"`
	Scope               string   `json:"scope" bound:"len=300"`
	AssumedContext      []string `json:"assumed_context" bound:"items=5,len=200"`
	ClarificationNeeded bool     `json:"clarification_needed"`
}

// Analyse extracts concepts, entities, scope and assumptions from the question.
var Analyse = Template[AnalyseIn, AnalyseOut]{Name: "analyse", NumPredict: 700}

// ClarifyIn is the input of step clarify.
type ClarifyIn struct {
	Asked
	Analysis AnalyseOut
	Titles   []string
	Count    int
}

// ClarifyOut holds the questions to ask back.
type ClarifyOut struct {
	Questions []ClarifyQuestion `json:"questions" bound:"items=3"`
}

// ClarifyQuestion is a question to ask back, with short answers to choose from, none where they cannot be foreseen.
type ClarifyQuestion struct {
	Question string   `json:"question" bound:"len=240"`
	Choices  []string `json:"choices" bound:"items=4,len=60"`
}

// Clarify writes the questions whose answers would change the research most.
var Clarify = Template[ClarifyIn, ClarifyOut]{Name: "clarify", NumPredict: 400}

// PlanIn is the input of step plan: the question and the titles of the documents in scope (at most a few dozen).
type PlanIn struct {
	Asked
	Titles   []string
	Min, Max int // wanted number of items
}

// PlanOut is what a question is about, and the to-do list.
type PlanOut struct {
	AnalyseOut
	Items []PlanItem `json:"items" bound:"items=5,least=1"`
}

// PlanItem is one specific, checkable task with the context a searcher needs, and what to search for.
type PlanItem struct {
	Task    string   `json:"task" bound:"len=240"`
	Context string   `json:"context" bound:"len=300"`
	Queries []string `json:"queries" bound:"items=3,len=200"`
}

// Plan takes the question apart and breaks it into a to-do list with queries.
var Plan = Template[PlanIn, PlanOut]{Name: "plan", NumPredict: 1400}

// QueriesIn is the input of step queries. Tried holds the queries already searched in this run.
type QueriesIn struct {
	Asked
	Analysis AnalyseOut
	Task     string
	Context  string
	Tried    []string
	Min, Max int
}

// QueriesOut holds search queries.
type QueriesOut struct {
	Queries []string `json:"queries" bound:"items=4,least=1,len=200"`
}

// Queries writes the search queries for one item.
var Queries = Template[QueriesIn, QueriesOut]{Name: "queries", NumPredict: 300}

// JudgeIn is the input of step judge: passages to read, then the task and the question.
type JudgeIn struct {
	Asked
	Passages []Passage // by their short names within the call ("P3")
	Task     string
}

func (in JudgeIn) entries() map[string]int {
	return map[string]int{"passages": len(in.Passages), "others": len(in.Passages)}
}

// JudgeOut holds the passages that help and the names of the others. What stands in neither was not judged.
type JudgeOut struct {
	Passages []JudgeVerdict `json:"passages" bound:"items=24"`
	Others   []string       `json:"others" bound:"items=24,len=6"`
}

// JudgeVerdict says how relevant a passage is and which of its spans matter ("P3.2").
type JudgeVerdict struct {
	Ref       string   `json:"ref" bound:"len=6"`
	Relevance float64  `json:"relevance" bound:"min=0,max=1"`
	Spans     []string `json:"spans" bound:"items=16,len=10"`
	Why       string   `json:"why" bound:"len=160"`
}

// Judge reads many passages at once and says which matter, and which of their spans.
var Judge = Template[JudgeIn, JudgeOut]{Name: "judge", NumPredict: 2000}

// EvidenceLine is a piece of evidence as the reading steps see it.
type EvidenceLine struct {
	ID      string // "E7"
	Source  string // document, section, page: for orientation; the model never repeats it
	Extract string
}

// Line is the piece in one line.
func (l EvidenceLine) Line() string { return l.Source + " – " + l.Extract }

// SiftIn is the input of step sift: passages to read, what was kept before, and the tasks they are read for.
type SiftIn struct {
	Asked
	Passages []Passage // by their short names within the call ("P3")
	Kept     []EvidenceLine
	Tasks    []string
	Tried    []string // queries put so far
	Max      int      // most further queries
	MayAdd   int      // most new tasks
}

func (in SiftIn) entries() map[string]int {
	return map[string]int{"passages": len(in.Passages), "others": len(in.Passages), "tasks": len(in.Tasks), "queries": in.Max, "new_tasks": in.MayAdd}
}

// SiftOut says which passages help, how far the tasks are answered, and what is to be looked for next.
type SiftOut struct {
	JudgeOut
	Tasks     []SiftTask  `json:"tasks" bound:"items=8"`
	Queries   []SiftQuery `json:"queries" bound:"items=4"`
	NewTasks  []PlanItem  `json:"new_tasks" bound:"items=2"`
	Conflicts []Noted     `json:"conflicts" bound:"items=2"`
}

// SiftTask says how far a task is answered.
type SiftTask struct {
	Task     string `json:"task" bound:"len=6"`
	Answered string `json:"answered" bound:"enum=yes|partly|no"`
	Missing  string `json:"missing" bound:"len=240"`
}

// SiftQuery is a query for what a task is missing.
type SiftQuery struct {
	Task  string `json:"task" bound:"len=6"`
	Query string `json:"query" bound:"len=200"`
}

// Sift reads passages for several tasks at once.
var Sift = Template[SiftIn, SiftOut]{Name: "sift", NumPredict: 2400}

// DraftIn is the input of step draft: passages, and what an earlier version was criticised for.
type DraftIn struct {
	Asked
	Passages  []Passage
	More      []EvidenceLine // for which there was no room
	Noted     []string       // contradictions that were met on the way
	Silent    []string       // tasks for which nothing was found
	Criticism string
	Written   string // the report as far as it is written, to which the passages are to add; "" for all of it
}

// DraftOut is a draft report; every sentence that states something ends with the IDs of spans in square brackets.
type DraftOut struct {
	Answer    string         `json:"answer" bound:"len=1900"`
	Sections  []DraftSection `json:"sections" bound:"items=8"`
	Conflicts []string       `json:"conflicts" bound:"items=4,len=500"`
	Silent    []string       `json:"silent" bound:"items=6,len=240"`
}

// DraftSection is a section of a draft.
type DraftSection struct {
	Title string `json:"title" bound:"len=120"`
	Text  string `json:"text" bound:"len=1900"`
}

// Draft writes the report.
var Draft = Template[DraftIn, DraftOut]{Name: "draft", NumPredict: 3000}
