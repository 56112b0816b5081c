package main

import (
	"strings"

	"github.com/signintech/gopdf"

	"rabbithole/backend/report/typeset/gofont"
)

// face is a font of the family at a size.
type face struct {
	name string
	size float64
}

const (
	regular = gofont.Regular
	bold    = gofont.Bold
	italic  = gofont.Italic
	mono    = gofont.Mono
)

// addFonts makes the family known to a PDF.
func addFonts(pdf *gopdf.GoPdf) error {
	for _, name := range []string{regular, bold, italic} {
		data, err := gofont.Read(name)
		if err != nil {
			return err
		}
		if err := pdf.AddTTFFontData(name, data); err != nil {
			return err
		}
	}
	return nil
}

// run is a stretch of text in one font.
type run struct {
	font string
	text string
}

// word is what stands between two spaces: its runs, and where it may be hyphenated. A hyphenation point is the number of
// bytes of its text in front of it.
type word struct {
	runs   []run
	points []int
}

func (w word) text() string {
	var b strings.Builder
	for _, r := range w.runs {
		b.WriteString(r.text)
	}
	return b.String()
}

// cut splits a word after n bytes and puts a hyphen behind the first part.
func (w word) cut(n int) (word, word) {
	var left, right word
	for _, r := range w.runs {
		if n >= len(r.text) {
			left.runs = append(left.runs, r)
			n -= len(r.text)
			continue
		}
		if n > 0 {
			left.runs = append(left.runs, run{r.font, r.text[:n]})
		}
		right.runs = append(right.runs, run{r.font, r.text[n:]})
		n = 0
	}
	left.runs[len(left.runs)-1].text += "-"
	return left, right
}

// words cuts marked-up text (**bold**, *italic*, \- for a possible hyphen, ~ for a space that holds) into words. A section sign
// stays with its number.
func words(text, font string) []word {
	text = strings.ReplaceAll(text, "§ ", "§~")
	var out []word
	var current word
	length, style := 0, font
	put := func(s string) {
		if n := len(current.runs); n > 0 && current.runs[n-1].font == style {
			current.runs[n-1].text += s
		} else {
			current.runs = append(current.runs, run{style, s})
		}
		length += len(s)
	}
	end := func() {
		if len(current.runs) > 0 {
			out = append(out, current)
		}
		current, length = word{}, 0
	}
	for i := 0; i < len(text); i++ {
		switch rest := text[i:]; {
		case strings.HasPrefix(rest, "**"):
			style = toggle(style, bold, font)
			i++
		case rest[0] == '*':
			style = toggle(style, italic, font)
		case strings.HasPrefix(rest, `\-`):
			current.points = append(current.points, length)
			i++
		case rest[0] == ' ':
			end()
		case rest[0] == '~':
			put(" ")
		default:
			put(rest[:1])
		}
	}
	end()
	return out
}

func toggle(now, to, back string) string {
	if now == to {
		return back
	}
	return to
}
