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
		"8. sonstige öffentlich-rechtliche Vorschriften dem nicht entgegenstehen.":               false,
		"4. Zusammenarbeit mit der Aufsichtsbehörde, die darum gebeten hat;":                     false,
		"1. The controller shall inform the data subject of the breach.":                         true,
		"(2) Die Festlegung ist alle zehn Jahre von der Behörde zu überprüfen.":                  true,
		"The mean of the results was more than 30 % away, a test of 7 days, as":                  false,
		"Under lamps the keeper trims the wick of every lantern at dusk.":                        true,
		"The pier may be entered at low tide without such permission from the harbour.":          false,
		"The meeting may be continued by the chair without these persons in the room.":           false,
		"Where a lamp fails, the keeper replaces this lamp before the next evening.":             true,
		"Note that Section 4.2 of the manual relaxes this for lanterns made of tin.":             false,
		"Doing so keeps the glass of the lantern clear for the whole of the winter.":             false,
		"See Section 6 for what is said about the difference between lamps and lanterns.":        false,
		"An integer of variable length that counts the lamps on a pier.":                         false,
		"Dieses Gesetz regelt den Betrieb von Laternen auf Booten im Hafen.":                     true,
		"Die Sitzung kann ohne diese Personen vom Leiter fortgesetzt werden.":                    false,
		"Die Hafenbehörde prüft jede Laterne einmal im Jahr auf Risse.":                          true,
		"Merkmal N 2.1.6 Bedeutsame Abweichung vom vorgesehenen Zustand in einem Anlagenteil.":   false,
		"1.1Ableitung von Rauch Merkmal S 1.1.1 Ableitung von Rauch wird gemeldet.":              false,
		"des Hafens vorgesehenen Maßnahmen; d) eine Beschreibung der Lampen ist beizufügen.":     false,
		"Der Antrag enthält Pläne der Laternen; d) eine Beschreibung der Lampen ist beizufügen.": false,
		"// Mark the lantern as lost, or set the time when it should be marked.":                 false,
		"Name Description Section wick Kept in a series of parts 7.1 glass Cleaned 7.2 oil 7.2":  false,
		"Moorings let at the end of the year were as follows: … Small jetty at the light 12 14":  false,
		"A. Holm and P. Reuter · Teaching Library on Radon · is cited as the survey by others.":  false,
	} {
		if got := states(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestStrongOf_WhatShouldBeVerified(t *testing.T) {
	for text, want := range map[string]Strong{
		"The reference level is 300 Bq/m³.":                           StrongNumber,
		"The law of § 3 Abs. 1 MRadV speaks of it, see Section 4.2.":  "",
		"This is the most effective measure of all.":                  StrongMost,
		"Cracked glass is never repaired.":                            StrongAll,
		"Der Arbeitgeber muss die Beschäftigten unterrichten.":        StrongDuty,
		"Servers MUST NOT send the field.":                            StrongDuty,
		"The house stands by the sea.":                                "",
		"A client that gets 1-RTT packets over HTTP/3 keeps them.":    "",
		"The answer with the code 400 (Bad Request) closes the line.": "",
		"Kriterium N 2.1.6 betrifft das Sicherheitssystem.":           "",
		"TLS 1.3 handshakes are encrypted by the client.":             "",
		"The overhead of each part is around 80 bytes.":               StrongNumber,
		"Das Gesetz trat am 1. Mai 2019 in Kraft.":                    StrongNumber,
		"Die Prüfung erfolgt zweimal im Jahr.":                        StrongNumber,
		"Only the most significant bits of the number are sent.":      "",
		"Radon is the most dangerous gas in homes.":                   StrongMost,
		"Keepers do not always provide a time for all lamps.":         "",
		"Salt water causes the brass to turn dull.":                   StrongCause,
		"Salzwasser führt bei Messing zu matten Stellen.":             StrongCause,
		"Bewährt hat sich, am Morgen quer zu lüften.":                 "",
		"Der Halter hat die Laterne dem Amt zu melden.":               StrongDuty,
	} {
		if got := strongOf(bare(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestAsserts_WholeSentencesOfRunningTextAlone(t *testing.T) {
	for text, want := range map[string]bool{
		"The brass housing of a lantern lasts ten years in salt water.":                                      true,
		"(2) Die Hafenbehörde prüft jede Laterne zweimal im Jahr auf ihre Helligkeit.":                       true,
		"In rooms they last ten years, because nobody carries them out into salt water.":                     false,
		"The keeper notes: 1. the day, 2. the hour and 3. the brightness of 40 lumens.":                      false,
		"The owner shall: … b) clean the glass of the lantern every 14 days with soap.":                      false,
		"‘lantern’ means any light of more than 40 lumens behind glass on a boat.":                           false,
		"The glass of a signal lantern is cleaned every week;":                                               false,
		"Contents 1 Brightness 2 Glass 3 Lamps is what the manual of the harbour holds on 40 pages":          false,
		"It holds " + strings.Repeat("for a lantern that shines over the water of the harbour ", 6) + "too.": false,
	} {
		if got := asserts(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestShort_EndsWhereAClauseOrAnEntryEnds(t *testing.T) {
	if got := short("One\nsentence."); got != "One sentence." {
		t.Errorf("%q", got)
	}
	long := strings.Repeat("the keeper trims the wick of each lantern, ", 12) + "always."
	if got := short(long); !strings.HasSuffix(got, "each lantern …") || len(got) > longest+len(" …") {
		t.Errorf("%q", got)
	}
	long = strings.Repeat("The keeper trims the wick of each lantern. ", 12)
	if got := short(long); !strings.HasSuffix(got, "each lantern. …") {
		t.Errorf("%q", got)
	}
	if got := short(strings.Repeat("wick ", 120)); !strings.HasSuffix(got, "wick …") {
		t.Errorf("%q", got)
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

// Where a text points is no part of what it says.
func TestBare_NoReferences(t *testing.T) {
	for text, want := range map[string]string{
		"Die Laternenverordnung vom 20. Juli 2001 (BGBl. I S. 1714; 2002 I S. 1459) gilt am Pier.": "Die gilt am Pier.",
		"(2) Der Halter prüft den Docht [Keeper-2].":                                               "Der Halter prüft den Docht .",
	} {
		if got := oneLine(bare(text)); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
