package step

import "testing"

func TestProfile_TheTitleOfARuleCountsForItsSentences(t *testing.T) {
	k, asked := &Kit{Lexicon: plainWords{}}, profileOf("lantern", "boat", "dark")
	a, b, c := k.titled(asked, "Article 7 Lantern boat"), k.titled(asked, "Permit harbour crew pilot rope anchor boat"), k.titled(asked, "Bread")
	if timed := k.titled(profileOf("lantern", "year", "ended", "march", "2012"), "Fiscal years ended March 31, 2012"); timed != 0 {
		t.Errorf("a stretch of time is a title: %.2f", timed)
	}
	if !(a > 0.75 && b < 0.3 && c == 0) {
		t.Errorf("titled %.2f, %.2f, %.2f", a, b, c)
	}
	sentence := []string{"authority", "allow", "dark"}
	own := []string{"lantern", "boat"}
	if under, below := asked.said(sentence, own, a), asked.said(sentence, own, b); !(under > below+0.15 && below > asked.Coverage(sentence) && asked.said(sentence, nil, a) == asked.Coverage(sentence)) {
		t.Errorf("said %.2f under its own title, %.2f under a long one", under, below)
	}
}
