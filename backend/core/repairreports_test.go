package core_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
)

// TestCheck_DamagedReport changes one letter of a report in the database. Nobody is shown the wrong report; the check
// says whose it is, and the repair takes the one from the library's folder. Where that one was changed too, the repair
// says that the report is lost.
func TestCheck_DamagedReport(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole run is very slow under the race detector")
	}
	home, run, before := researched(t)
	// Without drafts, what the report says stands in one place.
	behind(t, home, `PRAGMA secure_delete = ON; DELETE FROM reports WHERE version > 0`)
	for name, spoiled := range map[string]bool{"CopyIsSound": false, "CopyIsChangedToo": true} {
		t.Run(name, func(t *testing.T) {
			home := twin(t, home)
			changeLetter(t, filepath.Join(home, "library.db"), `"run":"`+run.ID+`","flow"`, before.Question)
			if spoiled {
				changeLetter(t, filepath.Join(home, "reports", run.ID, "report.json"), before.Question)
			}
			reader, err := core.Open(t.Context(), core.Config{Home: home, Env: noEnv, ReadOnly: true})
			if err != nil {
				t.Fatal(err)
			}
			_, err = reader.Report(t.Context(), run.ID, 0)
			if fault.KindOf(err) != fault.Storage || !strings.Contains(fault.Hint(err), "check --repair") {
				t.Errorf("Report = %v (hint %q)", err, fault.Hint(err))
			}
			if err := reader.Close(); err != nil {
				t.Fatal(err)
			}
			found := fmt.Sprint(check(t, home, false).Findings)
			hasCopy := strings.Contains(found, "reports/"+run.ID)
			if !strings.Contains(found, "the report of run "+run.ID) || hasCopy == spoiled {
				t.Errorf("findings: %s", found)
			}
			r := check(t, home, true)
			if !r.Sound() {
				t.Errorf("findings after the repair: %+v", r.Findings)
			}
			if lost := strings.Contains(fmt.Sprint(r.Repaired), "its report is lost"); lost != spoiled {
				t.Errorf("repaired: %q", r.Repaired)
			}
			if spoiled {
				return
			}
			if after := checked(t, open(t, home, noEnv), run); !reflect.DeepEqual(after, before) {
				t.Errorf("the report is another one: titles %q, were %q", after.Titles, before.Titles)
			}
		})
	}
}

// changeLetter changes the first letter after the last of texts, each sought behind the one before.
func changeLetter(t *testing.T, path string, texts ...string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, text := range texts {
		i := bytes.Index(raw[at:], []byte(text))
		if i < 0 {
			t.Fatalf("%q does not stand in %s", text, path)
		}
		at += i
	}
	raw[at+1] ^= 1
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestCheck_ReportsOfALostDatabase loses the database of two runs: the repair finds their reports in the library's
// folder, with what the question was, the newest first. A report of a run that was deleted does not come back.
func TestCheck_ReportsOfALostDatabase(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home, first, before := researched(t)
	c := open(t, home, noEnv)
	second, _ := finish(t, c, core.Begin{Question: "What is radon?", Engine: settings.Extractive})
	third, _ := finish(t, c, core.Begin{Question: "Which limit applies to schools?", Engine: settings.Extractive})
	if err := c.DeleteRun(t.Context(), third.ID); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(home, "library.db")); err != nil {
		t.Fatal(err)
	}
	if r := check(t, home, true); !r.Sound() || !strings.Contains(fmt.Sprint(r.Repaired), "reports/"+first.ID) {
		t.Errorf("repaired: %q, findings: %+v", r.Repaired, r.Findings)
	}
	c = open(t, home, noEnv)
	runs, err := c.Runs(t.Context())
	if err != nil || len(runs) != 2 || runs[0].ID != second.ID || runs[1].Title != first.Title {
		t.Errorf("runs: %+v, %v", runs, err)
	}
	if after := checked(t, c, first); !reflect.DeepEqual(after, before) {
		t.Errorf("the report is another one: titles %q, were %q", after.Titles, before.Titles)
	}
	file := filepath.Join(t.TempDir(), "report.docx")
	if _, _, err := c.ExportReport(t.Context(), "last", 0, "docx", file); err != nil {
		t.Error(err)
	}
}

// TestCheck_LostReportOfARun loses the row of a report alone.
func TestCheck_LostReportOfARun(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole run is very slow under the race detector")
	}
	home, run, _ := researched(t)
	behind(t, home, `DELETE FROM reports WHERE version = 0`)
	c := open(t, home, noEnv)
	_, err := c.Report(t.Context(), run.ID, 0)
	if fault.KindOf(err) != fault.NotFound || !strings.Contains(fault.Hint(err), "check --repair") {
		t.Errorf("Report = %v (hint %q)", err, fault.Hint(err))
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if found := fmt.Sprint(check(t, home, false).Findings); !strings.Contains(found, run.ID) {
		t.Errorf("findings: %s", found)
	}
	if r := check(t, home, true); !r.Sound() || len(r.Repaired) != 1 {
		t.Errorf("repaired: %q, findings: %+v", r.Repaired, r.Findings)
	}
	checked(t, open(t, home, noEnv), run)
}
