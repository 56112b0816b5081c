package pagetext

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Set is how a character is set: its origin and its right edge in points from the top left corner, and its size.
type Set struct{ X, Y, Right, Size float64 }

const (
	small     = 0.85 // size of a raised character at most, in sizes of the one it stands on,
	tiny      = 0.3  // and at least
	low       = 0.2  // how far it is raised at least, in those sizes,
	high      = 0.75 // and at most: what is higher stands on the line before, beside a large initial
	levelled  = 0.08 // how far characters of one level differ in it
	room      = 0.15 // gap, in those sizes, in which a blank is missing
	wordSpace = 0.8  // the widest gap between words, in those sizes
	mostRise  = 8    // characters of an exponent or a row of marks
	blankGap  = 0.6  // the widest gap with a blank between a word and the mark of a footnote, in sizes of the word
	noteGap   = 1.5  // the widest gap between a footnote's mark and its text, in sizes of the text

	leastWord = 3 // letters
)

// Raise keeps what is raised behind a word or number apart from it: digits as small ones ("purposes²", "m³"), exponents of several signs and
// letters behind a ^ ("10^-10", "x^n"). Letters that end a number or a word ("37th") are left, and so is what is lowered. t knows nothing of
// all this, so how characters are set is asked for: one tells whether one piece of the page holds two of them, which is the usual case and
// says that they are set alike.
func Raise(t Text, one func(i, j int) bool, set func(int) Set) Text {
	r := riser{t: t, one: one, set: set}
	var out Text
	done := 0
	for start := 0; start < len(t); {
		end := start + 1
		kind := kindOf(t[start].R)
		for end < len(t) && kindOf(t[end].R) == kind {
			end++
		}
		if base, from, to := r.raised(kind, start, end); from < to {
			out = append(out, t[done:base+1]...) // a line that ended between them did so because of the rise
			out, done = r.write(out, base, from, to)
			end = max(done, end)
		} else if text := r.leads(start, end); kind == aDigit && text > 0 {
			out = append(asMarks(append(out, t[done:start]...), t[start:end]), Glyph{' ', -1})
			done, end = text, text
		}
		start = end
	}
	if done == 0 {
		return t
	}
	return append(out, t[done:]...)
}

const (
	aLetter = iota
	aDigit
	aSign // of an exponent
	another
)

func kindOf(r rune) int {
	switch {
	case unicode.IsLetter(r):
		return aLetter
	case r >= '0' && r <= '9':
		return aDigit
	case r == '-' || r == '−' || r == '–' || r == '+':
		return aSign
	}
	return another
}

type riser struct {
	t   Text
	one func(i, j int) bool
	set func(int) Set
}

// raised returns what is raised of a run of one kind, with what follows it at that level, and the character it stands on. from is to where,
// as usual, nothing is.
func (r riser) raised(kind, start, end int) (base, from, to int) {
	if kind == another {
		return
	}
	base = start - 1
	for base >= 0 && (r.t[base].R == '\n' || r.t[base].R == '\r') {
		base--
	}
	alone := end == len(r.t) || r.t[end].R <= ' '
	if kind == aDigit && alone && base > 0 && r.t[base].R == ' ' && r.t[base-1].R > ' ' && kindOf(r.t[base-1].R) != aDigit {
		base-- // a footnote's mark behind a blank
	}
	if base < 0 || r.t[base].R <= ' ' {
		base = start
	}
	if base == end-1 || r.one(base, end-1) {
		return
	}
	whole := kind == aLetter && r.set(end-1).Size > small*r.set(base).Size
	for from = max(base+1, start); from < end; from++ {
		if from > start {
			base = from - 1
		}
		if whole && from > start && from < end-1 { // within a word nothing is raised
			continue
		}
		if to = r.rise(base, from); to > from {
			return base, from, to
		}
	}
	return 0, 0, 0
}

// rise returns where what is raised on base ends, k where it begins: it is smaller and higher than what it stands on and what follows.
func (r riser) rise(at, k int) int {
	base, first := r.set(at), r.set(k)
	if gap := (first.X - base.Right) / base.Size; !first.above(base) || gap < -2*room || at < k-1 && gap > r.most(at) {
		return k
	}
	end := k + 1
	for ; end < len(r.t) && r.goesUp(end, first, base); end++ {
		if end-k == mostRise {
			return k
		}
	}
	if at < k-1 && end-k > 1 && unicode.IsLetter(r.t[at].R) && unicode.IsLetter(r.t[k].R) {
		return k // a variable and its name's rest are better two words than one
	}
	next := end
	for next < len(r.t) && r.t[next].R <= ' ' {
		next++
	}
	if next == len(r.t) {
		return end
	}
	after, sameLine := r.set(next), !r.t[end:next].has('\n')
	if level := math.Abs(after.Y-base.Y) <= levelled*base.Size && after.Size*small >= first.Size; sameLine && !level {
		return k // a fraction, or the rest of a line beside a large initial
	}
	if under := after.Y > first.Y && math.Abs(after.X-first.X) < base.Size; under && after.Size <= small*base.Size {
		return k // a fraction
	}
	return end
}

// most returns the widest gap in which something is raised on character i, which does not stand right behind it: a blank may lie between.
func (r riser) most(i int) float64 {
	if r.t[i+1].R == ' ' {
		return blankGap
	}
	return room
}

// above reports whether s is smaller than base and raised on its line.
func (s Set) above(base Set) bool {
	up := base.Y - s.Y
	return s.Size <= small*base.Size && s.Size >= tiny*base.Size && up >= low*base.Size && up <= high*base.Size
}

// goesUp reports whether character i is at the level of what is raised on base, or an index to it. A blank before a sign is, if that is: "n ×m".
func (r riser) goesUp(i int, raised, base Set) bool {
	if r.t[i].R == ' ' && i+1 < len(r.t) && strings.ContainsRune(arithmetic, r.t[i+1].R) {
		i++
	}
	s := r.set(i)
	index := s.Size <= small*raised.Size && s.Y > raised.Y && s.Y < base.Y
	return r.t[i].R > ' ' && s.Size <= small*base.Size && (index || math.Abs(s.Y-raised.Y) <= levelled*base.Size)
}

// leads returns where the text of the footnote begins whose mark are digits at the start of a line, 0 where they are none. A short word right
// behind them may be the element whose isotope they number.
func (r riser) leads(start, end int) int {
	text := end
	for text < len(r.t) && r.t[text].R <= ' ' {
		text++
	}
	word := text
	for word < len(r.t) && unicode.IsLetter(r.t[word].R) {
		word++
	}
	if start > 0 && r.t[start-1].R != '\n' || text == len(r.t) || kindOf(r.t[text].R) == aDigit || text == end && word < end+leastWord {
		return 0
	}
	base := r.set(text)
	if gap := base.X - r.set(end-1).Right; !r.set(start).above(base) || !r.set(end-1).above(base) || text > end && (gap < 0 || gap > noteGap*base.Size) {
		return 0
	}
	return text
}

// asMarks appends digits and signs in their small form.
func asMarks(out, run Text) Text {
	for _, g := range run {
		if i := strings.IndexRune(plainDigits, g.R); i >= 0 {
			g.R = []rune(smallDigits)[utf8.RuneCountInString(plainDigits[:i])]
		}
		out = append(out, g)
	}
	return out
}

// endings of ordinal numbers, which may be raised.
var endings = []string{"st", "nd", "rd", "th", "e", "er", "re", "me", "ère", "ème"}

const (
	plainDigits = "0123456789+-−–"
	arithmetic  = "+-−–/×·"
	smallDigits = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻"
)

// write appends t[from:to], which is raised on base, to out, and returns where t goes on behind it.
func (r riser) write(out Text, base, from, to int) (Text, int) {
	raised := r.t[from:to]
	run := raised.String()
	next := r.goesOn(base, to)
	letters, digits := strings.ContainsFunc(run, unicode.IsLetter), strings.ContainsFunc(run, unicode.IsDigit)
	word := letters && !single(run) && !strings.ContainsAny(run, plainDigits) && r.set(to-1).Size > small*r.set(from).Size
	apart := slices.Contains(endings, run) && (run != "e" || !unicode.IsLower(r.t[base].R))
	switch {
	case kindOf(r.t[base].R) == aDigit && next < len(r.t) && strings.ContainsRune("/⁄", r.t[next].R): // 33 1/3
		out = append(append(out, Glyph{' ', -1}), raised...)
	case apart || !letters && !digits || word && unicode.IsLetter(r.t[base].R) || strings.ContainsAny(run, "()[]"):
		out = append(out, raised...)
	case letters || kindOf(raised[0].R) == aSign || len(raised) > 1 && !strings.Contains(run, ",") && r.onPower(base+1):
		out, apart = append(out, power(raised)...), true
	default:
		out = asMarks(out, raised)
	}
	if next < len(r.t) && kindOf(r.t[next].R) <= aDigit && (apart || r.set(next).X-r.set(to-1).Right > room*r.set(base).Size) {
		out = append(out, Glyph{' ', -1})
	}
	return out, next
}

// goesOn returns where the line of base goes on behind what is raised on it and ends at to: that may have ended the line in t.
func (r riser) goesOn(base, to int) int {
	next, wide := to, 2*room
	for next < len(r.t) && (r.t[next].R == '\n' || r.t[next].R == '\r') {
		next++
	}
	word := next
	for word < len(r.t) && r.t[word].R == ' ' {
		word, wide = word+1, wordSpace
	}
	if next == to || word == len(r.t) || r.t[word].R <= ' ' {
		return to
	}
	on, after := r.set(base), r.set(word)
	if math.Abs(after.Y-on.Y) > levelled*on.Size || math.Abs(after.X-r.set(to-1).Right) > wide*on.Size {
		return to
	}
	return next
}

// single reports whether letters stand by themselves: "n", "a,b".
func single(run string) bool {
	for _, s := range strings.Split(run, ",") {
		if len([]rune(s)) != 1 {
			return false
		}
	}
	return true
}

// onPower reports whether what ends before i is the number whose powers are written out, 2 or 10.
func (r riser) onPower(i int) bool {
	from := i
	for from > 0 && i-from < 3 && strings.ContainsRune("0123456789.,", r.t[from-1].R) {
		from--
	}
	number := r.t[from:i].String()
	return number == "2" || number == "10"
}

// power returns an exponent behind a ^, in brackets where it is more than one term.
func power(exponent Text) Text {
	exponent = slices.DeleteFunc(slices.Clone(exponent), func(g Glyph) bool { return g.R == ' ' })
	if strings.ContainsAny(exponent[1:].String(), arithmetic) {
		return slices.Concat(Text{{'^', -1}, {'(', -1}}, exponent, Text{{')', -1}})
	}
	return slices.Concat(Text{{'^', -1}}, exponent)
}
