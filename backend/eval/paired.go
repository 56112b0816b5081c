package eval

import (
	"math/rand/v2"
	"slices"
)

// Paired is the mean difference between two systems on the same questions, and the interval that holds it with 95 %.
type Paired struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	Over int     `json:"over"` // questions
}

const (
	resamples   = 10_000
	outside     = 0.025 // of the resamples lie below the interval, and as many above
	resamplings = 20061 // seed: the same differences give the same interval
)

// paired makes the interval by bootstrap over the questions: their differences are drawn again, with replacement, and the mean taken anew.
func paired(differences []float64) Paired {
	n := len(differences)
	if n == 0 {
		return Paired{}
	}
	p := Paired{Mean: centre(differences), Over: n}
	draw := rand.New(rand.NewPCG(resamplings, 0))
	means, sample := make([]float64, resamples), make([]float64, n)
	for i := range means {
		for j := range sample {
			sample[j] = differences[draw.IntN(n)]
		}
		means[i] = centre(sample)
	}
	slices.Sort(means)
	p.Low, p.High = means[int(outside*resamples)], means[resamples-1-int(outside*resamples)]
	return p
}

func centre(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	return sum / float64(len(list))
}
