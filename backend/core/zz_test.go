package core_test

import (
	"fmt"
	"testing"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

func TestZZ(t *testing.T) {
	for _, l := range []string{"", "de"} {
		ms := refs.Detect(source.Document{Language: l}, []source.Page{{Number: 1, Text: "Beantworten: § 43 Absatz 4 BDSG schützt Meldungen des Verantwortlichen vor Verwertung im Bußgeldverfahren."}}, nil)
		fmt.Printf("%q %+v\n", l, ms)
	}
}
