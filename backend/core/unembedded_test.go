package core_test

import (
	"slices"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/backend/report"
	"rabbithole/kb"
)

// Embedding may take longer than a person waits: until the vectors are there, research goes by words and its report says by what it looked.
func TestResearch_BeforeAnythingIsEmbedded(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, t.TempDir(), noEnv)
	folder := t.TempDir()
	if err := fake.Unpack(folder); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Add(t.Context(), []string{folder}, core.AddOptions{Late: true, NoOCR: true}); err != nil {
		t.Fatal(err)
	}
	_, r := finish(t, c, core.Begin{Question: kb.Question, Engine: settings.Extractive})
	if len(r.Claims) == 0 {
		t.Error("nothing was found by words")
	}
	if by := func(kind string) bool {
		return slices.ContainsFunc(r.Coverage.Sweeps, func(s report.Sweep) bool { return s.Kind == kind })
	}; by("semantic") {
		t.Errorf("the report claims a sweep by meaning: %+v", r.Coverage.Sweeps)
	}
}
