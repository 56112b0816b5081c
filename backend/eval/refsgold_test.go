package eval

import (
	"encoding/json"
	"os"
	"path/filepath"
	"rabbithole/backend/refs"
	"strings"
	"testing"
)

// The scorer is checked against figures counted by hand: one right, one that leads elsewhere, one missed, one too many, one outside.
func TestScoreRefs(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, lines ...string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(lines, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("docs.jsonl", `{"doc":"A","pdf":"pdf/A.pdf"}`, `{"doc":"B","pdf":"pdf/B.pdf"}`)
	write("mentions.jsonl",
		`{"doc":"A","page":1,"string":"Section 4 of B","rel":"cross-doc","targets":[{"doc":"B","section":"Section 4","page":7}]}`,
		`{"doc":"A","page":1,"string":"Section 5 of B","rel":"cross-doc","targets":[{"doc":"B","section":"Section 5","page":8}]}`,
		`{"doc":"A","page":2,"string":"Section 2","rel":"internal","targets":[{"doc":"A","section":"Section 2","page":1}]}`,
		`{"doc":"A","page":3,"string":"§ 55 BGB","rel":"external","targets":[{"doc":null,"section":"§ 55","page":null}]}`,
		`{"doc":"A","page":3,"string":"§ 6","rel":"unresolved","targets":[]}`)
	b := "B"
	gold, err := readGold(dir)
	if err != nil {
		t.Fatal(err)
	}
	var figures References
	gold.score(&figures, []Prediction{
		{Document: "A", Page: 1, Text: "Sec\u00adtion 4  of B", Kind: refs.KindSection, Target: &b, TargetSection: "Section 4", TargetPage: 7},
		{Document: "A", Page: 2, Text: "Section 5", Kind: refs.KindSection, Target: &b, TargetSection: "Section 6", TargetPage: 9},
		{Document: "A", Page: 3, Text: "§ 55", Kind: refs.KindSection, TargetSection: "§ 55"},
		{Document: "A", Page: 9, Text: "Section 99", Kind: refs.KindSection},
		{Document: "A", Page: 9, Text: "Table 1", Kind: refs.KindTable},
	})
	got, err := json.Marshal(figures.Relations)
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"name":"cross-doc","gold":2,"found":2,"right":1,"recall":1,"end_to_end":0.5},{"name":"external","gold":1,"found":1,"right":1,"recall":1,"end_to_end":1},` +
		`{"name":"internal","gold":1,"found":0,"right":0,"recall":0,"end_to_end":0}]`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if figures.Matched != 3 || figures.Predicted != 4 || len(figures.Misses) != 3 {
		t.Errorf("got %d of %d matched, misses %+v", figures.Matched, figures.Predicted, figures.Misses)
	}
}
