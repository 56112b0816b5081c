package refs_test

import (
	"testing"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/detect"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/resolve"
	"rabbithole/backend/source"
)

func TestDetect_WhatIsNoLongerInForce(t *testing.T) {
	for text, old := range map[string]bool{
		"Section 4 of the Cellar Act 1990, as in force before 1 May 2000, applies": true,
		"Section 4 of the Cellar Act 1990 as in force on 3 May 1999 applies":       true,
		"Section 4 of the Cellar Act 1990 as in force from time to time":           false,
		"Section 4 of the Cellar Act 1990, as amended, applies":                    false,
		"Section 4 of the repealed Cellar Act applies":                             true,
		"Section 4 [repealed]":                                                       true,
		"RFC 9998 (obsoleted by RFC 9999)":                                           true,
		"§ 4 der früheren Kellerluftverordnung":                                      true,
		"§ 4 der außer Kraft getretenen Kellerluftverordnung":                        true,
		"§ 4 KlSchG a. F. gilt":                                                      true,
		"§ 4 der Kellerluftverordnung in der vor dem 1. Mai 2001 geltenden Fassung":  true,
		"die aufgehobene Kellerluftverordnung galt":                                  true,
		"§ 4 der Kellerluftverordnung vom 3. Mai 2011 (BGBl. I S. 8) gilt":           false,
		"§ 4 der Kellerluftverordnung in der Fassung der Bekanntmachung vom 3. Mai ": false,
	} {
		m := detect.Detect(source.Document{}, []source.Page{{Number: 1, Text: text}}, nil)
		if len(m) == 0 || m[0].Pointers[0].Old != old {
			t.Errorf("%q: got %+v, want old %v", text, m, old)
		}
	}
}

// A law named by the day it was made is that law; its successor of the same name is another.
func TestResolve_PredecessorNamedByItsDate(t *testing.T) {
	front := "Kellerluftverordnung (KlLV)\nVom 29. November 2018\n§ 1 Zweck\nDiese Verordnung gilt."
	pages := []source.Page{{Number: 1, Text: front}}
	law := source.Document{Hash: "law", Title: "Kellerluftverordnung (KlLV)"}
	law.Names = naming.Names(law, source.Meta{}, pages, nil)
	standard := source.Document{Hash: "std", Title: "ISO 9999:2015 Damp cellars", Names: []string{"ISO 9999:2015"}}
	r := resolve.NewResolver([]refs.Entry{{law, numberedSections("law", "§ 1", "§ 5")}, {standard, numberedSections("std", "Section 4")}, {Document: source.Document{Hash: "other"}}})
	for text, want := range map[string]refs.Status{
		"§ 5 der Kellerluftverordnung vom 20. Juli 2001":                refs.OldVersion,
		"§ 5 der Kellerluftverordnung vom 29. November 2018 (BGBl.)":    refs.Found,
		"§ 5 der Kellerluftverordnung":                                  refs.Found,
		"§ 5 KlLV":                                                      refs.Found,
		"§ 5 KlLV 2001":                                                 refs.OldVersion,
		"die Kellerluftverordnung vom 20. Juli 2001 (BGBl. I S. 1) war": refs.OldVersion,
		"Section 4 of ISO 9999:2015":                                    refs.Found,
		"Section 4 of DIN EN ISO 9999":                                  refs.Found,
		"Section 4 of ISO 9999:2008":                                    refs.OldVersion,
		"Section 4 of ISO 9998":                                         refs.Open,
	} {
		m := detect.Detect(source.Document{Hash: "other"}, []source.Page{{Number: 1, Text: "Nach " + text + " hier."}}, nil)
		if len(m) == 0 {
			t.Errorf("%q: nothing found", text)
			continue
		}
		got := r.Resolve(m[0])
		if got.Status != want || want == refs.OldVersion && len(got.Targets) > 0 {
			t.Errorf("%q: got %s %+v, want %s", text, got.Status, got.Targets, want)
		}
	}
}

func TestResolve_RepealedSection(t *testing.T) {
	sections := numberedSections("law", "§ 1", "§ 2")
	sections[1].Title = "(weggefallen)"
	r := resolve.NewResolver([]refs.Entry{{source.Document{Hash: "law"}, sections}})
	for text, want := range map[string]refs.Status{"§ 1": refs.Found, "§ 2": refs.OldVersion, "§§ 1 und 2": refs.Found} {
		m := detect.Detect(source.Document{Hash: "law"}, []source.Page{{Number: 9, Text: "Nach " + text + " gilt"}}, sections)
		if got := r.Resolve(m[0]); got.Status != want {
			t.Errorf("%s: got %s, want %s", text, got.Status, want)
		}
	}
}
