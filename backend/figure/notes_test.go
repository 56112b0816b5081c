package figure

import "testing"

func TestFind_RaisedDigitsAreNoFigures(t *testing.T) {
	for _, text := range []string{"Revenue was $1,234² last time.", "Revenue was $1,234¹² last time.", "Revenue was $1,234^b last time."} {
		if all := Find(text); len(all) != 1 || all[0].Text != "$1,234" {
			t.Errorf("%q: %+v", text, all)
		}
	}
}
