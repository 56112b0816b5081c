package ocr

import (
	"strings"
	"testing"

	"rabbithole/backend/source"
)

// rows writes words as Tesseract does: "block.line x y confidence text".
func rows(words ...string) []byte {
	var b strings.Builder
	b.WriteString("level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n")
	b.WriteString("4\t1\t1\t1\t1\t0\t0\t0\t900\t40\t-1\t\n")
	for _, w := range words {
		f := strings.Fields(w)
		block, line, _ := strings.Cut(f[0], ".")
		b.WriteString(strings.Join([]string{"5\t1", block, "1", line, "1", f[1], f[2], "100", "40", f[3], f[4]}, "\t") + "\n")
	}
	return []byte(b.String())
}

func TestLayOut_TextAndPlaces(t *testing.T) {
	p := layOut(parse(rows("1.1 0 0 96 Der", "1.1 150 0 95 Strahlen-", "1.2 0 50 90 schutz", "1.2 150 50 96 gilt.", "2.1 0 200 96 Ende")), 0.24)
	if p.Text != "Der Strahlenschutz\ngilt.\nEnde" || !p.Has(source.OCRText) {
		t.Fatalf("%q %v", p.Text, p.Flags)
	}
	at := strings.Index(p.Text, "Strahlenschutz")
	rects := p.Rects(at, at+len("Strahlenschutz"))
	if len(rects) != 2 || rects[0] != (source.Rect{X: 36, Y: 0, W: 24, H: 9.6}) || rects[1] != (source.Rect{X: 0, Y: 12, W: 24, H: 9.6}) {
		t.Errorf("a divided word stands at %v", rects)
	}
	if rects := p.Rects(0, at+8); len(rects) != 1 || rects[0] != (source.Rect{X: 0, Y: 0, W: 60, H: 9.6}) {
		t.Errorf("two words of a line stand at %v", rects)
	}
	if len(p.Lines) != 3 || p.Text[p.Lines[1].Start:p.Lines[1].End] != "gilt." || p.Lines[2].Y != 57.6 || p.Lines[0].Size != 9.6 {
		t.Errorf("lines %+v", p.Lines)
	}
}

func TestParse_LeavesSpecksAndBrokenRowsOut(t *testing.T) {
	words := parse(append(rows("1.1 0 0 10 xq", "1.1 0 0 40 |", "1.1 0 0 95 §", "1.1 0 0 40 dim", "1.1 x 0 95 bad"), "5\t1\n\xff\n5\t1\t1\t1\t1\t1\t0\t0\t1\t1\tNaN\tx"...))
	var got []string
	for _, w := range words {
		got = append(got, w.text)
	}
	if strings.Join(got, " ") != "§ dim" { // a line is as sure as its words are together
		t.Errorf("%q", got)
	}
	if p := layOut(nil, 1); p.Text != "" || p.Words != nil || p.Lines != nil {
		t.Errorf("nothing: %+v", p)
	}
}

// Letters that stand on their side are read as a line of others, of which hardly any is sure.
func TestParse_LeavesLinesOutThatNothingIsSureOf(t *testing.T) {
	words := parse(rows("1.1 0 0 30 as", "1.1 50 0 50 23", "1.1 90 0 40 32", "1.2 0 50 90 Co-60", "1.2 50 50 40 1E+5", "1.2 90 50 20 x"))
	if len(words) != 2 || words[0].text != "Co-60" || words[1].text != "1E+5" {
		t.Errorf("%+v", words)
	}
}

func TestLanguages_TheDocumentsFirst(t *testing.T) {
	tool := Tool{Languages: []string{"deu", "eng", "osd"}}
	for language, want := range map[string]string{"de": "deu+eng", "en": "eng+deu", "": "deu+eng"} {
		if got := tool.languages(language); got != want {
			t.Errorf("%q: %q", language, got)
		}
	}
	if got := (Tool{Languages: []string{"eng"}}).languages("de"); got != "eng" {
		t.Errorf("without German: %q", got)
	}
}
