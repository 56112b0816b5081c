package core_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/core"
	"rabbithole/kb"
)

// Two documents of the sample library give another least duration for the same measurement: the report shows both and takes no side.
func TestResearch_DocumentsThatDisagreeAreShownSideBySide(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := open(t, library(t), noEnv)
	_, r := finish(t, c, core.Begin{Question: kb.Disputed, Engine: core.Extractive})
	by := map[string]cite.Claim{}
	for _, claim := range r.Claims {
		by[claim.ID] = claim
		if len(claim.Against) > 0 != (claim.Verdict == cite.Contradicted) {
			t.Errorf("%s is %s against %v", claim.ID, claim.Verdict, claim.Against)
		}
	}
	i := slices.IndexFunc(r.Claims, func(c cite.Claim) bool { return strings.Contains(c.Text, "60 days") && len(c.Against) == 1 })
	if i < 0 {
		t.Fatalf("nobody says the contrary of anything: %s", said(r))
	}
	if other := by[r.Claims[i].Against[0]]; !strings.Contains(other.Text, "90 days") || other.Citations[0].Document == r.Claims[i].Citations[0].Document {
		t.Errorf("%q against %q", r.Claims[i].Text, other.Text)
	}
	if r.Proof.Contradicted != 2 || r.Proof.Supported == 0 {
		t.Errorf("proof %+v", r.Proof)
	}
}
