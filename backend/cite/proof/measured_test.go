package proof

import "testing"

func TestMeasured_AmountsOfOneMeasure(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"A mean of 420 Bq/m³ was measured.", "The reference level is 300 becquerel per cubic metre.", true},
		{"Gemessen wurden im Mittel 420 Bq/m³.", "Der Referenzwert beträgt 300 Becquerel je Kubikmeter.", true},
		{"Breaches are reported within ten days.", "It is notified not later than 72 hours after it.", true},
		{"About 420 Bq/m³ was measured.", "The reference level is 300 Bq/m³.", true},
		{"The room measures 20 m².", "The reference level is 300 Bq/m³.", false},
		{"There are 14 workers.", "There are 3 doors.", false},
		{"See § 14.", "See § 15.", false},
		{"Nothing is measured.", "The reference level is 300 Bq/m³.", false},
	} {
		for _, got := range []bool{Measured(c.a, c.b), Measured(c.b, c.a)} {
			if got != c.want {
				t.Errorf("%q and %q: %v", c.a, c.b, got)
			}
		}
	}
}
