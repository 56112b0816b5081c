package eval

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"

	"rabbithole/backend/core"
	"rabbithole/backend/refs"
)

// References is how well the references of a set's documents are found and where they lead, as `eval refs --json` prints it.
type References struct {
	Documents int        `json:"documents"` // in the library
	Pages     int        `json:"pages"`
	Predicted int        `json:"predicted"` // units found that count: equal strings on one page are one unit
	Matched   int        `json:"matched"`   // those that stand in the gold
	Precision float64    `json:"precision"`
	Relations []Relation `json:"relations"` // cross-doc, external, internal and mixed, as far as the set has them
	All       Relation   `json:"all"`
	Misses    []Miss     `json:"misses,omitempty"`
	Within    Within     `json:"within"` // references inside their own section, which the gold of the set leaves out

	Predictions []Prediction `json:"-"` // what was found, for another scorer
}

// Relation counts the units of the gold that relate to their targets in one way.
type Relation struct {
	Name     string  `json:"name"`
	Gold     int     `json:"gold"`
	Found    int     `json:"found"`
	Right    int     `json:"right"` // found, with exactly the targets of the gold
	Recall   float64 `json:"recall"`
	EndToEnd float64 `json:"end_to_end"` // right of all
}

// Miss is one unit that is not as the gold has it.
type Miss struct {
	Kind     string   `json:"kind"` // missed, wrong or extra, and the relation
	Document string   `json:"document"`
	Page     int      `json:"page"`
	Text     string   `json:"text"`
	Want     []string `json:"want,omitempty"`
	Got      []string `json:"got,omitempty"`
}

// Prediction is one reference and one of its targets, a line of the scorer's input.
type Prediction struct {
	Document      string    `json:"doc"`
	Page          int       `json:"page"`
	Text          string    `json:"string"`
	Kind          refs.Kind `json:"kind"`
	Target        *string   `json:"target_doc"` // null: points outside the set
	TargetSection string    `json:"target_section"`
	TargetPage    int       `json:"target_page"`
}

// Refs adds DIR/pdf to a library of its own and compares the references found with DIR/mentions.jsonl. Documents without mentions in the
// gold are there to be pointed to only.
func Refs(ctx context.Context, dir string, opt Options) (References, error) {
	gold, err := readGold(dir)
	if err != nil {
		return References{}, err
	}
	var result References
	err = shelf{late: true, progress: opt.Progress}.with(ctx, filepath.Join(dir, "pdf"), func(app *core.Core) error {
		docs, err := app.Documents(ctx, false)
		if err != nil {
			return err
		}
		var rows []Prediction
		within := map[innerKey][]inner{}
		for _, d := range docs {
			result.Documents, result.Pages = result.Documents+1, result.Pages+d.Pages
			id := gold.byFile[d.Name]
			found, err := app.References(ctx, d.Name)
			if err != nil {
				return err
			}
			if innerOf(id, found, within); !gold.covered[id] {
				continue
			}
			for _, r := range found {
				if r.Kind != refs.KindParagraph && r.Kind != refs.KindSentence { // the gold has none inside a section
					rows = append(rows, gold.prediction(id, r))
				}
			}
		}
		gold.score(&result, rows)
		result.Within = scoreWithin(within, func(doc string) bool { return gold.known[doc] })
		return nil
	})
	return result, err
}

func (g *gold) prediction(doc string, r core.Reference) Prediction {
	p := Prediction{Document: doc, Page: r.Page, Text: r.Text, Kind: r.Kind, TargetSection: r.TargetSection, TargetPage: r.TargetPage}
	if id, ok := g.byFile[r.TargetDocument]; ok {
		p.Target = &id
	}
	return p
}

// relation sums up the units of one relation.
func relation(name string, units []*unit, g *gold) Relation {
	r := Relation{Name: name, Gold: len(units)}
	for _, u := range units {
		if len(u.got) > 0 {
			r.Found++
			if u.right(g) {
				r.Right++
			}
		}
	}
	r.Recall, r.EndToEnd = share(r.Found, r.Gold), share(r.Right, r.Gold)
	return r
}

func share(part, whole int) float64 { return float64(part) / float64(max(1, whole)) }

// score fills the figures of a result from what was predicted.
func (g *gold) score(result *References, rows []Prediction) {
	extra := g.match(rows)
	result.Predictions = rows
	result.Matched = g.matched
	result.Predicted = g.matched + len(extra)
	result.Precision = share(result.Matched, result.Predicted)
	byRelation := map[string][]*unit{}
	for _, u := range g.units {
		byRelation[u.relation()] = append(byRelation[u.relation()], u)
	}
	for name, units := range byRelation {
		result.Relations = append(result.Relations, relation(name, units, g))
	}
	slices.SortFunc(result.Relations, func(a, b Relation) int { return cmp.Compare(a.Name, b.Name) })
	result.All = Relation{Name: "all"}
	for _, r := range result.Relations {
		result.All.Gold, result.All.Found, result.All.Right = result.All.Gold+r.Gold, result.All.Found+r.Found, result.All.Right+r.Right
	}
	result.All.Recall, result.All.EndToEnd = share(result.All.Found, result.All.Gold), share(result.All.Right, result.All.Gold)
	result.Misses = g.misses(extra)
}
