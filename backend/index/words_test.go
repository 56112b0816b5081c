package index

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/source"
)

func TestWords_Texts(t *testing.T) {
	for text, want := range map[string]string{
		"Die Dosis-Grenzwerte":        "die dosis grenzwerte",
		"Soft\u00ADhyphen, ﬁne":       "softhyphen fine",
		"non‐breaking\u2011hyphen":    "non breaking hyphen",
		"John’s don't l'eau":          "john don l eau",
		"Grenzwert² von 5 Bq/m³":      "grenzwert von 5 bq m3",
		"$1,234² and 2⁷":              "1234 2 and 2 7",
		"1,000,000 and 1.000.000":     "1000000 and 1000000",
		"0,5 or 1.234,5 or 1,234.5":   "0.5 or 1234.5 or 1234.5",
		"5.2 and 5.2.1. Next 1.000":   "5.2 and 5.2.1 next 1.000",
		"RFC 9110: 95/46/EG, 9a, p53": "rfc 9110 95/46 eg 9a p53",
		"§ 62, §§ 5 f.":               "§ 62 §§ 5 f",
		"室内氡 test ラドン":                "室内 内氡 test ラド ドン",
		"Straße ÄRGER":                "straße ärger",
		"\xff\xfe ok":                 "ok",
		"":                            "",
	} {
		var got []string
		for _, w := range words(fold(strings.ToValidUTF8(text, ""))) {
			got = append(got, w.text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("words of %q: %q, want %q", text, got, want)
		}
	}
}

func TestIdentifiers_Texts(t *testing.T) {
	for text, want := range map[string][]string{
		"§ 62 Abs. 1":                 {"§62"},
		"§§ 5, 6 und 9a sowie 12":     {"§5", "§6", "§9a"},
		"Art. 6 und Artikel 7":        {"art:6", "art:7"},
		"Annex B, Anlage 3, Part II":  {"annex:b", "annex:3", "part:ii"},
		"RFC 9110":                    {"rfc9110"},
		"ISO 9001:2015":               {"iso9001:2015", "iso9001"},
		"IL-2 and beta-blocker":       {"il2", "betablocker"},
		"300 Bq/m³":                   {"300bq"},
		"nothing here 5 of 12 things": nil,
		"sales in 2019 and 2018":      nil,
		"in-2019":                     {"in2019"},
		"§":                           nil,
	} {
		if got := identifiers(words(fold(text)), set("in of and")); !reflect.DeepEqual(got, want) {
			t.Errorf("identifiers of %q: %q, want %q", text, got, want)
		}
	}
}

func TestStemmer_Languages(t *testing.T) {
	for language, forms := range map[string][]string{
		"de": {"grenzwerte", "grenzwert", "grenzwerten"},
		"en": {"remediations", "remediation", "remediate"},
		"fr": {"études", "étude", "etude"},
		"es": {"radiaciones", "radiación"},
		"ru": {"доза", "дозы"},
		"xx": {"same", "same"},
	} {
		s := newStemmer(language)
		for _, f := range forms[1:] {
			if s.of(f) != s.of(forms[0]) {
				t.Errorf("%s: %q gives %q, %q gives %q", language, forms[0], s.of(forms[0]), f, s.of(f))
			}
		}
	}
	if s := newStemmer("hi"); s.of("हिन्दी") != "हिन्दी" {
		t.Error("vowel signs of Devanagari are lost")
	}
}

func TestCompounds_Parts(t *testing.T) {
	known := map[string]int{"dosis": 40, "grenzwert": 30, "grenz": 9, "wert": 12, "strahl": 50, "strahlenschutz": 40, "schutz": 60, "person": 20,
		"uberwach": 15, "amt": 20, "gericht": 9, "verordn": 9, "der": 99, "art": 30}
	c := compounds{stem: newStemmer("de"), count: func(s string) int { return known[s] }}
	for w, want := range map[string][]string{
		"dosisgrenzwert":            {"dosis", "grenzwert"},
		"strahlenschutzverordnung":  {"strahlenschutz", "verordn"},
		"personenüberwachung":       {"person", "uberwach"},
		"amtsgericht":               {"amt", "gericht"},
		"strahlenschutzüberwachung": {"strahlenschutz", "uberwach"},
		"kurz":                      nil,
		"unbekanntes":               nil,
		"derjenigeart":              nil,
		"grenzwert9a":               nil,
	} {
		if got := c.parts(w); !reflect.DeepEqual(got, want) {
			t.Errorf("parts of %s: %v, want %v", w, got, want)
		}
		for _, p := range c.parts(w) {
			if !slices.Contains(c.pieces(w), p) {
				t.Errorf("part %s of %s is not among its pieces", p, w)
			}
		}
	}
}

func TestPairs_Distance(t *testing.T) {
	for _, c := range []struct {
		a, b []int
		want float64
	}{
		{[]int{0}, []int{1}, 1}, {[]int{0}, []int{2}, 0.5}, {[]int{1}, []int{0}, 0.5}, {[]int{0}, []int{9}, 0},
		{[]int{0, 10}, []int{1, 11}, 2}, {nil, []int{1}, 0}, {[]int{3}, nil, 0},
	} {
		if got := pairs(c.a, c.b, 8); got != c.want {
			t.Errorf("pairs(%v, %v) = %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestLanguagesOf_Queries(t *testing.T) {
	for _, c := range []struct {
		text, given string
		library     []string
		first       string
		sure        bool
	}{
		{"Welche Grenzwerte gelten für beruflich exponierte Personen in Deutschland?", "", []string{"en", "de"}, "de", true},
		{"radon", "fr", []string{"en"}, "fr", true},
		{"StrlSchG", "", nil, "en", true},
	} {
		got := languagesOf(c.text, c.given, c.library)
		if got.codes[0] != c.first || got.sure != c.sure {
			t.Errorf("languages of %q: %+v, want %s first", c.text, got, c.first)
		}
	}
}

// The head of a table that is shown with rows of every further passage counts in the first alone.
func TestPassage_ARepeatedHeadCountsOnce(t *testing.T) {
	const head = "Harbour dues"
	p := source.Passage{Text: head + "\nIsle 12", Spans: []source.Span{{Page: 1, End: len(head), Lead: true}, {Page: 1, Start: 90, End: 97}}}
	a := newAnalyzer(nil)
	if got := a.passage(p, "", "en"); got.Body != "isl 12" {
		t.Errorf("found by %q", got.Body)
	}
	p.Spans[0].Lead = false
	if got := a.passage(p, "", "en"); got.Body != "harbour due isl 12" {
		t.Errorf("found by %q", got.Body)
	}
}
