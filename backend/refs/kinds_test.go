package refs_test

import (
	"testing"

	"rabbithole/backend/refs"
)

func TestDetect_ContractsAndStatutes(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"under Clause 7.3 and Clauses 8.1 to 8.3", []string{"Clause 7.3 -> Section 7.3", "Clauses 8.1 to 8.3 -> Section 8.1, Section 8.2, Section 8.3"}},
		{"clause 7.3(a)(ii) of this Agreement", []string{"clause 7.3(a)(ii) -> Section 7.3 ((a)(ii))"}},
		{"in Schedule 2, Exhibit A and Attachment 3; they schedule 2 meetings", []string{"Schedule 2 -> Schedule 2", "Exhibit A -> Exhibit A", "Attachment 3 -> Attachment 3"}},
		{"15 U.S.C. § 78m(a) and 17 CFR 240.10b-5.", []string{"15 U.S.C. § 78m(a) -> § 78m ((a)) @15 U.S.C.", "17 CFR 240.10b-5 -> § 240.10b-5 @17 CFR"}},
		{"42 U.S.C. §§ 7401, 7402 and 7403", []string{"42 U.S.C. §§ 7401, 7402 and 7403 -> § 7401 @42 U.S.C., § 7402 @42 U.S.C., § 7403 @42 U.S.C."}},
		{"Rule 10b-5 under the Damp Trade Act of 1934", []string{"Rule 10b-5 under the Damp Trade Act -> Rule 10b-5 @Damp Trade Act of 1934"}},
		{"Rules 13a-15(e) and 15d-15(e) apply; Rule 7 is mine", []string{"Rules 13a-15(e) and 15d-15(e) -> Rule 13a-15 ((e)), Rule 15d-15 ((e))"}},
		{"Section 13(a) of the Damp Trade Act of 1934", []string{"Section 13(a) of the Damp Trade Act of 1934 -> Section 13 ((a)) @Damp Trade Act of 1934"}},
		{"s. 5(2) of the Cellar Act 1999, and s. 7 is short", []string{"s. 5(2) of the Cellar Act 1999 -> Section 5 ((2)) @Cellar Act 1999"}},
		{"Regulation 4 of the Cellar Regulations 2005", []string{"Regulation 4 of the Cellar Regulations 2005 -> Regulation 4 @Cellar Regulations 2005"}},
		{"Article 5 of Council Directive 99/391/EEC", []string{"Article 5 of Council Directive 99/391/EEC -> Article 5 @Directive 99/391/EEC"}},
		{"Article 4(1), points (a) and (b), of Regulation (EC) No 1907/2099", []string{
			"Article 4(1), points (a) and (b), of Regulation (EC) No 1907/2099 -> Article 4 ((1), points (a) and (b)) @Regulation (EC) No 1907/2099"}},
		{"§ 3 Abs. 1 S. 2 Nr. 4 lit. b KLG, § 433 II KLG und Art. 14 I 2 KG", []string{"§ 3 Abs. 1 S. 2 Nr. 4 lit. b KLG -> § 3 (Abs. 1 S. 2 Nr. 4 lit. b) @KLG",
			"§ 433 II KLG -> § 433 (II) @KLG", "Art. 14 I 2 KG -> Article 14 (I 2) @KG"}},
		{"§ 5 KLG, S. 12", []string{"§ 5 KLG -> § 5 @KLG"}},
	} {
		check(t, c.text, c.want)
	}
}

func TestDetect_Standards(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"ISO 9999:2015, clause 8.4, and ISO/IEC 27999 apply.", []string{"ISO 9999:2015, clause 8.4 -> Section 8.4 @ISO 9999:2015", "ISO/IEC 27999 -> ISO/IEC 27999"}},
		{"nach DIN EN ISO 13999:2016 Abschnitt 7.3", []string{"DIN EN ISO 13999:2016 Abschnitt 7.3 -> Section 7.3 @DIN EN ISO 13999:2016"}},
		{"DIN 18999-2, VDI 6999, IEC 60999-1:2005+A1", []string{"DIN 18999-2 -> DIN 18999-2", "VDI 6999 -> VDI 6999", "IEC 60999-1:2005+A1 -> IEC 60999-1:2005+A1"}},
		{"IEEE 899.11-2016, ITU-T X.599, NIST SP 899-53, ASTM E2999-11", []string{"IEEE 899.11-2016 -> IEEE 899.11-2016", "ITU-T X.599 -> ITU-T X.599",
			"NIST SP 899-53 -> NIST SP 899-53", "ASTM E2999-11 -> ASTM E2999-11"}},
		{"Section 4.2 of ISO 9999 and Abschnitt 5 der DIN EN 12999", []string{"Section 4.2 of ISO 9999 -> Section 4.2 @ISO 9999", "Abschnitt 5 der DIN EN 12999 -> Abschnitt 5 @DIN EN 12999"}},
		{"AN ISO 3 PER DIN A4 sheet", nil},
		{"RFCs 9997 and 9998; arXiv: 2001.00001v2", []string{"RFCs 9997 and 9998 -> RFC 9997, RFC 9998",
			"arXiv: 2001.00001v2 -> arXiv: 2001.00001v2 https://arxiv.org/abs/2001.00001v2"}},
	} {
		check(t, c.text, c.want)
	}
}

func TestDetect_Ranges(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"Sections 4.1–4.3 and 4.5", []string{"Sections 4.1–4.3 -> Section 4.1, Section 4.2, Section 4.3", "4.5 -> Section 4.5"}},
		{"§§ 31-33 gelten", []string{"§§ 31-33 -> § 31, § 32, § 33"}},
		{"Articles 101 – 103", []string{"Articles 101 – 103 -> Article 101, Article 102, Article 103"}},
		{"Annexes I to IV and Appendices A to C", []string{"Annexes I to IV -> Annex I, Annex II, Annex III, Annex IV", "Appendices A to C -> Appendix A, Appendix B, Appendix C"}},
		{"Section 33-31 is odd", []string{"Section 33 -> Section 33"}},
	} {
		check(t, c.text, c.want)
	}
}

func TestDetect_ItemsAndNotesTheDocumentHas(t *testing.T) {
	item := refs.Section{ID: "s1", Kind: refs.KindSection, Number: "7A", Label: "Item 7A", Page: 9}
	note := refs.Section{ID: "s2", Kind: refs.KindSection, Number: "12", Label: "Note 12", Page: 9, Start: 50}
	got := mentionsIn("See Item 7A of this Form 10-K, Note 12 to the accounts, Item 3 and Note 5.", item, note)
	if want := []string{"Item 7A -> Item 7A", "Note 12 -> Note 12"}; !equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	got = mentionsIn("Item 7 of our 2098 Annual Report says so.")
	if want := []string{"Item 7 of our 2098 Annual Report -> Item 7 @2098 Annual Report"}; !equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDetect_AuthorAndYear(t *testing.T) {
	entry := func(id, label string) refs.Section {
		return refs.Section{ID: id, Kind: refs.KindBibliography, Number: label, Label: label, Page: 9}
	}
	got := mentionsIn("Winter et al. (2019) and Frost and Dew (2020b) agree (Winter, 2019; Thaw 2001); in Winter 2020 it snowed.",
		entry("s1", "Winter 2019"), entry("s2", "Frost 2020b"))
	want := []string{"Winter et al. (2019) -> Winter 2019", "Frost and Dew (2020b) -> Frost 2020b", "Winter, 2019 -> Winter 2019"}
	if !equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func equal(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
