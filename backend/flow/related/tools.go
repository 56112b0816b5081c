package related

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/extract"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/quote"
	"rabbithole/backend/reason"
	"rabbithole/backend/relevance"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// What the program tells a model whose call cannot be carried out.
const (
	noSuchTool   = "There is no such tool."
	noMore       = "No more than that at once."
	noWeb        = "The web may not be used for this."
	noSuchPage   = "This address came from no search. Only addresses that search_web returned can be read."
	noMorePages  = "No more pages can be read."
	noSuchNumber = "There is no document with this number."
	ownPage      = "This is the open document. It is no source for itself."
	noText       = "No readable text was found."
	toldReader   = "Told."
)

// The bounds of what a model asks: bytes of an argument that is kept, and of a text that a tool brings.
const (
	mostArgument = 2000
	mostHTML     = 64 << 10
	mostSaid     = 1000
	mostExtract  = 2000
	mostStep     = 160
	mostSteps    = 12 // that a model may tell
)

// carryOut does what the model asked of the library, and notes what it asked of the web.
func (f *run) carryOut(ctx context.Context, s *State, reply prompts.Reply) error {
	turn := Turn{Said: flow.Clipped(reply.Text, mostSaid)}
	for i, c := range reply.ToolCalls[:min(len(reply.ToolCalls), callsPerTurn+1)] {
		r := Request{Tool: flow.Clipped(oneLine(c.Name), 60), Args: reason.Arguments(c)}
		result, web, err := Result{Text: noMore}, false, error(nil)
		if i < callsPerTurn {
			result, web, err = f.use(ctx, s, r)
		}
		if err != nil {
			return err
		}
		for name, value := range r.Args {
			r.Args[name] = flow.Clipped(value, mostArgument)
		}
		if web {
			s.Asked = append(s.Asked, i)
		}
		turn.Calls, turn.Results = append(turn.Calls, r), append(turn.Results, result)
	}
	s.Turns = append(s.Turns, turn)
	return nil
}

// use carries out one call; web says that it has to wait for consent.
func (f *run) use(ctx context.Context, s *State, r Request) (result Result, web bool, err error) {
	switch r.Tool {
	case "search_library":
		query := flow.Clipped(oneLine(r.Args["query"]), flow.MostQuery)
		f.did(s, sayLookedUp.In(s.Language, query))
		result, err = f.searchLibrary(ctx, s, query, "")
	case "get_article":
		result, err = f.getArticle(ctx, s, r.Args["articleId"])
	case "extract_text":
		result, err = f.extractText(ctx, r.Args["html"])
	case "log_step":
		if said := flow.Clipped(oneLine(r.Args["message"]), mostStep); said != "" && s.told() < mostSteps {
			s.Steps = append(s.Steps, Step{At: f.Now(), Text: said, Model: true})
		}
		result = Result{Text: toldReader}
	case "search_web", "fetch_url":
		if web = f.MayAsk(s.Allow); !web {
			result = Result{Text: noWeb}
		}
	default:
		result = Result{Text: noSuchTool}
	}
	return result, web, err
}

// told counts the steps that the model told.
func (s State) told() (n int) {
	for _, x := range s.Steps {
		if x.Model {
			n++
		}
	}
	return n
}

// searchLibrary finds passages of the other documents, or of one of them.
func (f *run) searchLibrary(ctx context.Context, s *State, query, within string) (Result, error) {
	if query == "" {
		return Result{}, nil
	}
	docs, err := f.Kit.Library.Documents(ctx)
	if err != nil {
		return Result{}, err
	}
	var others []string
	for _, d := range docs {
		if d.Hash != s.Document && (within == "" || d.Hash == within) {
			others = append(others, d.Hash)
		}
	}
	language := cmp.Or(ask.Language(query), s.Language)
	hits, err := f.search(ctx, query, language, others, LimitsOf(s.Mode).Results)
	if err != nil {
		return Result{}, err
	}
	about, err := f.Kit.Matter(ctx, language, ask.Part{Text: query, Factor: 1})
	if err != nil {
		return Result{}, err
	}
	found, err := f.take(ctx, s, extract.PassagesOf(hits), about)
	return Result{Found: found}, err
}

// quotesShown is how many sentences of a passage a model is shown.
const quotesShown = 3

// take keeps passages for the model, as many as a search has results, each by those of its sentences that say most of what is sought, and returns their IDs; a
// passage that is known keeps its ID.
func (f *run) take(ctx context.Context, s *State, passages []source.Passage, about relevance.Profile) (ids []string, err error) {
	for _, p := range passages {
		if len(ids) == LimitsOf(s.Mode).Results {
			break
		}
		if known := flow.Find(s.Found, func(x Finding) bool { return x.Passage == p.ID }); known != nil {
			ids = append(ids, known.ID)
			continue
		}
		d, err := f.Kit.Library.Document(ctx, p.Document)
		if err != nil {
			return ids, err
		}
		k, ok, err := f.quote(ctx, p, d, about, quotesShown)
		if err != nil {
			return ids, err
		}
		if ok {
			k.ID = "E" + strconv.Itoa(len(s.Found)+1)
			s.Found, ids = append(s.Found, Finding{Kept: k, Point: -1}), append(ids, k.ID)
		}
	}
	return ids, nil
}

// quote keeps the sentences of a passage that say most of what something is about, in the order of the text.
func (f *run) quote(ctx context.Context, p source.Passage, d source.Document, about relevance.Profile, most int) (flow.Kept, bool, error) {
	cover := func(text string) float64 { return about.Coverage(f.Kit.Lexicon.Terms(text, d.Language)) }
	units := quote.Units(p, d.Language)
	best := slices.SortedStableFunc(slices.Values(units), func(a, b string) int { return cmp.Compare(cover(b), cover(a)) })
	best = best[:min(len(best), most)]
	j := extract.Judgement{Relevance: cover(p.Text)}
	for _, u := range units {
		if slices.Contains(best, u) && len(j.Quotes) < most {
			j.Quotes = append(j.Quotes, u)
		}
	}
	return flow.Keep(ctx, f.Kit.Library, p, j)
}

// getArticle returns the passages of another document that have most to do with what is read.
func (f *run) getArticle(ctx context.Context, s *State, number string) (Result, error) {
	n, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(number), ".0"), 10, 64)
	if err != nil || f.Article == nil {
		return Result{Text: noSuchNumber}, nil
	}
	if n == s.Article {
		return Result{Text: ownPage}, nil
	}
	document, err := f.Article(ctx, n)
	if fault.KindOf(err) == fault.NotFound {
		return Result{Text: noSuchNumber}, nil
	}
	if err != nil {
		return Result{}, err
	}
	query, err := f.reads(ctx, *s, flow.MostQuery)
	if err != nil {
		return Result{}, err
	}
	return f.searchLibrary(ctx, s, oneLine(query), document)
}

// extractText makes text of HTML that the model has: it is shown to it, and is evidence for nothing.
func (f *run) extractText(ctx context.Context, html string) (Result, error) {
	if f.Readable == nil || html == "" {
		return Result{Text: noText}, nil
	}
	text, err := f.Readable(ctx, flow.Clipped(html, mostHTML))
	if ctx.Err() != nil {
		return Result{}, ctx.Err()
	}
	if text = strings.TrimSpace(text); err != nil || text == "" {
		return Result{Text: noText}, nil
	}
	return Result{Text: prompts.Fence(flow.Clipped(text, mostExtract))}, nil
}

func argumentsOf(r Request) json.RawMessage {
	if r.Args == nil {
		return json.RawMessage("{}")
	}
	raw, err := json.Marshal(r.Args)
	if err != nil { // a map of strings always marshals
		return json.RawMessage("{}")
	}
	return raw
}
