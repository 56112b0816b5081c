package step

import (
	"testing"

	"rabbithole/backend/step/ask"
)

func TestHeading_IsWhatAPersonWouldWrite(t *testing.T) {
	for clause, want := range map[string]string{
		"who audits its financial statements":                                                   "Who audits its financial statements?",
		"The lamp room of the mill was measured: which class does the corrected mean fall into": "Which class does the corrected mean fall into?",
		"Compare the lamps of 2019 and 2020":                                                    "Compare the lamps of 2019 and 2020",
		"Was muss der Wirt einer Schenke am Ufer des Flusses unternehmen, wenn eine seiner Laternen nach der Prüfung zu hell ist": "Was muss der Wirt einer Schenke am Ufer des Flusses unternehmen?",
		"wann muss ein Störfall gemeldet werden": "Wann muss ein Störfall gemeldet werden?",
	} {
		words := ask.EnglishPhrases
		if ask.Language(clause) == "de" {
			words = ask.GermanPhrases
		}
		if got := words.Heading(clause); got != want {
			t.Errorf("%q: heading %q, want %q", clause, got, want)
		}
	}
}

func TestKindOf_TasksThatLookForAKindOfRule(t *testing.T) {
	for task, want := range map[string]string{
		"Collect numbers, limits and deadlines":                     "Numbers, limits and deadlines",
		"Check for conditions and exceptions":                       "Conditions and exceptions",
		"Check how the terms are defined and where the rules apply": "Terms and scope",
		"Who checks the lantern?":                                   "",
		"Read § 7, to which law.pdf refers":                         "",
	} {
		if got := ask.EnglishPhrases.KindOf(task).Title; got != want {
			t.Errorf("%q: section %q, want %q", task, got, want)
		}
	}
}
