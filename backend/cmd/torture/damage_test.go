package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestDamage_NoneGoesUnnoticed is `make test-damage` in small, repairs included.
func TestDamage_NoneGoesUnnoticed(t *testing.T) {
	if testing.Short() {
		t.Skip("adds many documents, which is very slow under the race detector")
	}
	program := filepath.Join(t.TempDir(), "rabbithole")
	if out, err := exec.Command("go", "build", "-o", program, "../rabbithole").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := damage(t.Context(), []string{"-program", program, "-n", "10"}); err != nil {
		t.Error(err)
	}
}

// TestStrayed_EveryChangeOfARowIsSeen garbles, drops and doubles rows of a table that no damage hit.
func TestStrayed_EveryChangeOfARowIsSeen(t *testing.T) {
	was := []string{`["1" "Radon in homes" "lake"]`, `["2" "Protocol" ""]`, `["2" "Protocol" ""]`}
	if s := strayed(was, []string{was[1], was[0], was[2]}); s != "" {
		t.Errorf("the same rows in another order: %s", s)
	}
	for name, now := range map[string][]string{
		"garbled": {was[0], was[1], `["2" "garbled" ""]`}, "dropped": was[:2], "doubled": append([]string{was[0]}, was...), "emptied": nil,
	} {
		if strayed(was, now) == "" {
			t.Errorf("%s: not seen", name)
		}
	}
}
