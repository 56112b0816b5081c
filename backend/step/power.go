package step

import "regexp"

// empowers matches a text that lets somebody make rules and states none: what "may be laid down by ordinance" is not laid down there.
var empowers = regexp.MustCompile(`(?i)\b(?:wird|werden) (?:\pL+ )?ermächtigt, (?:[^.;]{0,60} )?durch Rechtsverordnung|\bdurch Rechtsverordnung (?:[^.;]{0,80} )?(?:bestimmen|regeln|festlegen|festzulegen|zu regeln|zu bestimmen)\b|` +
	`\bin (?:der|einer|dieser) Rechtsverordnung (?:[^.;]{0,40} )?(?:kann|können|darf)\b|\b(?:is|are|shall be) empowered to (?:adopt|make|issue|lay down)\b|\bmay (?:by|in) (?:order|regulations?|rules?|ordinance)\b|\b(?:regulations?|ordinances?) (?:[^.;]{0,40} )?may (?:in particular )?(?:provide|specify|prescribe|lay down|determine)\b`)
