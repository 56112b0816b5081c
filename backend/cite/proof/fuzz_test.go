package proof

import (
	"strings"
	"testing"

	"rabbithole/backend/cite"
)

// Whatever stands on a page and whatever is claimed, the check ends without a panic; what repeats the page is never called contradicted.
func FuzzCheck(f *testing.F) {
	for _, x := range append(append([]fact{}, englishFacts...), germanFacts...) {
		f.Add(x.before+"\n"+x.sentence+" "+x.after, x.same[0], 3, 60)
	}
	f.Add("Dies gilt nicht für:\n1. Räume … mit −20 °C,\n2. Keller.", "Räume mit 1.2.3 Nr. § 5 FY20 $ 1e9", 20, 40)
	f.Add("\xff\xfe 12.13.2020 5–7 Mrd. € ≤ 10³ Bq/m³ 氡 浓度", "no. no not nicht n't %", 0, 10)
	f.Fuzz(func(t *testing.T, page, claim string, start, length int) {
		if len(page) > 5000 || len(claim) > 1000 {
			return
		}
		start = max(0, min(start, len(page)))
		end := max(start, min(start+max(0, length), len(page)))
		src := Source{Quote: page[start:end], Page: page, Start: start, End: end, Passage: page, Place: "law.pdf, § 1"}
		Checker{Language: "de"}.Check(claim, []Source{src, {Quote: claim}})
		got := Checker{}.Check(page[start:end], []Source{src})
		if got.Verbatim && (got.Verdict == cite.Contradicted || got.Conflict) {
			t.Errorf("%q repeats its page and is %s: %v", page[start:end], got.Verdict, got.Doubts)
		}
		if plain := !strings.ContainsAny(page, "….:"); plain && cite.Proves(page[start:end]) && got.Verdict == cite.Contradicted {
			t.Errorf("%q is called contradicted by itself: %v", page[start:end], got.Doubts)
		}
	})
}
