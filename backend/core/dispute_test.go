package core_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/kb"
)

// Two documents of the sample library give another least duration for the same measurement: the report shows both and takes no side.
func TestResearch_DocumentsThatDisagreeAreShownSideBySide(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, library(t), noEnv)
	_, r := finish(t, c, core.Begin{Question: kb.Disputed, Engine: settings.Extractive})
	by := map[string]cite.Claim{}
	for _, claim := range r.Claims {
		by[claim.ID] = claim
		if claim.Verdict == cite.Contradicted {
			t.Errorf("%s is %s against %v: each side is proven", claim.ID, claim.Verdict, claim.Against)
		}
	}
	i := slices.IndexFunc(r.Claims, func(c cite.Claim) bool { return strings.Contains(c.Text, "60 days") && len(c.Against) == 1 })
	if i < 0 {
		t.Fatalf("nobody says the contrary of anything: %s", said(r))
	}
	if other := by[r.Claims[i].Against[0]]; !strings.Contains(other.Text, "90 days") || other.Citations[0].Document == r.Claims[i].Citations[0].Document {
		t.Errorf("%q against %q", r.Claims[i].Text, other.Text)
	}
}

// Two notes of a few lines are the first thing many people try: every word of the question stands in both, and they disagree.
func TestResearch_TwoShortNotesThatDisagree(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	folder := t.TempDir()
	for name, text := range map[string]string{
		"alt.md": "# Hausordnung Alt\n\nDie Frist zur Anmeldung beträgt 14 Tage. Die Gebühr beträgt 50 Euro. Haustiere sind in den Wohnungen erlaubt.\n",
		"neu.md": "# Hausordnung Neu\n\nDie Frist zur Anmeldung beträgt 30 Tage. Die Gebühr beträgt 80 Euro. Haustiere sind in den Wohnungen nicht erlaubt.\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := open(t, t.TempDir(), noEnv)
	if _, err := c.Add(t.Context(), []string{folder}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	for question, want := range map[string]struct {
		says     []string
		disputed int
	}{
		"Wie hoch ist die Gebühr?":         {[]string{"50 Euro", "80 Euro"}, 0},
		"Sind Haustiere erlaubt?":          {[]string{"Wohnungen erlaubt", "nicht erlaubt"}, 2},
		"Welche Frist gilt zur Anmeldung?": {[]string{"14 Tage", "30 Tage"}, 2},
	} {
		_, r := finish(t, c, core.Begin{Question: question, Engine: settings.Extractive})
		text, disputed := "", 0
		for _, claim := range r.Claims {
			text += claim.Text + "\n"
			if len(claim.Against) > 0 {
				disputed++
			}
		}
		for _, part := range want.says {
			if !strings.Contains(text, part) || len(r.Silent) > 0 {
				t.Errorf("%s: %q is not said: %s", question, part, said(r))
			}
		}
		if disputed != want.disputed {
			t.Errorf("%s: %d claims are disputed, want %d: %s", question, disputed, want.disputed, said(r))
		}
	}
}
