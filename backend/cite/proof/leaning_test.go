package proof

import (
	"strings"
	"testing"

	"rabbithole/backend/cite"
)

func TestCheck_GoesOnFromTheSentenceBefore(t *testing.T) {
	const cranes = "§ 7\n(5) Für fahrbare Kräne gelten die Absätze 1 und 2 entsprechend. Jedoch kann von einer Bekanntmachung abgesehen werden. Die Halle bleibt offen."
	const boats = "Boats on wheels need a berth as the others do. However, the warden may do without a notice. They shall be lit. The quay is open."
	for _, c := range []struct {
		name, page, claim, before string
		want                      cite.Verdict
		doubt                     string
	}{
		{"alone", cranes, "Jedoch kann von einer Bekanntmachung abgesehen werden.", "", cite.Unproven, "Für fahrbare Kräne"},
		{"behind its sentence", cranes, "(5) Für fahrbare Kräne gelten die Absätze 1 und 2 entsprechend. Jedoch kann von einer Bekanntmachung abgesehen werden.", "", cite.Supported, ""},
		{"its sentence is the line before", cranes, "Jedoch kann von einer Bekanntmachung abgesehen werden.", "§ 7: (5) Für fahrbare Kräne gelten die Absätze 1 und 2 entsprechend.", cite.Supported, ""},
		{"another line stands before", cranes, "Jedoch kann von einer Bekanntmachung abgesehen werden.", "§ 7: Die Halle bleibt offen.", cite.Unproven, "Für fahrbare Kräne"},
		{"what stands on its own", cranes, "Die Halle bleibt offen.", "", cite.Supported, ""},
		{"alone, in English", boats, "However, the warden may do without a notice.", "", cite.Unproven, "Boats on wheels"},
		{"a pronoun", boats, "They shall be lit.", "", cite.Unproven, "However"},
		{"both, in English", boats, "Boats on wheels need a berth as the others do. However, the warden may do without a notice.", "", cite.Supported, ""},
		{"at the head of its page", "However, the warden may do without a notice.", "However, the warden may do without a notice.", "", cite.Unproven, "another page"},
		{"a law that names itself", "Tore sind zu. Diese Verordnung gilt für alle Kräne.", "Diese Verordnung gilt für alle Kräne.", "", cite.Supported, ""},
		{"right behind a heading", "Nobody rows at night.\n4.3 Lanterns\nThey shall be lit. The quay is open.", "They shall be lit.", "", cite.Supported, ""},
	} {
		start := strings.Index(c.page, c.claim)
		source := Source{Quote: c.claim, Page: c.page, Start: start, End: start + len(c.claim), Passage: around(c.page, "boats.pdf, 4.3 Lanterns")}
		got := Checker{Before: c.before}.Check(c.claim, []Source{source})
		if got.Verdict != c.want || !strings.Contains(strings.Join(got.Doubts, " "), c.doubt) || c.doubt == "" && len(got.Doubts) > 0 {
			t.Errorf("%s: %s %q, want %s with %q", c.name, got.Verdict, got.Doubts, c.want, c.doubt)
		}
	}
}
