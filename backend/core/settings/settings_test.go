package settings

import "testing"

// What a person stored is read over the default and what the environment says over both; what cannot be read counts as its default where it was
// stored, and is refused in the environment.
func TestLoad_TheEnvironmentRulesOverWhatIsStored(t *testing.T) {
	none := func(string) string { return "" }
	plain, err := Load(nil, nil, none)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range Table() {
		if value := d.In(plain); value != "" && d.Check(value) != nil {
			t.Errorf("%s refuses its own default %q: %v", d.Name, value, d.Check(value))
		}
	}
	stored := map[string]string{"MAX_REWRITES": "3", "MAX_ITERATIONS": "many"}
	s, err := Load(stored, []string{"MAX_ITERATIONS"}, none)
	if err != nil || s.Research.MaxRewrites != 3 || s.Research.MaxIterations != plain.Research.MaxIterations {
		t.Errorf("stored: %+v, %v", s.Research, err)
	}
	s, err = Load(stored, []string{"MAX_ITERATIONS"}, func(name string) string { return map[string]string{"MAX_REWRITES": "1"}[name] })
	if err != nil || s.Research.MaxRewrites != 1 {
		t.Errorf("environment: %+v, %v", s.Research, err)
	}
	if _, err := Load(nil, nil, func(name string) string { return map[string]string{"MAX_REWRITES": "x"}[name] }); err == nil {
		t.Error("an environment that cannot be read is taken")
	}
}
