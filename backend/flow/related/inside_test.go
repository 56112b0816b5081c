package related

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/source"
)

func TestRead_TakesASummaryApart(t *testing.T) {
	s := State{Fetched: []Page{{URL: "https://a.example/x", Kept: []string{"E4", "E5"}}}}
	c := Contract{Sources: []ContractSource{{URL: "https://a.example/x#part"}, {URL: "https://b.example/"}}, SummaryMD: strings.Join([]string{
		"Here is what I found:",
		"- **Supports:** Glass is cleaned [E1, E2].",
		"* __Widerspricht__: Glas hält zehn Jahre. [E3]",
		"1. Brass is dull ([Ministry](https://www.a.example/x/)).",
		"• Glass breaks [1] and [2] and [9].",
		"- ![tracker](https://evil.example/p.png) <img src=x onerror=alert(1)>&lt;script&gt;Soup&lt;/script&gt; [E1]",
		"- Supports nothing at all",
		"That is all. [E1]",
		""}, "\n")}
	want := []line{
		{"Glass is cleaned.", Supports, []string{"E1", "E2"}},
		{"Glas hält zehn Jahre.", Contradicts, []string{"E3"}},
		{"Brass is dull (Ministry).", Adds, []string{"E4", "E5"}},
		{"Glass breaks and and.", Adds, []string{"E4", "E5"}},
		{"tracker Soup", Adds, []string{"E1"}},
		{"nothing at all", Supports, nil},
		{"That is all.", Adds, []string{"E1"}},
	}
	got := s.read(c)
	if !slices.EqualFunc(got, want, func(a, b line) bool {
		return a.text == b.text && a.relation == b.relation && slices.Equal(a.evidence, b.evidence)
	}) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"- **Supports:** a [E1]", "- [x](http://a)", "<b>", "- http://a.b/c [E1]", "&lt;a href=x&gt;", "1. [1][2]", "- [[E1]](javascript:x)", "* ** ** [E1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines := State{}.read(Contract{SummaryMD: text})
		if len(lines) > 2*mostBullets {
			t.Fatalf("%d bullets", len(lines))
		}
		for _, l := range lines {
			if low := strings.ToLower(l.text); strings.Contains(low, "http://") || strings.Contains(low, "https://") || strings.Contains(low, "<script") || strings.Contains(l.text, "\n") {
				t.Errorf("%q became %q", text, l.text)
			}
		}
	})
}

func TestStates_WhatSaysSomethingByItself(t *testing.T) {
	for text, want := range map[string]bool{
		"The reference level is an annual mean of 300 Bq/m³ in homes.":          true,
		"One suction point serves 60 to 120 m² over gravel, and 15 over clay.":  true,
		"Der Verantwortliche hat die Messung unverzüglich zu veranlassen.":      true,
		"Table 3: Annual mean 100 200 300 400 500 600 700 is what is measured.": false,
		"It is cleaned every week by the keeper of the light.":                  false,
		"Diese sind der Behörde unverzüglich und schriftlich mitzuteilen.":      false,
		"field-name = token ; field-value = *( field-content / obs-fold ) is":   false,
		"1 Introduction . . . . . . . . . . . . is on page 4 of the book":       false,
		"Packet Type Encryption Keys PN Space Initial Secrets Handshake Is":     false,
		"Is it so?": false,
		"8. sonstige öffentlich-rechtliche Vorschriften dem nicht entgegenstehen.":              false,
		"4. Zusammenarbeit mit der Aufsichtsbehörde, die darum gebeten hat;":                    false,
		"1. The controller shall inform the data subject of the breach.":                        true,
		"(2) Die Festlegung ist alle zehn Jahre von der Behörde zu überprüfen.":                 true,
		"The mean of the results was more than 30 % away, a test of 7 days, as":                 false,
		"A. Holm and P. Reuter · Teaching Library on Radon · is cited as the survey by others.": false,
	} {
		if got := states(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestStrongOf_WhatShouldBeVerified(t *testing.T) {
	for text, want := range map[string]Strong{
		"The reference level is 300 Bq/m³.":                          StrongNumber,
		"The law of § 3 Abs. 1 MRadV speaks of it, see Section 4.2.": "",
		"This is the most effective measure of all.":                 StrongMost,
		"Cracked glass is never repaired.":                           StrongAll,
		"Der Arbeitgeber muss die Beschäftigten unterrichten.":       StrongDuty,
		"Servers MUST NOT send the field.":                           StrongDuty,
		"The house stands by the sea.":                               "",
	} {
		if got := strongOf(bare(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestDefined_TheWordsWhoseMeaningASentenceTells(t *testing.T) {
	for text, want := range map[string]string{
		"A cache is a local store of previous response messages.":                     "cache",
		"‘personal data’ means any information relating to a natural person.":         "personal data",
		"Im Sinne dieser Verordnung ist … 4. Arbeitsplatz: jeder Ort in einem Raum.":  "",
		"4. Arbeitsplatz: ein Ort in einem Innenraum, an dem gearbeitet wird.":        "Arbeitsplatz",
		"Radon ist ein radioaktives Edelgas.":                                         "Radon",
		"The house is the best case of the group.":                                    "",
		"Im Sinne des Gesetzes bezeichnet der Ausdruck „Laterne“ ein Licht mit Glas.": "",
		"„Laterne“ bezeichnet ein Licht hinter Glas.":                                 "Laterne",
	} {
		if got := defined(text); got != want {
			t.Errorf("%q defines %q, want %q", text, got, want)
		}
	}
}

func TestPromising_ReputableFirstEachPageOnceTwoOfASite(t *testing.T) {
	var hits []source.WebHit
	for _, a := range []string{"https://blog.example/1", "https://www.blog.example/1#x", "https://blog.example/2", "https://blog.example/3", "https://www.bfs.de/radon", "https://nasa.gov/a", "ftp://x.example/"} {
		hits = append(hits, source.WebHit{URL: a})
	}
	var got []string
	for _, h := range promising(hits, 4) {
		got = append(got, h.URL)
	}
	if want := []string{"https://www.bfs.de/radon", "https://nasa.gov/a", "https://blog.example/1", "https://blog.example/2"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestChoose_WhatSpeaksToThePageFirst(t *testing.T) {
	found := []Finding{{Relation: Adds}, {Relation: Supports}, {Relation: Adds}, {Relation: Adds}, {Relation: Contradicts}, {Relation: Adds}}
	for most, want := range map[int]string{6: "supports contradicts adds adds", 3: "supports contradicts adds", 1: "supports", 0: ""} {
		var got []string
		for _, x := range (State{}).choose(found, most) {
			got = append(got, string(x.Relation))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%d: %q", most, got)
		}
	}
	if got := (State{}).choose(found[:1:1], 6); len(got) != 1 {
		t.Errorf("%+v", got)
	}
	onlyAdds := []Finding{{Relation: Adds}, {Relation: Adds}, {Relation: Adds}, {Relation: Adds}, {Relation: Adds}}
	reading := State{Page: 2, Points: []Point{{Here: true}, {}}}
	mixed := []Finding{{Relation: Supports, Point: 1}, {Relation: Updates, Point: 1}, {Relation: Supports, Point: 0}, {Relation: Cited, Point: -1}}
	if got := reading.choose(mixed, 6); len(got) != 3 || got[0].Relation != Updates || got[1].Point != 0 || got[2].Relation != Cited {
		t.Errorf("what speaks to another page is among %+v", got)
	}
	if got := reading.choose(mixed[:1], 6); len(got) != 1 {
		t.Errorf("nothing fills up: %+v", got)
	}
	if got := (State{}).choose(onlyAdds, 6); len(got) != fewestBullets {
		t.Errorf("%d that only add", len(got))
	}
}

func TestSummary_QuotesAreTextAndEachSaysWhatItDoes(t *testing.T) {
	bullets := []Bullet{{Relation: Contradicts, Text: "See [this](javascript:x) <b>now</b> *or* never_ever.", Places: []Place{{Source: 2}, {Source: 2}, {Source: 1}}},
		{Relation: Cited, Text: "Two\nlines.", Places: []Place{{Source: 1}}}, {Text: "No word for it.", Places: []Place{{Source: 3}}}}
	want := "- See \\[this\\](javascript:x) \\<b\\>now\\</b\\> \\*or\\* never\\_ever. [2] [1] (contradicts)\n- Two lines. [1] (refers here)\n- No word for it. [3]\n"
	if got := Summary(bullets, "en"); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	for _, r := range []Relation{Contradicts, Updates, Supports, Defines, Adds, Refers, Cited} {
		if r.Word("de") == "" || r.Word("en") == "" || r.Word("de") == r.Word("en") {
			t.Errorf("%s has no word of its own in both languages", r)
		}
	}
}
