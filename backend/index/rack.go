package index

import (
	"encoding/binary"
	"math"
)

// rack holds sketches in memory, in shelves of equal size so that adding never copies what is there. Of each it keeps the number of its
// vector, its bytes, and one bit per entry: whether the entry is below the mean of all. Embeddings of real texts lie on one side of
// the origin, so that signs alone would say little. It is not safe for concurrent use.
type rack struct {
	sketcher *sketcher
	words    int       // 64-bit words for the bits of a sketch
	mean     []float32 // of the sketches there were when the bits were first made, nil before
	shelves  []*shelf
	count    int
}

// shelfSize is the number of sketches on a shelf.
const shelfSize = 4096

type shelf struct {
	numbers []int64
	scales  []float32
	steps   []byte // each an int8
	bits    []uint64
}

func newRack(s *sketcher) *rack { return &rack{sketcher: s, words: (s.dim + 63) / 64} }

// put adds the sketch of a vector.
func (r *rack) put(number int64, sketch []byte) {
	if r.count%shelfSize == 0 {
		dim := r.sketcher.dim
		r.shelves = append(r.shelves, &shelf{make([]int64, 0, shelfSize), make([]float32, 0, shelfSize), make([]byte, 0, shelfSize*dim),
			make([]uint64, 0, shelfSize*r.words)})
	}
	s := r.shelves[len(r.shelves)-1]
	s.numbers = append(s.numbers, number)
	s.scales = append(s.scales, math.Float32frombits(binary.LittleEndian.Uint32(sketch)))
	s.steps = s.steps[:len(s.numbers)*r.sketcher.dim]
	row := s.row(len(s.numbers)-1, r.sketcher.dim)
	copy(row, sketch[sketchHeader:])
	if r.mean != nil {
		s.bits = r.appendBits(s.bits, row, s.scales[len(s.scales)-1])
	}
	r.count++
}

// row returns the steps of the sketch in a place of the shelf.
func (s *shelf) row(place, dim int) []byte { return s.steps[place*dim : (place+1)*dim] }

// settle takes the mean of what is there and makes the bits.
func (r *rack) settle() {
	dim := r.sketcher.dim
	sums := make([]float64, dim)
	for _, s := range r.shelves {
		for place, scale := range s.scales {
			for i, step := range s.row(place, dim) {
				sums[i] += float64(int8(step)) * float64(scale)
			}
		}
	}
	r.mean = make([]float32, dim)
	for i := range sums {
		r.mean[i] = float32(sums[i] / float64(max(r.count, 1)))
	}
	for _, s := range r.shelves {
		s.bits = s.bits[:0]
		for place, scale := range s.scales {
			s.bits = r.appendBits(s.bits, s.row(place, dim), scale)
		}
	}
}

// appendBits appends the bits of a sketch.
func (r *rack) appendBits(to []uint64, steps []byte, scale float32) []uint64 {
	var word uint64
	for i, step := range steps {
		if float32(int8(step))*scale < r.mean[i] {
			word |= 1 << (i & 63)
		}
		if i&63 == 63 || i == len(steps)-1 {
			to, word = append(to, word), 0
		}
	}
	return to
}

// numbers is a set of numbers of vectors, a bit for each number there may be.
type numbers []uint64

func newNumbers(list []int64) numbers {
	set := make(numbers, 1)
	for _, n := range list {
		for int(n/64) >= len(set) {
			set = append(set, make(numbers, len(set))...)
		}
		set[n/64] |= 1 << (n % 64)
	}
	return set
}

func (set numbers) has(n int64) bool { return int(n/64) < len(set) && set[n/64]&(1<<(n%64)) != 0 }

// guess is a vector that may be near, with its cosine as its sketch has it.
type guess struct {
	number int64
	cosine float32
}

// candidates returns the sketches whose bits differ least from those of a turned query: about enough of them, or all that allowed has.
// A nil allowed allows all.
func (r *rack) candidates(turned []float32, allowed numbers, enough int) []guess {
	steps, scale := quantise(turned)
	query, twos := r.appendBits(nil, steps, scale), pair(steps)
	far := make([]int32, r.sketcher.dim+1) // how many sketches are at each distance
	distances := make([]uint16, 0, r.count)
	for _, s := range r.shelves {
		for place, number := range s.numbers {
			d := uint16(math.MaxUint16)
			if allowed == nil || allowed.has(number) {
				d = uint16(distance(query, s.bits[place*r.words:(place+1)*r.words]))
				far[d]++
			}
			distances = append(distances, d)
		}
	}
	cut, seen := 0, far[0]
	for ; seen < int32(enough) && cut < r.sketcher.dim; seen += far[cut] {
		cut++
	}
	out := make([]guess, 0, seen)
	for i, d := range distances {
		if int(d) <= cut {
			s, place := r.shelves[i/shelfSize], i%shelfSize
			out = append(out, guess{s.numbers[place], float32(twos.product(s.row(place, r.sketcher.dim))) * scale * s.scales[place]})
		}
	}
	return out
}
