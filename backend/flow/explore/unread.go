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
	if language != "de" || f.Error == "" {
		return f.Error
	}
	if said := germanTroubles[f.Trouble]; said != "" {
		return said
	}
	return "Das Programm meldet: " + f.Error
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

// germanTroubles says what can be the matter with a file of the library's own copy, and what to do.
var germanTroubles = map[source.Trouble]string{
	source.Protected: "Sie braucht ein Passwort. Fügen Sie sie mit ihrem Passwort der Bibliothek hinzu, oder hängen Sie eine Kopie ohne Passwort an.",
	source.Locked:    "Ihr Schutz lässt sich hier nicht öffnen. Drucken Sie sie in eine neue PDF-Datei und hängen Sie diese an.",
	source.Scans:     "Die Seiten sind Scans ohne Text. Installieren Sie tesseract und hängen Sie sie an eine neue Recherche an.",
	source.Unseen:    "Die Seiten sind Bilder, und die Texterkennung fand darauf nichts zu lesen.",
	source.Garbled:   "Ihre Buchstaben sind so gespeichert, dass sie sich nicht lesen lassen. Drucken Sie sie in eine neue PDF-Datei und hängen Sie diese an.",
	source.EmptyFile: "Die Datei ist leer. Laden oder exportieren Sie sie neu.",
	source.NoPages:   "Die Datei hat keine Seiten.",
	source.Wordless:  "In der Datei steht kein Text.",
	source.Moved:     "Die Kopie der Bibliothek ist nicht mehr da. Hängen Sie die Datei erneut an.",
	source.Damaged:   "Die Datei ist beschädigt. Wenn ein PDF-Programm sie zeigt, drucken Sie sie in eine neue PDF-Datei und hängen Sie diese an.",
	source.Defect:    "Dem Programm ist damit ein Fehler unterlaufen. Bitte melden Sie ihn.",
}
