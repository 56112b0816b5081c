package step_test

import "testing"

// sides is a question for what holds on one side of a bound, the rule for that side in other words, and the rule for the other.
var sides = map[string]rivals{
	"exceeded":                 {"What must the keeper do when the water mark is exceeded?", "The keeper must close the gate above the water mark.", "The keeper must do the round of the gate below the water mark.", "en"},
	"above":                    {"What must the keeper do if the water is above the mark?", "Where the water exceeds the mark, the keeper must close the gate.", "If the water does not exceed the mark, the keeper must open the gate.", "en"},
	"not exceeded":             {"What must the keeper do when the water mark is not exceeded?", "Below the water mark the keeper must open the gate.", "When the water mark is exceeded, the keeper must close the gate.", "en"},
	"below":                    {"What must the keeper do if the water is below the mark?", "If the water does not exceed the mark, the keeper must open the gate.", "If the water is above the mark, the keeper must close the gate.", "en"},
	"überschritten":            {"Was muss der Wärter tun, wenn die Wassermarke überschritten ist?", "Oberhalb der Wassermarke muss der Wärter das Tor schließen.", "Ist die Wassermarke nicht überschritten, muss der Wärter das Tor öffnen.", "de"},
	"oberhalb":                 {"Was muss der Wärter tun, wenn das Wasser oberhalb der Marke steht?", "Überschreitet das Wasser die Marke, muss der Wärter das Tor schließen.", "Steht das Wasser unterhalb der Marke, muss der Wärter das Tor öffnen.", "de"},
	"unterschritten":           {"Was muss der Wärter tun, wenn die Wassermarke unterschritten wird?", "Unterhalb der Wassermarke muss der Wärter das Tor öffnen.", "Wird die Wassermarke überschritten, muss der Wärter das Tor schließen.", "de"},
	"bei einer Überschreitung": {"Was muss der Wärter bei einer Überschreitung der Wassermarke tun?", "Steht das Wasser über der Wassermarke, muss der Wärter das Tor schließen.", "Steht das Wasser unter der Wassermarke, muss der Wärter bei Tag das Tor öffnen.", "de"},
}

func TestJudgeTwin_TheRuleForThatSideOfABound(t *testing.T) { quotedFirst(t, "4 Gate", sides) }

func TestDraftTwin_TheRuleForThatSideOfABoundLeads(t *testing.T) { leads(t, "4 Gate", sides) }
