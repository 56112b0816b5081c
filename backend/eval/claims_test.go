package eval

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/fault"
)

func TestClaims_CodeStrikesFiguresAndTheCheckerTheRest(t *testing.T) {
	const evidence = `"evidence":[{"document":"law.pdf","page":3,"text":"The limit for the lens of the eye is 20 mSv in a calendar year.\nIt does not hold for patients.","headings":["Part 2","§ 78 Limits"]}]`
	lines := []string{
		`{"id":"A","claim":"Each year the lens may get at most 20 millisieverts.","label":"supported","kind":"paraphrase",` + evidence + `}`,
		`{"id":"B","claim":"In three years that makes 60 mSv.","label":"supported","kind":"arithmetic","question":"How much is it in 3 years?",` + evidence + `}`,
		`{"id":"C","claim":"The limit is 30 mSv (§ 78).","label":"contradicted","kind":"number",` + evidence + `}`,
		`{"id":"D","claim":"The limit holds for patients, too.","label":"contradicted","kind":"negation",` + evidence + `}`,
	}
	path := filepath.Join(t.TempDir(), "claims.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	modes, err := MeasureClaims(t.Context(), []string{path}, ClaimOptions{})
	if err != nil || len(modes) != 2 {
		t.Fatal(modes, err)
	}
	for i, want := range []struct {
		mode    string
		caught  int
		through []string
	}{{"code", 1, []string{"D"}}, {"perfect", 2, []string{}}} {
		m := modes[i]
		if m.Mode != want.mode || m.Right != 2 || m.RightStruck != 0 || m.Wrong != 2 || m.WrongCaught != want.caught || !slices.Equal(m.Through, want.through) {
			t.Errorf("%+v, want %+v", m, want)
		}
		if k := m.ByKind["number"]; k.Claims != 1 || k.Struck != 1 {
			t.Errorf("%s: numbers %+v", m.Mode, k)
		}
	}
	if _, err := MeasureClaims(t.Context(), []string{path + ".gone"}, ClaimOptions{}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestClaims_CheckedTogetherByQuestion(t *testing.T) {
	all := []labelled{{ID: "1", Question: "a"}, {ID: "2", Question: "b"}, {ID: "3", Question: "a"}, {ID: "4", Question: "a", LangClaim: "de"}}
	var got []string
	for _, group := range together(all) {
		ids := ""
		for _, l := range group {
			ids += l.ID
		}
		got = append(got, ids)
	}
	if !slices.Equal(got, []string{"13", "2", "4"}) {
		t.Errorf("%q", got)
	}
	if n := len(evenly(all, 3)); n != 3 {
		t.Errorf("%d of 3", n)
	}
}

// Of the labelled sentences of the sets code overrules a right one at most in fifty, and a checker that knows the labels lets no wrong one through.
func TestClaims_OfTheSets(t *testing.T) {
	root := os.Getenv("RABBITHOLE_EVAL")
	if root == "" {
		t.Skip("RABBITHOLE_EVAL names no evaluation sets")
	}
	files, err := filepath.Glob(filepath.Join(root, "claims", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Skip("the sets have no labelled sentences")
	}
	modes, err := MeasureClaims(t.Context(), files, ClaimOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range modes {
		if m.RightStruck*50 > m.Right || m.Mode == "perfect" && m.WrongCaught < m.Wrong {
			t.Errorf("%s: of %d right ones %q are struck, of %d wrong ones %q come through", m.Mode, m.Right, m.Struck, m.Wrong, m.Through)
		}
	}
}
