package refs_test

import (
	"strings"
	"testing"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/detect"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/outline"
	"rabbithole/backend/refs/resolve"
	"rabbithole/backend/source"
)

// genres are invented documents of kinds that number their parts differently, each with what has to be found in it and where it leads.
var genres = []struct {
	name, text string
	want       []string // reference -> label of its target, or its status where it has none
}{
	{"contract", `MASTER SERVICES AGREEMENT

1. DEFINITIONS

1.1 In this Agreement the terms in Schedule 1 apply. "Fees" has the meaning given in Clause 5.2.

1.2 The Schedules form part of this Agreement, clauses 1.1, 1.2 and 7.3(a) survive.

5. FEES

5.1 The Customer pays what paragraph 3 of Schedule 2 says.

5.2 Fees are those of Exhibit A, subject to section 12 of the Cellar Works Act 1999.

7. TERMINATION

7.3 Either party may terminate. See Appendix 1.

SCHEDULE 1

Definitions.

SCHEDULE 2

Fees.

EXHIBIT A

Form of order.
`, []string{"Schedule 1 -> Schedule 1", "Clause 5.2 -> Section 5.2", "clauses 1.1 -> Section 1.1", "1.2 -> Section 1.2", "7.3(a) -> Section 7.3", "Schedule 2 -> Schedule 2",
		"Exhibit A -> Exhibit A", "section 12 of the Cellar Works Act 1999 -> open", "Appendix 1 -> open"}},
	{"standard", `INTERNATIONAL STANDARD ISO 99123:2021

Cellar air

4 Requirements

The values of ISO/IEC 17999:2017, 6.4.2, apply. See Clause 5, subclause 5.2.1 and Annex A of ISO 99123.

5 Test methods

5.2.1 Preparation

Prepare well.

Annex A
(informative)
Examples
`, []string{"ISO 99123:2021 -> whole", "Clause 5 -> Section 5", "subclause 5.2.1 -> Section 5.2.1", "Annex A of ISO 99123 -> Annex A"}},
	{"paper", `Measuring Damp

We measure damp [1,2] as in Sec. 2; see Smith and [3], Section 4.

1 Introduction

Old walls are damp in winter.

2 Methods

We dig.

References

[1] A. Winter, "Damp cellars," Journal of Cellars, 2019.
[2] C. Dew. Learning to dig. 2020.
[3] T. Thaw. Walls. Cellar Press, 1998.
`, []string{"[1,2] -> external", "Sec. 2 -> Section 2", "[3], Section 4 -> open"}},
	{"directive", `DIRECTIVE (EU) 2099/12 OF THE EUROPEAN PARLIAMENT AND OF THE COUNCIL

Whereas:

(1) Cellars are damp.

HAVE ADOPTED THIS DIRECTIVE:

CHAPTER I
GENERAL PROVISIONS

Article 1
Subject matter

This Directive applies in accordance with Articles 2 to 3 and recital 1. See point (12) of Article 4(1) of Regulation (EU) No 575/2088.

Article 2
Definitions

Words are used as in Article 5 of Directive 2088/5/EC as in force before 1 May 2099, and Article 3(1) of Directive (EU) 2099/12.

Article 3
Duties

1. Duties follow from Annex I.

ANNEX I

Part A
`, []string{"Articles 2 to 3 -> Article 2", "recital 1 -> Recital 1", "point (12) of Article 4(1) of Regulation (EU) No 575/2088 -> open",
		"Article 5 of Directive 2088/5/EC -> old_version", "Article 3(1) of Directive (EU) 2099/12 -> Article 3", "Annex I -> Annex I"}},
}

func TestGenres_LeadWhereTheyShould(t *testing.T) {
	for _, g := range genres {
		pages := []source.Page{{Number: 1, Text: g.text}}
		doc := source.Document{Hash: g.name}
		sections := outline.Sections(doc, source.Meta{}, pages)
		doc.Names = naming.Names(doc, source.Meta{}, pages, sections)
		r := resolve.NewResolver([]refs.Entry{{doc, sections}})
		got := map[string]bool{}
		for _, m := range detect.Detect(doc, pages, sections) {
			m = r.Resolve(m)
			leads := string(m.Status)
			if m.Status == refs.Found && len(m.Targets) > 0 {
				leads = m.Targets[0].Label
				if m.Targets[0].Section == "" {
					leads = "whole"
				}
			}
			got[m.Text+" -> "+leads] = true
		}
		for _, want := range g.want {
			if !got[want] {
				t.Errorf("%s: no %q in\n%s", g.name, want, strings.Join(keysOf(got), "\n"))
			}
		}
	}
}

func keysOf(m map[string]bool) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	return out
}
