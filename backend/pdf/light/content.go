package light

import (
	"strings"

	"github.com/ledongthuc/pdf"
)

// glyph is one character as the page's content sets it, in user space.
type glyph struct {
	r    rune
	x, y float64 // its origin
	w    float64 // its advance
	size float64
	bold bool
}

// matrix is an affine map as PDF writes it.
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

// mul returns the map that does m first, then n.
func (m matrix) mul(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

// Bounds of what one page may hold.
const (
	maxGlyphs = 300000
	maxForms  = 2000 // forms are content within content, and multiply
	maxNested = 8
	maxStates = 1000
)

// state is the part of PDF's graphics state that text needs.
type state struct {
	ctm                         matrix
	font                        *font
	size, leading, rise         float64
	charSpace, wordSpace, scale float64
	textMatrix, lineMatrix      matrix
}

// content reads the characters of a page.
type content struct {
	glyphs   []glyph
	pictures int
	forms    int
	fonts    map[string]*font
	state    state
	stack    []state
}

func readContent(page pdf.Page) *content {
	c := &content{state: state{ctm: identity, scale: 1, textMatrix: identity, lineMatrix: identity}}
	c.run(page.V.Key("Contents"), inherited(page, "Resources"), 0)
	return c
}

// run interprets a content stream. A defect in it ends the stream, not the page.
func (c *content) run(stream, resources pdf.Value, depth int) {
	outer, saved := c.fonts, len(c.stack)
	c.fonts = map[string]*font{}
	defer func() {
		_ = recover()
		c.fonts = outer
		c.stack = c.stack[:min(saved, len(c.stack))]
	}()
	if stream.Kind() != pdf.Stream && stream.Kind() != pdf.Array {
		return
	}
	pdf.Interpret(stream, func(operands *pdf.Stack, op string) {
		args := make([]pdf.Value, operands.Len())
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = operands.Pop()
		}
		if len(c.glyphs) < maxGlyphs {
			c.do(op, args, resources, depth)
		}
	})
}

func (c *content) do(op string, args []pdf.Value, resources pdf.Value, depth int) {
	s := &c.state
	switch op {
	case "q":
		if len(c.stack) < maxStates {
			c.stack = append(c.stack, *s)
		}
	case "Q":
		if n := len(c.stack); n > 0 {
			*s, c.stack = c.stack[n-1], c.stack[:n-1]
		}
	case "cm":
		s.ctm = matrixOf(args).mul(s.ctm)
	case "Do":
		c.object(resources.Key("XObject").Key(name(args)), resources, depth)
	case "BT":
		s.textMatrix, s.lineMatrix = identity, identity
	case "Tf":
		if len(args) == 2 {
			s.font, s.size = c.font(args[0].Name(), resources), args[1].Float64()
		}
	case "Tm":
		s.lineMatrix = matrixOf(args)
		s.textMatrix = s.lineMatrix
	case "TD":
		s.leading = -number(args, 1)
		s.move(number(args, 0), number(args, 1))
	case "Td":
		s.move(number(args, 0), number(args, 1))
	case "T*":
		s.move(0, -s.leading)
	default:
		c.text(op, args)
	}
}

// text does the operators that set text or how it is spaced.
func (c *content) text(op string, args []pdf.Value) {
	s := &c.state
	switch op {
	case "Tc":
		s.charSpace = number(args, 0)
	case "Tw":
		s.wordSpace = number(args, 0)
	case "Tz":
		s.scale = number(args, 0) / 100
	case "TL":
		s.leading = number(args, 0)
	case "Ts":
		s.rise = number(args, 0)
	case "Tj":
		c.show(args)
	case "'":
		s.move(0, -s.leading)
		c.show(args)
	case "\"":
		s.wordSpace, s.charSpace = number(args, 0), number(args, 1)
		s.move(0, -s.leading)
		c.show(args[min(2, len(args)):])
	case "TJ":
		if len(args) == 0 {
			return
		}
		for i := range args[0].Len() {
			c.show([]pdf.Value{args[0].Index(i)})
		}
	}
}

// show sets a string, or moves by a number within TJ.
func (c *content) show(args []pdf.Value) {
	if len(args) == 0 {
		return
	}
	s := &c.state
	if args[0].Kind() != pdf.String {
		s.advance(-args[0].Float64() / 1000 * s.size * s.scale)
		return
	}
	if s.font == nil {
		return
	}
	for _, code := range s.font.split(args[0].RawString()) {
		width := s.font.width(code) / 1000 * s.size
		at := matrix{s.size * s.scale, 0, 0, s.size, 0, s.rise}.mul(s.textMatrix).mul(s.ctm)
		space := s.charSpace
		if code == " " {
			space += s.wordSpace
		}
		for _, r := range s.font.decode(code) {
			c.glyphs = append(c.glyphs, glyph{r: r, x: at[4], y: at[5], w: width * s.scale * scaleX(s), size: scaleY(at), bold: s.font.bold})
		}
		s.advance((width + space) * s.scale)
	}
}

func (s *state) advance(tx float64) { s.textMatrix = matrix{1, 0, 0, 1, tx, 0}.mul(s.textMatrix) }

func (s *state) move(tx, ty float64) {
	s.lineMatrix = matrix{1, 0, 0, 1, tx, ty}.mul(s.lineMatrix)
	s.textMatrix = s.lineMatrix
}

// object draws a form, or counts a picture.
func (c *content) object(x, resources pdf.Value, depth int) {
	switch x.Key("Subtype").Name() {
	case "Image":
		c.pictures++
	case "Form":
		if depth >= maxNested || c.forms >= maxForms {
			return
		}
		c.forms++
		own := x.Key("Resources")
		if own.Kind() != pdf.Dict {
			own = resources
		}
		before := c.state
		if m := x.Key("Matrix"); m.Len() == 6 {
			c.state.ctm = matrixAt(m).mul(c.state.ctm)
		}
		c.run(x, own, depth+1)
		c.state = before
	}
}

func (c *content) font(key string, resources pdf.Value) *font {
	if f := c.fonts[key]; f != nil {
		return f
	}
	f := newFont(resources.Key("Font").Key(key))
	c.fonts[key] = f
	return f
}

func name(args []pdf.Value) string {
	if len(args) == 0 {
		return ""
	}
	return args[len(args)-1].Name()
}

func number(args []pdf.Value, i int) float64 {
	if i >= len(args) {
		return 0
	}
	return args[i].Float64()
}

func matrixOf(args []pdf.Value) matrix {
	m := identity
	if len(args) == 6 {
		for i := range m {
			m[i] = args[i].Float64()
		}
	}
	return m
}

func matrixAt(v pdf.Value) matrix {
	var m matrix
	for i := range m {
		m[i] = v.Index(i).Float64()
	}
	return m
}

func boldName(s string) bool {
	s = strings.ToLower(s)
	for _, part := range []string{"bold", "black", "heavy", "cmbx", "sfbx", "-medi"} {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}
