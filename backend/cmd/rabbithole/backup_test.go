package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBackup_CheckAndRestoreFromTheCommandLine(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole run is very slow under the race detector")
	}
	home := finished(t)
	file := filepath.Join(t.TempDir(), "backup of mine")
	rabbithole(t, home, "backup", file).ok(t).has(t, "7 documents", "1 run")
	if again := rabbithole(t, home, "backup", file); again.code != 2 || !strings.Contains(again.err, "--force") {
		t.Errorf("over a backup: %+v", again)
	}
	rabbithole(t, home, "backup", file, "--force").ok(t)
	rabbithole(t, home, "check").ok(t).has(t, "✓ database", "✓ reports")

	database := filepath.Join(home, "library.db")
	if err := os.WriteFile(database, []byte("this is no database, whatever it was before"), 0o600); err != nil {
		t.Fatal(err)
	}
	if broken := rabbithole(t, home, "documents"); broken.code != 7 || !strings.Contains(broken.err, "check --repair") || !strings.Contains(broken.err, "restore FILE") {
		t.Errorf("documents of a damaged library: %+v", broken)
	}
	if broken := rabbithole(t, home, "check"); broken.code != 7 || !strings.Contains(broken.out, "– database") {
		t.Errorf("check of a damaged library: %+v", broken)
	}
	repair := rabbithole(t, home, "check", "--repair", "--json")
	if repair.code != 7 {
		t.Errorf("a repair that could save no table ends with %d", repair.code)
	}
	repair.code = 0
	report := one[object](t, repair)
	if repaired, ok := report["repaired"].([]any); !ok || len(repaired) < 8 {
		t.Errorf("repaired: %v", report)
	}
	rabbithole(t, home, "documents").ok(t)
	rabbithole(t, home, "restore", file).ok(t).has(t, "7 documents", "1 run", "before-restore")
	rabbithole(t, home, "show", "last").ok(t)
	rabbithole(t, home, "check").ok(t)

	if none := rabbithole(t, home, "restore", filepath.Join(home, "none")); none.code != 3 {
		t.Errorf("no such backup: %+v", none)
	}
	if none := rabbithole(t, filepath.Join(home, "none"), "check"); none.code != 3 {
		t.Errorf("no such library: %+v", none)
	}
	asides, _ := filepath.Glob(home + "-before-restore-*")
	for _, aside := range asides {
		os.RemoveAll(aside)
	}
}
