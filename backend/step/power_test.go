package step

import "testing"

func TestInForce_WhoMayMakeRulesStatesNone(t *testing.T) {
	for text, power := range map[string]bool{
		"(1) Der Hafenrat wird ermächtigt, durch Rechtsverordnung zu bestimmen, in welchen Abständen Laternen zu prüfen sind.": true,
		"In der Rechtsverordnung kann insbesondere festgelegt werden, wie lange Listen aufzubewahren sind.":                    true,
		"The harbour council is empowered to adopt rules on how long lists are kept.":                                          true,
		"The council may by regulation say how often lanterns are tested.":                                                     true,
		"Laternen sind nach der Rechtsverordnung alle zwei Jahre zu prüfen.":                                                   false,
		"Wer zu prüfen ermächtigt ist, prüft alle zwei Jahre.":                                                                 false,
		"Under the regulations lanterns are tested every two years.":                                                           false,
	} {
		if got := inForce("how often are lanterns tested", text) < 1; got != power {
			t.Errorf("%q only empowers: %v", text, got)
		}
	}
	if inForce("wer darf eine Rechtsverordnung erlassen", "Der Hafenrat wird ermächtigt, durch Rechtsverordnung Regeln zu erlassen.") != 1 {
		t.Error("who asks for the power is answered by it")
	}
}
