package proof

import (
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/source"
)

// Whatever stands on a page and whatever is claimed, the check ends without a panic, calls nothing contradicted, and calls nothing supported that does
// not repeat the page.
func FuzzCheck(f *testing.F) {
	f.Add("Lanterns are carried at the mast.\nThe brightness of a lantern on a boat must not exceed 40 lumens. The crew trims the wick.", "All lanterns may have at most 40 lumens at Brunnhof.", 3, 60)
	f.Add("Dies gilt nicht für:\n1. Räume … mit −20 °C,\n2. Keller.", "Räume mit 1.2.3 Nr. § 5 FY20 $ 1e9", 20, 40)
	f.Add("\xff\xfe 12.13.2020 5–7 Mrd. € ≤ 10³ Bq/m³ 氡 浓度", "no. no not nicht n't %", 0, 10)
	f.Fuzz(func(t *testing.T, page, claim string, start, length int) {
		if len(page) > 5000 || len(claim) > 1000 {
			return
		}
		start = max(0, min(start, len(page)))
		end := max(start, min(start+max(0, length), len(page)))
		src := Source{Quote: page[start:end], Page: page, Start: start, End: end, Passage: source.Passage{Text: page}, Place: "law.pdf, § 1"}
		Checker{Language: "de"}.Check(claim, []Source{src, {Quote: claim}})
		for _, said := range []string{claim, page[start:end]} {
			got := Checker{}.Check(said, []Source{src})
			if got.Verdict == cite.Contradicted || !got.Verbatim && got.Verdict != cite.Unproven {
				t.Errorf("%q by %q: %+v", said, page[start:end], got)
			}
		}
	})
}
