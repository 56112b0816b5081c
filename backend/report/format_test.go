package report

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestFormat_NumbersAndTimes(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{english.grouped(0), "0"}, {english.grouped(999), "999"}, {english.grouped(1204), "1,204"}, {german.grouped(1234567), "1.234.567"},
		{english.count(1, english.pages), "1 page"}, {german.count(2, german.passages), "2 Stellen"},
		{english.duration(0), "0.0 s"}, {german.duration(8440 * time.Millisecond), "8,4 s"}, {english.duration(59970 * time.Millisecond), "1 min 0 s"},
		{english.duration(132 * time.Second), "2 min 12 s"}, {english.duration(time.Hour - time.Millisecond), "1 h 0 min"}, {english.duration(72 * time.Minute), "1 h 12 min"},
		{german.fraction(0.909), "0,91"}, {english.date(time.Time{}), ""},
		{english.pageOf(12, "12"), "p. 12"}, {english.pageOf(12, ""), "p. 12"}, {english.pageOf(12, "iv"), "p. iv (PDF p. 12)"}, {german.pageOf(12, "2047"), "S. 2047 (PDF-S. 12)"},
		{english.source("a.md", 0, ""), "a.md"}, {english.whyOpen("said by somebody else"), "said by somebody else"},
		{shorten("one two three", 8), "one two …"}, {shorten("short", 8), "short"},
		{shortName("a.b.pdf"), "a.b"}, {shortTitle("Radon in Homes: A Handbook for Owners and Builders"), "Radon in Homes"}, {shortTitle("Memo: Radon at the school"), "Memo: Radon at the school"},
		{shortTitle("Act on Lamps and Lanterns of Harbours and Moorings"), "Act on Lamps and Lanterns of Harbours …"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
	if got := shortName(strings.Repeat("长", 60) + ".pdf"); len([]rune(got)) != chipLength {
		t.Errorf("a long name becomes %q", got)
	}
}

func TestWords_BothLanguagesAreComplete(t *testing.T) {
	for _, w := range []words{english, german} {
		v := reflect.ValueOf(w)
		for i := range v.NumField() {
			if v.Field(i).IsZero() {
				t.Errorf("%s has no word for %s", w.lang, v.Type().Field(i).Name)
			}
		}
	}
	for _, lang := range []string{"", "en", "fr", "zh"} {
		if wordsFor(lang).lang != "en" {
			t.Errorf("%q is not printed in English", lang)
		}
	}
}

func TestFileURL_OpensTheFileAtThePage(t *testing.T) {
	for _, c := range []struct {
		path string
		page int
		want string
	}{
		{"/home/a b/ä#1?.pdf", 12, "file:///home/a%20b/%C3%A4%231%3F.pdf#page=12"},
		{"/x/100%(1).pdf", 1, "file:///x/100%25%281%29.pdf#page=1"},
		{"/x/a:b\\c.pdf", 0, "file:///x/a%3Ab%5Cc.pdf"},
		{`C:\My Files\a.pdf`, 3, "file:///C:/My%20Files/a.pdf#page=3"},
		{`\\server\share\a b.pdf`, 3, "file://server/share/a%20b.pdf#page=3"},
		{"", 3, ""},
	} {
		if got := FileURL(c.path, c.page); got != c.want {
			t.Errorf("%q: got %s, want %s", c.path, got, c.want)
		}
	}
}

func TestLinks_OnlyAddressesAReportMayCarry(t *testing.T) {
	for _, c := range []struct{ address, want string }{
		{"file:///a.pdf#page=1", "file:///a.pdf#page=1"}, {"https://x.example/a", "https://x.example/a"}, {"files/a b.pdf", "files/a%20b.pdf"},
		{"/documents/h?page=3", "/documents/h?page=3"}, {"javascript:alert(1)", ""}, {" JavaScript :alert(1)", ""}, {"java\tscript:alert(1)", ""}, {"data:text/html,x", ""},
		{"file:///a)b\"<c>.pdf", "file:///a%29b%22%3Cc%3E.pdf"}, {"", ""},
	} {
		if got := Links(func(string, int) string { return c.address }).To("d", 1); got != c.want {
			t.Errorf("%q: got %q, want %q", c.address, got, c.want)
		}
	}
	if got := Links(nil).To("d", 1); got != "" {
		t.Errorf("no links give %q", got)
	}
}

func TestNumberOf(t *testing.T) {
	for section, want := range map[string]string{
		"§ 19 Anzeigebedürftiger Betrieb": "§ 19", "Article 33 Notification of a breach": "Article 33", "Section 10.8 Log files": "Section 10.8", "10.8 Log files": "10.8",
		"Anlage 2 (Fundstelle)": "Anlage 2", "Annex B Methods": "Annex B", "Recital 86": "Recital 86", "§ 5a": "§ 5a", "2. Results": "", "A. Introduction": "", "24.12.2023 Note": "", "B.2 Methods": "B.2",
		"What I learned": "", "Vitamin C deficiency": "", "2023 results": "", "Log files": "", "": "", "iPhone 15 sales": "",
	} {
		if got := numberOf(section); got != want {
			t.Errorf("%q: %q, want %q", section, got, want)
		}
	}
}

func TestShortTitle_AnAcronymAtItsEnd(t *testing.T) {
	for title, want := range map[string]string{
		"Gesetz zum Schutz vor der schädlichen Wirkung ionisierender Strahlung (StrlSchG)": "StrlSchG", "Bundesdatenschutzgesetz (BDSG 2018)": "BDSG 2018",
		"Regulation (EU) 2016/679 (General Data Protection Regulation)": "Regulation (EU) 2016/679 (General Data …", "Annual report (draft)": "Annual report (draft)", "Guidelines on radon in dwellings (EN)": "Guidelines on radon in dwellings (EN)", "Annual report of the society (PDF)": "Annual report of the society (PDF)",
	} {
		if got := shortTitle(title); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

// A title that says nothing of whose document it is has the name of its file behind it. That is what a chip calls it.
func TestShortly_TheFileWhereTheTitleHadToBeToldByIt(t *testing.T) {
	v := newView(Report{Titles: map[string]string{"GS_2016.pdf": "ANNUAL REPORT OF A COMPANY ON ALL ITS TRADES (GS_2016)", "AB_2016.pdf": "ANNUAL REPORT OF A COMPANY ON ALL ITS TRADES (AB_2016)", "law.pdf": "Act on lamps (Lamp Act)"}}, nil)
	for name, want := range map[string]string{"GS_2016.pdf": "GS_2016", "AB_2016.pdf": "AB_2016", "law.pdf": "Act on lamps (Lamp Act)"} {
		if got := v.shortly(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
