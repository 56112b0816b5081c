package ask

import (
	"regexp"
	"strings"
)

// What begins a clause that describes a thing instead of naming it.
var (
	englishRelative = regexp.MustCompile(` (?:(?:in|on|at|of|by|for|from|to|with|under|after|through) )?(?:where|who|whom|whose|which|that) `)
	germanRelative  = regexp.MustCompile(`, (?:(?:in|an|auf|aus|bei|mit|nach|von|für|zu|unter|über|durch|gegen|vor) )?(?:der|die|das|dem|den|deren|dessen|denen|wo|welche[rmns]?) `)
	determiner      = regexp.MustCompile(`(?i)^(?:the|a|an|this|what|which|der|die|das|dem|den|des|ein|eine|einer|eines|einem|einen|welche[rmns]?)$`)
)

// Nested takes a question apart where a relative clause describes a thing that it does not name: what is asked, and the description with the noun it belongs
// to. "When did the carnival take place in the city where C. broadcasts?" is "When did the carnival take place in the city" and "the city where C. broadcasts". A question without one
// comes back alone.
func Nested(question, language string) []string {
	text := strings.TrimRight(strings.Join(strings.Fields(question), " "), " ?.")
	relative := englishRelative
	if language == "de" {
		relative = germanRelative
	}
	for _, at := range relative.FindAllStringIndex(text, -1) {
		before, clause := text[:at[0]], text[at[0]:]
		if len(strings.Fields(before)) < 3 || len(strings.Fields(clause)) < 3 {
			continue
		}
		rest := ""
		if end := strings.Index(clause[1:], ", "); end > 0 && (language == "de" || strings.HasSuffix(before, ",")) {
			clause, rest = clause[:end+1], clause[end+2:]
		}
		noun := described(before)
		if noun == "" {
			continue
		}
		return []string{strings.TrimRight(before, ",") + rest, noun + clause}
	}
	return []string{text}
}

// described returns the noun that a relative clause belongs to with its article: the last of what stands before it, "" where there is none.
func described(before string) string {
	words := strings.Fields(strings.TrimRight(before, ","))
	for i := len(words) - 2; i >= 0 && i >= len(words)-5; i-- {
		if determiner.MatchString(words[i]) {
			return strings.Join(words[i:], " ")
		}
	}
	return ""
}
