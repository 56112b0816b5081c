package flow

import (
	"reflect"
	"testing"
)

func TestPhrases_BothLanguagesAreComplete(t *testing.T) {
	for _, language := range []string{"de", "en", "zh"} {
		w := reflect.ValueOf(phrasesFor(language))
		for i := range w.NumField() {
			if w.Field(i).Len() == 0 {
				t.Errorf("%s: %s is empty", language, w.Type().Field(i).Name)
			}
		}
	}
}
