package prompts

// Trial tests whether a model can tell right sentences from wrong ones. Its reply is so short that one which rambles cannot spend a minute on it.
var Trial = Template[TrialIn, TrialOut]{Name: "trial", NumPredict: 400}

// TrialIn is the input of step trial.
type TrialIn struct {
	Passages []Passage
	Claims   []TrialClaim // K1, K2, ...
}

// TrialOut holds one verdict per claim.
type TrialOut struct {
	Claims []TrialVerdict `json:"claims" bound:"items=10"`
}

// TrialVerdict says how a claim stands against its passage.
type TrialVerdict struct {
	Ref     string `json:"ref" bound:"len=6"`
	Verdict string `json:"verdict" bound:"enum=supported|contradicted|unproven"`
}

// TrialClaim is a sentence whose verdict is known.
type TrialClaim struct {
	Text, Cites string
	Right       bool
}

// TrialClaims returns ten sentences on TrialPassages, half of them right. The wrong ones have another number, another subject, a turned
// negation, no exception where there is one, and an invented condition. No simple row of verdicts (all the same, by turns, in halves) gets more than six of them.
func TrialClaims() []TrialClaim {
	return []TrialClaim{
		{"The temperature of the cold store is written down two times each day.", "E1.2", true},
		{"The cold store is kept between 2 and 12 degrees.", "E1.1", false},
		{"The key to the spare room is held by the night watchman.", "E1.4", false},
		{"After a quarter of an hour of alarm, goods other than dairy products go to the spare room.", "E1.3", true},
		{"Eine Einweisung gilt drei Jahre lang.", "E2.2", true},
		{"An der Drehbank müssen Handschuhe getragen werden.", "E2.3", false},
		{"Once the alarm has sounded for more than 15 minutes, all goods are moved to the spare room.", "E1.3", false},
		{"Ohne Einweisung darf niemand die Drehbank benutzen.", "E2.1", true},
		{"Die Drehbank darf nur benutzen, wer eingewiesen und mindestens 21 Jahre alt ist.", "E2.1", false},
		{"Chips are removed with the hook, never by hand.", "E2.4", true},
	}
}

// TrialPassages returns what the sentences of a test rest on.
func TrialPassages() []Passage {
	return []Passage{
		{ID: "E1", Source: "Handbook of the canteen, 4.2 Cold store", Text: "[1] The cold store is kept between 2 and 8 degrees. [2] Its temperature is read twice a day and written into the log. " +
			"[3] When the alarm has sounded for more than 15 minutes, goods are moved to the spare room; dairy products are thrown away instead. [4] The key to the spare room is held by the shift leader."},
		{ID: "E2", Source: "Werkstattordnung, Abschnitt 3", Text: "[1] Die Drehbank darf nur benutzen, wer eingewiesen ist. [2] Die Einweisung gilt drei Jahre. " +
			"[3] Lange Haare werden zusammengebunden; Handschuhe dürfen an der Drehbank nicht getragen werden. [4] Späne werden mit dem Haken entfernt und nie mit der Hand."},
	}
}
