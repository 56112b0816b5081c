package typeset

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/report/paper"
)

// style is how a piece of text looks and what it opens.
type style struct {
	font string
	size float64
	rise float64 // above the baseline
	tone paper.Tone
	url  string
	to   string
}

// piece is a stretch of text in one style, all in one font.
type piece struct {
	style
	text  string
	width float64
}

// atom is text that is not broken: a word, or one CJK character. Its pieces stand close together.
type atom struct {
	pieces []piece
	width  float64
	space  float64 // in front of it, unless it begins a line
}

// atoms cuts runs into atoms at a size. In prose, citations are small; pointers are raised everywhere.
func (s *setter) atoms(runs []paper.Run, size float64, font string, prose bool) []atom {
	var out []atom
	var current atom
	end := func() {
		if len(current.pieces) > 0 {
			out = append(out, current)
		}
		current = atom{}
	}
	last := rune(0)
	for _, r := range runs {
		st := styleOf(r, size, font, prose)
		for _, letter := range shown(r.Text) {
			if letter == ' ' {
				end()
				current.space = st.size * s.fonts.width(regular, ' ')
				last = letter
				continue
			}
			if last != 0 && last != ' ' && breakable(last, letter) || last == '-' && unicode.IsLetter(letter) && current.width > 4*st.size {
				end()
			}
			s.put(&current, st, letter)
			last = letter
		}
	}
	end()
	return out
}

func styleOf(r paper.Run, size float64, font string, prose bool) style {
	st := style{font: font, size: size, tone: r.Tone, url: r.URL, to: r.To}
	switch {
	case r.Tone == paper.Pointer:
		st.size, st.rise, st.tone = size*0.7, size*0.24, paper.Soft
	case r.Tone == paper.Cite && prose:
		st.size = size * 0.84
	}
	if r.Bold {
		st.font = bold
	}
	return st
}

// put adds a letter to an atom, in the font that can show it.
func (s *setter) put(a *atom, st style, letter rune) {
	face := s.fonts.face(st.font, letter)
	if face == "" {
		s.fonts.missing[letter]++
		face, letter = st.font, substitute
	}
	st.font = face
	s.append(a, st, letter)
}

const (
	neverFirst = "、。，．）」』】〉》！？：；”’%)]}" // may not begin a line
	neverLast  = "（「『【〈《“‘([{"          // may not end one
)

// breakable reports whether a line may be broken between two letters that no space parts: beside CJK characters.
func breakable(a, b rune) bool {
	return (wide(a) || wide(b)) && !strings.ContainsRune(neverFirst, b) && !strings.ContainsRune(neverLast, a)
}

func wide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef
}

// line is a row of atoms that fits its width.
type line []atom

// fill breaks atoms into lines of at most width points. An atom that is wider than a whole line is cut.
func (s *setter) fill(atoms []atom, width float64) []line {
	var out []line
	var current line
	used := 0.0
	for len(atoms) > 0 {
		a := atoms[0]
		need := a.width
		if len(current) > 0 {
			need += a.space
		}
		switch {
		case used+need <= width:
			current, used, atoms = append(current, a), used+need, atoms[1:]
			continue
		case a.width > width && (len(current) == 0 || used < width/2):
			room := width - used
			if len(current) > 0 {
				room -= a.space
			}
			head, tail := s.cut(a, room)
			if len(head.pieces) > 0 {
				current = append(current, head)
				atoms = append([]atom{tail}, atoms[1:]...)
			}
		}
		out = append(out, current)
		current, used = nil, 0
	}
	if len(current) > 0 {
		out = append(out, current)
	}
	return out
}

// append adds a letter in a style whose font is known to show it.
func (s *setter) append(a *atom, st style, letter rune) {
	width := s.fonts.width(st.font, letter) * st.size
	a.width += width
	if n := len(a.pieces); n > 0 && a.pieces[n-1].style == st {
		a.pieces[n-1].text += string(letter)
		a.pieces[n-1].width += width
		return
	}
	a.pieces = append(a.pieces, piece{st, string(letter), width})
}

// place is a place within an atom: in front of a byte of a piece.
type place struct {
	piece, byte int
	width       float64 // of the piece up to there
	letters     int     // of the atom up to there
}

// cut parts an atom so that its head fits into room, behind a mark that words are cut at where one is near. The head holds at
// least one letter, so that a loop of cuts ends.
func (s *setter) cut(a atom, room float64) (head, tail atom) {
	at := s.cutAt(a, room)
	p := a.pieces[at.piece]
	left, right := p, p
	left.text, left.width = p.text[:at.byte], at.width
	right.text, right.width = p.text[at.byte:], p.width-at.width
	head.space = a.space
	head.pieces = append(slices.Clone(a.pieces[:at.piece]), left)
	if right.text != "" {
		tail.pieces = []piece{right}
	}
	tail.pieces = append(tail.pieces, a.pieces[at.piece+1:]...)
	for _, p := range head.pieces {
		head.width += p.width
	}
	tail.width = a.width - head.width
	return head, tail
}

func (s *setter) cutAt(a atom, room float64) place {
	var fits, mark place
	used, letters := 0.0, 0
	for i, p := range a.pieces {
		width := 0.0
		for at, letter := range p.text {
			w := s.fonts.width(p.font, letter) * p.size
			used, width, letters = used+w, width+w, letters+1
			if used > room && letters > 1 {
				if mark.letters > 0 && fits.letters-mark.letters < 24 {
					return mark
				}
				return fits
			}
			fits = place{i, at + utf8.RuneLen(letter), width, letters}
			if strings.ContainsRune("/-_.,;:&?=|", letter) {
				mark = fits
			}
		}
	}
	return fits
}
