package extract_test

import (
	"context"
	"testing"

	"rabbithole/backend/ask"
	"rabbithole/backend/extract"
)

// The last thing asked carries the clause that names what its pronoun stands for; one that names what it is about carries none.
func TestDecompose_APronounIsAskedWithTheClauseBeforeIt(t *testing.T) {
	for question, want := range map[string]string{
		"Welche Grenze gilt in der Nacht, und was ist zu tun, wenn sie überschritten ist?":   "was ist zu tun, wenn sie überschritten ist („Welche Grenze gilt in der Nacht“)",
		"Welcher Richtwert gilt für Rauch, und wer muss messen?":                             "wer muss messen („Welcher Richtwert gilt für Rauch“)",
		"Welcher Richtwert gilt für Rauch, wer misst, und wer bezahlt?":                      "wer bezahlt („Welcher Richtwert gilt für Rauch“)",
		"Which value applies to smoke, and who must measure?":                                "who must measure (“Which value applies to smoke”)",
		"Which value applies, who must measure, and what must they write down?":              "what must they write down (“Which value applies”)",
		"Welche Fristen gelten für den Imker, und wann handelt es sich um einen Schwarm?":    "wann handelt es sich um einen Schwarm",
		"Wer prüft den Stock, und was müssen Sie dafür zahlen?":                              "was müssen Sie dafür zahlen („Wer prüft den Stock“)",
		"Which lists must the officer keep, and how long must they be kept?":                 "how long must they be kept (“Which lists must the officer keep”)",
		"What is a queen cell, who seals it, and how is it opened?":                          "how is it opened (“What is a queen cell”)",
		"Which smoke value applies to apiaries, and who has to weigh wax there?":             "who has to weigh wax there (“Which smoke value applies to apiaries”)",
		"When may we move the hives, and what must we tell the buyers about it?":             "what must we tell the buyers about it (“When may we move the hives”)",
		"Wann dürfen wir die Körbe versetzen, und was müssen wir den Käufern darüber sagen?": "was müssen wir den Käufern darüber sagen („Wann dürfen wir die Körbe versetzen“)",
		"When is a keeper liable, and what must he pay?":                                     "what must he pay (“When is a keeper liable”)",
		"Which value applies to honey, and what must the keeper do in winter?":               "what must the keeper do in winter",
	} {
		out, err := newEngine(t).Decompose(context.Background(), ask.Question{Text: question, Language: ask.Language(question)}, extract.Apart{Task: question, Max: 5})
		if err != nil || len(out.Children) < 2 {
			t.Errorf("%q: %+v %v", question, out.Children, err)
			continue
		}
		if got := out.Children[len(out.Children)-1].Question; got != want {
			t.Errorf("%q:\n got %q\nwant %q", question, got, want)
		}
	}
}
