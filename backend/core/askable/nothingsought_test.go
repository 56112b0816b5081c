package askable

import (
	"strings"
	"testing"

	"rabbithole/backend/core/shelf"
	"rabbithole/backend/extract"
	"rabbithole/backend/fault"
)

func TestCheckQuestion_RefusesAskingWordsAloneInTheirLanguage(t *testing.T) {
	for question, hint := range map[string]string{"Was?": "worum es geht", "Und warum?": "worum es geht", "Who is it?": "Say what it is about"} {
		err := Check(question, false)
		if fault.KindOf(err) != fault.Usage || !strings.Contains(fault.Hint(err), hint) {
			t.Errorf("%q: %v, hint %q", question, err, fault.Hint(err))
		}
		if err := Check(question, true); err != nil {
			t.Errorf("%q after another question: %v", question, err)
		}
	}
	for _, question := range []string{"Radon?", "Was ist Radon?", "什么？", "§ 78?"} {
		if err := Check(question, false); err != nil {
			t.Errorf("%q: %v", question, err)
		}
	}
}

// A query whose words were all taken away on the way finds nothing, and the run goes on.
func TestSearcher_AQueryWithoutWordsFindsNothing(t *testing.T) {
	hits, err := shelf.Searcher{}.Search(t.Context(), extract.Query{Text: " "})
	if err != nil || len(hits) != 0 {
		t.Errorf("%v, %v", hits, err)
	}
}
