package eval

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"rabbithole/backend/fault"
	"rabbithole/backend/index"
	"rabbithole/backend/ingest"
)

// RetrievalOptions say how search is measured; the zero value works.
type RetrievalOptions struct {
	Library   string                // folder that keeps the library for the next time; "" means one that is removed afterwards
	Without   []index.Part          // parts of ranking to leave out
	Questions int                   // only the first so many; 0 means all
	Progress  func(ingest.Progress) // of adding the set's documents; nil means nobody wants to know
}

func (o RetrievalOptions) shelf() shelf {
	return shelf{home: o.Library, without: o.Without, progress: o.Progress}
}

// Retrieval is how well search finds what a set's questions need, as `eval retrieval --json` prints it.
type Retrieval struct {
	Set       string   `json:"set"` // name of its folder, and of the part where a folder holds several
	Passages  int      `json:"passages"`
	Pages     int      `json:"pages,omitempty"`
	Figures   []Figure `json:"figures"`
	Questions []Asked  `json:"questions"`
}

// Figure is one mean over questions.
type Figure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Over  int     `json:"over"` // questions
}

// Asked is what came of one question, so that systems can be compared question by question.
type Asked struct {
	ID       string             `json:"id"`
	Question string             `json:"question"`
	Gold     []string           `json:"gold"`    // what it needs, best first where it is graded
	Found    []string           `json:"found"`   // what stands first
	Figures  map[string]float64 `json:"figures"` // by name, what the set's figures are the means of
}

// MeasureRetrieval measures search over the set in dir, in whichever of the known layouts it is; a folder of several
// collections gives one result each.
func MeasureRetrieval(ctx context.Context, dir string, opt RetrievalOptions) ([]Retrieval, error) {
	parts, err := filepath.Glob(filepath.Join(dir, "*_corpus.jsonl"))
	switch {
	case err == nil && len(parts) > 0:
		return measureHops(ctx, parts, opt)
	case present(dir, "corpus.jsonl", "queries.jsonl", "qrels.tsv"):
		r, err := measureTexts(ctx, dir, opt)
		return []Retrieval{r}, err
	case present(dir, "pdfs", "questions.jsonl"):
		r, err := measurePages(ctx, dir, opt)
		return []Retrieval{r}, err
	}
	return nil, fault.New("measure search over "+dir, fault.NotFound,
		"The folder of a set has corpus.jsonl, queries.jsonl and qrels.tsv, or pdfs/ and questions.jsonl, "+
			"or NAME_corpus.jsonl with NAME_questions.jsonl; none of them is there.", err)
}

// Parts returns the parts of ranking with these names.
func Parts(names []string) ([]index.Part, error) {
	var out []index.Part
	for _, name := range names {
		if !slices.Contains(index.AllParts(), index.Part(name)) {
			return nil, fault.New("leave out "+name, fault.Usage, fmt.Sprintf("The parts of ranking are %v.", index.AllParts()), nil)
		}
		out = append(out, index.Part(name))
	}
	return out, nil
}

func present(dir string, names ...string) bool {
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// name returns what to call the set in dir.
func name(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return filepath.Base(dir)
}

// first returns the first n of list, all of it when n is 0.
func first[T any](list []T, n int) []T {
	if n <= 0 {
		return list
	}
	return list[:min(n, len(list))]
}

// means returns the mean of each figure over the questions that have it, in the order of names.
func means(questions []Asked, names ...string) []Figure {
	var out []Figure
	for _, name := range names {
		f := Figure{Name: name}
		for _, q := range questions {
			if v, ok := q.Figures[name]; ok {
				f.Value, f.Over = f.Value+v, f.Over+1
			}
		}
		if f.Over > 0 {
			f.Value /= float64(f.Over)
			out = append(out, f)
		}
	}
	return out
}

// portion returns the part of gold that stands among the first n of found.
func portion(gold, found []string, n int) float64 {
	top, hits := first(found, n), 0
	for _, g := range gold {
		if slices.Contains(top, g) {
			hits++
		}
	}
	return float64(hits) / float64(max(len(gold), 1))
}

// anyOf is 1 when one of gold stands among the first n of found, else 0.
func anyOf(gold, found []string, n int) float64 { return truth(portion(gold, found, n) > 0) }

// allOf is 1 when all of gold stands among the first n of found, else 0.
func allOf(gold, found []string, n int) float64 { return truth(portion(gold, found, n) == 1) }

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// byGrade returns the keys of grades, the highest grade first, ties by name.
func byGrade(grades map[string]float64) []string {
	var out []string
	for id, g := range grades {
		if g > 0 {
			out = append(out, id)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(grades[b], grades[a]), cmp.Compare(a, b)) })
	return out
}
