package typeset

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sort"
	"strings"
	"unicode"

	"github.com/signintech/gopdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/text/unicode/norm"
)

// The Go fonts by Bigelow & Holmes, in which everything is set. They know Latin, Greek and Cyrillic letters.
const (
	regular = "Go-Regular"
	bold    = "Go-Bold"
)

// substitute stands where a letter stood that no font can show.
const substitute = '□'

// fonts is the family with its fallbacks, and what is known of their letters.
type fonts struct {
	pdf       *gopdf.GoPdf
	load      func() ([][]byte, error) // the fallbacks, which are large; nil once it was called, or when there are none
	fallbacks []string                 // those made known to the PDF
	faces     map[faceKey]string       // font that shows a letter, "" for none
	widths    map[faceKey]float64
	missing   map[rune]int
	err       error
}

type faceKey struct {
	font   string
	letter rune
}

func newFonts(pdf *gopdf.GoPdf, load func() ([][]byte, error)) (*fonts, error) {
	f := &fonts{pdf: pdf, load: load, faces: map[faceKey]string{}, widths: map[faceKey]float64{}, missing: map[rune]int{}}
	err := errors.Join(pdf.AddTTFFontData(regular, goregular.TTF), pdf.AddTTFFontData(bold, gobold.TTF))
	return f, err
}

// face returns the font that shows r where font is wanted, "" when none does.
func (f *fonts) face(font string, r rune) string {
	key := faceKey{font, r}
	name, known := f.faces[key]
	if known {
		return name
	}
	tries := []string{font}
	if !f.has(font, r) && !shaped(r) {
		tries = append(tries, f.others()...)
	}
	for _, try := range tries {
		if f.has(try, r) {
			name = try
			break
		}
	}
	f.faces[key] = name
	return name
}

// shaped reports whether letters of the script of r join, stack or run from right to left. A font alone does not set them right,
// and wrong is worse than missing.
func shaped(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Mongolian, unicode.Devanagari,
		unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam,
		unicode.Sinhala, unicode.Thai, unicode.Lao, unicode.Tibetan, unicode.Myanmar, unicode.Khmer)
}

// others returns the names of the fallbacks. One that cannot be embedded is left out.
func (f *fonts) others() []string {
	if f.load == nil {
		return f.fallbacks
	}
	all, err := f.load()
	f.load = nil
	if err != nil && f.err == nil {
		f.err = fmt.Errorf("load more fonts: %w", err)
	}
	for i, data := range all {
		name := fmt.Sprintf("Fallback-%d", i+1)
		if !whole(data) {
			continue
		}
		if err := f.pdf.AddTTFFontData(name, data); err == nil {
			f.fallbacks = append(f.fallbacks, name)
		}
	}
	return f.fallbacks
}

// whole reports whether data is a TrueType font with outlines whose tables are all there.
func whole(data []byte) bool {
	if len(data) < 12 || u32(data, 0) != 0x00010000 {
		return false
	}
	outlines := false
	for i := range int(u16(data, 4)) {
		at := 12 + 16*i
		if at+16 > len(data) || uint64(u32(data, at+8))+uint64(u32(data, at+12)) > uint64(len(data)) {
			return false
		}
		outlines = outlines || string(data[at:at+4]) == "glyf"
	}
	return outlines
}

func u16(b []byte, at int) uint16 { return binary.BigEndian.Uint16(b[at:]) }
func u32(b []byte, at int) uint32 { return binary.BigEndian.Uint32(b[at:]) }

func (f *fonts) has(font string, r rune) bool {
	if !f.use(font, 10) {
		return false
	}
	ok, err := f.pdf.IsCurrFontContainGlyph(r)
	return ok && err == nil
}

func (f *fonts) use(font string, size float64) bool {
	if err := f.pdf.SetFont(font, "", size); err != nil && f.err == nil {
		f.err = fmt.Errorf("use the font %s: %w", font, err)
	}
	return f.err == nil
}

// width is the width of a letter at size 1.
func (f *fonts) width(font string, r rune) float64 {
	key := faceKey{font, r}
	if w, ok := f.widths[key]; ok {
		return w
	}
	if !f.use(font, 1000) {
		return 0
	}
	w, err := f.pdf.MeasureTextWidth(string(r))
	if err != nil && f.err == nil {
		f.err = fmt.Errorf("measure %q: %w", r, err)
	}
	f.widths[key] = w / 1000
	return w / 1000
}

// shown prepares text for setting: composed, without what is invisible anyway.
func shown(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) {
			return -1
		}
		if strings.ContainsRune(bullets, r) {
			return '•'
		}
		return r
	}, norm.NFC.String(text))
}

// bullets are those of Wingdings and Symbol, as they stand in the text of PDFs: letters of private use that no other font has.
const bullets = "\uf06e\uf076\uf0a7\uf0a8\uf0b7\uf0d8\uf0e0\uf0fc"

// Missing are letters of a script that no font could show.
type Missing struct {
	Script  string // Unicode's name: "Hangul", "Arabic"; "Common" holds symbols and emoji
	Letters int    // how often such letters stood in the text
	Example rune
}

// unshown returns what was missing, by script.
func (f *fonts) unshown() []Missing {
	scripts := map[string]Missing{}
	for r, n := range f.missing {
		name := scriptOf(r)
		m, ok := scripts[name]
		if !ok || r < m.Example {
			m.Example = r
		}
		m.Script, m.Letters = name, m.Letters+n
		scripts[name] = m
	}
	var out []Missing
	for _, m := range scripts {
		out = append(out, m)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Script < out[j].Script })
	return out
}

func scriptOf(r rune) string {
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return "Common"
}
