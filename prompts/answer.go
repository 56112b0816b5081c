package prompts

// Exchange is an earlier question of the conversation and the beginning of its answer.
type Exchange struct {
	Question string
	Answer   string
}

// SeekIn is the input of step seek: a question, the conversation it belongs to, and what may be searched.
type SeekIn struct {
	Asked
	Earlier []Exchange
	Subject string // the question as it is understood without the conversation, "" when it is the same
	Web     bool   // a web search is asked too, beside the person's documents
	Max     int    // most queries
}

func (in SeekIn) entries() map[string]int { return map[string]int{"queries": in.Max} }

// SeekOut is what the planner decides: the specification's strict JSON.
type SeekOut struct {
	NextAction        string   `json:"nextAction" bound:"enum=search_more|finalize"`
	Queries           []string `json:"queries" bound:"items=6,len=200"`
	CoverageGaps      []string `json:"coverageGaps" bound:"items=6,len=240"`
	TargetSourceTypes []string `json:"targetSourceTypes,omitempty" bound:"items=4,enum=official docs|gov|news|standards"`
	Confidence        float64  `json:"confidence" bound:"min=0,max=1"`
	Reason            string   `json:"reason" bound:"len=300"`
}

// Seek plans what to search for.
var Seek = Template[SeekIn, SeekOut]{Name: "seek", NumPredict: 500}

// WeighedLine is a piece of evidence with what is known of its source.
type WeighedLine struct {
	EvidenceLine
	Site    string // host or publisher of a web page, "" for a document of the person's
	Date    string // ISO 8601 date the source says of itself, or ""
	Quality string // "0.72"
}

// From is the source with its site.
func (l WeighedLine) From() string {
	if l.Site == "" {
		return l.Source
	}
	return l.Source + "; " + l.Site
}

// WeighIn is the input of step weigh: the passages read now, what was kept before, what was tried, and what may still be spent.
type WeighIn struct {
	Asked
	Passages []Passage // by their short names within the call ("P3")
	Kept     []WeighedLine
	Earlier  []Exchange
	Subject  string
	Web      bool
	Thorough bool // two independent sources are wanted for what matters
	Timely   bool // the answer changes with time
	Tried    []string
	Max      int // most further queries
	Left     int // rounds left after this one
}

func (in WeighIn) entries() map[string]int {
	return map[string]int{"passages": len(in.Passages), "others": len(in.Passages), "queries": in.Max}
}

// WeighOut holds the verdicts and what is to be done next: the specification's strict JSON.
type WeighOut struct {
	JudgeOut
	SeekOut
}

// Weigh judges passages and decides whether they are enough, or what to search for next.
var Weigh = Template[WeighIn, WeighOut]{Name: "weigh", NumPredict: 2400}

// SettleIn is the input of step settle: all that was found, what was tried, and what may still be spent.
type SettleIn struct {
	Asked
	Passages []Passage // evidence kept before, then what was found now, under the IDs that it has when it is kept ("E3")
	Earlier  []Exchange
	Subject  string
	Web      bool
	Timely   bool // the answer changes with time
	Tried    []string
	Max      int // most further queries
	Left     int // rounds left after this one
}

func (in SettleIn) entries() map[string]int {
	return map[string]int{"passages": len(in.Passages), "queries": in.Max}
}

// SettleOut is an answer, or what is to be searched for before there is one, with what of the passages helps: the specification's strict JSON. The answer comes
// before all that a person does not wait for.
type SettleOut struct {
	NextAction   string    `json:"nextAction" bound:"enum=search_more|finalize"`
	Answer       string    `json:"answer" bound:"len=1900"`
	Conflicts    []string  `json:"conflicts" bound:"items=4,len=500"`
	Unknown      []string  `json:"unknown" bound:"items=6,len=240"`
	Passages     []Helpful `json:"passages" bound:"items=24"`
	Queries      []string  `json:"queries" bound:"items=6,len=200"`
	CoverageGaps []string  `json:"coverageGaps" bound:"items=6,len=240"`
	Confidence   float64   `json:"confidence" bound:"min=0,max=1"`
	Reason       string    `json:"reason" bound:"len=300"`
}

// Helpful is a passage that helps, and its spans that matter.
type Helpful struct {
	Ref   string   `json:"ref" bound:"len=6"`
	Spans []string `json:"spans" bound:"items=8,len=10"`
}

// Settle answers from what a search found, or says what to search for next.
var Settle = Template[SettleIn, SettleOut]{Name: "settle", NumPredict: 1800}

// RespondIn is the input of step respond.
type RespondIn struct {
	Asked
	Earlier  []Exchange
	Subject  string
	Timely   bool
	Thorough bool
	Passages []Passage
	Silent   []string // parts of the question for which nothing was found
}

// RespondOut is an answer; every sentence that states something ends with the IDs of spans in square brackets.
type RespondOut struct {
	Answer    string         `json:"answer" bound:"len=1900"`
	Findings  []DraftSection `json:"findings" bound:"items=8"`
	Conflicts []string       `json:"conflicts" bound:"items=4,len=500"`
	Unknown   []string       `json:"unknown" bound:"items=6,len=240"`
}

// Respond writes the answer.
var Respond = Template[RespondIn, RespondOut]{Name: "respond", NumPredict: 2200}
