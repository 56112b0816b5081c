package flow

import (
	"slices"

	"rabbithole/backend/cite"
	"rabbithole/backend/report"
	"rabbithole/backend/step"
)

// Examined turns a proved draft into what the examiner reads.
func (p Proved) Examined(m step.Material) step.Examined {
	x := step.Examined{Answer: len(p.Answer), Evidence: m.Evidence, Topics: m.Topics, Silent: m.Silent, Struck: len(p.Struck),
		Parts: p.Parts, Clarity: p.Clarity}
	for _, r := range p.Removed {
		if r.Reason != cite.Heading && r.Reason != cite.Empty {
			x.Removed++
		}
	}
	x.Sentences = step.State(p.Answer, p.Claims)
	for _, section := range p.Sections {
		x.Sentences = append(x.Sentences, step.State(section.Lines, p.Claims)...)
	}
	return x
}

// Report makes the report of a proved draft: question, language, flow and making are the caller's to fill in, like what else its flow knows.
func (p Proved) Report(language string, evidence []cite.Evidence) report.Report {
	r := report.Report{Language: language, Answer: report.Blocks(p.Answer), Sections: []report.Section{}, Claims: p.Claims, Evidence: slices.Concat(evidence, p.Added),
		Silent: p.Silent, Struck: p.Struck, Proof: p.counts()}
	if r.Verdict, r.Missing = p.outcome(); len(p.Parts) > 0 { // else they are sentences of ours
		for i, part := range r.Missing {
			r.Missing[i] = phrased(part, language)
		}
	}
	if p.Unseen > 0 {
		text := sayUnseen.In(language, p.Unseen, len(evidence))
		if r.Verdict == report.Answered {
			r.Notes = append(r.Notes, text)
		} else {
			r.Warnings = append(r.Warnings, text)
		}
	}
	for _, x := range p.Removed {
		if reason, ok := removed[x.Reason]; ok {
			r.Struck = append(r.Struck, report.Struck{Text: x.Text, Reason: reason.In(language), Evidence: known(x.IDs, evidence)})
		}
	}
	r.Proof.Struck = len(r.Struck)
	for _, section := range p.Sections {
		r.Sections = append(r.Sections, report.Section{Title: section.Title, Blocks: report.Blocks(section.Lines), Contrary: section.Contrary})
	}
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
