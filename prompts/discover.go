package prompts

// DiscoverIn is the input of step discover: the query as the person put it.
type DiscoverIn struct {
	Query string
	Image bool // a picture belongs to the query
}

// DiscoverOut is the shape that the prompt asks for. It is not sent as a schema: the reply is a fenced block of JSON or XML in a text.
type DiscoverOut struct {
	Headlines []Headline `json:"headlines"`
}

// Headline is a title with its caption, under the specification's names.
type Headline struct {
	Title   string `json:"title"`
	Caption string `json:"caption"`
}

// Discover surfaces related angles. Its words are the specification's to the letter and nothing besides; what the subagent found is a turn of its own.
var Discover = Template[DiscoverIn, DiscoverOut]{Name: "discover", NumPredict: 1400, Free: true}

// Subagent is the name of the tool that the prompt speaks of. The program has called it before the model is asked.
const Subagent = "subagent"

// FoundIn is what the subagent found.
type FoundIn struct {
	Language string    // English name of it
	Passages []Passage // by IDs "P1", "P2", ...
}

// Found is the text of the turn behind the prompt: that of its call's User. It says that the library was searched, and no web, and asks for the spans that
// each pair rests on beside the specification's keys.
var Found = Template[FoundIn, DiscoverOut]{Name: "discover_found", Free: true}

// LookIn is the input of step look: what the person asks about the picture that the call carries.
type LookIn struct {
	Query    string // "" for the picture alone
	Language string
}

// LookOut is what a model sees.
type LookOut struct {
	Shows   string   `json:"shows" bound:"len=600"`
	Written string   `json:"written" bound:"len=600"`
	Terms   []string `json:"terms" bound:"items=6,len=80"`
}

// Look says what is to be seen in a picture.
var Look = Template[LookIn, LookOut]{Name: "look", NumPredict: 400}
