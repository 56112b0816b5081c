package answer

import (
	"reflect"
	"testing"

	"rabbithole/backend/flow"
)

func TestPhrases_BothLanguagesAreComplete(t *testing.T) {
	for _, language := range []string{"de", "en", "zh"} {
		w := reflect.ValueOf(phrasesFor(language))
		for i := range w.NumField() {
			if w.Field(i).Len() == 0 {
				t.Errorf("%s: %s is empty", language, w.Type().Field(i).Name)
			}
		}
		for _, stop := range []string{"", StopBudget, StopTimeout, StopError} {
			if phrasesFor(language).stops[stop] == "" {
				t.Errorf("%s: nothing is said of %s", language, stop)
			}
		}
		for _, kind := range []string{flow.KindLibrary, flow.KindOfficial, flow.KindStandards, flow.KindEducation, flow.KindDocs, flow.KindEncyclopedia, flow.KindNews, flow.KindForum, flow.KindWeb} {
			if phrasesFor(language).kinds[kind] == "" {
				t.Errorf("%s: %s has no name", language, kind)
			}
		}
	}
}
