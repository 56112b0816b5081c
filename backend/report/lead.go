package report

import (
	"slices"
	"strings"
	"unicode/utf8"

	"rabbithole/backend/cite"
)

// longestLead is how many characters the sentence has at most that a report begins with in bold: more of it nobody reads.
const longestLead = 320

// Lead returns the first sentence of the answer where a reader may take it for the answer: the report answers at least in part, the sentence is
// proved, no document contradicts it, and it is not the rows of a table themselves. It is shown in bold, in a paragraph of its own. "" where there is none.
func Lead(r Report) string {
	if (r.Verdict != Answered && r.Verdict != Partly) || len(r.Answer) == 0 || len(r.Answer[0].Sentences) == 0 {
		return ""
	}
	first := r.Answer[0].Sentences[0]
	i := slices.IndexFunc(r.Claims, func(c cite.Claim) bool { return c.ID == first.Claim })
	if i < 0 || r.Claims[i].Verdict != cite.Supported || len(r.Claims[i].Against) > 0 {
		return ""
	}
	if _, rows := tabled(r.Claims[i]); rows {
		return ""
	}
	text := clean(first.Text)
	if utf8.RuneCountInString(text) > longestLead || strings.HasSuffix(text, ":") {
		return ""
	}
	return text
}

// led sets the leading sentence of an answer apart from what follows it.
func led(answer []Block) []Block {
	first := answer[0]
	out := []Block{{Sentences: first.Sentences[:1]}}
	if len(first.Sentences) > 1 {
		out = append(out, Block{Item: first.Item, Sentences: first.Sentences[1:]})
	}
	return append(out, answer[1:]...)
}

// above parts the heading that a quote was put behind, or the beginning of one, from its words; "" where there is none.
func (v view) above(text, claim string) (heading, rest string) {
	head, rest, ok := strings.Cut(text, ": ")
	for _, x := range v.byID[claim].Citations {
		for _, e := range v.Evidence {
			if e.ID != x.Evidence || e.Section == "" {
				continue
			}
			section := clean(e.Section)
			if text == section { // above the rows of a table
				return section + " ", ""
			}
			if behind, whole := strings.CutPrefix(text, section+": "); whole {
				return section + ": ", behind
			}
			after, begins := strings.CutPrefix(section, strings.TrimRight(head, " …"))
			if ok && begins && (after == "" || strings.ContainsAny(after[:1], " :") || strings.HasSuffix(head, "…")) {
				return head + ": ", rest
			}
		}
	}
	return "", text
}
