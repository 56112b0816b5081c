package step

import "regexp"

// conditions is a kind: when a thing is allowed or so, if not by the clock.
var conditions = kind{
	asks:   regexp.MustCompile(inWhichCase.String() + `|(?i)^\W*(?:when|wann) (?:(?:may|can|must|shall|should|darf|dürfen|kann|können|muss|müssen|soll|sollen|gilt|gelten)\b|(?:is|are|ist|sind) .*\b(?:allowed|permitted|lawful|required|necessary|exempt|zulässig|erlaubt|verboten|erforderlich|notwendig|frei|\pL+pflichtig)\b)`),
	states: conditional,
	worded: true,
}

// exception is asked for by a clause about when a rule does not hold: a point in time is no answer to it.
var exception = kind{
	asks:   regexp.MustCompile(`(?i)\b(?:exceptions?|exempt\w*|exclu\w+|ausnahmen?|ausgenommen|befreit|entfällt)\b|\b(?:when|where|in which cases?|under (?:what|which)|wann|in welche[mn] f[aä]ll\w*|unter welche[nr])\b.*\b(?:not|no|nicht|kein\w*)\b`),
	states: regexp.MustCompile(`(?i)\b(?:unless|except|exempt\w*|(?:shall|is|are|does|do|need|must) not\b.{0,120}\b(?:if|where|when)|es sei denn|ausgenommen|ausnahm\w+|außer|(?:nicht|kein\w*)\b.{0,120}\b(?:wenn|sofern|soweit|falls))\b`),
}

// conditional matches what says when a rule holds and when it does not.
var conditional = regexp.MustCompile(`(?i)\b(?:if|unless|except\w*|provided that|subject to|only (?:if|where|when)|does not apply|shall not apply|wenn|sofern|soweit|falls|es sei denn|ausgenommen|ausnahm\w+|abweichend|gilt nicht|gelten nicht|vorausgesetzt|unbeschadet|nur (?:bei|mit|nach))\b`)

// inCase is what answers "when" besides a date: in which case.
var inCase = regexp.MustCompile(`(?i)\b(?:if|when|whenever|where|as soon as|wenn|sofern|soweit|falls|sobald|bevor|nachdem)\b`)

// condition matches where a clause begins to say in which case it is asked.
var condition = regexp.MustCompile(`(?i), (?:wenn|falls|sofern|soweit|nachdem|if|when|where|unless|once|after) `)
