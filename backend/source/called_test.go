package source_test

import (
	"testing"

	"rabbithole/backend/source"
)

func TestDocument_IsCalledSoThatItIsKnown(t *testing.T) {
	for want, d := range map[string]source.Document{
		"The lamps of the harbour":                     {Name: "698bba535087fa9a7f9009e172a7f763.pdf", Title: "The lamps of the harbour"},
		"ANNUAL REPORT (HL_2016)":                      {Name: "HL_2016.pdf", Title: "ANNUAL REPORT"},
		"Lamps and ships (rfc9000)":                    {Name: "rfc9000.pdf", Title: "Lamps and ships"},
		"lamp_act.pdf":                                 {Name: "lamp_act.pdf"},
		"Act on lamps (Lamp Act)":                      {Name: "lamp_act.pdf", Title: "Act on lamps (Lamp Act)"},
		"MINISTRY OF THE SEA (HARBOURLIGHTS_2023_10K)": {Name: "HARBOURLIGHTS_2023_10K.pdf", Title: "MINISTRY OF THE SEA"},
		"Harbour Lights Co.: Form L-10":                {Name: "HARBOURLIGHTS_2023_10K.pdf", Title: "Harbour Lights Co.: Form L-10"},
		"Gesetz über Lampen (LampG)":                   {Name: "LampG.pdf", Title: "Gesetz über Lampen (LampG)"},
	} {
		if got := d.Called(); got != want {
			t.Errorf("%q of %+v, want %q", got, d, want)
		}
	}
}
