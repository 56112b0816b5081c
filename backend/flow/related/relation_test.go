package related_test

import (
	"testing"

	"rabbithole/backend/flow/related"
)

func TestRelate_WhatASentenceDoesToAnother(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a library for each pair")
	}
	for _, c := range []struct {
		name, page, other string
		want              related.Relation // "" for nothing
	}{
		{"the same in other order", "The verification measurement begins 14 days after the fan was switched on.", "Fourteen or 14 days after the fan was switched on the verification measurement begins.", related.Adds},
		{"another number", "The measurement of radon in a school shall last at least 90 days.", "The measurement of radon in a school shall last at least 60 days.", related.Contradicts},
		{"German, another number", "Die Messung in einer Schule muss mindestens 90 Tage dauern.", "Die Messung in einer Schule muss mindestens 60 Tage dauern.", related.Contradicts},
		{"another count in a word", "The filter of the pump is changed twice a year by the keeper.", "The filter of the pump is changed once a year by the keeper.", related.Adds},
		{"a rule that fell", "The filter of the big pump is changed every winter by the keeper.", "The duty to change the filter of the big pump every winter was repealed.", related.Adds},
		{"one of them denies", "A sender must generate the quoted form of the header field name.", "A sender must not generate the short form of the quoted header field name.", related.Adds},
		{"one of them demands it", "The keeper of the harbour must trim the wick of a pier lamp every evening.", "The keeper of the harbour may trim the wick of a pier lamp every evening.", related.Adds},
		{"a number of its own", "The fan of the cellar runs with 40 watts during the whole winter.", "During the whole winter the fan of the cellar runs and draws soil gas from 3 pits.", related.Adds},
		{"only the day is the same", "Permits granted before 31 December 2018 for lanterns remain valid.", "Bakers opened 12 shops before 31 December 2018 in the old town.", ""},
		{"only a phrase of law is the same", "Andere Vorschriften über die Einfuhr von Käse bleiben unberührt.", "Andere Vorschriften über die Ausfuhr von Eisen bleiben unberührt.", ""},
		{"a part of a name is no amount", "A server that accepts 0-RTT packets validates the address of the client.", "The client sends 0-RTT packets when its old ticket for the theatre is still good.", related.Adds},
		{"something else", "The verification measurement begins 14 days after the fan was switched on.", "Soup is served on Mondays in the canteen of the harbour by the cook.", ""},
	} {
		d := newDesk(t, map[string]string{"page.md": "# Page\n\n" + c.page + "\n", "other.md": "# Other\n\n" + c.other + "\n"})
		s := d.run(related.State{Document: d.hash("page.md"), Page: 1, Mode: related.Quick, Allow: "library"})
		var got related.Relation
		if len(s.Bullets) > 0 {
			got = s.Bullets[0].Relation
		}
		if got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}
