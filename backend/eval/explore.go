package eval

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/private"
)

// Explored is how much of what a set's questions need a tree of questions reads, beside one search that reads as much, as `eval explore --json`
// prints it.
type Explored struct {
	Set       string             `json:"set"`
	Texts     int                `json:"texts"`
	Figures   []Figure           `json:"figures"`
	Gain      Paired             `json:"gain"` // of the tree's share of gold over the search's, question by question
	Questions []ExploredQuestion `json:"questions"`
}

// ExploredQuestion is what came of one question, so that systems can be compared question by question.
type ExploredQuestion struct {
	ID       string             `json:"id"`
	Question string             `json:"question"`
	Gold     []string           `json:"gold"`
	Tree     []string           `json:"tree"`   // gold among the passages that the tree read
	Search   []string           `json:"search"` // gold among as many passages of one search
	Read     int                `json:"read"`   // passages, as the rows of the run count them
	Asked    []string           `json:"asked"`  // the tree's questions
	Figures  map[string]float64 `json:"figures"`
}

// Names of the figures over trees of questions.
const (
	goldInTree   = "gold among the passages the tree read"
	goldInSearch = "gold among as many passages of one search"
	allInTree    = "all gold among the passages the tree read"
	allInSearch  = "all gold among as many passages of one search"
	treeRead     = "passages read by a tree"
	treeAsked    = "questions of a tree"
	treeSeconds  = "seconds of a tree"
)

// MeasureExplore explores every question of the sets in dir without a model, each over the documents of its set, and counts what of its
// gold the tree read. Beside it stands one search for the question that reads as many passages. The last result is all sets together where
// there are several.
func MeasureExplore(ctx context.Context, dir string, opt RetrievalOptions) ([]Explored, error) {
	parts, err := filepath.Glob(filepath.Join(dir, "*_corpus.jsonl"))
	if err != nil || len(parts) == 0 {
		return nil, fault.New("measure trees of questions over "+dir, fault.NotFound,
			"The folder of a set has NAME_corpus.jsonl with NAME_questions.jsonl.", err)
	}
	var out []Explored
	all := Explored{Set: name(dir)}
	for _, path := range parts {
		e, err := exploreSet(ctx, strings.TrimSuffix(path, "_corpus.jsonl"), opt)
		if err != nil {
			return out, err
		}
		out = append(out, e)
		all.Texts, all.Questions = all.Texts+e.Texts, append(all.Questions, e.Questions...)
	}
	if len(out) > 1 {
		all.count()
		out = append(out, all)
	}
	return out, nil
}

func exploreSet(ctx context.Context, path string, opt RetrievalOptions) (out Explored, err error) {
	out = Explored{Set: name(path), Questions: []ExploredQuestion{}}
	corpus, questions, err := hopSet(path)
	if err != nil {
		return out, err
	}
	out.Texts = len(corpus)
	folder, err := private.MkdirTemp("", "rabbithole-eval")
	if err != nil {
		return out, fault.New("make documents to measure with", fault.Storage, "Free some disk space.", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	for _, t := range corpus {
		if err := private.WriteFile(filepath.Join(folder, t.ID+".md"), []byte("# "+t.Title+"\n\n"+t.Text+"\n")); err != nil {
			return out, fault.New("make documents to measure with", fault.Storage, "Free some disk space.", err)
		}
	}
	s := opt.shelf()
	if s.home != "" {
		s.home = filepath.Join(s.home, out.Set)
	}
	err = s.with(ctx, folder, func(app *core.Core) error {
		for _, q := range first(questions, opt.Questions) {
			x, err := exploreOne(ctx, app, q)
			if err != nil {
				return fmt.Errorf("explore question %s: %w", q.ID, err)
			}
			out.Questions = append(out.Questions, x)
		}
		return nil
	})
	out.count()
	return out, err
}

// exploreOne explores a question, and searches for it.
func exploreOne(ctx context.Context, app *core.Core, q hopQuestion) (ExploredQuestion, error) {
	x := ExploredQuestion{ID: q.ID, Question: q.Question, Gold: q.needs()}
	began := time.Now()
	s, rows, err := explored(ctx, app, q.Question)
	if err != nil {
		return x, err
	}
	seconds := time.Since(began).Seconds()
	var read []string // documents, of the passages in the order they were read
	for _, n := range s.Tree {
		r := rows[n.ID]
		x.Asked = append(x.Asked, r.Question)
		for _, id := range r.Read {
			d, err := app.DocumentOf(ctx, id)
			if err != nil {
				return x, err
			}
			read = append(read, stem(d.Name))
		}
	}
	x.Read = len(read)
	hits, err := app.Search(ctx, q.Question, core.SearchOptions{Limit: x.Read})
	if err != nil {
		return x, err
	}
	var found []string
	for _, h := range hits {
		found = append(found, stem(h.Document))
	}
	x.Tree, x.Search = common(x.Gold, read), common(x.Gold, found)
	x.Figures = map[string]float64{goldInTree: portion(x.Gold, read, 0), goldInSearch: portion(x.Gold, found, 0), allInTree: allOf(x.Gold, read, 0),
		allInSearch: allOf(x.Gold, found, 0),
		treeRead:    float64(x.Read), treeAsked: float64(len(s.Tree)), treeSeconds: seconds}
	return x, nil
}

// explored runs a tree as a person's would, and reads from the store what became of it.
func explored(ctx context.Context, app *core.Core, question string) (explore.State, map[string]explore.Record, error) {
	run, err := app.StartExplore(ctx, core.Explore{Question: question, Engine: settings.Extractive})
	if err != nil {
		return explore.State{}, nil, err
	}
	if run, err = app.Resume(ctx, run.ID); err != nil {
		return explore.State{}, nil, err
	}
	s, err := app.ExploreState(ctx, run.ID)
	if err != nil {
		return s, nil, err
	}
	rows, err := app.ExploreRecords(ctx, run.ID)
	return s, rows, err
}

// count makes the figures of the questions.
func (e *Explored) count() {
	asked := make([]Asked, len(e.Questions))
	differences := make([]float64, len(e.Questions))
	for i, q := range e.Questions {
		asked[i] = Asked{Figures: q.Figures}
		differences[i] = q.Figures[goldInTree] - q.Figures[goldInSearch]
	}
	e.Figures = means(asked, goldInTree, goldInSearch, allInTree, allInSearch, treeRead, treeAsked, treeSeconds)
	e.Gain = paired(differences)
}

// common returns what of gold is among found.
func common(gold, found []string) []string {
	out := []string{}
	for _, g := range gold {
		if portion([]string{g}, found, 0) > 0 {
			out = append(out, g)
		}
	}
	return out
}
