package light

import (
	"math"
	"unicode"
	"unicode/utf8"

	"github.com/ledongthuc/pdf"
)

// font decodes and measures the strings set in it.
type font struct {
	f       pdf.Font
	enc     pdf.TextEncoding
	double  bool // codes have two bytes
	bold    bool
	widths  map[int]float64 // of two-byte codes
	normal  float64         // width of those that widths leaves out
	decoded map[string][]rune
}

func newFont(v pdf.Value) *font {
	f := &font{f: pdf.Font{V: v}, decoded: map[string][]rune{}}
	f.enc = f.f.Encoder()
	f.bold = boldName(f.f.BaseFont())
	if v.Key("Subtype").Name() == "Type0" {
		f.double = true
		f.readWidths(v.Key("DescendantFonts").Index(0))
	}
	return f
}

// readWidths reads the W array: "c [w1 w2 ...]" and "first last w" in any mixture.
func (f *font) readWidths(v pdf.Value) {
	f.widths, f.normal = map[int]float64{}, 1000
	if dw := v.Key("DW"); dw.Kind() != pdf.Null {
		f.normal = dw.Float64()
	}
	w := v.Key("W")
	for i := 0; i+1 < w.Len(); {
		first, next := int(w.Index(i).Int64()), w.Index(i+1)
		if next.Kind() == pdf.Array {
			for k := range next.Len() {
				f.widths[first+k] = next.Index(k).Float64()
			}
			i += 2
			continue
		}
		for c := first; c <= min(int(next.Int64()), first+0xFFFF); c++ {
			f.widths[c] = w.Index(i + 2).Float64()
		}
		i += 3
	}
}

// split cuts a string into the codes it consists of.
func (f *font) split(s string) []string {
	n := 1
	if f.double {
		n = 2
	}
	codes := make([]string, 0, len(s)/n+1)
	for len(s) > 0 {
		k := min(n, len(s))
		codes = append(codes, s[:k])
		s = s[k:]
	}
	return codes
}

// width returns the width of a code in thousandths of the size.
func (f *font) width(code string) float64 {
	if f.double {
		if len(code) < 2 {
			return 0
		}
		if w, ok := f.widths[int(code[0])<<8|int(code[1])]; ok {
			return w
		}
		return f.normal
	}
	if w := f.f.Width(int(code[0])); w > 0 {
		return w
	}
	return 500 // standard fonts come without widths
}

// decode returns the characters of a code, none when nobody knows.
func (f *font) decode(code string) []rune {
	if rs, ok := f.decoded[code]; ok {
		return rs
	}
	var rs []rune
	for _, r := range f.text(code) {
		if r != utf8.RuneError && (r >= ' ' || unicode.IsSpace(r)) {
			rs = append(rs, ligature(r)...)
		}
	}
	f.decoded[code] = rs
	return rs
}

func (f *font) text(code string) string {
	if f.enc == nil {
		return code
	}
	return f.enc.Decode(code)
}

// ligature takes the joined letters of U+FB00 to U+FB06 apart.
func ligature(r rune) []rune {
	if r < 0xFB00 || r > 0xFB06 {
		return []rune{r}
	}
	return []rune([]string{"ff", "fi", "fl", "ffi", "ffl", "st", "st"}[r-0xFB00])
}

// scaleX and scaleY return how much larger things are on paper than in text space.
func scaleX(s *state) float64 {
	m := s.textMatrix.mul(s.ctm)
	return math.Hypot(m[0], m[1])
}

func scaleY(m matrix) float64 { return math.Hypot(m[2], m[3]) }
