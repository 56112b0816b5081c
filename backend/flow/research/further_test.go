package research_test

import (
	"slices"
	"testing"

	"rabbithole/backend/flow/research"
	"rabbithole/backend/report"
)

// What stands on its own is asked on its own; what was answered before holds on and is not asked again.
func TestFurther_TakesOverWhatIsMissingAndNoMore(t *testing.T) {
	first := research.State{Question: "What dose limits apply to emergency workers?", Language: "en",
		Asked: []string{"Which document should count?"}, Refinements: []string{"Which document should count? Boats"}}
	earlier := research.Further("run", first, report.Report{})
	for asked, meant := range map[string]string{
		"Who counts as an operator in a hospital?": "Who counts as an operator in a hospital?",
		"And who may exceed them?":                 "And who may exceed them (dose limits, emergency workers)?",
	} {
		s := research.State{Question: asked, Language: "en", Earlier: earlier}
		again := research.Further("next", s, report.Report{})
		if got := again.Meant; got != meant && !(got == "" && meant == asked) {
			t.Errorf("%q is understood as %q", asked, got)
		}
		if !slices.Equal(again.Answered, first.Refinements) || !slices.Equal(again.Asked, first.Asked) {
			t.Errorf("%q carries on %q of %q", asked, again.Answered, again.Asked)
		}
	}
}
