package proof

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// prose returns the sentences of the sample library's texts by file, in order.
func prose(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("../../../kb/text/*.md")
	if err != nil || len(files) < 7 {
		t.Fatalf("the sample library has %d texts, %v", len(files), err)
	}
	out := map[string][]string{}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer(`\-`, "", "~", " ", "*", "").Replace(string(raw))
		for _, s := range chunkSentences(text) {
			if n := len(strings.Fields(s)); n >= 5 && n < 60 && strings.HasSuffix(s, ".") {
				out[filepath.Base(file)] = append(out[filepath.Base(file)], s)
			}
		}
	}
	return out
}

// Of all pairs of sentences of the library one contradicts the other: the one that was put there.
func TestClash_FindsTheOneDisputeOfTheLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("as many pairs are slow under the race detector")
	}
	var sides []Side
	for file, list := range prose(t) {
		for _, s := range list {
			sides = append(sides, Side{Text: s, Document: file, Name: file}.Read())
		}
	}
	found := 0
	for i, a := range sides {
		for _, b := range sides[i+1:] {
			if !Clash(a, b) {
				continue
			}
			if found++; !strings.Contains(a.Text+b.Text, "60 days") || !strings.Contains(a.Text+b.Text, "90 days") {
				t.Errorf("%s: %q against %s: %q", a.Name, a.Text, b.Name, b.Text)
			}
		}
	}
	if found != 1 {
		t.Errorf("%d disputes among %d sentences", found, len(sides))
	}
}
