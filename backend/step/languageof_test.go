package step_test

import (
	"fmt"
	"strings"
	"testing"

	"rabbithole/backend/extract"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// Who writes queries is told what languages to write them in, where that is not the question's alone.
func TestSeek_IsToldTheLanguagesOfTheDocuments(t *testing.T) {
	for want, languages := range map[string][]string{
		"The documents are in German and English.\n": {"de", "en", "de", ""},
		"The documents are in German.\n":             {"de"},
		"":                                           {"en", "en"},
	} {
		m := &oracle{replies: []any{prompts.SeekOut{NextAction: extract.SearchMore, Queries: []string{"hive distance road"}, CoverageGaps: []string{}}}}
		k := newKit(t, m)
		var docs []source.Document
		for i, l := range languages {
			docs = append(docs, source.Document{Hash: fmt.Sprint(i), Language: l})
		}
		k.Library = fronts{documents: docs}
		if _, err := k.Seek(t.Context(), extract.Loop{Question: english, Most: 2}); err != nil {
			t.Fatal(err)
		}
		if told := strings.Contains(m.calls[0].User, "The documents are in"); told != (want != "") || !strings.Contains(m.calls[0].User, want) {
			t.Errorf("%v: %s", languages, m.calls[0].User)
		}
	}
}
