package research

import (
	"context"
	"slices"
	"sort"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/backend/report"
	"rabbithole/backend/step"
)

// examined turns a proved draft into what the examiner reads.
func (p proved) examined(m step.Material) step.Examined {
	x := step.Examined{Answer: len(p.answer), Evidence: m.Evidence, Topics: m.Topics, Struck: len(p.struck), Weighed: true}
	for _, r := range p.removed {
		if r.Reason != cite.Heading && r.Reason != cite.Empty {
			x.Removed++
		}
	}
	x.Sentences = step.State(p.answer, p.claims)
	for _, section := range p.sections {
		x.Sentences = append(x.Sentences, step.State(section.Lines, p.claims)...)
	}
	return x
}

// assemble makes the report of a proved draft: the same for every version, the last step fills in what the making cost.
func (f *flow) assemble(_ context.Context, s State, p proved, evidence []cite.Evidence) report.Report {
	r := report.Report{Flow: Name, Question: s.Question, Language: s.Language, Answer: report.Blocks(p.answer), Sections: []report.Section{},
		Claims: p.claims, Evidence: evidence, Silent: p.silent, Struck: p.struck, Proof: p.counts(), Making: f.Making, Notes: s.Notes}
	for _, removed := range p.removed {
		if reason, ok := phrasesFor(s.Language).removed[removed.Reason]; ok {
			r.Struck = append(r.Struck, report.Struck{Text: removed.Text, Reason: reason, Evidence: known(removed.IDs, evidence)})
		}
	}
	r.Proof.Struck = len(r.Struck)
	for _, section := range p.sections {
		r.Sections = append(r.Sections, report.Section{Title: section.Title, Blocks: report.Blocks(section.Lines)})
	}
	r.Open = s.openReferences(evidence)
	return r
}

// known returns those of the IDs that are evidence of the report.
func known(ids []string, evidence []cite.Evidence) []string {
	var out []string
	for _, id := range ids {
		if slices.ContainsFunc(evidence, func(e cite.Evidence) bool { return e.ID == id }) {
			out = append(out, id)
		}
	}
	return out
}

// openReferences counts the references that lead nowhere, by wording and document, the most frequent first.
func (s State) openReferences(evidence []cite.Evidence) []report.OpenReference {
	from := map[string]cite.Evidence{}
	for _, e := range evidence {
		from[e.ID] = e
	}
	at := map[string]int{}
	out := []report.OpenReference{}
	for _, o := range s.Open {
		e := from[o.From]
		key := strings.ToLower(o.Text) + "|" + e.Name + "|" + o.Reason
		if i, ok := at[key]; ok {
			out[i].Count++
			continue
		}
		at[key] = len(out)
		out = append(out, report.OpenReference{Text: o.Text, From: e.Name, Page: e.Page, Reason: o.Reason, Count: 1})
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].Count > out[b].Count })
	return out
}
