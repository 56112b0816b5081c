package cite

import (
	"strings"
	"testing"
)

func TestFind_Verbatim(t *testing.T) {
	cases := []struct{ name, page, quote, want string }{
		{"as it stands", "The limit is 20 mSv per year.", "limit is 20 mSv per year", "limit is 20 mSv per year"},
		{"final stop added", "the limit is low, and so on", "the limit is low.", "the limit is low"},
		{"line ends", "the effective\ndose  must\r\nnot exceed", "the effective dose must not exceed", "the effective\ndose  must\r\nnot exceed"},
		{"hyphen at line end", "die Strahlen-\nschutzbeauftragte Person", "die Strahlenschutzbeauftragte Person", "die Strahlen-\nschutzbeauftragte Person"},
		{"real hyphen at line end", "a dose of short-\nlived progeny", "dose of short-lived progeny", "dose of short-\nlived progeny"},
		{"hyphen the extractor swallowed", "a dose of shortlived progeny", "dose of short-lived progeny", "dose of shortlived progeny"},
		{"line end taken for a space", "die Strahlen-\nschutzbeauftragte Person", "die Strahlen- schutzbeauftragte Person", "die Strahlen-\nschutzbeauftragte Person"},
		{"suspended hyphen", "im Strahlen-\nund Umweltschutz gilt", "im Strahlen- und Umweltschutz gilt", "im Strahlen-\nund Umweltschutz gilt"},
		{"hyphen before a number at line end", "the nuclide Cs-\n137 in soil", "nuclide Cs-137 in soil", "nuclide Cs-\n137 in soil"},
		{"soft hyphen", "the radia\u00adtion pro\u00ad\ntection officer", "radiation protection officer", "radia\u00adtion pro\u00ad\ntection officer"},
		{"extractor's mark", "the radia\ufffetion protection officer", "radiation protection officer", "radia\ufffetion protection officer"},
		{"ligatures", "an eﬃcient ﬁlter is needed", "an efficient filter is needed", "an eﬃcient ﬁlter is needed"},
		{"non-breaking space", "nach §\u00a062 Absatz\u202f1 gilt dies", "nach § 62 Absatz 1 gilt dies", "nach §\u00a062 Absatz\u202f1 gilt dies"},
		{"German quote marks", "die „zuständige Behörde“ entscheidet", `die "zuständige Behörde" entscheidet`, "die „zuständige Behörde“ entscheidet"},
		{"inner quote marks left out", "die « zuständige Behörde » entscheidet", `die zuständige Behörde entscheidet`, "die « zuständige Behörde » entscheidet"},
		{"apostrophe", "the operator’s duty to measure", "the operator's duty to measure", "the operator’s duty to measure"},
		{"wrapped in quote marks", "the duty to measure radon", `"the duty to measure radon"`, "the duty to measure radon"},
		{"en dash", "values of 100–300 Bq/m³ occur", "values of 100-300 Bq/m3 occur", "values of 100–300 Bq/m³ occur"},
		{"after a long dash", "there is one duty—the operator measures the air", "the operator measures the air", "the operator measures the air"},
		{"long dash set with spaces", "the one duty—measuring the air", "the one duty -- measuring the air", "the one duty—measuring the air"},
		{"spaced dash", "the one duty – measuring the air", "the one duty—measuring the air", "the one duty – measuring the air"},
		{"decomposed letters", "die zusta\u0308ndige Beho\u0308rde", "die zuständige Behörde", "die zusta\u0308ndige Beho\u0308rde"},
		{"micro sign", "a dose of 5 µSv only", "a dose of 5 μSv only", "a dose of 5 µSv only"},
		{"Chinese over a line end", "室内氡浓度的参考\n水平为300贝克", "室内氡浓度的参考水平", "室内氡浓度的参考\n水平"},
		{"full-width forms", "参考水平为３００Bq／ｍ３的房间", "参考水平为300Bq/m3的房间", "参考水平为３００Bq／ｍ３的房间"},
		{"first letter's case", "… in which case the operator shall measure", "The operator shall measure", "the operator shall measure"},
		{"space before percent", "a share of 20 % was found", "a share of 20% was found", "a share of 20 % was found"},
		{"number with unit", "Cobalt | 20 mSv | 7", "20 mSv", "20 mSv"},
		{"after a colon of a quotation", "er sagte:„Wir messen täglich“.", "Wir messen täglich", "Wir messen täglich"},
	}
	for _, c := range cases {
		start, end, ok := Find(c.page, c.quote)
		if !ok {
			t.Errorf("%s: %q not found in %q", c.name, c.quote, c.page)
		} else if got := c.page[start:end]; got != c.want {
			t.Errorf("%s: found %q, want %q", c.name, got, c.want)
		}
	}
}

func TestFind_NotOnThePage(t *testing.T) {
	cases := []struct{ name, page, quote string }{
		{"a word replaced", "the operator shall measure radon", "the operator should measure radon"},
		{"a word left out", "the operator shall not measure radon", "the operator shall measure radon"},
		{"another number", "the limit is 20 mSv per year", "the limit is 50 mSv per year"},
		{"tail of a number", "a limit of 120 mSv per year", "20 mSv per year"},
		{"tail of a decimal", "a limit of 0.20 mSv per year", "20 mSv per year"},
		{"tail of a German decimal", "ein Wert von 1,20 mSv im Jahr", "20 mSv im Jahr"},
		{"head of a decimal", "the dose must not exceed 20.5 mSv", "the dose must not exceed 20"},
		{"head of grouped thousands", "activity of at most 20 000 Bq", "activity of at most 20"},
		{"head of Swiss thousands", "activity of at most 20’000 Bq", "activity of at most 20"},
		{"sign lost", "stored cold at −20 °C for long", "20 °C for long"},
		{"power", "an activity of 10³ Bq per gram", "an activity of 103 Bq per gram"},
		{"fraction", "a period of 2½ years in all", "a period of 21⁄2 years in all"},
		{"inside a word", "the unlimited duty to measure", "limited duty to measure"},
		{"word cut short", "the duty to measure radonaceous air", "the duty to measure radon"},
		{"parts in the wrong order", "first measure the air, then report the value", "report the value … measure the air"},
		{"a part missing", "first measure the air, then report", "first measure the air … and close the room"},
		{"two words", "the radon concentration of houses", "radon concentration"},
		{"short words", "it is so and is it", "it is so"},
		{"a bare number", "in 2019 it rose", "2019"},
		{"empty", "in 2019 it rose", ""},
		{"only an ellipsis", "in 2019 it rose", "…"},
		{"empty page", "", "the duty to measure radon"},
		{"case changed", "the US act on radon applies", "the us act on radon applies"},
		{"other Chinese", "室内氡浓度的参考水平为300贝克", "室外氡浓度的参考水平"},
	}
	for _, c := range cases {
		if start, end, ok := Find(c.page, c.quote); ok {
			t.Errorf("%s: %q found in %q as %q", c.name, c.quote, c.page, c.page[start:end])
		}
	}
}

func TestFind_Ellipsis(t *testing.T) {
	page := "The operator shall, where radon is likely, measure the air. The operator shall keep the records for five years."
	for _, quote := range []string{
		"The operator shall … measure the air",
		"The operator shall ... measure the air",
		"the operator shall [...] measure the air",
		"The operator shall (…) measure the air",
		"… The operator shall … measure the air …",
	} {
		start, end, ok := Find(page, quote)
		if want := "The operator shall, where radon is likely, measure the air"; !ok || page[start:end] != want {
			t.Errorf("%q: ok %v, found %q", quote, ok, page[start:end])
		}
	}
	start, end, ok := Find(page, "The operator shall … five years")
	if want := "The operator shall keep the records for five years"; !ok || page[start:end] != want {
		t.Errorf("the shortest stretch is wanted, found %q", page[start:end])
	}
}

func TestNormalise_OffsetsLeadBack(t *testing.T) {
	text := " Die\u00a0„Beho\u0308rde“ misst 5\u202f%\nder ﬁnalen Werte — so\u00adfort. 氡 浓度 "
	f := Normalise(text)
	if want := "Die Behörde misst 5% der finalen Werte - sofort. 氡浓度"; f.Text != want {
		t.Fatalf("folded to %q, want %q", f.Text, want)
	}
	if len(f.starts) != len(f.Text) || len(f.ends) != len(f.Text) {
		t.Fatalf("%d bytes with %d starts and %d ends", len(f.Text), len(f.starts), len(f.ends))
	}
	for _, word := range []struct{ folded, original string }{
		{"Behörde", "Beho\u0308rde"}, {"finalen", "ﬁnalen"}, {"sofort", "so\u00adfort"}, {"氡浓度", "氡 浓度"}, {"5%", "5\u202f%"},
	} {
		at := strings.Index(f.Text, word.folded)
		start, end := f.Origin(at, at+len(word.folded))
		if text[start:end] != word.original {
			t.Errorf("%q leads back to %q, want %q", word.folded, text[start:end], word.original)
		}
	}
}

func TestNormalise_IsStable(t *testing.T) {
	for _, text := range []string{"", " ", "-", "- -", "a-\n-b", "a—b", "—", "a--b", "a -", "\xff\xfe", "''", "5 %", "Strahlen-\nund", "10³ m³ s⁻¹", "\u0301a"} {
		once := Normalise(text).Text
		if twice := Normalise(once).Text; once != twice {
			t.Errorf("%q folds to %q and that to %q", text, once, twice)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("The limit is 20 mSv per year.", "limit is 20 mSv")
	f.Add("die Strahlen-\nschutz\u00adbehörde „misst“", "die Strahlenschutzbehörde misst")
	f.Fuzz(func(t *testing.T, page, quote string) {
		start, end, ok := Find(page, quote)
		if !ok {
			return
		}
		if start < 0 || end > len(page) || start >= end {
			t.Fatalf("found [%d,%d) in %d bytes", start, end, len(page))
		}
		if _, _, again := Find(page, page[start:end]); Proves(page[start:end]) && !again {
			t.Errorf("the stretch %q found for %q does not stand on the page itself", page[start:end], quote)
		}
	})
}

func BenchmarkFind_FiveKilobytes(b *testing.B) {
	page := strings.Repeat("Die zuständige Behörde kann im Einzelfall Werte bis 20 mSv zulassen; die „Strahlen-\nschutzbeauftragte“ Person misst. ", 42) +
		"The one sentence that is asked for stands at the end."
	b.SetBytes(int64(len(page)))
	for b.Loop() {
		if _, _, ok := Find(page, "The one sentence … stands at the end"); !ok {
			b.Fatal("not found")
		}
	}
}
