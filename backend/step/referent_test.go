package step_test

import (
	"context"
	"testing"

	"rabbithole/backend/step"
)

// What a pronoun of the last thing asked stands for is a noun of another clause that agrees with it: in gender and number in German, in number in English, and in what it can do.
func TestDecompose_APronounStandsForTheNounThatAgreesWithIt(t *testing.T) {
	for question, want := range map[string]string{
		// What is exceeded is the value, not the clause beside it, nor the place it holds for.
		"Welcher Richtwert gilt für den Rauch im Bienenhaus, wer muss messen, und was ist zu tun, wenn er überschritten ist?": "was ist zu tun, wenn er (der Richtwert) überschritten ist",
		"Welcher Höchstwert gilt am Bienenstand, und was ist zu tun, wenn er überschritten wird?":                             "was ist zu tun, wenn er (der Höchstwert) überschritten wird",
		"Welchen Wert darf der Imker nicht überschreiten, und was gilt, wenn er überschritten wird?":                          "was gilt, wenn er (den Wert) überschritten wird",
		"Welche Grenze gilt in der Nacht, und was ist zu tun, wenn sie überschritten ist?":                                    "was ist zu tun, wenn sie (die Grenze) überschritten ist",
		"Welche Auflagen hat die Gemeinde gemacht, und was ist zu tun, wenn sie verletzt sind?":                               "was ist zu tun, wenn sie (die Auflagen) verletzt sind",
		"Welche Auflagen hat die Gemeinde gemacht, und wann darf sie den Stock schließen?":                                    "wann darf sie (die Gemeinde) den Stock schließen",
		"Welches Verfahren gilt bei einem Schwarm, und wie lange dauert es?":                                                  "wie lange dauert es (das Verfahren)",
		"Welche Prüfung sieht die Ordnung für das Wachs vor, und wie oft muss es gewogen werden?":                             "wie oft muss es (das Wachs) gewogen werden",
		"Wie lautet die Regel zur Fütterung, und seit wann gilt sie?":                                                         "seit wann gilt sie (die Regel)",
		"Wann läuft die Frist zum Antrag ab, und wer nimmt ihn an?":                                                           "wer nimmt ihn (dem Antrag) an",
		"Welcher Richtwert gilt für Rauch, und wer muss messen?":                                                              "wer muss messen („Welcher Richtwert gilt für Rauch“)",
		"Welcher Richtwert gilt für Rauch, wer misst, und wer bezahlt?":                                                       "wer bezahlt („Welcher Richtwert gilt für Rauch“)",
		"Which value applies to smoke, and who must measure?":                                                                 "who must measure (“Which value applies to smoke”)",
		"Welcher Richtwert gilt, wer muss messen, und was muss er aufschreiben?":                                              "was muss er („wer muss messen“) aufschreiben",
		"Welcher Richtwert gilt für den Imker, und was muss er aufschreiben?":                                                 "was muss er (den Imker) aufschreiben",
		"Welche Pflichten haben Betreiber, und wann müssen sie melden?":                                                       "wann müssen sie (Betreiber) melden",
		"Welcher Richtwert gilt, und was muss der Leiter tun, wenn er krank ist?":                                             "was muss der Leiter tun, wenn er krank ist",
		"Welche Fristen gelten für den Imker, und wann handelt es sich um einen Schwarm?":                                     "wann handelt es sich um einen Schwarm",
		"Wer prüft den Stock, und was müssen Sie dafür zahlen?":                                                               "was müssen Sie dafür zahlen („Wer prüft den Stock“)",
		"Which smoke value applies in homes, who must measure it, and what must be done when it is exceeded?":                 "what must be done when it (the smoke value) is exceeded",
		"Which reference values apply to hives, and what must be done when they are exceeded?":                                "what must be done when they (the reference values) are exceeded",
		"What must the keeper do when a hive swarms, and how is it caught?":                                                   "how is it (a hive) caught",
		"Which form must the lists have, and when is it renewed?":                                                             "when is it (the form) renewed",
		"Which lists must the officer keep, and how long must they be kept?":                                                  "how long must they (the lists) be kept",
		"Which value applies, who must measure, and what must they write down?":                                               "what must they (“who must measure”) write down",
		"What does the board of the harbour decide, and how often does it meet?":                                              "how often does it (the board) meet",
		"Which value applies to honey, and what must the keeper do with the hive when it is exceeded?":                        "what must the keeper do with the hive when it (the value) is exceeded",
		"How long is the fee for the lists due, and who pays it?":                                                             "who pays it (the fee)",
		"What is a queen cell, who seals it, and how is it opened?":                                                           "how is it (a queen cell) opened",
		"Which smoke value applies to apiaries, who has to weigh wax there, and how is it cleaned?":                           "how is it (wax) cleaned",
		"Which smoke value applies to apiaries, and who has to weigh wax there?":                                              "who has to weigh wax there (apiaries)",
		"Which value applies in the bee house, and who may smoke there?":                                                      "who may smoke there (the bee house)",
		"Which smoke value applies to apiaries, and how is it measured?":                                                      "how is it (the smoke value) measured",
		"When may we move the hives, and what must we tell the buyers about it?":                                              "what must we tell the buyers about it (“When may we move the hives”)",
		"Wann dürfen wir die Körbe versetzen, und was müssen wir den Käufern darüber sagen?":                                  "was müssen wir den Käufern darüber sagen („Wann dürfen wir die Körbe versetzen“)",
		"When is a keeper liable, and what must he pay?":                                                                      "what must he (a keeper) pay",
	} {
		children, err := newKit(t, nil).Decompose(context.Background(), step.Question{Text: question, Language: step.Language(question)}, step.Apart{Task: question, Max: 5})
		if err != nil || len(children) < 2 {
			t.Errorf("%q: %+v %v", question, children, err)
			continue
		}
		if got := children[len(children)-1].Question; got != want {
			t.Errorf("%q:\n got %q\nwant %q", question, got, want)
		}
	}
}
