package core

import (
	"errors"
	"fmt"
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
)

func TestWhyRelated_SpeaksThePersonsLanguage(t *testing.T) {
	gone := fault.New("use model m", fault.Unavailable, "Start it.", errors.New("no answer"))
	failed := graph.Run{Error: "node consult: use model m: no answer", Hint: "Start it."}
	for _, k := range []struct {
		name        string
		run         graph.Run
		problem     error
		en, inWords string
	}{
		{"a fault", graph.Run{}, gone, "use model m: no answer. Start it.",
			"Ein Programm oder Dienst, den die Suche braucht, antwortet nicht. Das Programm meldet: use model m: no answer. Start it."},
		{"a run that failed just now", failed, fmt.Errorf("node consult: %w", gone), "node consult: use model m: no answer. Start it.",
			"Ein Programm oder Dienst, den die Suche braucht, antwortet nicht. Das Programm meldet: node consult: use model m: no answer. Start it."},
		{"a run that failed before the program was started again", failed, nil, "node consult: use model m: no answer. Start it.",
			"Die Suche ist gescheitert. Das Programm meldet: node consult: use model m: no answer. Start it."},
		{"a defect", graph.Run{}, errors.New("odd"), "odd", "Die Suche ist gescheitert. Das Programm meldet: odd"},
		{"a run that is gone", graph.Run{}, nil, "The search was interrupted. Start it again.", "Die Suche wurde unterbrochen. Starten Sie sie erneut."},
	} {
		if got := whyRelated("en", k.run, k.problem); got != k.en {
			t.Errorf("%s: %q", k.name, got)
		}
		if got := whyRelated("de", k.run, k.problem); got != k.inWords {
			t.Errorf("%s: %q", k.name, got)
		}
	}
}
