package index

import (
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"
)

// sketcher makes sketches of vectors with dim entries. A sketch is the unit vector turned in space and rounded to a byte per entry: the
// product of two sketches is the cosine of their vectors up to about 0.001. The turn spreads what a vector says evenly over its
// entries, so that the sign of each entry alone, one bit, is worth as much as any other; it is the same everywhere and for ever.
type sketcher struct {
	dim   int
	signs [turns][]float32
}

// turns is the number of Hadamard transforms that a turn is made of. Each covers the greatest power of two of entries, the first ones and
// the last ones in turn (as in Gao et al. 2024, RaBitQ), so that any number of entries will do.
const turns = 4

// sketchHeader is the length of what stands before a sketch's bytes: what one step of a byte is worth, a float32.
const sketchHeader = 4

func newSketcher(dim int) *sketcher {
	s := &sketcher{dim: dim}
	random := rand.New(rand.NewPCG(0x5ca1ab1e, uint64(dim)))
	for t := range s.signs {
		s.signs[t] = make([]float32, dim)
		for i := range s.signs[t] {
			s.signs[t][i] = float32(int(random.Uint32()>>31)*2 - 1)
		}
	}
	return s
}

// turn returns v scaled to length one and turned.
func (s *sketcher) turn(v []float32) []float32 {
	out := make([]float32, s.dim)
	scale := float32(1 / length(v))
	for i, x := range v {
		out[i] = x * scale
	}
	span := 1 << (bits.Len(uint(s.dim)) - 1)
	for t, signs := range s.signs {
		for i, sign := range signs {
			out[i] *= sign
		}
		if t%2 == 0 {
			hadamard(out[:span])
		} else {
			hadamard(out[s.dim-span:])
		}
	}
	return out
}

// hadamard multiplies v, whose length is a power of two, by the orthogonal Hadamard matrix.
func hadamard(v []float32) {
	for half := 1; half < len(v); half *= 2 {
		for at := 0; at < len(v); at += 2 * half {
			a, b := v[at:at+half], v[at+half:at+2*half]
			for i := range a {
				a[i], b[i] = a[i]+b[i], a[i]-b[i]
			}
		}
	}
	scale := float32(1 / math.Sqrt(float64(len(v))))
	for i := range v {
		v[i] *= scale
	}
}

// sketch returns the sketch of a vector with entries, none of them infinite, not all of them zero.
func (s *sketcher) sketch(v []float32) []byte {
	steps, scale := quantise(s.turn(v))
	out := make([]byte, sketchHeader, sketchHeader+s.dim)
	binary.LittleEndian.PutUint32(out, math.Float32bits(scale))
	return append(out, steps...)
}

// fits reports whether data can be a sketch of this sketcher.
func (s *sketcher) fits(data []byte) bool { return len(data) == sketchHeader+s.dim }

// Sketched returns a function, for one goroutine, that reports whether a sketch was made of a vector. Processors round differently: a step
// more or less is the same sketch.
func Sketched() func(vector []float32, sketch []byte) bool {
	known := map[int]*sketcher{}
	return func(vector []float32, sketch []byte) bool {
		s, ok := known[len(vector)]
		if !ok {
			s = newSketcher(len(vector))
			known[len(vector)] = s
		}
		if !usable(vector) || !s.fits(sketch) {
			return false
		}
		due := s.sketch(vector)
		want, got := stepOf(due), stepOf(sketch)
		if !(math.Abs(got-want) < want/1000) {
			return false
		}
		for i := sketchHeader; i < len(due); i++ {
			if d := int(int8(due[i])) - int(int8(sketch[i])); d < -1 || d > 1 {
				return false
			}
		}
		return true
	}
}

// stepOf returns what one step of a sketch is worth.
func stepOf(sketch []byte) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(sketch)))
}

// quantise rounds v to whole steps of -127 to 127, each an int8, and returns what one step is worth.
func quantise(v []float32) (steps []byte, scale float32) {
	greatest := float32(0)
	for _, x := range v {
		greatest = max(greatest, x, -x)
	}
	scale = greatest / 127
	steps = make([]byte, len(v))
	for i, x := range v {
		steps[i] = byte(int8(math.Round(float64(x / scale))))
	}
	return steps, scale
}

// paired are steps made ready for many products: in words two of them each, four apart, the first in the upper half.
type paired struct {
	words []uint64
	rest  []byte // the last steps, fewer than eight
	sum   int64  // of the steps in words
}

func pair(steps []byte) (p paired) {
	for ; len(steps) >= 8; steps = steps[8:] {
		for i := range 4 {
			first, second := int64(int8(steps[i])), int64(int8(steps[i+4]))
			p.words = append(p.words, uint64(first<<32+second))
			p.sum += first + second
		}
	}
	p.rest = steps
	return p
}

// product is the scalar product with a row of as many steps. Multiplying a<<32+b by d<<32+c makes two products at once: a*c+b*d in the upper half,
// and b*c in the lower, whose sign the upper has borrowed from. A row's steps are taken with 128 added, so that none is negative.
func (p paired) product(row []byte) int32 {
	const two = 0x000000ff_000000ff
	var sum uint64
	for words := p.words; len(words) >= 4 && len(row) >= 8; words, row = words[4:], row[8:] {
		x := binary.LittleEndian.Uint64(row) ^ 0x80808080_80808080
		sum += words[0]*(x&two) + words[1]*(x>>8&two) + words[2]*(x>>16&two) + words[3]*(x>>24&two)
	}
	upper := int64(sum-uint64(int64(int32(sum))))>>32 - 128*p.sum
	for i, step := range p.rest {
		upper += int64(int8(step)) * int64(int8(row[i]))
	}
	return int32(upper)
}

// distance is the number of bits in which two rows of words of one length differ.
func distance(a, b []uint64) int {
	b = b[:len(a)]
	n := 0
	for i, word := range a {
		n += bits.OnesCount64(word ^ b[i])
	}
	return n
}
