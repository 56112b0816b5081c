package step_test

import (
	"testing"

	"rabbithole/backend/step"
)

// carriage is a library on how honey is carried: sealed honey, with a treaty and without.
func carriage(k *kit) *archive {
	return newArchive(k, [2]string{"Carriage under a treaty", "Sealed honey may be carried across the border where the honey treaty says so."}, [2]string{"Carriage without one", "In the absence of a honey treaty sealed honey may be carried across the border with a permit of the guild."},
		[2]string{"Vertrag", "Verdeckelter Honig darf ausgeführt werden, wo der Honigvertrag es sagt."}, [2]string{"Kein Vertrag", "Liegt kein Honigvertrag vor, darf verdeckelter Honig mit Genehmigung der Gilde ausgeführt werden."},
		[2]string{"Hives", "The hive is green."}, [2]string{"Körbe", "Der Korb ist grün."})
}

// What a person's files tell of their case is written into what is asked, where the library uses the same words for it.
func TestDecompose_WhatFilesTellOfTheCaseIsWrittenIntoTheQuestion(t *testing.T) {
	for name, c := range map[string]struct{ language, question, want string }{
		"which honey, and no treaty": {"en", "How may we carry the honey across the border?", "How may we carry the sealed honey across the border without a honey treaty"},
		"in German":                  {"de", "Wie dürfen wir den Honig ausführen?", "Wie dürfen wir den verdeckelten Honig ausführen ohne Honigvertrag"},
		"what is said already":       {"en", "How may we carry the sealed honey across the border without a honey treaty?", ""},
	} {
		k := newKit(t, nil)
		carriage(k)
		files := []step.ContextItem{itemOf("fact", "We keep sealed honey in the barn.", "memo.md::S1"), itemOf("fact", "The council has not adopted a honey treaty.", "memo.md::S1")}
		if c.language == "de" {
			files = []step.ContextItem{itemOf("fact", "Im Schuppen steht verdeckelter Honig.", "notiz.md::S1"), itemOf("fact", "Der Rat hat keinen Honigvertrag geschlossen.", "notiz.md::S1")}
		}
		children, err := k.Decompose(t.Context(), step.Question{Text: c.question, Language: c.language}, step.Apart{Task: c.question, Context: files, Max: 4})
		if c.want == "" {
			for _, child := range children {
				if child.Question == c.question {
					t.Errorf("%s: %+v", name, children)
				}
			}
			continue
		}
		if err != nil || len(children) != 1 || children[0].Question != c.want {
			t.Errorf("%s: %+v %v, want %q", name, children, err, c.want)
		}
	}
}

func TestSituated_NothingIsWrittenIntoAQuestionThatMayNotBeMeant(t *testing.T) {
	sealed, none := itemOf("fact", "We keep sealed honey in the barn.", "memo.md::S1"), itemOf("fact", "The council has not adopted a honey treaty.", "memo.md::S1")
	const question = "How may we carry the honey across the border?"
	for name, c := range map[string]struct {
		question string
		files    []step.ContextItem
		want     string
	}{
		"two kinds of honey":                 {question, []step.ContextItem{sealed, itemOf("fact", "There is runny honey, too.", "memo.md::S1")}, question},
		"a kind that the library never says": {question, []step.ContextItem{itemOf("fact", "We keep purple honey in the barn.", "memo.md::S1")}, question},
		"honey jars are no honey":            {question, []step.ContextItem{itemOf("fact", "We keep sealed honey jars in the barn.", "memo.md::S1")}, question},
		"what we have not got yet":           {question, []step.ContextItem{itemOf("fact", "We have no honey treaty yet.", "memo.md::S1")}, question},
		"nothing holds without it":           {question, []step.ContextItem{itemOf("fact", "The council has not built a green hive.", "memo.md::S1")}, question},
		"any honey":                          {"How may we carry honey across the border?", []step.ContextItem{sealed}, "How may we carry honey across the border?"},
		"what a file is asked":               {"What does the memo say about the honey?", []step.ContextItem{sealed, none}, "What does the memo say about the honey?"},
		"over two lines":                     {"How may we carry the honey\nacross the border?", []step.ContextItem{sealed, none}, "How may we carry the sealed honey across the border without a honey treaty?"},
		"the lack alone":                     {"How may we carry honey across the border?", []step.ContextItem{none}, "How may we carry honey across the border without a honey treaty?"},
	} {
		k := newKit(t, nil)
		carriage(k)
		got, err := k.Situated(t.Context(), step.Question{Text: c.question, Language: "en"}, c.files)
		if err != nil || got.Text != c.want {
			t.Errorf("%s: %q %v, want %q", name, got.Text, err, c.want)
		}
	}
	k := newKit(t, &oracle{})
	carriage(k)
	if got, err := k.Situated(t.Context(), step.Question{Text: question, Language: "en"}, []step.ContextItem{sealed,
		none}); err != nil || got.Text != question {
		t.Errorf("a model reads the files itself: %q %v", got.Text, err)
	}
}
