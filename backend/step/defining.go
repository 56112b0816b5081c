package step

import "regexp"

// definition is a kind: what or who something is. What a clause names is defined under that name, not behind a reference.
var definition = kind{
	asks:   regexp.MustCompile(`(?i)^\W*(?:what (?:is|are|does .* mean)|who (?:is|are)|was (?:ist|sind|bedeutet|versteht man unter|heißt)|wer (?:ist|sind|gilt als)|define|definiere)\b`),
	states: defining,
	direct: true,
}

// defining matches the words of a definition between what is defined and what it is.
var defining = regexp.MustCompile(`(?i)\b(?:means?|is defined as|are defined as|refers to|denotes|bedeutet|bezeichnet|ist definiert als|im sinne dieses|(?:ist|sind),? wer|ist ein\w* .{3,80}, (?:der|die|das))\b`)

// Where a definition stands: bytes before its words that hold what is defined, and the share of what is asked that a paragraph must begin with to define it.
const (
	definedWithin = 60
	definedShare  = 0.4
)

// definesIt reports whether a text defines what a clause asks for: its words stand right before those of a definition.
func (k *Kit) definesIt(clause string, own Profile, text string) bool {
	if !definition.asks.MatchString(clause) {
		return false
	}
	for _, at := range defining.FindAllStringIndex(text, -1) {
		if own.Coverage(k.Lexicon.Terms(text[max(0, at[0]-definedWithin):at[0]], "")) > nearlyWhole {
			return true
		}
	}
	for _, m := range beginsDefining.FindAllStringSubmatch(text, -1) { // "who is the operator of a plant" is answered by "(1) Operator is the owner of …"
		if own.Coverage(k.Lexicon.Terms(m[1], "")) > definedShare {
			return true
		}
	}
	return false
}

// beginsDefining matches a paragraph that begins with what it defines.
var beginsDefining = regexp.MustCompile(`(?m)^(?:\(\d{1,2}[a-z]?\)|\d{1,2}\.)\s+(?:(?:Der|Die|Das|The|An?) )?(\p{Lu}[\pL-]{3,})\s+(?:ist|sind|is|are)\s+(?:der|die|das|ein\w?|jede\w?|the|an?|any)\b`)
