package proof

import (
	"slices"
	"testing"

	"rabbithole/backend/cite"
)

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

func TestDates(t *testing.T) {
	want := date{year: 2020, month: 1, day: 1}
	for _, text := range []string{"1. Januar 2020", "1 January 2020", "January 1, 2020", "01.01.2020", "1.1.2020", "2020-01-01", "1st of January 2020"} {
		got := parse(fold("am " + text + " begann es")).dates
		if len(got) != 1 || got[0].year != want.year || got[0].month != want.month || got[0].day != want.day {
			t.Errorf("%q: %+v", text, got)
		}
	}
	for text, n := range map[string]int{"im Jahr 2020": 1, "2020 Bq": 0, "$2020": 0, "RFC 2020": 0, "FY2020": 1, "in March 2021": 1, "You may 3 times": 0, "20.21": 0, "Version 2020.1": 0} {
		if got := parse(fold(text)).dates; len(got) != n {
			t.Errorf("%q: %+v", text, got)
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

// What is not permitted does not prove that it is allowed, whichever words say so; what is permitted does.
func TestCheck_APermissionIsNotProvenByItsDenial(t *testing.T) {
	for _, c := range []struct{ claim, proves, denies string }{
		{"Ropes of hemp are allowed on the pier.", "Ropes of hemp are permitted on the pier.", "Ropes of hemp are not permitted on the pier."},
		{"Ropes of hemp are permitted on the pier.", "Ropes of hemp are allowed on the pier.", "Ropes of hemp are forbidden on the pier."},
		{"A keeper may leave ropes of hemp on the pier.", "A keeper may leave ropes of hemp on the pier.", "A keeper must not leave ropes of hemp on the pier."},
		{"Seile aus Hanf sind auf dem Steg erlaubt.", "Seile aus Hanf sind auf dem Steg zulässig.", "Seile aus Hanf sind auf dem Steg nicht zulässig."},
		{"Seile aus Hanf sind auf dem Steg gestattet.", "Seile aus Hanf sind auf dem Steg erlaubt.", "Seile aus Hanf sind auf dem Steg untersagt."},
		{"Seile aus Hanf dürfen auf dem Steg liegen.", "Auf dem Steg dürfen Seile aus Hanf liegen.", "Seile aus Hanf dürfen auf dem Steg nicht liegen."},
	} {
		for quote, want := range map[string]bool{c.proves: true, c.denies: false} {
			if got := (Checker{}).Check(c.claim, []Source{wholePage(quote)}); (got.Verdict == cite.Supported) != want {
				t.Errorf("%q by %q: %+v", c.claim, quote, got)
			}
		}
	}
}

func TestCheck_NumbersThatStandNowhere(t *testing.T) {
	cases := []struct {
		claim string
		texts []string
		want  []string
	}{
		{"20 mSv in 2019", []string{"20 mSv per year", "since 2019"}, nil},
		{"50 mSv", []string{"20 mSv"}, []string{"50 mSv"}},
		{"50 mSv and 50 Bq", []string{"20 mSv"}, []string{"50 mSv", "50 Bq"}},
		{"1.5 mSv", []string{"1,5 mSv"}, nil},
		{"1.5 mSv", []string{"15 mSv"}, []string{"1.5 mSv"}},
		{"20,000 Bq", []string{"20 000 Bq"}, nil},
		{"20 000 Bq", []string{"20.000 Bq"}, nil},
		{"20’000 Bq", []string{"20000 Bq"}, nil},
		{"1,234.50 dollars", []string{"1234,5"}, nil},
		{"on 1.1.2019", []string{"am 1.1.2019"}, nil},
		{"on 1.1.2019", []string{"am 1.2.2019"}, []string{"1.1.2019"}},
		{"3 conditions", []string{"drei Bedingungen"}, nil},
		{"12 months", []string{"twelve months"}, nil},
		{"10³ Bq", []string{"10³ Bq"}, nil},
		{"0.20 mSv", []string{".2 or 0,2"}, nil},
		{"５ 年", []string{"5年"}, nil},
		{"no number", nil, nil},
	}
	for _, c := range cases {
		var sources []Source
		for _, text := range c.texts {
			sources = append(sources, Source{Quote: text})
		}
		if got := (Checker{}).Check(c.claim, sources).Numbers; !slices.Equal(got, c.want) {
			t.Errorf("%q in %q: got %q, want %q", c.claim, c.texts, got, c.want)
		}
	}
}
