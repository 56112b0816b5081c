package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// handedOver is what is read of a report, of cards, or of relations.
type handedOver struct {
	Verdict string `json:"verdict"`
	Answer  any    `json:"answer"`
	Claims  []struct {
		ID        string   `json:"id"`
		Text      string   `json:"text"`
		Verdict   string   `json:"verdict"`
		Against   []string `json:"against"`
		Citations []struct {
			Name string `json:"name"`
			Page int    `json:"page"`
		} `json:"citations"`
	} `json:"claims"`
	Making struct {
		Engine string `json:"engine"`
		ByRule bool   `json:"by_rule"`
	} `json:"making"`
	Made    string `json:"made"` // of relations
	Cards   []struct{ Caption string }
	Bullets []struct{ Text string }
	Summary string
}

// stands is a sentence that was handed over.
type stands struct {
	words  string
	marked bool
}

// What wrote a text.
const (
	byModel = "model"
	byBoth  = "model+rule"
	byRule  = "rule"
)

// author says what wrote the text.
func (h handedOver) author() string {
	switch {
	case h.Made != "":
		return h.Made
	case h.Making.Engine == "ollama" && !h.Making.ByRule:
		return byModel
	}
	return byRule
}

// judge counts what became of the sentences of a draft.
func (r recorded) judge(data []byte) (out result) {
	var h handedOver
	if err := json.Unmarshal(data, &h); err != nil {
		out.Lost = []string{"the report cannot be read: " + err.Error()}
		return out
	}
	var all []stands
	for _, c := range h.Claims {
		all = append(all, stands{plain(c.Text), c.Verdict != "supported"})
	}
	for _, c := range h.Cards {
		all = append(all, stands{plain(c.Caption), false})
	}
	for _, b := range h.Bullets {
		all = append(all, stands{plain(b.Text), false})
	}
	for _, text := range strings.SplitAfter(marks.ReplaceAllString(h.Summary, ""), ". ") { // of a discovery, which shows no claims
		all = append(all, stands{plain(text), false})
	}
	for _, s := range r.Sentences {
		at := slices.IndexFunc(all, func(x stands) bool { return x.words == plain(s.Text) })
		if at < 0 && strings.Contains(plain(h.Summary), plain(s.Text)) { // "U.S. adults" was taken for the end of a sentence
			all = append(all, stands{plain(s.Text), false})
			at = len(all) - 1
		}
		switch {
		case s.Right:
			out.Right++
			switch {
			case at >= 0 && all[at].marked:
				out.Marked = append(out.Marked, s.Text)
			case at < 0 && likely(all, plain(s.Text)):
				out.Rewritten = append(out.Rewritten, s.Text)
			case at < 0:
				out.Lost = append(out.Lost, s.Text)
			}
		default:
			out.Wrong++
			if at >= 0 && !all[at].marked {
				out.Published = append(out.Published, s.Text)
			}
		}
	}
	out.Author = h.author()
	out.Verdict, out.Nothing = h.Verdict, !r.Silent && (h.Verdict == "not" || len(all) == 0)
	out.Conflicts = -r.Conflicts
	for _, c := range h.Claims {
		out.Conflicts += len(c.Against)
	}
	if out.Conflicts > -r.Conflicts { // each side names the other
		out.Conflicts = (out.Conflicts+r.Conflicts)/2 - r.Conflicts
	}
	out.Gold = len(r.Gold)
	for _, g := range r.Gold {
		if !strings.Contains(string(data), `"name":`) || !h.cites(g) {
			out.Missed = append(out.Missed, g)
		}
	}
	return out
}

// cites reports whether a claim cites a page.
func (h handedOver) cites(g page) bool {
	for _, c := range h.Claims {
		for _, x := range c.Citations {
			if x.Name == g.Document && x.Page == g.Page {
				return true
			}
		}
	}
	return false
}

var marks = regexp.MustCompile(`\[[^\]]*\]`)

// plain is a sentence without marks, case and punctuation.
func plain(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(marks.ReplaceAllString(text, "")),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// alike is the share of words from which on a sentence is another one written anew.
const alike = 0.6

// likely reports whether a sentence stands there in other words, unmarked: most of its words do in one of them.
func likely(all []stands, text string) bool {
	words := strings.Fields(text)
	return slices.ContainsFunc(all, func(s stands) bool {
		other, n := strings.Fields(s.words), 0
		for _, w := range words {
			if slices.Contains(other, w) {
				n++
			}
		}
		return !s.marked && float64(n) >= alike*float64(len(words))
	})
}

// checked reads what `eval claims` says of a model.
func checked(last []byte) (out result) {
	var m struct {
		Right   int      `json:"right"`
		Struck  []string `json:"struck"`
		Wrong   int      `json:"wrong"`
		Through []string `json:"through"`
	}
	if err := json.Unmarshal(last, &m); err != nil {
		out.Lost = []string{"the figures cannot be read: " + err.Error()}
	}
	out.Right, out.Wrong, out.Lost, out.Published = m.Right, m.Wrong, append(out.Lost, m.Struck...), m.Through
	return out
}
