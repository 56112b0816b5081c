package proof

import "testing"

// one returns the only amount of a text.
func one(t *testing.T, text string) quantity {
	t.Helper()
	list := parse(fold(text)).quantities
	if len(list) != 1 {
		t.Fatalf("%q has %d amounts: %+v", text, len(list), list)
	}
	return list[0]
}

func TestQuantity_Is(t *testing.T) {
	for _, c := range []struct {
		claim, text string
		want        bool
	}{
		{"20 mSv", "20 Millisievert", true}, {"0.02 Sv", "20 mSv", true}, {"20 µSv", "20 mSv", false}, {"20 mSv", "120 mSv", false},
		{"300 Bq/m³", "0,3 kBq/m3", true}, {"300 Bq/m³", "300 Bq/l", false}, {"5 %", "5 Prozent", true}, {"5 percent", "5 percentage points", false},
		{"two years", "24 Monate", true}, {"2 Wochen", "14 days", true}, {"48 hours", "zwei Tage", true}, {"12 months", "zwölfmonatige Frist", true}, {"90 Tage", "90-tägige Messung", true},
		{"$4.2 billion", "$4,200 million", true}, {"$1,577 million", "1,577", true}, {"$4.2 billion", "$4,187 million", true}, {"$4.2 billion", "$4,287 million", false},
		{"3,4 Mrd. Euro", "3.400 Millionen Euro", true}, {"3,4 Mrd. Euro", "3,4 Mio. Euro", false}, {"€ 5", "$ 5", false},
		{"about 16 %", "15.8 %", true}, {"16 %", "15.8 %", false}, {"20 000 Bq", "20.000 Bq", true}, {"1,5 km", "1500 m", true},
		{"20 km/h", "20 km", false}, {"20 mSv per year", "20 mSv im Kalenderjahr", true}, {"20 mSv per year", "20 mSv im Monat", false}, {"−20 °C", "20 °C", false},
		{"Section 5.2", "5.2", true}, {"Section 5.2", "Section 5.3", false}, {"Table 3", "Section 3", false}, {"§ 62", "§ 63", false}, {"Tabelle 3", "Table 3", true},
		{"three rooms", "3 Räume", true}, {"5 rooms", "5 mSv", false}, {"2 hPa", "200 Pa", true},
		{"300 Bq/m³", "300 becquerel per cubic metre", true}, {"300 Bq/m³", "300 Becquerel je Kubikmeter", true}, {"300 Bq/m³", "300 Becquerel", false}, {"4 g/l", "4 grams per litre", true}, {"4 g/l", "4 Gramm je Kilogramm", false},
	} {
		if got := one(t, c.claim).is(one(t, c.text)); got != c.want {
			t.Errorf("%q is %q: %v", c.claim, c.text, got)
		}
	}
}

func TestQuantity_Bounds(t *testing.T) {
	for text, want := range map[string]role{
		"at most 20 mSv": atMost, "höchstens 20 mSv": atMost, "darf 20 mSv nicht überschreiten": atMost, "must not exceed 20 mSv": atMost, "a limit of 20 mSv must not be exceeded": atMost,
		"mindestens 90 Tage": atLeast, "no less than 90 days": atLeast, "darf 90 Tage nicht unterschreiten": atLeast, "90 days or more": atLeast, "≥ 90 days": atLeast,
		"less than 90 days": below, "unter 90 Tagen": below, "more than 90 days": above, "über 90 Tage": above, "wenn 20 mSv überschritten sind": above,
		"within four weeks": atMost, "innerhalb von vier Wochen": atMost, "a dose of 20 mSv": plain, "ein Wert von 20 mSv": plain, "nicht mehr als 20 mSv": atMost,
	} {
		if got := one(t, text).role; got != want {
			t.Errorf("%q bounds with %v, want %v", text, got, want)
		}
	}
}

func TestPolarity(t *testing.T) {
	for text, want := range map[string]clause{
		"the owner shall measure": {modality: must}, "the owner shall not measure": {negated: true, modality: may}, "the owner need not measure": {negated: true, modality: must},
		"der Betreiber muss messen": {modality: must}, "der Betreiber muss nicht messen": {negated: true, modality: must}, "der Betreiber darf nicht messen": {negated: true, modality: may},
		"Messen ist verboten": {negated: true, modality: may}, "Messen ist nicht verboten": {modality: may}, "es wird gemessen": {}, "es wird nicht gemessen": {negated: true},
		"no owner may measure": {negated: true, modality: may}, "it should be measured": {modality: should}, "not only the owner measures": {}, "Section No. 5 applies": {},
		"registration is not required": {negated: true, modality: must}, "keine Anmeldung ist erforderlich": {negated: true, modality: must}, "in May 2020 it was measured": {},
	} {
		if n, m := polarity(text); n != want.negated || m != want.modality {
			t.Errorf("%q: negated %v, modality %v", text, n, m)
		}
	}
}
