package flow

import (
	"context"
	"strings"

	"rabbithole/backend/extract"
	"rabbithole/backend/report"
	"rabbithole/backend/source"
)

// mostExplained is the number of unreadable documents that are explained one by one.
const mostExplained = 3

// Unreadable returns sentences for people if nothing can be read in the documents that a run is limited to: first that
// it is so, then why for each of the first few documents. It returns nil if something can be read, or if the run is not
// limited.
func Unreadable(ctx context.Context, library extract.Library, language string) ([]string, error) {
	docs, nothing, err := library.Unreadable(ctx)
	if err != nil || !nothing {
		return nil, err
	}
	out := []string{sayNothingReadable.In(language)}
	if len(docs) == 0 {
		return append(out, sayChosenGone.In(language)), nil
	}
	for _, d := range docs[:min(mostExplained, len(docs))] {
		out = append(out, d.Name+": "+whyUnread(language, d))
	}
	if more := len(docs) - mostExplained; more > 0 {
		out = append(out, sayAndMore.In(language, more))
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
	return sayStillRead.In(language)
}

// TellUnreadable notes in a report that nothing can be read in the chosen documents: instead of an answer if there is
// none, or as a warning if the answer rests on other sources.
func TellUnreadable(ctx context.Context, library extract.Library, r *report.Report) error {
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

// cover counts the documents in scope, their pages and those that passages were read on, and names the pages whose text nobody could search or was
// recognised from a picture.
func cover(ctx context.Context, library extract.Library, c *report.Coverage, passages []string) error {
	docs, err := library.Documents(ctx)
	if err != nil {
		return err
	}
	c.Documents = len(docs)
	for _, d := range docs {
		c.Pages += d.Pages
		c.Unreadable += d.Unreadable
		if c.Unread, err = withPages(ctx, library, c.Unread, d, d.UnreadablePages); err != nil {
			return err
		}
		if c.Recognised, err = withPages(ctx, library, c.Recognised, d, d.RecognisedPages); err != nil {
			return err
		}
	}
	c.PagesRead, err = pagesOf(ctx, library, passages)
	return err
}

// pagesOf counts the pages that passages stand on.
func pagesOf(ctx context.Context, library extract.Library, passages []string) (int, error) {
	read, err := Passages(ctx, library, passages)
	if err != nil {
		return 0, err
	}
	type page struct {
		document string
		number   int
	}
	pages := map[page]bool{}
	for _, p := range read {
		for _, span := range p.Spans {
			pages[page{p.Document, span.Page}] = true
		}
	}
	return len(pages), nil
}

// withPages adds pages of a document to a list, with what is printed on them.
func withPages(ctx context.Context, library extract.Library, list []report.Unread, d source.Document, pages []int) ([]report.Unread, error) {
	if len(pages) == 0 {
		return list, nil
	}
	u := report.Unread{Name: d.Name, Pages: pages}
	own := false
	for _, page := range pages {
		label, err := library.PageLabel(ctx, d.Hash, page)
		if err != nil {
			return nil, err
		}
		own = own || !source.Folio{Page: page, Label: label}.Plain()
		u.Labels = append(u.Labels, label)
	}
	if !own {
		u.Labels = nil
	}
	return append(list, u), nil
}
