package extract_test

import (
	"encoding/json"
	"os"
	"testing"

	"rabbithole/backend/extract"
)

// Each sign that was learned is one that is measured, and a better sign never makes an answer less likely.
func TestLikelihood_RisesWithWhatIsShared(t *testing.T) {
	data, err := os.ReadFile("likely.json")
	if err != nil {
		t.Fatal(err)
	}
	var l extract.Likelihood
	if err := json.Unmarshal(data, &l); err != nil {
		t.Fatal(err)
	}
	best := map[string]float64{"quote": 1, "pairs": 1, "lacking": 0, "number": 0, "place": 1, "margin": 1}
	worst := map[string]float64{"quote": 0, "pairs": 0, "lacking": 1, "number": 1, "place": 0, "margin": 0}
	if len(l.Signs) != len(best) || l.Of(best) < l.Threshold || l.Of(worst) >= l.Threshold {
		t.Errorf("%d signs; %.2f at best, %.2f at worst, threshold %.2f", len(l.Signs), l.Of(best), l.Of(worst), l.Threshold)
	}
	for _, s := range l.Signs {
		worse := map[string]float64{}
		for name, value := range best {
			worse[name] = value
		}
		value, measured := worst[s.Name]
		worse[s.Name] = value
		if !measured || l.Of(worse) >= l.Of(best) {
			t.Errorf("%s: %.2f without it, %.2f with it", s.Name, l.Of(worse), l.Of(best))
		}
	}
}
