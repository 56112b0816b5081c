// Package askable says which questions are not taken, and why, in the language of the question.
//
// It promises that whatever it lets through names something that documents can be searched for. It reads no library.
package askable

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/ask"
	"rabbithole/backend/fault"
)

// Why a question is not taken, for those who say it in words of their own.
var (
	ErrEmpty    = errors.New("your library is empty")
	ErrUnread   = errors.New("none of your documents can be read")
	ErrNotYet   = errors.New("your documents are still being read")
	ErrBlank    = errors.New("the question says nothing")
	ErrVague    = errors.New("the question names nothing to look for")
	ErrLong     = errors.New("the question is too long")
	ErrPasted   = errors.New("this is a text, and no question")
	ErrGreeting = errors.New("this is no question about your documents")
)

// refused is a reason, said in the language of the question.
type refused struct {
	reason error
	text   string
}

func (r refused) Error() string { return r.text }
func (r refused) Unwrap() error { return r.reason }

// QuestionLimit is the most characters a question may have: a page of text. Longer texts belong into the library.
const QuestionLimit = 4000

// From how many words on what asks nothing is taken for a text that was pasted: people describe what they look for in up to a hundred.
const pastedWords = 150

var (
	// greeting matches what is said to somebody, and asks for nothing that documents hold.
	greeting = regexp.MustCompile(`(?i)^(?:[\s,.!?]|\b(?:hello|hi|hey|there|good (?:morning|afternoon|evening|day)|how are you(?: doing| today)?|thanks?|thank you|help(?: me)?|please|` +
		`hallo|moin|servus|grüß (?:gott|dich)|guten (?:morgen|tag|abend)|wie geht(?:'s|’s| es)?(?: dir| ihnen)?|danke(?: schön)?|hilfe|bitte)\b)+$`)
	// germanAsking matches what begins like a German question, "Was?" among them, which so few words leave open.
	germanAsking = regexp.MustCompile(`(?i)^\W*(?:was|wer|wie|wo|wann|warum|und|aber|hallo|moin|servus|guten|danke|hilfe|bitte)\b`)
)

// Check refuses what cannot be researched; a question that follows another one may leave out what it is about.
func Check(question string, follows bool) error {
	n := utf8.RuneCountInString(question)
	german := ask.Language(question) == "de" || germanAsking.MatchString(question)
	refuse := func(reason error, hint, deutsch, rat string) error {
		if german {
			return fault.New("", fault.Usage, rat, refused{reason, deutsch})
		}
		return fault.New("", fault.Usage, hint, reason)
	}
	switch {
	case n == 0 || !strings.ContainsFunc(question, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return fault.New("", fault.Usage, "Ask a question about what is in your documents; `rabbithole examples` suggests some.", ErrBlank)
	case n > QuestionLimit:
		return fault.New("", fault.Usage, fmt.Sprintf("Ask in at most %d characters, a few sentences. Add a long text as a file: rabbithole add FILE. Or ask about it: rabbithole explore QUESTION --context FILE", QuestionLimit),
			fmt.Errorf("%w: it has %d characters", ErrLong, n))
	case greeting.MatchString(question):
		return refuse(ErrGreeting, "Ask about what is in them; `rabbithole examples` suggests some questions.",
			"das ist noch keine Frage zu Ihren Dokumenten", "Fragen Sie nach etwas, das darin steht; `rabbithole examples` schlägt Fragen vor.")
	case !follows && !ask.Seeks(question, ask.Language(question)):
		return refuse(ErrVague, "Say what it is about; `rabbithole examples` suggests some questions.",
			"die Frage nennt nichts, wonach sich suchen lässt", "Sagen Sie, worum es geht; `rabbithole examples` schlägt Fragen vor.")
	case !follows && len(strings.Fields(question)) >= pastedWords && !ask.Asks(question):
		return refuse(ErrPasted, "Write what you want to know about it. To ask about a text of your own: rabbithole explore QUESTION --context FILE",
			"das ist ein Text und keine Frage", "Schreiben Sie, was Sie darüber wissen möchten. Um zu einem eigenen Text zu fragen: rabbithole explore FRAGE --context DATEI")
	}
	return nil
}
