package refs_test

import (
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/detect"
	"rabbithole/backend/refs/outline"
	"rabbithole/backend/refs/resolve"
	"rabbithole/backend/source"
)

// insideOf reads pages as one document and returns its references inside their own section as "text -> label, ...", with the words that each
// place begins with in front of the label.
func insideOf(t *testing.T, pages ...source.Page) []string {
	t.Helper()
	doc := source.Document{Hash: "d"}
	sections := outline.Sections(doc, source.Meta{}, pages)
	r := resolve.NewResolver([]refs.Entry{{doc, sections}})
	var out []string
	for _, m := range detect.Detect(doc, pages, sections) {
		if m.Kind != refs.KindParagraph && m.Kind != refs.KindSentence {
			continue
		}
		var places []string
		for _, x := range r.Resolve(m).Targets {
			words := strings.Fields(pages[x.Page-1].Text[x.Start:])
			places = append(places, strings.Join(words[:min(3, len(words))], " ")+" | "+x.Label)
		}
		out = append(out, m.Text+" -> "+strings.Join(places, "; "))
	}
	return out
}

func TestWithin_GermanLaw(t *testing.T) {
	got := insideOf(t,
		typeset(1, "**Kellerluftgesetz", "*§ 1 Zweck", "(1) Wer lüftet, hat", "1. ein Fenster zu öffnen und", "2. eine Tür zu schließen, die", "a) dicht oder", "b) nach Buchstabe a geprüft ist.",
			"Satz 1 gilt nach Nr. 5 nicht im Winter. Dies gilt auch am 1. März. Im Fall des", "Satzes 1 Nummer 2 Buchstabe b ist zu heizen.", "(2) Absatz 1 Satz 2 und 3 gilt nicht."),
		typeset(2, "(2a) Die Absätze 1 bis 2a gelten für Keller, Absatz 7 nicht.", "(3) Absatz 1 Nummer 1 und Absatz 2a gelten. Im Sinne dieses", "Absatzes ist Satz 1 anzuwenden.", "*§ 2 Ausnahme", "Ein Keller ist feucht, wenn", "1. er tropft,", "2. er nach Nummer 1 tropfte.", "§ 9 gilt. Satz 2 und Nummer 3 gelten nicht für Höhlen.",
			"*§ 3 Schluss", "(1) Alles endet.", "(2) Nummer 1 nicht."))
	want := []string{
		"Buchstabe a -> a) dicht oder | § 1 Absatz 1 Nummer 2 Buchstabe a",
		"Satz 1 -> Wer lüftet, hat | § 1 Absatz 1 Satz 1",
		"Satzes 1 Nummer 2 Buchstabe b -> b) nach Buchstabe | § 1 Absatz 1 Satz 1 Nummer 2 Buchstabe b",
		"Absatz 1 Satz 2 und 3 -> Satz 1 gilt | § 1 Absatz 1 Satz 2; Dies gilt auch | § 1 Absatz 1 Satz 3",
		"Absätze 1 bis 2a -> (1) Wer lüftet, | § 1 Absatz 1; (2) Absatz 1 | § 1 Absatz 2; (2a) Die Absätze | § 1 Absatz 2a",
		"Absatz 7 -> ",
		"Absatz 1 Nummer 1 und Absatz 2a -> 1. ein Fenster | § 1 Absatz 1 Nummer 1; (2a) Die Absätze | § 1 Absatz 2a",
		"dieses Absatzes -> (3) Absatz 1 | § 1 Absatz 3",
		"Satz 1 -> Absatz 1 Nummer | § 1 Absatz 3 Satz 1",
		"Nummer 1 -> 1. er tropft, | § 2 Nummer 1",
		"Satz 2 und Nummer 3 -> § 9 gilt. | § 2 Satz 2",
		"Nummer 1 -> ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestWithin_EnglishActAndStandard(t *testing.T) {
	got := insideOf(t, typeset(1, "**Regulation on damp", "*Article 1", "*Scope", "1. A cellar is damp where", "(a) it drips;", "(b) it smells.", "2. Paragraph 1 shall not apply where point (b) of that paragraph or point (a) of",
		"paragraph 1 of this Article is met.", "3. For the purposes of this Article, paragraphs 1 and 2(c) and points (a) to (b) of paragraph 1 count.", "*Article 2", "*Terms", "1. This paragraph and Article 1 apply."))
	want := []string{
		"Paragraph 1 -> 1. A cellar | Article 1(1)",
		"point (b) -> (b) it smells. | Article 1(1)(b)",
		"point (a) of paragraph 1 -> (a) it drips; | Article 1(1)(a)",
		"this Article -> Article 1 Scope | Article 1",
		"paragraphs 1 and 2(c) -> 1. A cellar | Article 1(1); 2. Paragraph 1 | Article 1(2)",
		"points (a) to (b) of paragraph 1 -> (a) it drips; | Article 1(1)(a); (b) it smells. | Article 1(1)(b)",
		"This paragraph -> 1. This paragraph | Article 2(1)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	got = insideOf(t, typeset(1, "**Cold Air Transfer", "*1. Introduction", "This section is short.", "*2. Frames", "Text of frames.", "*2.1. Cold frames", "Frames of this section are cold. At this point nothing is.", "*2.2. Warm frames", "No text."))
	if want = []string{"This section -> 1. Introduction This | Section 1", "this section -> 2.1. Cold frames | Section 2.1"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A library that was read before the places were found with the reference has neither places nor a reason to call it open.
func TestResolve_InsideItsOwnSectionWithoutPlaces(t *testing.T) {
	r := resolve.NewResolver(library())
	m := r.Resolve(refs.Mention{Document: "law", Section: "s1", Kind: refs.KindParagraph, Pointers: []refs.Pointer{{Kind: refs.KindParagraph, Number: "2", Label: "Absatz 2"}}})
	if m.Status != refs.Found || m.Targets != nil {
		t.Errorf("read before: got %+v", m)
	}
	m = r.Resolve(refs.Mention{Document: "law", Section: "s1", Kind: refs.KindParagraph, Pointers: []refs.Pointer{{Kind: refs.KindParagraph, Number: "2", Label: "Absatz 2", Sub: "Absatz 2"}}})
	if m.Status != refs.Open || m.Targets != nil {
		t.Errorf("looked for in vain: got %+v", m)
	}
}

func TestDetect_LabelsThatALineEndBroke(t *testing.T) {
	list := numberedSections("d", "Section 10.1", "[COLD-AIR] Cold Air, RFC 9999", "[A/1.1] Damp Air, RFC 9998")
	for _, c := range []struct{ text, want string }{
		{"see Section 10.1 of [COLDAIR].", "Section 10.1 of [COLDAIR] -> Section 10.1 @[COLD-AIR]"},
		{"see Section 10.1 of [COLD-\nAIR].", "Section 10.1 of [COLD- AIR] -> Section 10.1 @[COLD-AIR]"},
		{"see Section 10.1 of [COLD\u2010AIR].", "Section 10.1 of [COLD\u2010AIR] -> Section 10.1 @[COLD-AIR]"},
		{"see Section 10.1 of [A/\n1.1].", "Section 10.1 of [A/ 1.1] -> Section 10.1 @[A/1.1]"},
		{"see Section 10.1 of [OTHER].", "Section 10.1 of [OTHER] -> Section 10.1 @[OTHER]"},
		{"as [COLDAIR] says", "[COLDAIR] -> [COLD-AIR]"},
		{"nach §\n62 gilt", "§ 62 -> § 62"},
	} {
		if got := mentionsIn(c.text, list...); len(got) != 1 || got[0] != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestDetect_LawNamedBehindTheSecondReference(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"§ 5 and § 7 of the Radiation Act apply", []string{"§ 5 -> § 5 @Radiation Act", "§ 7 of the Radiation Act -> § 7 @Radiation Act"}},
		{"Section 5 and Section 7 of the Radiation Act 1999 apply", []string{"Section 5 -> Section 5 @Radiation Act 1999", "Section 7 of the Radiation Act 1999 -> Section 7 @Radiation Act 1999"}},
		{"nach § 5 und nach § 7 des Kellergesetzes", []string{"§ 5 -> § 5 @Kellergesetzes", "§ 7 des Kellergesetzes -> § 7 @Kellergesetzes"}},
		{"Articles 8, 11, 25 to 27 of Directive 2099/1/EU", []string{"Articles 8, 11, 25 to 27 of Directive 2099/1/EU -> Article 8 @Directive 2099/1/EU, Article 11 @Directive 2099/1/EU, Article 25 @Directive 2099/1/EU, Article 26 @Directive 2099/1/EU, Article 27 @Directive 2099/1/EU"}},
	} {
		if got := mentionsIn(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q:\ngot  %q\nwant %q", c.text, got, c.want)
		}
	}
}
