package extract

import (
	"cmp"
	"context"
	"errors"
	"math"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/ask"
	"rabbithole/backend/figure"
	"rabbithole/backend/quote"
	"rabbithole/backend/relevance"
	"rabbithole/backend/source"
)

// How far bridge entities lead.
const (
	entityFrom    = 4    // passages that were read, those that carry most of the question
	entityLeast   = 0.15 // share of the question that such a passage carries at least
	entityAgain   = 0.5  // the same where the question asks of a name already: what has little to do with it leads nowhere
	entitiesTried = 8    // names that are looked up
	entitiesMost  = 3    // children
	entityHeaded  = 0.3  // what a name gains that a heading or a document of the library is called by
)

// bridgeEntity is a name that the question does not have, and what leads to it.
type bridgeEntity struct {
	name   string
	weight float64
	from   source.Passage
}

// bridgeQuestions returns narrower questions for bridge entities, names that what was read brings in: what the question describes and does not name, it asks of the name. "When was the
// employer of N. founded?" read beside "N. teaches at the University of S." is asked of the University of S.
func (g *Engine) bridgeQuestions(ctx context.Context, q ask.Question, a Apart) ([]Child, error) {
	if !describes(a.Task, q.Language) {
		return nil, nil
	}
	matter, err := g.Matter(ctx, q.Language, ask.Part{Text: ask.Essence(a.Task), Factor: 1})
	if err != nil {
		return nil, err
	}
	task, again := asideName(a.Task)
	least := entityLeast
	if again {
		least = entityAgain
	}
	named := matter.Within(g.Lexicon.Terms(strings.Join(ask.ProperRuns(a.Task, q.Language != "de"), " "), q.Language))
	passages, err := g.leading(ctx, matter, named, a.Read, least)
	if err != nil {
		return nil, err
	}
	found, err := g.newNames(ctx, q, a, matter, named, passages)
	if err != nil {
		return nil, err
	}
	var out []Child
	for _, b := range found[:min(len(found), entitiesMost)] {
		terms := g.Lexicon.Terms(underHeadings(b.from), q.Language)
		open, err := g.open(ctx, q, task, terms)
		if err != nil {
			return nil, err
		}
		if !ask.Questioning.MatchString(open) {
			open = task
		}
		out = append(out, Child{Question: strings.TrimRight(open, " ?.") + dash + b.name + "?", Reason: strings.Join(a.Gaps, "; ")})
	}
	return out, nil
}

// describes reports whether a question speaks of a thing that it does not name and that a name can stand for: a rule that is asked for by its subject is found under
// that, and names beside it lead away. In German, where every noun looks like a name, only a relative clause shows it.
func describes(task, language string) bool {
	rest, _ := asideName(task)
	if language == "de" {
		return len(ask.Nested(rest, language)) > 1
	}
	if ruling.MatchString(rest) {
		return len(ask.Nested(rest, language)) > 1
	}
	named := slices.DeleteFunc(ask.ProperRuns(rest, true), func(name string) bool { return strings.ContainsAny(name, "/0123456789") }) // "Bq/m3"
	return len(named) > 0 || len(ask.Nested(rest, language)) > 1
}

// ruling matches a question that asks for a rule.
var ruling = regexp.MustCompile(`(?i)\b(?:must|may|shall|should|has to|have to|allowed|required)\b`)

// partOfDocument matches what names a place in a document, and nothing that a question can be asked of.
var partOfDocument = regexp.MustCompile(`(?i)^(?:appendix|annex|table|figure|section|article|chapter|part|box|step|page|form|worksheet|anhang|anlage|tabelle|abbildung|abschnitt|artikel|kapitel|teil|seite|bild|absatz|satz|nummer)\b`)

// dash stands between what is asked and the name that it is asked of.
const dash = " – "

// asideName returns what is asked of a name, and whether the question was made for one.
func asideName(task string) (string, bool) {
	if rest, _, ok := ask.CutLast(task, dash); ok {
		return rest, true
	}
	return task, false
}

// leading returns the passages that carry most of the question, and above all of its names, the best first.
func (g *Engine) leading(ctx context.Context, matter, named relevance.Profile, read []string, least float64) ([]source.Passage, error) {
	var out []source.Passage
	share := map[string]float64{}
	for _, id := range read {
		p, err := g.Library.Passage(ctx, id)
		if err != nil {
			return nil, err
		}
		terms := g.Lexicon.Terms(underHeadings(p), "")
		if share[id] = matter.Coverage(terms); share[id] >= least {
			out = append(out, p)
		}
		share[id] += named.Coverage(terms)
	}
	slices.SortStableFunc(out, func(a, b source.Passage) int { return cmp.Compare(share[b.ID], share[a.ID]) })
	return out[:min(len(out), entityFrom)], nil
}

// newNames returns the names in passages that the question does not have, the most promising first: those in the sentences that carry most of the question, and
// those that the library has a heading for.
func (g *Engine) newNames(ctx context.Context, q ask.Question, a Apart, matter, named relevance.Profile, passages []source.Passage) ([]bridgeEntity, error) {
	known := ask.Set(g.Lexicon.Terms(q.Text+" "+a.Task+" "+strings.Join(a.Known, " "), q.Language))
	var all []bridgeEntity
	at := map[string]int{}
	for _, p := range passages {
		head := g.Lexicon.Terms(strings.Join(p.Headings, " "), "")
		body := g.Lexicon.Terms(p.Text, "")
		whole := (matter.Coverage(body, head) + named.Coverage(body, head)) / 2
		for _, sentence := range quote.Units(source.Passage{Text: p.Text}, "") {
			share := (matter.Coverage(g.Lexicon.Terms(sentence, ""), head) + whole) / 2
			for _, name := range ask.Names(sentence, q.Language != "de", true) {
				terms := g.Lexicon.Terms(name, q.Language)
				if len(terms) == 0 || nameless(name) || partOfDocument.MatchString(name) || ask.Dates.ReplaceAllString(name, "") != name || ask.HoldsAll(known, terms) {
					continue
				}
				i, ok := at[ask.Fold(name)]
				if !ok {
					i = len(all)
					at[ask.Fold(name)], all = i, append(all, bridgeEntity{name: name, from: p})
				}
				all[i].weight = math.Max(all[i].weight, share)
			}
		}
	}
	for i := range all {
		leads, err := g.leads(ctx, q, all[i].name)
		if err != nil {
			return nil, err
		}
		all[i].weight *= leads
	}
	all = slices.DeleteFunc(all, func(b bridgeEntity) bool { return b.weight == 0 })
	slices.SortStableFunc(all, func(a, b bridgeEntity) int { return cmp.Compare(b.weight, a.weight) })
	all = all[:min(len(all), entitiesTried)]
	for i := range all {
		headed, err := g.headed(ctx, q, all[i].name)
		if err != nil {
			return nil, err
		}
		if headed {
			all[i].weight += entityHeaded
		}
	}
	slices.SortStableFunc(all, func(a, b bridgeEntity) int { return cmp.Compare(b.weight, a.weight) })
	return all, nil
}

// nameless reports whether a run of words with capitals names nothing that can be asked of: a month, a unit, the number of a part.
func nameless(name string) bool {
	return !slices.ContainsFunc(strings.Fields(name), func(word string) bool {
		return lettered.MatchString(word) && !ask.IsUnit(word) && !figure.IsMonth(word)
	})
}

var lettered = regexp.MustCompile(`\pL{2}`)

// leads returns how well a name leads elsewhere, 0..1: not at all where it stands in one passage alone, and the less the more passages have it.
func (g *Engine) leads(ctx context.Context, q ask.Question, name string) (float64, error) {
	counts, n, err := g.Lexicon.Frequencies(ctx, g.Lexicon.Terms(name, q.Language))
	if err != nil || len(counts) == 0 || slices.Min(counts) < 2 {
		return 0, err
	}
	return 1 - math.Log(float64(slices.Min(counts)))/math.Log(2+float64(n))/2, nil
}

// headed reports whether a passage that a search for a name finds first stands under a heading that is hardly more than it.
func (g *Engine) headed(ctx context.Context, q ask.Question, name string) (bool, error) {
	hits, err := g.Search.Search(ctx, Query{Text: name, Limit: 3, Language: q.Language})
	if err != nil && !errors.Is(err, ErrNoMeaning) {
		return false, err
	}
	own := ask.BareWords(name)
	return slices.ContainsFunc(hits, func(h Hit) bool {
		title := ask.BareWords(Heading(h.Passage))
		return len(title) > 0 && len(title) <= 2*len(own) && strings.Contains(" "+strings.Join(title, " ")+" ", " "+strings.Join(own, " ")+" ")
	}), nil
}

// open returns what of a question terms leave open: the parts of it that they do not carry, all of it where they carry none or every part; names that they have are left out.
func (g *Engine) open(ctx context.Context, q ask.Question, task string, terms []string) (string, error) {
	parts := ask.Nested(task, q.Language)
	var left []string
	for _, part := range parts {
		p, err := g.Matter(ctx, q.Language, ask.Part{Text: ask.Essence(part), Factor: 1})
		if err != nil {
			return "", err
		}
		if p.Coverage(terms) < enoughInAll {
			left = append(left, part)
		}
	}
	text := task
	if len(left) > 0 && len(left) < len(parts) {
		text = strings.Join(left, " ")
	}
	have := ask.Set(terms)
	for _, name := range ask.ProperRuns(text, q.Language != "de") {
		if own := g.Lexicon.Terms(name, q.Language); len(own) > 0 && ask.HoldsAll(have, own) {
			text = strings.Replace(text, name, "…", 1)
		}
	}
	return text, nil
}
