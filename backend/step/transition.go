package step

import "regexp"

// transition matches what only says how long an older rule or an act under it still counts.
var transition = regexp.MustCompile(`(?i)\bvor dem \d{1,2}\. ?\pL+ \d{4}\b.*\b(?:fort|gilt als|gelten als|geltenden fassung|bestanden)\b|\bin der (?:bis zum|vor dem|am) [^,;]{5,60} geltenden fassung\b|` +
	`\b(?:before|prior to) \d{1,2} \pL+ \d{4}\b.*\b(?:remain|continue|deemed)\b|\bas in force (?:before|until|prior to)\b`)

// current returns the factor of a quote's score for stating what holds now.
func current(clause, quote string) float64 {
	if transition.MatchString(quote) && !yearNumber.MatchString(clause) {
		return bygone
	}
	return 1
}
