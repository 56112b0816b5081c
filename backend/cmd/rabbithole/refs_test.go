package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// citing is a library of two notes that cite a paper, a law and a standard that it does not have.
func citing(t *testing.T) string {
	t.Helper()
	folder, home := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"cellar.md": "# Cellars\n\nCold air is heavy [1]. Nach § 5 des Kellerluftgesetzes gilt ISO 9999, Clause 4.\n\n# References\n\n" +
			"[1] A. Winter, \"Cold Air in Deep Cellars\", Journal of Cellars, 2001, doi:10.1000/cold.\n\n[2] B. Frost, \"Old Walls\", 2003.\n",
		"attic.md": "# Attics\n\nWarm air is light, see https://doi.org/10.1000/cold and § 7 des Kellerluftgesetzes.\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rabbithole(t, home, "add", folder).ok(t)
	return home
}

func TestRefs_MissingRanksWhatIsCited(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := citing(t)
	s := rabbithole(t, home, "refs", "--missing").ok(t)
	s.has(t, "Cold Air in Deep Cellars", "attic.md, p. 1", "cellar.md, p. 1", "Kellerluftgesetz", "ISO 9999", "Old Walls")
	if strings.Index(s.out, "Cold Air") > strings.Index(s.out, "Old Walls") {
		t.Errorf("the work cited twice stands behind the one cited once:\n%s", s.out)
	}
	rows := one[[]object](t, rabbithole(t, home, "refs", "--missing", "--json"))
	if len(rows) != 4 {
		t.Fatalf("%d works: %v", len(rows), rows)
	}
	for _, row := range rows {
		keysOf(t, "a missing work", row, "name work count by")
	}
}

func TestRefs_MissingForReferenceManagers(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home, folder := citing(t), t.TempDir()
	bib, ris := filepath.Join(folder, "missing.bib"), filepath.Join(folder, "missing.ris")
	rabbithole(t, home, "refs", "--missing", "--bibtex", bib, "--ris", ris).ok(t)
	for path, want := range map[string][]string{
		bib: {"@article{", "title = {{Cold Air in Deep Cellars}}", "author = {Winter, A.}", "doi = {10.1000/cold}", "Kellerluftgesetz"},
		ris: {"TY  - JOUR", "TI  - Cold Air in Deep Cellars", "DO  - 10.1000/cold", "ER  - "},
	} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(string(data), w) {
				t.Errorf("%s has no %q:\n%s", filepath.Base(path), w, data)
			}
		}
	}
	if s := rabbithole(t, home, "refs", "--missing", "--bibtex", filepath.Join(folder, "none", "x.bib")); s.code != 7 || !strings.Contains(s.err, "may write to") {
		t.Errorf("exit code %d: %s", s.code, s.err)
	}
}

func TestRefs_NeedsADocumentOrMissing(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := citing(t)
	for _, args := range [][]string{{"refs"}, {"refs", "cellar.md", "--missing"}, {"refs", "cellar.md", "--bibtex", "x.bib"}} {
		if s := rabbithole(t, home, args...); s.code != 2 || !strings.Contains(s.err, "--missing") {
			t.Errorf("%v: exit code %d: %s", args, s.code, s.err)
		}
	}
}

func TestRefs_NoRowNamesAPageThatIsNone(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := library(t)
	for _, row := range one[[]object](t, rabbithole(t, home, "documents", "--json")) {
		if s := rabbithole(t, home, "refs", row["name"].(string)).ok(t); strings.Contains(s.out, "p. 0") {
			t.Errorf("%s:\n%s", row["name"], s.out)
		}
	}
}
