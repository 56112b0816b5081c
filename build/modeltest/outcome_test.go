package modeltest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// outcome is how a run went.
type outcome struct {
	Flow, Name, Engine string
	Seconds            float64
	Calls              int    // of the model
	Fallbacks          int    // steps done without it
	Verdict            string // how far it answers; of cards and relations, by whom they were made
	Stated             int    // sentences without a mark
	Marked             int
	Gold               int
	Cited              int      // pages of gold
	Wrong              []string // why it fails; none: it does not
	Worse              []string // where a model that is too weak and used all the same does worse than none
}

// worse says where a run with the model does worse than one without.
func (r outcome) worse(without outcome) (out []string) {
	if r.Verdict == "" && len(r.Wrong) > 0 {
		return nil // it handed nothing over, and why is said
	}
	if r.Cited < without.Cited {
		out = append(out, fmt.Sprintf("cites %d pages of gold, %d without the model", r.Cited, without.Cited))
	}
	if rank(r.Verdict) < min(rank(without.Verdict), rank("unsure")) { // what seems to answer without a model nobody has judged
		out = append(out, fmt.Sprintf("is %q, %q without the model", r.Verdict, without.Verdict))
	}
	if r.Stated+r.Marked == 0 && without.Stated > 0 {
		out = append(out, "states nothing")
	}
	return out
}

// rank orders how far a run answers.
func rank(verdict string) int {
	return slices.Index([]string{"not", "unsure", "partly", "answered"}, verdict)
}

// handed is what is read of a report, of cards, or of relations.
type handed struct {
	Verdict string `json:"verdict"`
	Made    string `json:"made"`
	Making  struct {
		Spend struct {
			Calls, Fallbacks int
		} `json:"spend"`
	} `json:"making"`
	Claims []struct {
		Text      string  `json:"text"`
		Verdict   string  `json:"verdict"`
		Citations []quote `json:"citations"`
	} `json:"claims"`
	Cards []struct {
		Caption string  `json:"caption"`
		Places  []quote `json:"places"`
	} `json:"cards"`
	Bullets []struct {
		Text   string  `json:"text"`
		Places []quote `json:"places"`
	} `json:"bullets"`
}

// quote is a place of a document.
type quote struct {
	Name  string `json:"name"`
	Page  int    `json:"page"`
	Quote string `json:"quote"`
}

// judge fills in what a run handed over, and finds what it states without showing it.
func (r *outcome) judge(t trial, data []byte) {
	var h handed
	if err := json.Unmarshal(data, &h); err != nil {
		r.Wrong = append(r.Wrong, "what it handed over cannot be read: "+err.Error())
		return
	}
	r.Verdict, r.Calls, r.Fallbacks, r.Gold = cmp.Or(h.Verdict, h.Made), h.Making.Spend.Calls, h.Making.Spend.Fallbacks, len(t.gold)
	cited := map[page]bool{}
	for _, c := range h.Claims {
		for _, q := range c.Citations {
			cited[page{q.Name, q.Page}] = true
		}
		if c.Verdict != "supported" {
			r.Marked++
			continue
		}
		r.state(t, c.Text, c.Citations)
	}
	for _, c := range h.Cards {
		r.state(t, c.Caption, c.Places)
	}
	for _, b := range h.Bullets {
		r.state(t, b.Text, b.Places)
	}
	for _, g := range t.gold {
		if cited[g] {
			r.Cited++
		}
	}
	if t.silent && h.Verdict == "answered" {
		r.Wrong = append(r.Wrong, "answers what the documents do not say")
	}
}

// shown is the least share of a sentence's words that stand in what it quotes.
const shown = 0.5

// state counts a sentence that stands without a mark, and tells where its quotes do not show it: a figure that stands in none of them, or
// hardly a word. The measure is rough on purpose, so that it does not share the program's own mistakes.
func (r *outcome) state(t trial, text string, quotes []quote) {
	r.Stated++
	text = heading.ReplaceAllString(text, "")
	from := strings.Join(t.args, " ")
	for _, q := range quotes {
		from += " " + q.Quote
	}
	there, of := words(from), words(text)
	n := 0
	for _, w := range of {
		if slices.Contains(there, w) {
			n++
		}
	}
	for _, f := range figures.FindAllString(text, -1) {
		if !slices.Contains(figures.FindAllString(from, -1), f) {
			r.Wrong = append(r.Wrong, fmt.Sprintf("%s is not in what it quotes: %.160s", f, text))
			return
		}
	}
	if float64(n) < shown*float64(len(of)) {
		r.Wrong = append(r.Wrong, fmt.Sprintf("its quotes do not show: %.160s", text))
	}
}

// heading is what the built-in engine writes before a quote: where it stands.
var heading = regexp.MustCompile(`^(?:Section|Abschnitt|§|Annex|Anlage|Anhang)[^:]{0,60}: `)

var figures = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

// words are the long words of a text, each up to where it is inflected.
func words(text string) (out []string) {
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if letters := []rune(w); len(letters) > 4 {
			out = append(out, string(letters[:5]))
		}
	}
	return out
}

// What stands without a mark and is not in its quotes fails a run, and so does less than the built-in engine brings.
func TestJudge_WhatFailsARun(t *testing.T) {
	const cites = `"citations":[{"name":"a.pdf","page":2,"quote":"The cold store is kept between 2 and 8 degrees."}]`
	ask := trial{flow: "ask", args: []string{"ask", "How cold is the cold store?"}, gold: []page{{"a.pdf", 2}}}
	for _, c := range []struct{ name, handed, wrong string }{
		{"a quote", `{"verdict":"answered","claims":[{"text":"Section 4: The cold store is kept between 2 and 8 degrees.","verdict":"supported",` + cites + `}]}`, ""},
		{"another figure", `{"verdict":"answered","claims":[{"text":"The cold store is kept between 2 and 12 degrees.","verdict":"supported",` + cites + `}]}`, "12 is not in what it quotes"},
		{"nonsense", `{"verdict":"answered","claims":[{"text":"Concentrations fascinate several teachers everywhere.","verdict":"supported",` + cites + `}]}`, "do not show"},
		{"marked nonsense", `{"verdict":"not","claims":[{"text":"Concentrations fascinate teachers.","verdict":"unproven",` + cites + `}]}`, `is "not", "answered" without`},
		{"another page", `{"verdict":"answered","claims":[{"text":"The cold store is kept cold.","verdict":"supported","citations":[{"name":"b.pdf","page":2,"quote":"The cold store is kept cold."}]}]}`, "cites 0 pages of gold"},
		{"nothing", `{"verdict":"answered","claims":[]}`, "states nothing"},
	} {
		r := outcome{}
		r.judge(ask, []byte(c.handed))
		r.Wrong = append(r.Wrong, r.worse(outcome{Verdict: "answered", Cited: 1, Stated: 1})...)
		if got := strings.Join(r.Wrong, "; "); !strings.Contains(got, c.wrong) || c.wrong == "" && got != "" {
			t.Errorf("%s: %q, want %q", c.name, got, c.wrong)
		}
	}
}
