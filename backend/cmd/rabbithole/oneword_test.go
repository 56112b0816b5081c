package main

import (
	"bytes"
	"testing"
)

// A word gets a hint; a question does not, nor does one of a script without blanks.
func TestOneWord_IsToldWhatAQuestionBrings(t *testing.T) {
	for question, hint := range map[string]bool{"radon": true, " Freigrenzen ": true, "Radon?": false, "What is radon": false, "住宅中氡的参考水平是多少": false, "住宅の基準値は": false} {
		var said bytes.Buffer
		(&shell{err: &said}).oneWord(question)
		if (said.Len() > 0) != hint {
			t.Errorf("%q: %q", question, said.String())
		}
	}
}
