package prompts

import "encoding/json"

// RelatedIn is the input of step related: what a person reads, what of other sources is known to say something to it, and what may be done.
type RelatedIn struct {
	Language string // English name of the reader's language
	Today    string // ISO 8601 date
	Name     string // of the open document
	Date     string // ISO 8601 date of it, or ""
	Article  int64  // number of the open document
	Page     string // what is being read
	Evidence []WeighedLine
	Tools    bool // the model is given tools
	Web      bool // two of them reach the web
	Results  int  // of one search
	Pages    int  // of the web that may be read
}

// RelatedSource is a source as the specification writes it.
type RelatedSource struct {
	Title       string `json:"title" bound:"len=200"`
	URL         string `json:"url" bound:"len=400"`
	Publisher   string `json:"publisher" bound:"len=120"`
	PublishedAt string `json:"publishedAt" bound:"len=40"`
}

// RelatedOut is the specification's strict JSON: a bullet list in Markdown whose every line ends with evidence IDs in square brackets.
type RelatedOut struct {
	SummaryMD string          `json:"summaryMd" bound:"len=4000"`
	Sources   []RelatedSource `json:"sources" bound:"items=12"`
	Questions []string        `json:"questions" bound:"items=5,len=240"`
}

// Related says what other sources have to what a person reads. With tools its calls carry no schema before the last: a model that must write
// JSON cannot ask for anything.
var Related = Template[RelatedIn, RelatedOut]{Name: "related", NumPredict: 1100}

// RelatedTools returns what the model of step related may ask for; the last two reach the web.
func RelatedTools(web bool) []Tool {
	list := []Tool{
		{"search_library", "Searches the other documents of the reader's library by words and meaning. Returns passages with their evidence IDs.",
			json.RawMessage(`{"type":"object","required":["query"],"properties":{"query":{"type":"string","description":"what to look for, in the words of a document"}}}`)},
		{"get_article", "Returns passages of a document of the library by its number.",
			json.RawMessage(`{"type":"object","required":["articleId"],"properties":{"articleId":{"type":"integer","description":"the document's number"}}}`)},
		{"extract_text", "Makes readable text of HTML.",
			json.RawMessage(`{"type":"object","required":["html"],"properties":{"html":{"type":"string"}}}`)},
		{"log_step", "Tells the reader in one short sentence what you do.",
			json.RawMessage(`{"type":"object","required":["message"],"properties":{"message":{"type":"string"}}}`)},
	}
	if !web {
		return list
	}
	return append(list,
		Tool{"search_web", "Searches the web. Returns titles, addresses and dates; read a page with fetch_url before you cite it.",
			json.RawMessage(`{"type":"object","required":["query"],"properties":{"query":{"type":"string"},"recencyDays":{"type":"integer","description":"only pages of the last so many days"},"language":{"type":"string","description":"ISO 639-1"}}}`)},
		Tool{"fetch_url", "Reads a web page that search_web returned. Returns its passages with their evidence IDs.",
			json.RawMessage(`{"type":"object","required":["url"],"properties":{"url":{"type":"string"}}}`)})
}
