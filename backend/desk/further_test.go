package desk_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
)

// twoTopics is a library in which two documents say who may exceed something.
func twoTopics(t *testing.T) string {
	t.Helper()
	home, folder := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"lorries.md": "# Road Traffic Order\n\n## 1 Speed limits\n\nA lorry must not drive faster than 80 kilometres per hour on a country road.\n\n" +
			"## 2 Exceptions\n\nThe driver of a fire engine may exceed the speed limits when a siren is sounded. Drivers of ambulances may exceed them on the same condition.\n",
		"radiation.md": "# Radiation Protection Order\n\n## 1 Dose limits\n\nThe dose limit for emergency workers is 100 millisievert in a year. Emergency workers are informed of the dose limits before an operation.\n\n" +
			"## 2 Exceptions\n\nVolunteers who save lives may exceed the dose limits for emergency workers, up to 250 millisievert. Nobody else may exceed these dose limits.\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := must[*core.Core](t)(core.Open(t.Context(), core.Config{Home: home, Env: noEnv}))
	defer c.Close()
	if _, err := c.Add(t.Context(), []string{folder}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	return home
}

func TestFurther_AQuestionAboutAReportKnowsWhatTheReportWasAbout(t *testing.T) {
	d, _ := sit(t, twoTopics(t), noEnv)
	first := finished(t, d, core.Begin{Question: "What dose limits apply to emergency workers?"})
	then := finished(t, d, core.Begin{Question: "And who may exceed them?", Follows: first.Run.ID})

	r, err := d.Report(then.Run.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	if r.Question != "And who may exceed them?" || then.State.Earlier == nil || then.State.Earlier.Run != first.Run.ID {
		t.Errorf("asked %q after %+v", r.Question, then.State.Earlier)
	}
	if !strings.Contains(string(then.Run.Meta), `"follows":"`+first.Run.ID+`"`) {
		t.Errorf("the history cannot put it under the run that it follows: %s", then.Run.Meta)
	}
	var said []string
	for _, claim := range r.Claims {
		said = append(said, claim.Text)
		for _, c := range claim.Citations {
			if c.Name != "radiation.md" {
				t.Errorf("%s cites %s: %s", claim.ID, c.Name, claim.Text)
			}
		}
	}
	if !strings.Contains(strings.Join(said, " "), "Volunteers who save lives") {
		t.Errorf("the report says %q", said)
	}
	if !slices.ContainsFunc(r.Notes, func(n string) bool {
		return strings.Contains(n, first.Run.ID) && strings.Contains(n, "dose limits apply")
	}) {
		t.Errorf("the notes are %q", r.Notes)
	}
	if q := then.State.Queries[0]; q.Query != first.State.Question || len(q.Hits) == 0 {
		t.Errorf("first looked at %+v", q)
	}
	if _, err := d.StartResearch(core.Begin{Question: "And who else?", Follows: "nothing"}); err == nil || !strings.Contains(err.Error(), `"kind":"not_found"`) {
		t.Errorf("following no run: %v", err)
	}
}
