package core_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	asking "rabbithole/backend/flow/answer"
	"rabbithole/backend/report"
	"rabbithole/kb"
)

// askedAbout asks the built-in engine and returns the finished answer.
func askedAbout(t *testing.T, c *core.Core, question string) core.Message {
	t.Helper()
	run, err := c.StartAnswer(t.Context(), core.Ask{Question: question, Engine: settings.Extractive})
	if err == nil {
		run, err = c.Resume(t.Context(), run.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.MessageOf(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// offered returns the questions that a library is offered.
func offered(t *testing.T, c *core.Core) []string {
	t.Helper()
	examples, err := c.Examples(t.Context(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range examples {
		out = append(out, e.Question)
	}
	return out
}

// holdsAll reports whether a text has all words.
func holdsAll(text string, words []string) bool {
	text = strings.Join(strings.Fields(text), " ")
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// TestExamples_OfTheSampleLibraryAreAnswered asks each question as a person would. That the answer answers is held against the words and the page written beside the question.
func TestExamples_OfTheSampleLibraryAreAnswered(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, library(t), noEnv)
	questions := offered(t, c)
	languages := map[string]int{}
	for _, e := range kb.Examples() {
		languages[e.Language]++
		if !slices.Contains(questions, e.Question) {
			t.Errorf("%q is not offered: %q", e.Question, questions)
		}
		t.Run(e.Question, func(t *testing.T) {
			m := askedAbout(t, c, e.Question)
			if m.Verdict != report.Answered || len(m.Missing) > 0 || len(m.Warnings) > 0 {
				t.Errorf("ask: %s, missing %q, warnings %v", m.Verdict, m.Missing, m.Warnings)
			}
			for _, a := range e.Answers {
				if !holdsAll(m.Answer, a.Words) || !slices.ContainsFunc(m.Citations, func(x asking.Citation) bool { return kb.Name(x.Document) == a.File && x.Page == a.Page }) {
					t.Errorf("ask does not answer from page %d of %s: %s", a.Page, a.File, m.Answer)
				}
			}
			_, r := finish(t, c, core.Begin{Question: e.Question, Engine: settings.Extractive})
			if r.Verdict != report.Answered || len(r.Missing) > 0 || len(r.Silent) > 0 {
				t.Errorf("research: %s, missing %q, silent %q", r.Verdict, r.Missing, r.Silent)
			}
			for _, a := range e.Answers {
				for _, words := range a.Words {
					if !states(r, words, a.File, a.Page) {
						t.Errorf("research does not say %q from page %d of %s:\n%s", words, a.Page, a.File, said(r))
					}
				}
			}
		})
	}
	if languages["en"] < 4 || languages["de"] < 4 {
		t.Errorf("questions by language: %v", languages)
	}
}

// Nothing in the sample library answers these, though words of them stand all over it.
func TestAsk_WithoutAModelIsUnsureOfWhatTheDocumentsDoNotSay(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, library(t), noEnv)
	for _, question := range []string{kb.Unanswerable, "What is the reference level for noise?", "How long does a verification measurement of asbestos last?",
		"Wie hoch ist der Grenzwert für Lärm am Arbeitsplatz?", "Wie lange müssen Rechnungen aufbewahrt werden?", "Wann gilt § 45 MRadV unmittelbar?"} {
		if m := askedAbout(t, c, question); m.Verdict == report.Answered {
			t.Errorf("%s is answered: %s", question, m.Answer)
		}
	}
}

// TestExamples_OfTheSampleLibraryGoByContent gives another text the name of a sample document, and a sample document another name.
func TestExamples_OfTheSampleLibraryGoByContent(t *testing.T) {
	folder := t.TempDir()
	entries, err := kb.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		data, err := kb.Files.ReadFile(entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(entry.Name(), ".pdf") + ".txt"
		if entry.Name() == kb.Examples()[0].Answers[0].File {
			name = "renamed.pdf"
		} else {
			data = []byte("The lantern keeper lights twelve lanterns at dusk.\n" + entry.Name())
		}
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := open(t, t.TempDir(), noEnv)
	if _, err := c.Add(t.Context(), []string{folder}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := offered(t, c); len(got) != 1 || got[0] != kb.Examples()[0].Question {
		t.Errorf("offered %q, want the question that the renamed document answers", got)
	}
}

const (
	harbourTerms = `# Harbour Code

## Section 1 Definitions

In this code:

1. Lantern buoy: a floating body that carries a lamp and marks the channel by night.
2. "Harbour master" the person who runs the harbour on behalf of the council.
3. Dues are paid by ships.

## Section 2 Lamps

Every lantern buoy carries a white lamp. The harbour master looks after it.

## Section 3 Duties

The harbour master counts each lantern buoy once a month.

## Section 4 Ice

In winter a lantern buoy is taken ashore, if the harbour master says so.
`
	hafenTerms = `# Hafenordnung

## § 1 Begriffsbestimmungen

Im Sinne dieser Ordnung ist

1. Leuchttonne: ein schwimmender Körper, der eine Lampe trägt und die Fahrrinne in der Nacht bezeichnet;
2. Hafenmeister die Person, die den Hafen im Auftrag der Stadt leitet.

## § 2 Lampen

Jede Leuchttonne trägt eine weiße Lampe. Der Hafenmeister sieht nach ihr.

## § 3 Pflichten

Der Hafenmeister zählt jede Leuchttonne einmal im Monat.

## § 4 Eis

Im Winter wird eine Leuchttonne an Land gebracht, wenn der Hafenmeister es sagt.
`
	filing = `# UNITED STATES SECURITIES AND EXCHANGE COMMISSION

## Results

Net sales rose by 4 percent. The company means to open nine stores.
`
)

// TestExamples_OfOtherDocumentsAreWhatTheyDefineAndTell has two documents that define, in two languages, and two of one title that do not.
func TestExamples_OfOtherDocumentsAreWhatTheyDefineAndTell(t *testing.T) {
	c := texts(t, map[string]string{"code.md": harbourTerms, "ordnung.md": hafenTerms, "10k.md": filing, "10q.md": filing + "The quarter was short.\n"})
	got := offered(t, c)
	want := []string{"Was bedeutet „Leuchttonne“?", "Was sind die Kernpunkte von „Hafenordnung“?", "What are the main points of “Harbour Code”?", "What does “Lantern buoy” mean?"}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Fatalf("offered %q, want %q", got, want)
	}
	for question, words := range map[string]string{want[0]: "ein schwimmender Körper", want[1]: "eine weiße Lampe", want[2]: "once a month", want[3]: "a floating body"} {
		if m := askedAbout(t, c, question); len(m.Missing) > 0 || !strings.Contains(m.Answer, words) {
			t.Errorf("%s: missing %q, answer %s", question, m.Missing, m.Answer)
		}
	}
	if few, err := c.Examples(t.Context(), nil, []string{"ordnung.md"}); err != nil || len(few) != 2 || few[0].Language != "de" {
		t.Errorf("of one document: %v, %v", few, err)
	}
}

// TestExamples_OfLawsAreAnswered asks what is offered for a library of real laws and standards.
func TestExamples_OfLawsAreAnswered(t *testing.T) {
	root := os.Getenv("RABBITHOLE_EVAL")
	if root == "" || testing.Short() {
		t.Skip("long, or RABBITHOLE_EVAL is not set: no real laws to ask")
	}
	c := open(t, t.TempDir(), noEnv)
	if _, err := c.Add(t.Context(), []string{filepath.Join(root, "xref", "pdf")}, core.AddOptions{Late: true}); err != nil {
		t.Fatal(err)
	}
	questions := offered(t, c)
	if len(questions) < 3 {
		t.Errorf("only %q are offered", questions)
	}
	for _, question := range questions {
		term := strings.Trim(question[strings.IndexAny(question, "“„"):strings.LastIndexAny(question, "”“")], "“„”")
		m := askedAbout(t, c, question)
		first, _, _ := strings.Cut(m.Answer, "\n")
		if len(m.Missing) > 0 || !strings.Contains(strings.ToLower(first), strings.ToLower(term)) {
			t.Errorf("%s: missing %q, answer %s", question, m.Missing, m.Answer)
		}
	}
}

// texts returns a library of texts by their names.
func texts(t *testing.T, files map[string]string) *core.Core {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := open(t, t.TempDir(), noEnv)
	if _, err := c.Add(t.Context(), []string{folder}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	return c
}
