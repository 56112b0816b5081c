package step

import (
	"context"
	"regexp"
	"strings"
)

// definienda take from a clause that asks for a definition what is to be defined.
var definienda = []*regexp.Regexp{
	regexp.MustCompile(`(?i)^\W*what (?:does|do) (.+?) mean\b`),
	regexp.MustCompile(`(?i)^\W*how (?:is|are) (.+?) defined\b`),
	regexp.MustCompile(`(?i)^\W*how (?:does|do) .+? define (.+)$`),
	regexp.MustCompile(`(?i)^\W*(?:what|who) (?:(?:is|are)(?: meant by| considered(?: to be)?)?|counts as) (.+)$`),
	regexp.MustCompile(`(?i)^\W*was (?:versteht .*?|ist |wird )unter (.+?)(?: zu verstehen| verstanden)?$`),
	regexp.MustCompile(`(?i)^\W*(?:was|wer) (?:ist|sind|bedeutet|bezeichnet|heißt|gilt als) (.+)$`),
	regexp.MustCompile(`(?i)^\W*wie (?:ist|sind|wird|werden) (.+?) definiert\b`),
	regexp.MustCompile(`(?i)^\W*wie (?:definiert|definieren) (?:.* )?(?:der|die|das|den|ein|eine|einen) (.+)$`),
	regexp.MustCompile(`(?i)^\W*(?:defin(?:e|iere)|(?:definition|meaning|bedeutung) (?:of|von|der|des)) (.+)$`),
}

var (
	// termAsked matches what may stand before what is to be defined: "the term", "den Begriff".
	termAsked = regexp.MustCompile(`(?i)^(?:(?:the|an?|der|die|das|den|dem|des|eine?[nmrs]?) )?(?:(?:terms?|words?|expression|concept|begriffs?|begriffe|ausdrucks?|wort) )?(?:of )?`)
	// whereAsked matches what may stand behind it: where it is defined, or in whose sense.
	whereAsked = regexp.MustCompile(`(?i) (?:in|under|within|according to|for the purposes? of|as used in|im|nach|gemäß|laut|bei) .*$`)
)

// setApart matches a clause that asks what tells two things apart: what each of them is answers it.
var setApart = regexp.MustCompile(`(?i)\b(?:differences? between|unterschiede? zwischen) (.+?) (?:and|und) (.+)$`)

// thingsIn returns what a clause asks to be defined; two things where it asks what tells them apart.
func thingsIn(clause string) []string {
	if m := setApart.FindStringSubmatch(strings.TrimRight(strings.TrimSpace(clause), " ?.!")); m != nil && !strings.ContainsAny(m[1]+m[2], "0123456789") {
		return []string{plainly(m[1]), plainly(m[2])}
	}
	if thing := definiendum(clause); thing != "" {
		return []string{thing}
	}
	return nil
}

// definiendum returns what a clause asks to be defined, "" where it asks for no definition.
func definiendum(clause string) string {
	clause = strings.TrimRight(strings.TrimSpace(clause), " ?.!")
	for _, form := range definienda {
		if m := form.FindStringSubmatch(clause); m != nil {
			return plainly(m[1])
		}
	}
	return ""
}

// plainly returns a thing without what stands around it.
func plainly(thing string) string {
	thing = whereAsked.ReplaceAllString(termAsked.ReplaceAllString(strings.TrimSpace(thing), ""), "")
	return strings.Trim(thing, `"'“”„‘’«»`)
}

// thingsAsked returns the profiles of what a question asks to be defined.
func (k *Kit) thingsAsked(ctx context.Context, q Question) ([]Profile, error) {
	var out []Profile
	for _, clause := range q.clauses() {
		own, err := k.Matter(ctx, q.Language, matterOf(clause, q.Language)...)
		if err != nil {
			return nil, err
		}
		out = append(out, k.toDefine(clause, own)...)
	}
	return out, nil
}
