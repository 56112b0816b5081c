package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"rabbithole/backend/cite"
)

// longestTitle is how many characters of a question make a title; of a longer one, which is printed below, the title takes titleLength.
const longestTitle, titleLength = 150, 110

// view is a report with what its renderers share: words, links, and claims by ID.
type view struct {
	Report
	words
	links  Links
	byID   map[string]cite.Claim
	scans  map[string]bool // pages whose text was recognised, as source names them without a label
	web    map[string]Source
	own    map[string]bool // documents that are files of the person's
	noKept string          // why nothing was searched, behind the words that there is no answer
	leads  bool            // the first sentence of the answer stands alone, in bold
	told   []Block         // sentences on contradictions; their quotes are shown as pairs
	before []string        // what was not found, where the passages may not answer: that says more than they do
	stated map[string]bool // claims that sentences state
	sheets map[string]Tabled
}

func newView(r Report, links Links) view {
	v := view{Report: r, words: wordsFor(r.Language), links: links, byID: map[string]cite.Claim{}, scans: map[string]bool{}, web: webPages(r),
		own: map[string]bool{}, stated: map[string]bool{}}
	for _, u := range r.Coverage.Recognised {
		for _, page := range u.Pages {
			v.scans[v.source(u.Name, page, "")] = true
		}
	}
	if len(r.Sources) == 0 { // only answers, and runs that used the web, number theirs
		v.Sources = r.Cited()
	}
	switch {
	case r.Coverage.Queries+len(r.Claims) == 0 && len(r.Silent) > 0: // there was nothing readable to search
		v.noAnswer, v.noKept, v.Silent = clean(r.Silent[0]), clean(strings.Join(r.Silent[1:], " ")), nil
	case r.Coverage.Queries == 0:
		v.noAnswer = v.noSearch
	default: // said above already where there is no answer
		v.Silent = slices.DeleteFunc(slices.Clone(r.Silent), func(said string) bool { return !v.answered() && clean(said) == v.noAnswer })
	}
	if v.answered() && (r.Verdict == Unsure || r.Verdict == Unanswered) {
		v.before, v.Silent = v.Silent, nil
	}
	v.Claims = slices.Clone(r.Claims)
	for i := range v.Claims {
		v.Claims[i].Citations = cite.Whole(v.Claims[i].Citations)
		v.byID[v.Claims[i].ID] = v.Claims[i]
	}
	for _, e := range r.Evidence {
		v.own[e.Document] = v.own[e.Document] || e.Own
	}
	v.tables()
	if v.leads = Lead(r) != ""; v.leads {
		v.Answer = led(v.Answer)
	}
	sections := v.Sections
	v.Sections = nil
	for _, s := range sections {
		if !s.Contrary {
			v.Sections = append(v.Sections, s)
			continue
		}
		for _, b := range s.Blocks {
			if len(b.Sentences) > 0 && len(v.byID[b.Sentences[0].Claim].Against) == 0 {
				v.told = append(v.told, b)
			}
		}
	}
	return v
}

// mark is what is said behind a sentence of how it stands, "" of one that is proven and that nothing contradicts.
func (v view) mark(c cite.Claim) string {
	switch {
	case c.Verdict != cite.Supported:
		return v.verdict(c.Verdict)
	case len(c.Against) > 0:
		return v.otherwise
	}
	return ""
}

// contradicts reports whether the report tells of documents that contradict each other.
func (v view) contradicts() bool { return len(v.told)+len(v.disputes()) > 0 }

// reasons are what is said of how two claims contradict each other.
func (p pair) reasons() (out []string) {
	for _, doubt := range p[0].Doubts {
		if slices.Contains(p[1].Doubts, doubt) {
			out = append(out, clean(doubt))
		}
	}
	return out
}

// sides are the lines of a pair for a terminal: where each stands and what it says, and how they contradict each other.
func (v view) sides(p pair) string {
	var lines []string
	for _, c := range p {
		var places []string
		for _, x := range c.Citations {
			if place := v.citedAs(v.placeOf(x)); !slices.Contains(places, place) {
				places = append(places, place)
			}
		}
		_, text := v.above(clean(c.Text), c.ID) // its section stands with the place
		lines = append(lines, strings.Join(places, "; ")+": "+text)
	}
	return "- " + strings.Join(append(lines, p.reasons()...), "\n  ")
}

// title is the question, of a long one the sentence of it that asks, cut to a title's length, where there is one behind a comma.
func (v view) title() string {
	q := clean(v.Question)
	if utf8.RuneCountInString(q) <= longestTitle {
		return q
	}
	if asks := asking.FindStringSubmatch(q); asks != nil {
		q = asks[1]
	}
	short := shorten(q, titleLength)
	if i := strings.LastIndexAny(short, ",;"); short != q && i > titleLength/2 {
		return short[:i] + " …"
	}
	return short
}

// asking matches the first sentence that ends with a question mark and begins behind another sentence.
var asking = regexp.MustCompile(`[.!] (\p{Lu}[^.!?]{15,}\?)`)

// wholeQuestion is the question when the title had to cut it, else "".
func (v view) wholeQuestion() string {
	if q := clean(v.Question); q != v.title() {
		return q
	}
	return ""
}

// printLanguage is the language of the report's text, also where we have no words of our own in it.
func (v view) printLanguage() string {
	if languageForm.MatchString(v.Language) {
		return v.Language
	}
	return v.lang
}

var languageForm = regexp.MustCompile(`^[a-z]{2,3}$`)

// subtitle says in one line what this is made from.
func (v view) subtitle() string {
	parts := []string{v.date(v.MadeAt)}
	if v.Coverage.Documents > 0 { // a draft does not know yet
		parts = append(parts, v.count(v.Coverage.Documents, v.documents), v.count(v.Coverage.Pages, v.pages))
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " · ")
}

// searched says what was searched, as a sentence of its own.
func (v view) searched() string { return v.coverage + ": " + v.coverageText() }

// sourceOf names a page of a document, and says when its text was recognised from a picture.
func (v view) sourceOf(p place) string {
	called := v.named(p.document, p.name)
	if v.Titles[p.name] != "" { // the whole title stands in the list of sources
		called = v.shortly(p.name)
	}
	if p.section != "" {
		called += ", " + p.section
	}
	text := v.source(called, p.Page, p.Label)
	if v.scans[v.source(p.name, p.Page, "")] {
		text += ", " + v.recognised
	}
	return text
}

// answered reports whether the report has an answer.
func (v view) answered() bool { return len(v.Answer) > 0 }

// pair are two claims that say the contrary of each other.
type pair [2]cite.Claim

// disputes returns the pairs of claims that contradict each other, each pair once, in reading order.
func (v view) disputes() []pair {
	var out []pair
	seen := map[[2]string]bool{}
	for _, c := range v.Claims {
		for _, id := range c.Against {
			other, ok := v.byID[id]
			if !ok || id == c.ID || seen[[2]string{id, c.ID}] || seen[[2]string{c.ID, id}] {
				continue
			}
			seen[[2]string{c.ID, id}] = true
			out = append(out, pair{c, other})
		}
	}
	return out
}

// hasSilence reports whether there is something to say about what the documents do not say.
func (v view) hasSilence() bool { return len(v.Silent)+len(v.Coverage.Sweeps) > 0 }

// silenceTitle heads what the documents do not say, or where there is nothing of that, what was searched.
func (v view) silenceTitle() string {
	if len(v.Silent) == 0 {
		return v.looked
	}
	return v.silent
}

// citedOf returns those of some pages that claims cite.
func (v view) citedOf(list []Unread) []Unread {
	var out []Unread
	for _, u := range list {
		cited := map[int]bool{}
		for _, c := range v.Claims {
			for _, x := range c.Citations {
				if x.Name == u.Name {
					cited[x.Page] = true
				}
			}
		}
		of := Unread{Name: u.Name}
		for i, p := range u.Pages {
			if !cited[p] {
				continue
			}
			if of.Pages = append(of.Pages, p); len(u.Labels) > 0 {
				of.Labels = append(of.Labels, u.Labels[i])
			}
		}
		out = append(out, of)
	}
	return out
}

func (v view) coverageText() string {
	c := v.Coverage
	scope := fmt.Sprintf(v.scope, v.count(c.Documents, v.documents), v.count(c.Pages, v.pages))
	if c.Unreadable > 0 {
		scope += ", " + fmt.Sprintf(v.unreadable, v.count(c.Unreadable, v.pages))
	}
	read := fmt.Sprintf(v.queries, v.count(c.Queries, v.query), v.count(c.Passages, v.passages), v.count(c.Kept, v.findings))
	parts := []string{scope, read}
	if c.PagesRead > 0 {
		parts = append(parts, fmt.Sprintf(v.pagesRead, v.count(c.PagesRead, v.pages)))
	}
	return strings.Join(parts, "; ") + "."
}

func (v view) qualityText() string {
	q := v.Quality
	text := fmt.Sprintf(v.dimensions, q.Total, q.Threshold, q.FactualFidelity, q.Completeness, q.Clarity, q.SourceAccuracy)
	if reason := clean(q.Reason); reason != "" {
		return text + ". " + reason
	}
	return text + "."
}

func (v view) makerText() string {
	m := v.Making
	parts := []string{v.extractive}
	if m.Model != "" {
		parts = []string{fmt.Sprintf(v.ollama, clean(m.Model))}
	}
	if m.Chose != "" {
		parts = []string{fmt.Sprintf(v.chosen, clean(m.Chose))}
	}
	if m.ByRule {
		parts = append(parts, v.byRule)
	}
	switch w := m.Weak; {
	case w == nil:
	case m.Model != "":
		parts = append(parts, fmt.Sprintf(v.tooWeak, w.Right))
	default:
		parts = append(parts, w.passedOver(v.words))
	}
	if d := strings.TrimPrefix(clean(m.Digest), "sha256:"); d != "" {
		parts = append(parts, fmt.Sprintf(v.digest, fmt.Sprintf("%.12s", d)))
	}
	if m.NumCtx > 0 {
		parts = append(parts, fmt.Sprintf(v.context, v.count(m.NumCtx, v.tokens)))
	}
	return "Rabbithole " + clean(m.Version) + ", " + strings.Join(parts, ", ") + "."
}

// PassedOver says in a language that the model was not used, and why.
func (w Weak) PassedOver(language string) string { return w.passedOver(wordsFor(language)) + "." }

func (w Weak) passedOver(words words) string {
	return fmt.Sprintf(words.passedOver, clean(w.Model), w.Right)
}

func (v view) spendText() string {
	s := v.Making.Spend
	parts := []string{v.duration(s.Time)}
	if s.Calls > 0 || v.Making.Model != "" {
		parts = []string{v.count(s.Calls, v.calls), v.count(s.PromptTokens+s.ReplyTokens, v.tokens), v.duration(s.Time)}
	}
	for _, extra := range []struct {
		n    int
		noun counted
	}{{s.Replayed, v.replayed}, {s.Fallbacks, v.fallbacks}, {s.Truncated, v.truncated}} {
		if extra.n > 0 {
			parts = append(parts, v.count(extra.n, extra.noun))
		}
	}
	return strings.Join(parts, ", ") + "."
}

// remarks are what has to be said about a claim besides its quotes.
func (v view) remarks(c cite.Claim) []string {
	var out []string
	if text := v.contrary(c); text != "" {
		out = append(out, text)
	}
	for _, doubt := range c.Doubts {
		out = append(out, clean(doubt))
	}
	if len(c.Unsupported) > 0 && len(c.Doubts) == 0 {
		out = append(out, fmt.Sprintf(v.unsupported, strings.Join(c.Unsupported, "; ")))
	}
	if len(c.Sums) > 0 {
		out = append(out, fmt.Sprintf(v.computed, strings.Join(c.Sums, "; ")))
	}
	return out
}

// contrary names the claims that say the contrary of c, "" for none.
func (v view) contrary(c cite.Claim) string {
	if len(c.Against) == 0 {
		return ""
	}
	return fmt.Sprintf(v.against, strings.Join(c.Against, ", "))
}
