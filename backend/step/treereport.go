package step

import (
	"context"
	"errors"
	"slices"
	"strings"

	"rabbithole/backend/cite"
	"rabbithole/prompts"
)

// Brief is what the report of a tree of questions is told beside its material.
type Brief struct {
	Context  []ContextItem // the full digest again
	Files    []prompts.FileDigest
	Branches []string // questions of the tree that found something
	Stats    string
}

// TreeReport writes the report of a tree of questions. The context's items are cited like every finding: they are among the material's evidence.
func (k *Kit) TreeReport(ctx context.Context, q Question, m Material, b Brief) (Draft, error) {
	rule := *k
	rule.Model = nil
	if k.Model == nil || len(m.Evidence) == 0 || m.Nothing {
		return rule.treeTwin(ctx, q, m, b)
	}
	in := prompts.TreeReportIn{Asked: q.asked(), Files: b.Files, Silent: silent(q, m.Topics), Stats: b.Stats}
	room := k.room(prompts.TreeReport.NumPredict, q, append(in.Silent, b.Stats)...)
	in.Evidence = fit(lines(strongest(m.Evidence)), extractOf, room/2)
	in.Context = contextItems(b.Context, room*3/8)
	in.Branches = fit(b.Branches, func(s string) string { return s }, room/8)
	var draft Draft
	parse := func(out *prompts.DraftOut) error {
		if draft = parseDraft(*out, q.Language, m.Evidence); len(draft.Answer) == 0 {
			return errors.New("no sentence of the answer ends with a listed evidence ID in square brackets")
		}
		return nil
	}
	fellBack := false
	_, err := reason(ctx, k, prompts.TreeReport, in, parse, func() (prompts.DraftOut, error) {
		fellBack = true
		return prompts.DraftOut{}, nil
	})
	if err != nil || !fellBack {
		return draft, err
	}
	return rule.treeTwin(ctx, q, m, b)
}

// treeTwin drafts by rule. What a question asks of a file that it names is answered by that file, and not by what else has its words.
func (k *Kit) treeTwin(ctx context.Context, q Question, m Material, b Brief) (Draft, error) {
	var files []string
	for _, f := range b.Files {
		files = append(files, f.Name)
	}
	own, answered, unsaid, err := k.ownAnswers(ctx, q, m.Evidence, files)
	if err != nil {
		return Draft{}, err
	}
	if len(answered)+len(unsaid) == 0 {
		return k.Draft(ctx, q, m)
	}
	m.Nothing = m.Nothing && len(own) == 0
	of := func(clauses []string, whole string) bool {
		return slices.ContainsFunc(clauses, func(c string) bool { return strings.Contains(whole, c) })
	}
	m.Silent = slices.DeleteFunc(slices.Clone(m.Silent), func(s Silence) bool { return of(answered, s.Clause) || of(unsaid, s.Clause) })
	told := len(m.Silent)
	for _, clause := range q.clauses() { // the library is not asked for what files say
		if of(answered, clause) || of(unsaid, clause) {
			m.Silent = append(m.Silent, Silence{Clause: clause, Part: true})
		}
	}
	draft, err := k.Draft(ctx, q, k.withoutOwn(q, m, files))
	if err != nil {
		return draft, err
	}
	gone := silences(q, m.Silent[told:])
	draft.Silent = slices.DeleteFunc(draft.Silent, func(s string) bool { return slices.Contains(gone, s) })
	for _, clause := range unsaid {
		if slices.ContainsFunc(draft.Silent, func(s string) bool { return strings.Contains(s, clause) }) {
			continue
		}
		draft.Silent = append(draft.Silent, silences(q, []Silence{{Clause: clause, Part: true}})...)
	}
	draft.Sections = ofFiles(q, draft.Sections, m.Evidence, files, func(clause string) bool { return of(answered, clause) || of(unsaid, clause) })
	for _, line := range own {
		if !slices.ContainsFunc(draft.Answer, func(have cite.Sentence) bool { return strings.Contains(fold(have.Text), fold(line.Text)) }) {
			line.Block = len(draft.Answer)
			draft.Answer = append(draft.Answer, line)
		}
	}
	return draft, nil
}

// ofFiles leaves in the sections of clauses that name files what is from files.
func ofFiles(q Question, sections []DraftSection, evidence []cite.Evidence, files []string, names func(clause string) bool) []DraftSection {
	own := map[string]bool{} // IDs
	for _, e := range evidence {
		own[e.ID] = slices.Contains(files, e.Name)
	}
	for _, clause := range q.clauses() {
		for i := range sections {
			if names(clause) && sections[i].Title == wordsFor(q.Language).heading(clause) {
				sections[i].Lines = slices.DeleteFunc(sections[i].Lines, func(s cite.Sentence) bool {
					return !slices.ContainsFunc(s.Evidence, func(id string) bool { return own[id] })
				})
			}
		}
	}
	return slices.DeleteFunc(sections, func(s DraftSection) bool { return len(s.Lines) == 0 })
}

// withoutOwn returns material without what is from files that the question names: what a person's own note says is not what is asked elsewhere.
func (k *Kit) withoutOwn(q Question, m Material, files []string) Material {
	var named []string
	for _, clause := range q.standalone() {
		own, _ := k.ownFiles(clause, q.Language, files)
		named = append(named, own...)
	}
	drop := func(list []cite.Evidence) []cite.Evidence {
		return slices.DeleteFunc(slices.Clone(list), func(e cite.Evidence) bool { return slices.Contains(named, e.Name) })
	}
	var topics []Topic
	for _, t := range m.Topics {
		had := len(t.Evidence) > 0
		if t.Evidence = drop(t.Evidence); len(t.Evidence) > 0 || !had || t.Missing != "" {
			topics = append(topics, t)
		}
	}
	m.Evidence, m.Topics = drop(m.Evidence), topics
	return m
}
