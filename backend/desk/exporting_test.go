package desk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
)

func TestExport_WritesEveryFormatOverFilesButNotFolders(t *testing.T) {
	d, _ := sit(t, shelf(t), noEnv)
	s := finished(t, d, core.Begin{Question: "Welcher Referenzwert gilt für Radon an Arbeitsplätzen?"})
	folder := t.TempDir()
	for _, f := range must[[]core.Format](t)(d.Formats()) {
		format := f.Name
		path := filepath.Join(folder, "report."+format)
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		e := must[desk.Exported](t)(d.ExportReport(s.Run.ID, 0, format, path))
		data, err := os.ReadFile(e.Path)
		if err != nil || len(data) < 100 || e.Path != path {
			t.Errorf("%s: %v, %d bytes at %s", format, err, len(data), e.Path)
		}
	}
	for _, bad := range []string{folder, "", filepath.Join(folder, "nowhere", "report.md")} {
		if _, err := d.ExportReport(s.Run.ID, 0, "md", bad); err == nil || !strings.Contains(err.Error(), `"hint":"Choose`) {
			t.Errorf("export to %q: %v", bad, err)
		}
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 8 {
		t.Errorf("%d files in the folder, %v", len(left), err)
	}

	r, err := d.Report(s.Run.ID, 0)
	if err != nil || len(r.Answer) == 0 {
		t.Fatalf("report: %v", err)
	}
	answer := r.Answer[0].Sentences[0].Text
	for text, where := range map[string]string{"referenzwert ARBEITSPLAETZEN": "question", "fur arbeitsplatz": "question", answer[len(answer)-20:]: "answer"} {
		found := must[[]core.Found](t)(d.SearchRuns(text))
		if len(found) == 0 || found[0].Where != where || found[0].Run != s.Run.ID || found[0].Extract == "" {
			t.Errorf("%q found %+v", text, found)
		}
	}
	if found := must[[]core.Found](t)(d.SearchRuns("zeppelin")); len(found) != 0 {
		t.Errorf("found %+v", found)
	}
}
