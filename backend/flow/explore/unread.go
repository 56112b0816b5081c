package explore

import (
	"fmt"
	"slices"

	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/source"
)

// unread names why a file cannot be read, and says it in English.
func unread(err error) (source.Trouble, string) {
	if trouble, reason := source.TroubleOf(err); reason != "" {
		return trouble, reason
	}
	return "", flow.Reason(err)
}

// wordless is the failure of a file that nothing can be quoted from.
type wordless struct{}

func (wordless) Error() string           { return "There is no text in the file." }
func (wordless) Trouble() source.Trouble { return source.Wordless }

var errNoText = fault.New("read the attached file", fault.Unreadable, "", wordless{})

// Why says why the file cannot be read, in the language; "" when nothing is the matter. What has no name it says in English.
func (f File) Why(language string) string {
	return flow.Why(language, f.Trouble, f.Error)
}

// warned is what a report says of what went wrong: of every file that could not be read, too, which the run's files say while it is on.
func (s State) warned() []string {
	out := slices.Clone(s.Warnings)
	for _, f := range s.Files {
		if f.Status == FileError {
			out = append(out, fmt.Sprintf(phrasesFor(s.Language).readFailed, f.Name, f.Why(s.Language)))
		}
	}
	return out
}
