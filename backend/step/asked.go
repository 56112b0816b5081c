package step

import (
	"rabbithole/backend/source"
	"rabbithole/backend/step/ask"
	"rabbithole/backend/step/quotable"
)

// What a question is, as package ask reads it.
type (
	Question = ask.Question
	Home     = ask.Home
	Part     = ask.Part
)

// Language returns the ISO 639-1 code of the language a question is asked in, "en" when it cannot be told.
func Language(text string) string { return ask.Language(text) }

// LanguageName returns the English name of a language code (ISO 639-1) for use in prompts, "English" for an unknown one.
func LanguageName(code string) string { return ask.LanguageName(code) }

// Clauses returns the parts of a question that asks several things, none for one that asks a single one.
func Clauses(question, language string) []string { return ask.Clauses(question, language) }

// Resolve returns a question as it is understood after the earlier questions of its conversation, the oldest first.
func Resolve(question, language string, earlier []string) string {
	return ask.Resolve(question, language, earlier)
}

// Timely reports whether the answer to a question changes with time.
func Timely(question string, year int) bool { return ask.Timely(question, year) }

// Settles reports whether a question asks for a kind of thing that an answer shows, such as who, when or how much.
func Settles(question, language string) bool { return ask.Settles(question, language) }

// Asks reports whether a text asks for something.
func Asks(text string) bool { return ask.Asks(text) }

// Seeks reports whether a question has a word to look for besides those that only ask.
func Seeks(question, language string) bool { return ask.Seeks(question, language) }

// Unaided returns a text without what is added to a clause so that it can be asked by itself.
func Unaided(text string) string { return ask.Unaided(text) }

// Units cuts a passage into what can be quoted on its own.
func Units(p source.Passage, language string) []string { return quotable.Units(p, language) }

// The short names of package ask for what likely.go reads of a question.
var numeral = ask.Numeral

type phrases struct{ ask.Phrases }

func wordsFor(language string) phrases { return phrases{ask.WordsFor(language)} }

func (p phrases) matter(question string) string { return p.Matter(question) }

func set(list []string) map[string]bool { return ask.Set(list) }

func holdsAll(have map[string]bool, list []string) bool { return ask.HoldsAll(have, list) }
