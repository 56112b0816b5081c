package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestDamage_NoneGoesUnnoticed is `make test-damage` in small.
func TestDamage_NoneGoesUnnoticed(t *testing.T) {
	if testing.Short() {
		t.Skip("adds many documents, which is very slow under the race detector")
	}
	program := filepath.Join(t.TempDir(), "rabbithole")
	if out, err := exec.Command("go", "build", "-o", program, "../rabbithole").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := damage(t.Context(), []string{"-program", program, "-n", "20", "-repair=false"}); err != nil {
		t.Error(err)
	}
}
