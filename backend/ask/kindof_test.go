package ask

import "testing"

func TestKindOf_NamesWhatAPlannedTaskLooksFor(t *testing.T) {
	for task, want := range map[string]string{
		"Collect numbers, limits and deadlines":                     "Numbers, limits and deadlines",
		"Check for conditions and exceptions":                       "Conditions and exceptions",
		"Check how the terms are defined and where the rules apply": "Terms and scope",
		"Who checks the lantern?":                                   "",
		"Read § 7, to which law.pdf refers":                         "",
	} {
		if got := EnglishPhrases.KindOf(task); got != want {
			t.Errorf("%q: kind %q, want %q", task, got, want)
		}
	}
}
