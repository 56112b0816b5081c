package eval

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/refs"
)

// withinGold are references inside their own section in some documents of a set, labelled by reading: document, page, reference, places, page of
// the first of them.
//
//go:embed testdata/within.tsv
var withinGold string

// Within is how many references inside their own section, "paragraph 1" or "this Article", lead where they should.
type Within struct {
	Gold   int    `json:"gold"`
	Right  int    `json:"right"` // with exactly the places of the gold, the first on its page
	Misses []Miss `json:"misses,omitempty"`
}

// inner is a reference and the places it leads to.
type inner struct {
	text   string
	places []string
	page   int // of the first
}

// innerKey is what makes references one row: equal strings on one page, told apart by their order.
type innerKey struct {
	doc  string
	page int
	text string // squeezed
}

// innerOf gathers the references inside their own section of a document.
func innerOf(doc string, found []core.Reference, into map[innerKey][]inner) {
	last := ""
	for _, r := range found {
		if r.Kind != refs.KindParagraph && r.Kind != refs.KindSentence {
			continue
		}
		key := innerKey{doc, r.Page, squeezed(r.Text)}
		if r.ID != last {
			into[key] = append(into[key], inner{text: r.Text, page: r.TargetPage})
			last = r.ID
		}
		if row := &into[key][len(into[key])-1]; r.Found {
			row.places = append(row.places, r.TargetSection)
		}
	}
}

// scoreWithin compares what was found with the gold of those documents that the set has.
func scoreWithin(found map[innerKey][]inner, has func(doc string) bool) Within {
	var w Within
	nth := map[innerKey]int{}
	for _, line := range strings.Split(withinGold, "\n") {
		f := strings.Split(line, "\t")
		if len(f) != 5 || !has(f[0]) {
			continue
		}
		page, _ := strconv.Atoi(f[1])
		on, _ := strconv.Atoi(f[4])
		key, want := innerKey{f[0], page, squeezed(f[2])}, strings.Split(f[3], "; ")
		var got inner
		if n := nth[key]; n < len(found[key]) {
			got = found[key][n]
		}
		nth[key]++
		if w.Gold++; got.page == on && slices.Equal(got.places, want) {
			w.Right++
			continue
		}
		w.Misses = append(w.Misses, Miss{Kind: "within", Document: f[0], Page: page, Text: f[2], Want: want, Got: got.places})
	}
	return w
}
