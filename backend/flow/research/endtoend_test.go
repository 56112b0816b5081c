package research_test

import (
	"strings"
	"testing"

	"rabbithole/backend/flow/research"
	"rabbithole/backend/report"
	"rabbithole/backend/report/reporttest"
	"rabbithole/backend/step"
)

const germanQuestion = "Welche Helligkeit darf eine Laterne auf einem Boot höchstens haben, und was gilt für Rettungsboote?"

// whole runs a question on the extractive engine over the real library and checks the report against the pages.
func whole(t *testing.T, kit *step.Kit, question string) (research.State, report.Report) {
	t.Helper()
	d := seat(t, kit)
	d.begin(question, research.Settings{Unattended: true})
	state := d.end(nil)
	r := d.final()
	raw, err := report.JSON(r)
	if err != nil {
		t.Fatal(err)
	}
	reporttest.Check(t, raw, func(document string, page int) (string, bool) {
		text, err := kit.Library.PageText(t.Context(), document, page)
		return text, err == nil && text != ""
	})
	return state, r
}

func TestResearch_OverARealLibrary(t *testing.T) {
	_, kit := realLibrary(t)
	state, r := whole(t, kit, germanQuestion)
	if r.Language != "de" || len(r.Answer) == 0 || len(state.Followed) == 0 {
		t.Fatalf("language %s, %d blocks of answer, %d references followed", r.Language, len(r.Answer), len(state.Followed))
	}
	said := ""
	for _, c := range r.Claims {
		for _, x := range c.Citations {
			said += x.Name + ": " + x.Quote + "\n"
			if x.Label == "" {
				t.Errorf("citation %+v has no page label", x)
			}
		}
	}
	for _, want := range []string{"höchstens 40 Lumen", "höchstens 90 Lumen"} {
		if !strings.Contains(said, want) {
			t.Errorf("no quote says %q:\n%s", want, said)
		}
	}
	if strings.Contains(said, "Messing") {
		t.Errorf("quotes what nobody asked for:\n%s", said)
	}
}

func TestResearch_OtherLanguagesAndLengths(t *testing.T) {
	_, kit := realLibrary(t)
	for name, q := range map[string]string{
		"Chinese":        "船上的灯笼最大亮度是多少？",
		"one word":       "Laterne?",
		"no letters":     "?!",
		"nothing known":  "Wie weit ist der Mond entfernt?",
		"a long one":     strings.Repeat("Wie hell darf eine Laterne sein und wer prüft die Laterne im Hafen? ", 60),
		"only stopwords": "Was ist das und wie ist es?",
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && len(q) > 1000 {
				t.Skip("a question of pages takes many seconds")
			}
			state, r := whole(t, kit, q)
			if state.Phase != research.PhaseDone || r.Coverage.Documents != 2 {
				t.Errorf("phase %s, coverage %+v", state.Phase, r.Coverage)
			}
			if len(r.Answer) == 0 && len(r.Silent) == 0 {
				t.Error("neither an answer nor what the documents are silent on")
			}
		})
	}
}

func TestResearch_TheSameTwice(t *testing.T) {
	_, kit := realLibrary(t)
	var first []byte
	for range 2 {
		state, r := whole(t, kit, germanQuestion)
		raw, err := report.JSON(r)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = raw
		} else if string(first) != string(raw) {
			t.Errorf("two runs differ:\n%s\n%s", first, raw)
		}
		if len(state.Evidence) == 0 {
			t.Error("nothing was kept")
		}
	}
}

// A run that goes on from any of its checkpoints ends like the one it was forked from.
func TestResearch_ForkedFromEveryCheckpoint(t *testing.T) {
	s, kit := realLibrary(t)
	d := seatAt(t, kit, s.DB, s.DB)
	d.begin(germanQuestion, research.Settings{Unattended: true})
	d.end(nil)
	want := d.final()
	all, err := d.store.Checkpoints(t.Context(), d.id)
	if err != nil || len(all) < 10 {
		t.Fatalf("%d checkpoints, %v", len(all), err)
	}
	for i, c := range all[:len(all)-1] {
		if c.Node == "" || i%3 != 0 && c.Node != "draft" { // enough to meet every node
			continue
		}
		run, err := d.runner.Fork(t.Context(), "run1", c.Seq)
		if err != nil {
			t.Fatal(err)
		}
		if run, err = d.runner.Resume(t.Context(), run.ID); err != nil {
			t.Errorf("forked after %s: %v", c.Node, err)
			continue
		}
		got, err := s.Report(t.Context(), run.ID, 0)
		if err != nil {
			t.Fatal(err)
		}
		got.Run = want.Run
		a, _ := report.JSON(got)
		b, _ := report.JSON(want)
		if string(a) != string(b) {
			t.Errorf("forked after %s the report differs:\n%s\n%s", c.Node, a, b)
		}
	}
}
