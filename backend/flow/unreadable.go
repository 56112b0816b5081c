package flow

import (
	"context"
	"fmt"
	"strings"

	"rabbithole/backend/report"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// mostExplained is the number of unreadable documents that are explained one by one.
const mostExplained = 3

// Unreadable returns sentences for people if nothing can be read in the documents that a run is limited to: first that
// it is so, then why for each of the first few documents. It returns nil if something can be read, or if the run is not
// limited.
func Unreadable(ctx context.Context, library step.Library, language string) ([]string, error) {
	docs, nothing, err := library.Unreadable(ctx)
	if err != nil || !nothing {
		return nil, err
	}
	words := phrasesFor(language)
	out := []string{words.nothingReadable}
	if len(docs) == 0 {
		return append(out, words.chosenGone), nil
	}
	for _, d := range docs[:min(mostExplained, len(docs))] {
		out = append(out, d.Name+": "+whyUnread(language, d))
	}
	if more := len(docs) - mostExplained; more > 0 {
		out = append(out, fmt.Sprintf(words.andMore, more))
	}
	return out, nil
}

// whyUnread returns why a document cannot be read, and what to do.
func whyUnread(language string, d source.Document) string {
	switch {
	case d.Reason != "":
		return Why(language, d.Trouble, d.Reason)
	case d.Live():
		return Why(language, source.Wordless, "There is no text in the file.")
	}
	return phrasesFor(language).stillRead
}

// TellUnreadable notes in a report that nothing can be read in the chosen documents: instead of an answer if there is
// none, or as a warning if the answer rests on other sources.
func TellUnreadable(ctx context.Context, library step.Library, r *report.Report) error {
	said, err := Unreadable(ctx, library, r.Language)
	if err != nil || said == nil {
		return err
	}
	if len(r.Claims) == 0 {
		r.Silent, r.Coverage.Sweeps, r.Quality.Reason = said, nil, said[0]
		return nil
	}
	for _, claim := range r.Claims {
		for _, c := range claim.Citations {
			if d, err := library.Document(ctx, c.Document); err != nil || d.State != source.Saved {
				return err // a chosen document was read before it was removed
			}
		}
	}
	r.Warnings = append(r.Warnings, strings.Join(said, " "))
	return nil
}

// Why returns the reason why a file cannot be read in the language of a report. english is the reason in English, ""
// for none; trouble is its name, by which it is translated.
func Why(language string, trouble source.Trouble, english string) string {
	if language != "de" || english == "" {
		return english
	}
	if said := germanTroubles[trouble]; said != "" {
		return said
	}
	return "Das Programm meldet: " + english
}

// germanTroubles are the German reasons why a file cannot be read, with what to do.
var germanTroubles = map[source.Trouble]string{
	source.Protected: "Sie braucht ein Passwort. Fügen Sie sie mit ihrem Passwort der Bibliothek hinzu, " +
		"oder nehmen Sie eine Kopie ohne Passwort.",
	source.Locked: "Ihr Schutz lässt sich hier nicht öffnen. " +
		"Drucken Sie sie in eine neue PDF-Datei und fügen Sie diese hinzu.",
	source.Scans: "Die Seiten sind Scans ohne Text. " +
		"Installieren Sie tesseract und fügen Sie die Datei erneut hinzu.",
	source.Unseen:      "Die Seiten sind Bilder, und die Texterkennung fand darauf nichts zu lesen.",
	source.Recognising: "Die Seiten sind Scans; ihr Text wird gerade erkannt. Fragen Sie danach noch einmal.",
	source.Garbled: "Ihre Buchstaben sind so gespeichert, dass sie sich nicht lesen lassen. " +
		"Drucken Sie sie in eine neue PDF-Datei und fügen Sie diese hinzu.",
	source.EmptyFile: "Die Datei ist leer. Laden oder exportieren Sie sie neu.",
	source.NoPages:   "Die Datei hat keine Seiten.",
	source.Wordless:  "In der Datei steht kein Text.",
	source.Changing:  "Die Datei wurde geändert, während sie gelesen wurde. Fügen Sie sie erneut hinzu.",
	source.Forbidden: "Die Datei darf nicht gelesen werden. Ändern Sie ihre Rechte und fügen Sie sie erneut hinzu.",
	source.Moved:     "Die Kopie der Bibliothek ist nicht mehr da. Fügen Sie die Datei erneut hinzu.",
	source.Damaged: "Die Datei ist beschädigt. " +
		"Wenn ein PDF-Programm sie zeigt, drucken Sie sie in eine neue PDF-Datei und fügen Sie diese hinzu.",
	source.TooLarge: "Die Datei ist zu groß. Teilen Sie sie in kleinere Dateien und fügen Sie diese hinzu.",
	source.NoRoom:   "Auf dem Datenträger der Bibliothek ist kein Platz für sie. Schaffen Sie Platz und fügen Sie sie erneut hinzu.",
	source.Defect:   "Dem Programm ist damit ein Fehler unterlaufen. Bitte melden Sie ihn.",
}
