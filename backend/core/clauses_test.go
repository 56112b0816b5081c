package core_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
)

// A question of three parts is answered in its last part too, though what answers it shares no word with the rest.
func TestResearch_EveryClauseOfAQuestionIsAnswered(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	folder := t.TempDir()
	for name, text := range map[string]string{
		"officer.md": "# The officer\n\n## Tasks\n\nThe radiation protection officer checks the shielding of the laboratory every month and trains the staff. " +
			"The radiation protection officer reports every defect of the shielding to the management.\n\n## Appointment\n\nThe management appoints the radiation protection officer in writing.\n",
		"ferry.md":  "# The ferry\n\n## Luggage\n\nThe fare of a bicycle on the ferry is 4 euros. Dogs travel free of charge.\n\n## Timetable\n\nThe ferry sails at noon.\n",
		"other.md":  "# The garden\n\nRoses are cut in March. The pond is cleaned in October by the gardener of the laboratory.\n",
		"office.md": "# The office\n\nThe management meets on Mondays. The staff of the laboratory eats in the canteen, which opens at eleven.\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := open(t, t.TempDir(), noEnv)
	if _, err := c.Add(t.Context(), []string{folder}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	_, r := finish(t, c, core.Begin{Question: "Which tasks does the radiation protection officer have in the laboratory, who appoints them in writing, and which fare does a bicycle pay on the ferry?", Engine: settings.Extractive})
	text := ""
	for _, claim := range r.Claims {
		text += claim.Text + "\n"
	}
	for _, want := range []string{"checks the shielding", "4 euros"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing: %s", want, said(r))
		}
	}
}
