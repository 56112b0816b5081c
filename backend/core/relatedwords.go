package core

import (
	"cmp"
	"context"

	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
	"rabbithole/backend/store"
)

// languageBeside is what a search beside a document is talked about in: the person's language where it is known, else the document's.
func (c *Core) languageBeside(ctx context.Context, row store.Related) string {
	s, _ := c.RelatedState(ctx, row.Job) // of one that is gone the document is left
	if s.Language != "" {
		return s.Language
	}
	a, _ := c.db.DocumentNumbered(ctx, row.Article)
	return a.Language
}

// whyRelated says to a person why a search ended. What the program says of it is English: in another language it stands second, as wherever it is shown.
func whyRelated(language string, run graph.Run, problem error) string {
	why, hint := run.Error, run.Hint
	if why == "" && problem != nil {
		why, hint = problem.Error(), fault.Hint(problem)
	}
	german := language == "de"
	switch {
	case why == "" && german:
		return "Die Suche wurde unterbrochen. Starten Sie sie erneut."
	case why == "":
		return "The search was interrupted. Start it again."
	}
	if hint != "" {
		why += ". " + hint
	}
	if german {
		return cmp.Or(germanFaults[fault.KindOf(problem)], "Die Suche ist gescheitert.") + " Das Programm meldet: " + why
	}
	return why
}

// germanFaults say what happened by the kind of the failure.
var germanFaults = map[fault.Kind]string{
	fault.Usage:       "Für die Suche ist etwas nicht eingerichtet.",
	fault.NotFound:    "Etwas, das für die Suche gebraucht wird, gibt es hier nicht oder nicht mehr.",
	fault.Locked:      "Etwas anderes benutzt gerade, was für die Suche gebraucht wird.",
	fault.Unreadable:  "Das Dokument lässt sich nicht lesen.",
	fault.Password:    "Das Dokument braucht ein Passwort.",
	fault.Unavailable: "Ein Programm oder Dienst, den die Suche braucht, antwortet nicht.",
	fault.Storage:     "Was gefunden wurde, ließ sich nicht speichern. Ist noch Platz auf dem Datenträger?",
	fault.Cancelled:   "Die Suche wurde abgebrochen.",
	fault.Denied:      "Ihre Einstellungen erlauben das nicht.",
}
