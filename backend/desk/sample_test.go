package desk_test

import (
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/desk"
)

// TestLoadSample_ReadsItAndLeavesNothingBehind also looks at what the sample cites and does not have: it is made so that a work is missing.
func TestLoadSample_ReadsItAndLeavesNothingBehind(t *testing.T) {
	home := t.TempDir()
	d, s := sit(t, home, noEnv)
	if err := d.LoadSample(); err != nil {
		t.Fatal(err)
	}
	await(t, s, desk.EventAdding, func(a desk.Adding) bool { return !a.Busy })
	docs, err := d.Documents()
	if err != nil || len(docs) < 5 {
		t.Fatalf("%d documents, %v", len(docs), err)
	}
	for _, doc := range docs {
		if doc.Path != "" || doc.Gone || doc.Collection != "radon" {
			t.Errorf("%s of %q is of %q, gone: %v", doc.Name, doc.Collection, doc.Path, doc.Gone)
		}
	}
	if left, err := filepath.Glob(filepath.Join(home, "uploads", "sample", "*", "*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	bibtex, err := d.MissingBibliography("bibtex")
	if err != nil || !strings.Contains(bibtex, "@") {
		t.Errorf("BibTeX %q, %v", bibtex, err)
	}
	ris, err := d.MissingBibliography("ris")
	if err != nil || !strings.Contains(ris, "TY  - ") {
		t.Errorf("RIS %q, %v", ris, err)
	}
}

// TestSettings_SayWhatTheEnvironmentFixes checks that one value is fixed and the others are not.
func TestSettings_SayWhatTheEnvironmentFixes(t *testing.T) {
	d, _ := sit(t, t.TempDir(), func(name string) string {
		if name == "MAX_REWRITES" {
			return "1"
		}
		return noEnv(name)
	})
	settings, err := d.Settings()
	if err != nil {
		t.Fatal(err)
	}
	for _, setting := range settings {
		if setting.Fixed != (setting.Name == "MAX_REWRITES" || noEnv(setting.Name) != "") {
			t.Errorf("%s=%s is fixed: %v", setting.Name, setting.Value, setting.Fixed)
		}
	}
}
