package eval

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/budget"
	"rabbithole/backend/cite"
	"rabbithole/backend/fault"
	"rabbithole/backend/reason"
	"rabbithole/backend/source"
	"rabbithole/backend/write"
	"rabbithole/prompts"
)

// Claims is what the proof of a report makes of labelled sentences, as `eval claims --json` prints it, a line a mode.
type Claims struct {
	Mode        string               `json:"mode"` // code, perfect (a checker that knows the labels) or model
	Right       int                  `json:"right"`
	RightStruck int                  `json:"right_struck"`
	Wrong       int                  `json:"wrong"`
	WrongCaught int                  `json:"wrong_caught"`
	Unchecked   int                  `json:"unchecked,omitempty"` // sentences that a model gave no usable answer for
	ByKind      map[string]ClaimKind `json:"by_kind"`
	Struck      []string             `json:"struck"` // IDs of right sentences
	Through     []string             `json:"through"`
}

// ClaimKind counts the sentences of one kind, of paraphrase or of error, and those that were struck.
type ClaimKind struct {
	Claims int `json:"claims"`
	Struck int `json:"struck"`
}

// labelled is a sentence of a set.
type labelled struct {
	ID, Question, Before, Claim, Label, Kind string
	LangClaim                                string `json:"lang_claim"`
	Evidence                                 []struct {
		Document, Text string
		Page           int
		Headings       []string
	}
}

func (l labelled) right() bool { return l.Label == string(cite.Supported) }

// ClaimOptions adjust MeasureClaims. The zero value measures all sentences without a model.
type ClaimOptions struct {
	Model    reason.Model // checks them, too
	Most     int          // sentences, taken evenly from all; 0: all
	Progress func(done, all int)
}

// MeasureClaims holds the sentences of sets, files of one JSON object a line, against the passages they cite: by code alone, with a checker that
// knows the labels (what code overrides), and with a model if there is one. Sentences about one question are checked together, as a report's are.
func MeasureClaims(ctx context.Context, files []string, opt ClaimOptions) ([]Claims, error) {
	var all []labelled
	for _, file := range files {
		some, err := readClaims(file)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	all = evenly(all, opt.Most)
	modes := []struct {
		name  string
		model reason.Model
	}{{"code", nil}, {"perfect", oracle{all}}, {"model", opt.Model}}
	if opt.Model == nil {
		modes = modes[:2]
	}
	var out []Claims
	for _, mode := range modes {
		c := Claims{Mode: mode.name, ByKind: map[string]ClaimKind{}, Struck: []string{}, Through: []string{}}
		done := 0
		for _, group := range together(all) {
			found, err := examine(ctx, group, mode.model)
			if err != nil {
				return nil, fmt.Errorf("check %s: %w", group[0].ID, err)
			}
			for i, f := range found {
				c.add(group[i], f)
			}
			if done += len(group); opt.Progress != nil && mode.name == "model" {
				opt.Progress(done, len(all))
			}
		}
		out = append(out, c)
	}
	return out, nil
}

// evenly takes most of a list, spread over all of it.
func evenly[T any](list []T, most int) []T {
	if most <= 0 || most >= len(list) {
		return list
	}
	var out []T
	for i := range most {
		out = append(out, list[i*len(list)/most])
	}
	return out
}

// together groups sentences in one language about one question.
func together(all []labelled) [][]labelled {
	var out [][]labelled
	at := map[string]int{}
	for _, l := range all {
		key := l.LangClaim + " " + l.Question
		i, ok := at[key]
		if !ok {
			i, at[key] = len(out), len(out)
			out = append(out, nil)
		}
		out[i] = append(out[i], l)
	}
	return out
}

func readClaims(path string) ([]labelled, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.New("read "+path, fault.NotFound, "Name files of labelled sentences, one JSON object a line.", err)
	}
	defer f.Close()
	var out []labelled
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var l labelled
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fault.New("read "+path, fault.Unreadable, "It has to be one JSON object a line.", err)
		}
		out = append(out, l)
	}
	return out, lines.Err()
}

// examine holds sentences about one question against their passages, as a report's are.
func examine(ctx context.Context, group []labelled, model reason.Model) ([]write.Finding, error) {
	shelf, known, ids := passages{}, map[string]cite.Evidence{}, map[string]string{}
	var statements []write.Statement
	for _, l := range group {
		s := write.Statement{Text: l.Claim, Before: l.Before}
		for _, e := range l.Evidence {
			key := e.Document + "\n" + e.Text
			if ids[key] == "" {
				id := "E" + strconv.Itoa(len(ids)+1)
				ids[key] = id
				shelf[id] = source.Passage{ID: id, Document: e.Document, Text: e.Text, Headings: e.Headings,
					Spans: []source.Span{{Page: e.Page, End: len(e.Text)}}}
				known[id] = cite.Evidence{ID: id, Passage: id, Document: e.Document, Name: e.Document, Page: e.Page}
			}
			s.Cites = append(s.Cites, ids[key])
		}
		statements = append(statements, s)
	}
	language := map[string]string{"de": "German"}[group[0].LangClaim]
	asked := prompts.Asked{Question: group[0].Question, Language: cmp.Or(language, "English")}
	x := write.Examiner{Caller: reason.Caller{Model: model, Meter: &budget.Meter{}}, Shelf: reason.Shelf{Library: shelf}, Asked: asked, Known: known,
		Pages: func(document string, page int) (string, error) { return shelf.page(document, page), nil }}
	found, _, err := x.Examine(ctx, statements)
	return found, err
}

func (c *Claims) add(l labelled, f write.Finding) {
	failed := f.Verdict != "" && f.Verdict != cite.Supported
	kind := c.ByKind[l.Kind]
	kind.Claims++
	if failed {
		kind.Struck++
	}
	c.ByKind[l.Kind] = kind
	if c.Mode != "code" && f.Verdict == "" {
		c.Unchecked++
	}
	switch {
	case l.right():
		if c.Right++; failed {
			c.RightStruck++
			c.Struck = append(c.Struck, l.ID)
		}
	default:
		if c.Wrong++; failed {
			c.WrongCaught++
		} else {
			c.Through = append(c.Through, l.ID)
		}
	}
}

// passages are a library of the passages that a sentence cites.
type passages map[string]source.Passage

// Passage returns a passage.
func (p passages) Passage(_ context.Context, id string) (source.Passage, error) { return p[id], nil }

// Document returns a document of which nothing but its name is known.
func (p passages) Document(_ context.Context, hash string) (source.Document, error) {
	return source.Document{Hash: hash, Name: hash}, nil
}

// SectionPassages returns none: the sets have single passages.
func (p passages) SectionPassages(context.Context, string, string) ([]source.Passage, error) {
	return nil, nil
}

// page returns the passage that stands on a page.
func (p passages) page(document string, page int) string {
	for _, x := range p {
		if x.Document == document && x.Page() == page {
			return x.Text
		}
	}
	return ""
}

// oracle is a checker that knows the labels.
type oracle struct{ claims []labelled }

// Card says that everything fits.
func (oracle) Card() prompts.Card {
	return prompts.Card{Name: "labels", NumCtx: 1 << 20, MaxCtx: 1 << 20}
}

// asked matches a claim of a prompt with the text in its fence.
var asked = regexp.MustCompile(`(?m)^(K\d+) \[[^\]]*\]\n<<<\w+\n([^\n]*)\n`)

// Generate answers with the labels.
func (o oracle) Generate(_ context.Context, call prompts.Call, _ func(string)) (prompts.Reply, error) {
	out := prompts.CheckOut{Claims: []prompts.CheckVerdict{}, Conflicts: []prompts.CheckConflict{}, Parts: []prompts.CheckPart{}}
	for _, m := range asked.FindAllStringSubmatch(call.User, -1) {
		i := slices.IndexFunc(o.claims, func(l labelled) bool {
			return strings.Join(strings.Fields(l.Claim), " ") == strings.Join(strings.Fields(m[2]), " ")
		})
		v := prompts.CheckVerdict{Ref: m[1], Verdict: string(cite.Unproven), Spans: []string{}, Conditions: []prompts.CheckCondition{}}
		if i >= 0 && o.claims[i].right() {
			v.Verdict = string(cite.Supported)
		}
		out.Claims = append(out.Claims, v)
	}
	raw, err := json.Marshal(out)
	return prompts.Reply{Text: string(raw), DoneReason: "stop"}, err
}
