package index

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSketched_TellsWhoseSketchItIs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	vector := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(random.NormFloat64())
		}
		return v
	}
	v := vector(96)
	own := newSketcher(96).sketch(v)
	rounded, changed, scaled := slices.Clone(own), slices.Clone(own), slices.Clone(own)
	rounded[20]++
	changed[20] += 9
	scaled[3] ^= 1
	fits := Sketched()
	for name, c := range map[string]struct {
		vector []float32
		sketch []byte
		want   bool
	}{
		"its own": {v, own, true}, "of another processor": {v, rounded, true}, "one entry changed": {v, changed, false},
		"of another scale": {v, scaled, false}, "of another vector": {vector(96), own, false}, "of another length": {vector(64), own, false},
		"cut short": {v, own[:50], false}, "empty": {v, nil, false}, "of no vector": {nil, own, false}, "of zeros": {make([]float32, 96), own, false},
	} {
		if got := fits(c.vector, c.sketch); got != c.want {
			t.Errorf("%s: %t, want %t", name, got, c.want)
		}
	}
}

func TestPaired_ProductOfAnyLength(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for length := range 800 {
		steps, row := make([]byte, length), make([]byte, length)
		want := int32(0)
		for i := range steps {
			a, b := random.IntN(256)-128, random.IntN(256)-128
			if length%3 == 0 { // the extremes
				a, b = []int{-128, 127}[i%2], -128
			}
			steps[i], row[i] = byte(int8(a)), byte(int8(b))
			want += int32(a * b)
		}
		if got := pair(steps).product(row); got != want {
			t.Errorf("%d steps: %d, want %d", length, got, want)
		}
	}
}
