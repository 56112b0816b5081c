package core_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
	"rabbithole/kb"
)

func TestResearch_ExtractiveEngineCitesWhatItSays(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, library(t), noEnv)
	for _, question := range []struct {
		name, text, language, footer string
		says                         []string
	}{
		{"English", kb.Question, "en", "without a language model", []string{"538", "C over 300, up to 600", "at or below 300 Bq/m³ in every room"}},
		{"German", kb.Frage, "de", "ohne Sprachmodell", []string{"unverzüglich"}},
		{"a value in the question", "Which action class follows from 400 Bq/m³?", "en", "without a language model", []string{"C over 300, up to 600"}},
	} {
		t.Run(question.name, func(t *testing.T) {
			run, r := finish(t, c, core.Begin{Question: question.text, Engine: settings.Extractive})
			if len(r.Claims) == 0 || len(r.Answer) == 0 {
				t.Fatalf("%d claims, %d blocks of answer", len(r.Claims), len(r.Answer))
			}
			said := strings.Join(answerLines(r), " ")
			for _, what := range question.says {
				if !strings.Contains(said, what) {
					t.Errorf("the answer does not say %q:\n%s", what, said)
				}
			}
			if r.Language != question.language || r.Question != question.text || r.Run != run.ID {
				t.Errorf("report of run %q in %q on %q", r.Run, r.Language, r.Question)
			}
			if r.Making.Engine != string(settings.Extractive) || r.Making.Spend.Calls != 0 || r.Making.Version != core.Version {
				t.Errorf("making = %+v", r.Making)
			}
			if q := r.Quality; q.Total != q.FactualFidelity+q.Completeness+q.Clarity+q.SourceAccuracy || q.Total > 400 || q.Threshold != 300 {
				t.Errorf("quality = %+v", q)
			}
			written(t, c, run, r, question.footer)
		})
	}
}

func answerLines(r report.Report) []string {
	var out []string
	for _, b := range r.Answer {
		for _, s := range b.Sentences {
			out = append(out, s.Text)
		}
	}
	return out
}

// written checks the files of a finished run's report.
func written(t *testing.T, c *core.Core, run graph.Run, r report.Report, footer string) {
	t.Helper()
	sameStory(t, c, r)
	paths, err := c.WriteReport(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range core.Written {
		raw, err := os.ReadFile(paths[format])
		if err != nil {
			t.Fatal(err)
		}
		if format == "pdf" {
			if !bytes.HasPrefix(raw, []byte("%PDF-")) {
				t.Errorf("%s is no PDF", paths[format])
			}
			continue
		}
		text := string(raw)
		if format == "json" {
			footer = `"engine": "extractive"`
		}
		if !strings.Contains(text, footer) {
			t.Errorf("%s does not say which engine made the report", paths[format])
		}
		if name := r.Claims[0].Citations[0].Name; !strings.Contains(text, name) {
			t.Errorf("%s does not name %s", paths[format], name)
		}
	}
	page, err := os.ReadFile(paths["html"])
	if err != nil {
		t.Fatal(err)
	}
	link := r.Claims[0].Citations[0]
	copied, err := c.FilePath(t.Context(), link.Document)
	if err != nil {
		t.Fatal(err)
	}
	if want := report.FileURL(copied, link.Page); !strings.Contains(string(page), want) {
		t.Errorf("the HTML does not link %s", want)
	}
}

func TestResearch_UnanswerableQuestionGetsNoInventedAnswer(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, library(t), noEnv)
	_, r := finish(t, c, core.Begin{Question: kb.Unanswerable, Engine: settings.Extractive})
	if len(r.Silent) == 0 && r.Verdict == report.Answered {
		t.Errorf("the report says that it answers; it claims %q", said(r))
	}
	for _, claim := range r.Claims {
		if slices.ContainsFunc([]string{"€", "euro"}, func(w string) bool { return strings.Contains(strings.ToLower(claim.Text), w) }) {
			t.Errorf("claims a price: %q", claim.Text)
		}
	}
	if r.Coverage.Documents == 0 || r.Coverage.Queries == 0 || r.Coverage.Passages == 0 {
		t.Errorf("the report does not say what was searched: %+v", r.Coverage)
	}
	if r.Quality.Total >= 300 && len(r.Claims) == 0 {
		t.Errorf("no answer scores %d", r.Quality.Total)
	}
}

func TestResearch_NothingOfTheSort(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, library(t), noEnv)
	_, r := finish(t, c, core.Begin{Question: "How many goals did the visitors score in the second half?", Engine: settings.Extractive})
	if len(r.Claims) != 0 || len(r.Silent) == 0 {
		t.Errorf("claims %q, silent %q", said(r), r.Silent)
	}
}

func TestResearch_ChineseQuestionFinishes(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, library(t), noEnv)
	run, r := finish(t, c, core.Begin{Question: "住宅中氡的参考水平是多少?", Engine: settings.Extractive})
	if r.Question == "" || run.Status != graph.Finished {
		t.Errorf("run is %s", run.Status)
	}
	if len(r.Claims) == 0 && len(r.Silent) == 0 {
		t.Error("neither a claim nor a word on what the documents do not say")
	}
}

func TestResearch_ScopeKeepsToTheDocumentsNamed(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, library(t), noEnv)
	const only = "Radon-in-Homes-Handbook.pdf"
	run, r := finish(t, c, core.Begin{Question: "Which action classes are there for radon in homes?", Engine: settings.Extractive, Documents: []string{only}})
	state, err := c.State(t.Context(), run.ID, 0)
	if err != nil || len(r.Evidence) == 0 {
		t.Fatalf("%d pieces of evidence, %v", len(r.Evidence), err)
	}
	for i, k := range state.Evidence {
		if e := r.Evidence[i]; e.ID != k.ID || e.Name != only {
			t.Errorf("%s was found in %s", e.ID, e.Name)
		}
	}
	if r.Coverage.Documents != 1 {
		t.Errorf("%d documents in scope", r.Coverage.Documents)
	}
}

func TestStartResearch_RefusesWithWhatToDo(t *testing.T) {
	c := open(t, library(t), noEnv)
	for name, b := range map[string]struct {
		core.Begin
		kind fault.Kind
		hint string
	}{
		"Empty":              {core.Begin{Question: " \n\t"}, fault.Usage, "Ask a question"},
		"FiftyThousandRunes": {core.Begin{Question: strings.Repeat("氡", 50_000)}, fault.Usage, "4000 characters"},
		"UnknownEngine":      {core.Begin{Question: "Why radon?", Engine: "warp"}, fault.Usage, "auto, ollama and extractive"},
		"UnknownDocument":    {core.Begin{Question: "Why radon?", Engine: settings.Extractive, Documents: []string{"nowhere.pdf"}}, fault.NotFound, ""},
		"UnknownCollection": {core.Begin{Question: "Why radon?", Engine: settings.Extractive,
			Collections: []string{"nowhere"}}, fault.Usage, "these collections: radon"},
	} {
		t.Run(name, func(t *testing.T) {
			run, err := c.StartResearch(t.Context(), b.Begin)
			if fault.KindOf(err) != b.kind || !strings.Contains(fault.Hint(err), b.hint) || fault.Hint(err) == "" {
				t.Errorf("run %q, err %v, hint %q", run.ID, err, fault.Hint(err))
			}
		})
	}
	runs, err := c.Runs(t.Context())
	if err != nil || len(runs) != 0 {
		t.Errorf("%d runs were stored, %v", len(runs), err)
	}
}

func TestStartResearch_EmptyLibraryAsksForDocuments(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "new"), noEnv)
	_, err := c.StartResearch(t.Context(), core.Begin{Question: "Why radon?", Engine: settings.Extractive})
	if fault.KindOf(err) != fault.NotFound || !strings.Contains(fault.Hint(err), "rabbithole add") {
		t.Errorf("err = %v, hint %q", err, fault.Hint(err))
	}
}
