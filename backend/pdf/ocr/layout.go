package ocr

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"rabbithole/backend/pdf/pagetext"
	"rabbithole/backend/source"
)

// word is a word as Tesseract found it, in pixels.
type word struct {
	block, line         string // of its block, and of its line in it
	x, y, width, height float64
	text                string
}

// leastSure is the confidence, of 100, below which a word is taken for a speck or a rule of a table.
const leastSure = 25

// leastSureLine is the mean confidence below which a line is none: letters that stand on their side, or a drawing.
const leastSureLine = 45

// parse reads Tesseract's table of words. Lines that are no words, or broken, are left out.
func parse(tsv []byte) []word {
	var words []word
	sure, count := map[string]float64{}, map[string]float64{} // by line
	for row := range strings.Lines(string(tsv)) {
		cells := strings.SplitN(strings.TrimRight(row, "\r\n"), "\t", 12)
		if len(cells) < 12 || cells[0] != "5" {
			continue
		}
		var n [5]float64 // left, top, width, height, confidence
		bad := false
		for i := range n {
			v, err := strconv.ParseFloat(cells[6+i], 64)
			bad = bad || err != nil || math.IsNaN(v)
			n[i] = v
		}
		text := strings.TrimSpace(strings.ToValidUTF8(cells[11], ""))
		line := cells[2] + "." + cells[3] + "." + cells[4]
		if !bad && text != "" {
			sure[line], count[line] = sure[line]+n[4], count[line]+1
		}
		if bad || text == "" || n[4] < leastSure || n[4] < 2*leastSure && !hasLetter(text) {
			continue
		}
		words = append(words, word{block: cells[2], line: line, x: n[0], y: n[1], width: n[2], height: n[3],
			text: text})
	}
	return slices.DeleteFunc(words, func(w word) bool { return sure[w.line] < leastSureLine*count[w.line] })
}

func hasLetter(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// layOut makes a page of words in reading order; scale turns pixels into points. Words divided at a line's end are joined as in the text
// of any other page.
func layOut(words []word, scale float64) source.Page {
	p := source.Page{Flags: []source.PageFlag{source.OCRText}}
	text := pagetext.Clean(glyphs(words))
	p.Text = text.String()
	offs := text.Offsets()
	for i := 0; i < len(text); {
		k := i + 1
		for k < len(text) && text[k].At == text[i].At && text[k].R != '\n' {
			k++
		}
		if at := text[i].At; at >= 0 && text[i].R != '\n' {
			p.Words = append(p.Words, source.Word{Start: offs[i], End: offs[k], Rect: words[at].rect(scale)})
		}
		i = k
	}
	p.Lines = lines(p)
	start := 0
	for i := range p.Lines {
		end := start
		for end < len(text) && text[end].R != '\n' {
			end++
		}
		p.Lines[i].Cuts = text.Cuts(start, end, offs)
		start = end + 1
	}
	return p
}

// glyphs returns the characters of words; each remembers its word.
func glyphs(words []word) pagetext.Text {
	var t pagetext.Text
	for i, w := range words {
		if i > 0 {
			between := ' '
			if w.line != words[i-1].line {
				between = '\n'
			}
			t = append(t, pagetext.Glyph{R: between, At: -1})
		}
		for _, r := range w.text {
			t = append(t, pagetext.Glyph{R: r, At: int32(i)})
		}
	}
	return t
}

func (w word) rect(scale float64) source.Rect {
	return source.Rect{X: round(w.x * scale), Y: round(w.y * scale), W: round(w.width * scale), H: round(w.height * scale)}
}

// lines returns where the lines of a recognised page stand. The height of a box depends on its letters, so that sizes near the page's
// usual one count as that: only headings that are clearly larger stand out.
func lines(p source.Page) []source.Line {
	var heights []float64
	for _, w := range p.Words {
		heights = append(heights, w.Rect.H)
	}
	if p.Text == "" {
		return nil
	}
	usual := middle(heights)
	var out []source.Line
	start, at := 0, 0
	for _, text := range strings.Split(p.Text, "\n") {
		l := source.Line{Start: start, End: start + len(text)}
		start = l.End + 1
		var sizes []float64
		for ; at < len(p.Words) && p.Words[at].Start < l.End; at++ {
			r := p.Words[at].Rect
			if len(sizes) == 0 {
				l.X, l.Y = r.X, round(r.Y+r.H)
			}
			sizes = append(sizes, r.H)
		}
		if l.Size = middle(sizes); l.Size > 0.6*usual && l.Size < 1.4*usual {
			l.Size = usual
		}
		out = append(out, l)
	}
	return out
}

// middle returns the median, 0 of nothing.
func middle(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// round keeps hundredths.
func round(x float64) float64 { return math.Round(x*100) / 100 }
