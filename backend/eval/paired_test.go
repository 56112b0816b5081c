package eval

import (
	"math"
	"testing"
)

func TestPaired_TheIntervalHoldsTheMean(t *testing.T) {
	for name, x := range map[string]struct {
		differences     []float64
		mean, low, high float64
	}{
		"nothing": {nil, 0, 0, 0}, "always the same": {[]float64{0.5, 0.5, 0.5}, 0.5, 0.5, 0.5},
		// A mean of n values of -1 and 1 has the standard deviation 1/sqrt(n): the interval of 400 is about 2 * 0.05 wide to each side.
		"as often more as less": {alternating(400), 0, -0.098, 0.098},
	} {
		p := paired(x.differences)
		if math.Abs(p.Mean-x.mean) > 1e-9 || math.Abs(p.Low-x.low) > 0.011 || math.Abs(p.High-x.high) > 0.011 || p.Over != len(x.differences) {
			t.Errorf("%s: %+v, want %.3f between %.3f and %.3f", name, p, x.mean, x.low, x.high)
		}
		if again := paired(x.differences); again != p {
			t.Errorf("%s: %+v, then %+v", name, p, again)
		}
	}
}

func alternating(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(i%2)*2 - 1
	}
	return out
}
