package eval_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/eval"
	"rabbithole/backend/flow/answer"
	"rabbithole/kb"
)

// A set of one sample document: a question with an answer and one without.
const fewQuestions = `{"id":"said","question":"Which reference level for radon applies in homes?","doc":"%s","answer":"300 Bq/m³","evidence_pages1":[]}
{"id":"unsaid","question":"What did the football world cup of 1974 cost?","doc":"%s","unanswerable":true,"evidence_pages1":[]}
`

// setOfOne is a folder with one sample document and the questions about it.
func setOfOne(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "pdfs"), 0o700); err != nil {
		t.Fatal(err)
	}
	const name = "Radon-in-Homes-Handbook.pdf"
	data, err := kb.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	stem := name[:len(name)-len(".pdf")]
	for path, content := range map[string]string{filepath.Join("pdfs", name): string(data), "questions.jsonl": fmt.Sprintf(fewQuestions, stem, stem)} {
		if err := os.WriteFile(filepath.Join(dir, path), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestAnswers_CountsWhatStandsAndWhatIsSilent(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	dir := setOfOne(t)
	a, err := eval.MeasureAnswers(t.Context(), dir, eval.AnswerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Questions) != 2 || a.Questions[0].Negative || !a.Questions[1].Negative || len(a.Questions[0].Answer) == 0 {
		t.Fatalf("questions %+v", a.Questions)
	}
	want := map[string]float64{"answerable: says that the documents do not say": 0, "unanswerable: says that the documents do not say": 1,
		"the gold answer stands in the report": 1}
	for _, f := range a.Figures {
		if value, ok := want[f.Name]; ok && (f.Value != value || f.Over != 1) {
			t.Errorf("%s is %v over %d, want %v", f.Name, f.Value, f.Over, value)
		}
		delete(want, f.Name)
	}
	if len(want) > 0 {
		t.Errorf("no figures %v", want)
	}
}

func TestAsk_CountsRoundsAndSources(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	for _, profile := range []answer.Profile{answer.Chat, answer.Deep} {
		a, err := eval.MeasureAsk(t.Context(), setOfOne(t), profile, eval.AnswerOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Questions) != 2 || a.Questions[0].Negative || !a.Questions[1].Negative {
			t.Fatalf("questions %+v", a.Questions)
		}
		if q := a.Questions[0]; q.Figures["the gold answer stands in the report"] != 1 || q.Loops == 0 || q.Sources != 1 || q.PagesRead == 0 || q.Seconds <= 0 {
			t.Errorf("%s: %+v", profile, q)
		}
	}
}

func TestDecisions_AreMadeWithoutARun(t *testing.T) {
	dir := setOfOne(t)
	d, err := eval.MeasureDecisions(t.Context(), dir, eval.AnswerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Questions) != 2 || d.Questions[0].Negative || !d.Questions[1].Negative || len(d.Figures) != 2 || d.Figures[0].Value != 0 || d.Figures[1].Value != 1 {
		t.Errorf("decisions %+v", d)
	}
}

func TestAnswers_FolderThatIsNoSet(t *testing.T) {
	if _, err := eval.MeasureAnswers(t.Context(), t.TempDir(), eval.AnswerOptions{}); err == nil {
		t.Error("an empty folder is a set")
	}
}
