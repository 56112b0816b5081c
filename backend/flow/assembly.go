package flow

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/cite"
	"rabbithole/backend/extract"
	"rabbithole/backend/report"
)

// Examined turns a proved draft into what the examiner reads.
func (p Proved) Examined(m extract.Material) extract.Examined {
	x := extract.Examined{Answer: len(p.Answer), Evidence: m.Evidence, Topics: m.Topics, Silent: m.Silent, Struck: len(p.Struck),
		Parts: p.Parts, Clarity: p.Clarity}
	for _, r := range p.Removed {
		if r.Reason != cite.Heading && r.Reason != cite.Empty {
			x.Removed++
		}
	}
	x.Sentences = extract.State(p.Answer, p.Claims)
	for _, section := range p.Sections {
		x.Sentences = append(x.Sentences, extract.State(section.Lines, p.Claims)...)
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
		if r.Verdict == report.Partly {
			r.Missing, r.Silent = tellMissing(r.Missing, r.Silent, language)
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

// freeLeads takes its citations from a proven sentence that only leads into a list and rests on what the entries cite: they stand there.
func (p *Proved) freeLeads(claims []cite.Claim) {
	free := func(lines []cite.Sentence) {
		for i, s := range lines {
			at := slices.IndexFunc(claims, func(c cite.Claim) bool { return c.ID == s.Claim })
			if at >= 0 && leadsIn(s, lines[i+1:]) && claims[at].Verdict == cite.Supported && len(claims[at].Against)+len(claims[at].Doubts) == 0 {
				lines[i].Claim = ""
			}
		}
	}
	free(p.Answer)
	for _, section := range p.Sections {
		free(section.Lines)
	}
}

// leadsIn reports whether a sentence leads into the entries of a list behind it, and names no evidence besides theirs.
func leadsIn(s cite.Sentence, after []cite.Sentence) bool {
	n := slices.IndexFunc(after, func(o cite.Sentence) bool { return !o.Item })
	if n < 0 {
		n = len(after)
	}
	return n > 0 && !s.Item && strings.HasSuffix(s.Text, ":") && !slices.ContainsFunc(s.Evidence, func(id string) bool {
		return !slices.ContainsFunc(after[:n], func(o cite.Sentence) bool { return slices.Contains(o.Evidence, id) })
	})
}

// mostMissing is how many characters the verdict at the head of a report takes for what is missing, where there is more than one thing.
const mostMissing = 180

// tellMissing returns what is missing as the head of a report says it, and the list at its end: each is said in one of the two.
func tellMissing(missing, silent []string, language string) (head, end []string) {
	n, size := 0, 0
	for n < len(missing) && (n == 0 || size+len(missing[n]) <= mostMissing) {
		size += len(missing[n])
		n++
	}
	plain := func(text string) string {
		return phrased(strings.TrimPrefix(text, sayUnanswered.In(language, "")), language)
	}
	for _, text := range silent {
		if !slices.Contains(missing[:n], plain(text)) {
			end = append(end, text)
		}
	}
	for _, text := range missing[n:] {
		if !slices.ContainsFunc(end, func(one string) bool { return plain(one) == text }) {
			first, size := utf8.DecodeRuneInString(text)
			end = append(end, string(unicode.ToUpper(first))+text[size:]+".")
		}
	}
	if n < len(missing) {
		return append(slices.Clone(missing[:n]), sayMoreAtEnd.In(language)), end
	}
	return missing, end
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
