package extract_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/extract"
	"rabbithole/backend/source"
)

// sectioned is a library that knows the passages of one section.
type sectioned struct {
	extract.Library
	passages []source.Passage
}

func (s sectioned) SectionPassages(context.Context, string, string) ([]source.Passage, error) {
	return s.passages, nil
}

// A long list is cut into passages. What stands in a later one is quoted behind the words that lead into it, with an ellipsis for what
// stands between: alone it would not say who has to do it.
func TestJudge_EntriesBehindTheLeadOfAnEarlierPassage(t *testing.T) {
	entry := "name the height of the beehive above the road in metres and say why it stands there and not elsewhere"
	for _, c := range []struct {
		name     string
		passages []string // the last one is read
		want     string   // of its best quote
	}{
		{"an entry", []string{"1 Hives\nThe notice shall:\n(a) be sealed;\n(b) be dated;", "(c) " + entry + ".\nIt is short."},
			"The notice shall: … (c) " + entry + "."},
		{"an entry that comes right behind", []string{"1 Hives\nIt is long. The notice shall:", "(a) " + entry + ".\nIt is short."},
			"The notice shall: … (a) " + entry + "."},
		{"two passages back", []string{"1 Hives\nThe notice shall:\n(a) be sealed;", "(b) be dated;", "(c) " + entry + "."},
			"The notice shall: … (c) " + entry + "."},
		{"numbered paragraphs lead into nothing", []string{"1 Hives\nAll hives are green.\n1. It is long.", "2. The keeper shall " + entry + "."},
			"2. The keeper shall " + entry + "."},
		{"a paragraph between", []string{"1 Hives\nThe notice shall:\n(a) be sealed.\nHives are green.", "(b) " + entry + "."},
			"(b) " + entry + "."},
		{"bullets", []string{"1 Hives\nThe notice shall:\n• be sealed\n• be dated", "• " + entry + "\n• be short"},
			"The notice shall: … • " + entry},
	} {
		t.Run(c.name, func(t *testing.T) {
			var all []source.Passage
			for i, text := range c.passages {
				p := passage("p"+string(rune('0'+i)), "1 Hives", text)
				p.Section, p.Ordinal = "s1", i
				all = append(all, p)
			}
			k := newEngine(t)
			k.Library = sectioned{passages: all}
			r := extract.Reading{Passage: all[len(all)-1], Document: source.Document{Hash: "hash", Name: "doc.md", Language: "en"}}
			got, err := k.Judge(t.Context(), english, task.Task, []extract.Reading{r})
			if err != nil || len(got[0].Quotes) == 0 {
				t.Fatalf("%+v, %v", got, err)
			}
			if !slices.ContainsFunc(got[0].Quotes, func(q string) bool { return strings.TrimSpace(q) == c.want }) {
				t.Errorf("quotes %q, want %q", got[0].Quotes, c.want)
			}
		})
	}
}
