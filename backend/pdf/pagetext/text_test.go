package pagetext

import (
	"reflect"
	"strings"
	"testing"
)

func TestClean(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"line ends", "a\r\nb\rc\n\n\n\nd\r\n", "a\nb\nc\n\nd"},
		{"blanks", "  § 62 x  \r\n y​z", "§ 62 x\n yz"},
		{"control characters", "a\x00b\x1Fc\td", "abc d"},
		{"engine's mark joins and moves the line end", "Strahlen\uFFFEschutz ist gut\r\nso", "Strahlenschutz\nist gut\nso"},
		{"old mark", "Strah\x02len", "Strahlen"},
		{"hyphen before a capital stays", "der EU\uFFFEKommission und", "der EU-Kommission\nund"},
		{"hyphen before a conjunction stays", "Strahlenschutz\uFFFEund Atomrecht", "Strahlenschutz- und\nAtomrecht"},
		{"capitals", "RADIA\uFFFETION", "RADIATION"},
		{"numbers keep the hyphen", "2019\uFFFE2020", "2019-2020"},
		{"hyphen left in the text", "ioni-\r\nzing dose", "ionizing\ndose"},
		{"typographic hyphen", "Verord\u2010\r\nnung", "Verordnung"},
		{"soft hyphen at the end", "Verord\u00AD\nnung", "Verordnung"},
		{"soft hyphen within", "Verord\u00ADnung", "Verordnung"},
		{"conjunction after a hyphen", "Mess-\nund Prüfstelle", "Mess- und\nPrüfstelle"},
		{"conjunction within a compound", "black-\nand-white", "black-and-white"},
		{"small letters after capitals", "the COVID-\nrelated cost", "the COVID-related\ncost"},
		{"one letter is no part of a word", "by e\uFFFEmail", "by e-mail"},
		{"letters after a number", "the 0-\nRTT keys", "the 0-RTT\nkeys"},
		{"sentence after a number", "from 2019-\nThe year", "from 2019-\nThe year"},
		{"dash at the end is no hyphen", "a -\nb", "a -\nb"},
		{"number before a hyphen", "100-\n200", "100-\n200"},
		{"mark at the end", "end\uFFFE", "end-"},
		{"words that begin like a conjunction", "Ver\uFFFEundeutlichung", "Verundeutlichung"},
		{"bullets of entries elsewhere", "Lamp:\r\n◦\r\n•\r\n ◦ \r\nA light.", "Lamp:\nA light."},
		{"bullets at the end", "Lamp\n•\n•\n•", "Lamp"},
		{"bullets of entries", "•\na lamp\n•\na rope\n•\n•\nx", "•\na lamp\n•\na rope\n•\n•\nx"},
		{"nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Clean(FromRunes([]rune(tt.in))).String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestClean_LettersRememberTheirSource(t *testing.T) {
	in := []rune("  für Strahlen\uFFFEschutz\r\nund")
	text := Clean(FromRunes(in))
	for i, g := range text {
		if g.R != '\n' && in[g.At] != g.R {
			t.Errorf("character %d is %q, its source %q", i, g.R, in[g.At])
		}
	}
	s := text.String()
	at := strings.Index(s, "Strahlenschutz")
	var got []rune
	for _, i := range text.Between(at, at+len("Strahlenschutz")) {
		got = append(got, in[i])
	}
	if string(got) != "Strahlenschutz" {
		t.Errorf("source of the span = %q", string(got))
	}
	if offs := text.Offsets(); offs[len(text)] != len(s) {
		t.Errorf("last offset %d, length %d", offs[len(text)], len(s))
	}
}

func TestCuts_AreWhereThePapersLinesEnded(t *testing.T) {
	text := Clean(FromRunes([]rune("der Strahlen\uFFFEschutz und Mess\uFFFEund Prüfstelle\r\nim EU\uFFFEVertrag gilt\r\nhier")))
	text[len("der Strahlenschutz")].R = ' ' // as in a cell
	offs := text.Offsets()
	var cuts []string
	for start := 0; start < len(text); {
		end := start
		for end < len(text) && text[end].R != '\n' {
			end++
		}
		line, from := "", offs[start]
		for _, c := range text.Cuts(start, end, offs) {
			line, from = line+text.String()[from:c.At]+"|", c.At
		}
		cuts = append(cuts, line+text.String()[from:offs[end]])
		start = end + 1
	}
	if want := []string{"der Strahlen|schutz und Mess- |und", "Prüfstelle", "im EU-|Vertrag", "gilt", "hier"}; !reflect.DeepEqual(cuts, want) {
		t.Errorf("%q, want %q", cuts, want)
	}
}

// set sets s letter by letter from x on, a blank being as wide as a letter.
func set(t *Text, boxes *[]Box, s string, x, y float64) {
	for _, r := range s {
		b := Box{}
		if r > ' ' {
			b = Box{x, y, x + 5, y + 8}
		}
		*t, *boxes = append(*t, Glyph{r, int32(len(*t))}), append(*boxes, b)
		x += 5.5
	}
}

func TestPlaceAccents_FarFromTheirLetters(t *testing.T) {
	var text Text
	var boxes []Box
	set(&text, &boxes, "uber Garten", 0, 0)
	for _, x := range []float64{1, 34} { // over the u and over the a, but at the end of the text
		text, boxes = append(text, Glyph{'¨', int32(len(text))}), append(boxes, Box{x, 6, x + 3, 8})
	}
	if got := PlaceAccents(text, boxes).String(); got != "über Gärten" {
		t.Errorf("got %q", got)
	}
}

func TestPlaceAccents_LeavesAccentsWithoutLetter(t *testing.T) {
	var text Text
	var boxes []Box
	set(&text, &boxes, "x ˜ y ˜", 0, 0)
	if got := PlaceAccents(text, boxes).String(); got != "x ˜ y ˜" {
		t.Errorf("got %q", got)
	}
}

func TestShattered_LinesAreReassembled(t *testing.T) {
	var text Text
	var boxes []Box
	for i, line := range []string{"Radon is a", "noble gas."} {
		for k, r := range line {
			if r != ' ' {
				set(&text, &boxes, string(r)+"\n", 5.5*float64(k), 100-20*float64(i))
			}
		}
	}
	if !MaybeShattered(text) || !Shattered(text, boxes) {
		t.Fatal("not recognised")
	}
	if got := Clean(Reassemble(text, boxes)).String(); got != "Radon is a\nnoble gas." {
		t.Errorf("got %q", got)
	}
}

func TestShattered_ColumnsOfNumbersAreNot(t *testing.T) {
	var text Text
	var boxes []Box
	for i := range 30 {
		set(&text, &boxes, "1\n", 0, 500-15*float64(i))
	}
	if !MaybeShattered(text) || Shattered(text, boxes) {
		t.Error("a column of numbers is taken for a defect")
	}
}

func TestReadable(t *testing.T) {
	if got := ControlShare(FromRunes([]rune("ab\x03\x04\r\n"))); got != 0.5 {
		t.Errorf("control share = %g", got)
	}
	if got := StopShare("The dose of the year"); got != 0.6 {
		t.Errorf("stop share = %g", got)
	}
	if ControlShare(nil) != 0 || StopShare("") != 0 {
		t.Error("empty text has shares")
	}
}

func TestInfo(t *testing.T) {
	titles := map[string]string{
		"Microsoft Word - Radon in homes.doc": "", "report.docx": "", "untitled": "", "  Radon\n at home ": "Radon at home", "12345": "",
	}
	for in, want := range titles {
		if got := Title(in); got != want {
			t.Errorf("Title(%q) = %q, want %q", in, got, want)
		}
	}
	dates := map[string]string{
		"D:20191205143000+01'00'": "2019-12-05", "20191205": "2019-12-05", "D:201912": "2019-12", "D:2019": "2019", "2019-12-05T10:00": "2019-12-05",
		"D:20191399": "2019", "": "", "yesterday": "",
	}
	got := map[string]string{}
	for in := range dates {
		got[in] = Date(in)
	}
	if !reflect.DeepEqual(got, dates) {
		t.Errorf("dates = %v", got)
	}
}
