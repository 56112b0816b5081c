package research

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rabbithole/backend/event"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/report"
)

// attribute takes the best version, completes every citation (printed page label, name) and states how the report was made. Renderers
// write a citation as [filename.pdf, p. 12] and link it.
func (f *flow) attribute(ctx context.Context, s State) (graph.Step[State], error) {
	best := s.best()
	r, err := f.written(ctx, s, best)
	if err != nil {
		return graph.Step[State]{}, fmt.Errorf("read version %d of the report: %w", best.Number, err)
	}
	r.Making.Spend = s.Spend
	at, err := f.searchedAt(ctx, s)
	if err != nil {
		return graph.Step[State]{}, err
	}
	r.Notes = slices.Concat(r.Notes, at, s.notes(best.Number))
	r.Coverage = report.Coverage{Queries: len(s.Queries), Passages: len(s.Read), Kept: len(s.Evidence), Followed: len(s.Followed)}
	if len(r.Answer) == 0 {
		r.Coverage.Sweeps = s.Swept.Sweeps
	}
	tools := f.Tools
	if s.Settings.Web {
		r.Warnings, r.Sources = s.Warnings, s.cited(r)
	} else {
		tools.Connections = nil
	}
	if err := tools.Complete(ctx, &r, s.Read); err != nil {
		return graph.Step[State]{}, err
	}
	if err := f.Reports.PutReport(ctx, r.Run, 0, r); err != nil {
		return graph.Step[State]{}, err
	}
	version := Version{Number: best.Number, Run: r.Run, Quality: r.Quality, Evidence: len(r.Evidence)}
	s.Phase, s.Messages = PhaseDone, append(s.Messages, Message{"assistant", answerText(r)})
	return graph.Step[State]{State: &s, Events: []event.Event{event.New(EventReport, version)}}, nil
}

// written returns a version of the report. It is empty if there was nothing to read. A fork has copies of the versions,
// since the run they come from may be deleted.
func (f *flow) written(ctx context.Context, s State, best Version) (report.Report, error) {
	if len(s.Drafts) == 0 {
		return f.assemble(ctx, s, shared.Proved{}, nil)
	}
	r, err := f.Reports.Report(ctx, graph.RunID(ctx), best.Number)
	if err != nil {
		r, err = f.Reports.Report(ctx, best.Run, best.Number)
	}
	return r, err
}

// notes are the footnotes on the making.
func (s State) notes(best int) []string {
	words := phrasesFor(s.Language)
	var out []string
	if len(s.Outline) > 0 {
		extracts, _ := shared.Extracts(s.Language)
		out = append(out, extracts)
	}
	switch {
	case s.Earlier == nil:
	case len(s.Earlier.Trail) > 0:
		out = append(out, fmt.Sprintf(words.trail, strings.Join(s.Earlier.Trail, " › "), s.Earlier.Run))
	default:
		out = append(out, fmt.Sprintf(words.further, s.Earlier.Question, s.Earlier.Run))
	}
	for _, told := range s.Refinements {
		out = append(out, fmt.Sprintf(words.told, told))
	}
	if s.Finish != "" {
		out = append(out, fmt.Sprintf(words.finished, words.reason(s.Finish)))
	}
	if s.Settings.Web && s.Allow == shared.AllowLibrary {
		out = append(out, words.libraryOnly)
	}
	if n := s.Spend.Fallbacks; n > 0 {
		out = append(out, fmt.Sprintf(words.fallbacks, n))
	}
	if n := s.Spend.Truncated; n > 0 {
		out = append(out, fmt.Sprintf(words.truncated, n))
	}
	if n := len(s.Drafts); n > 1 {
		out = append(out, fmt.Sprintf(words.versions, n, best))
	}
	return out
}

// searchedAt says in which documents it was searched alone, or more than elsewhere, because the question or an answer names them.
func (f *flow) searchedAt(ctx context.Context, s State) ([]string, error) {
	if s.Home == nil || len(s.Home.Documents) == 0 {
		return nil, nil
	}
	docs, err := f.Kit.Library.Documents(ctx)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, d := range docs {
		if slices.Contains(s.Home.Documents, d.Hash) {
			names = append(names, d.Name)
		}
	}
	if len(names) == 0 || len(names) == len(docs) {
		return nil, nil
	}
	if len(names) > mostNamed {
		names = append(names[:mostNamed], "…")
	}
	said := phrasesFor(s.Language).searchedMore
	if len(s.Home.Picks) > 0 {
		said = phrasesFor(s.Language).searchedOnly
	}
	return []string{fmt.Sprintf(said, strings.Join(names, ", "))}, nil
}

// answerText is the answer as plain text, for the message log.
func answerText(r report.Report) string {
	var parts []string
	for _, b := range r.Answer {
		for _, s := range b.Sentences {
			parts = append(parts, s.Text)
		}
	}
	if len(parts) == 0 {
		return strings.Join(r.Silent, " ")
	}
	return strings.Join(parts, " ")
}

type words struct {
	further, finished, fallbacks, truncated, versions, otherLanguage string
	trail                                                            string // %s: queries; the run
	unfound                                                          string // %s: a document, its language, the question's, its language
	libraryOnly                                                      string
	told                                                             string // %s: what was asked back, and the answer
	searchedMore, searchedOnly                                       string // %s: documents
	onWeb                                                            string // %s: what the documents do not say; pages of the web that do
	searchFailed, readFailed                                         string // %s: the query, or the address; why
	relevance                                                        string // why a source counts
	about, pages                                                     string // %d: pages
	reasons                                                          map[string]string
}

func (w words) reason(name string) string {
	if text, ok := w.reasons[name]; ok {
		return text
	}
	return name
}

func phrasesFor(language string) words {
	if language == "de" {
		return words{
			further:       "Fragt weiter zu einem früheren Bericht: „%s“ (Lauf %s).",
			trail:         "Geht von einer Entdeckung aus: %s (Lauf %s).",
			finished:      "Vorzeitig geschrieben: %s.",
			fallbacks:     "Ohne das Modell erledigte Schritte, weil seine Antwort unbrauchbar war: %d.",
			truncated:     "Vom Modellserver abgeschnittene Aufrufe, deren Antworten verworfen wurden: %d.",
			told:          "Rückfrage und Ihre Antwort: %s",
			searchedMore:  "Die Frage nennt %s: Dort wurde vor allem gesucht, und was in anderen Dokumenten steht, zählte weniger.",
			searchedOnly:  "Ihre Antwort nennt %s: Nur dort wurde gesucht.",
			otherLanguage: "%d von %d Dokumenten sind in einer anderen Sprache als die Frage; ohne Sprachmodell werden sie nur über gemeinsame Wörter gefunden. Stellen Sie die Frage auch in deren Sprache.",
			unfound:       "%s ist auf %s, gefragt wurde auf %s: Darin wurde nichts gefunden. Stellen Sie die Frage auch auf %s, oder wählen Sie ein Einbettungsmodell, das beide Sprachen kennt.",
			versions:      "%d Fassungen wurden geschrieben; diese ist Nummer %d, die beste.",
			libraryOnly:   "Das Web war für diesen Lauf vorgesehen und wurde auf Wunsch nicht befragt.",
			onWeb:         "Dazu wird aus dem Web zitiert: %s – %s.",
			searchFailed:  "Die Websuche nach „%s“ ist gescheitert: %s",
			readFailed:    "%s konnte nicht gelesen werden: %s",
			about:         "Worum es geht",
			pages:         "Seiten %d–%d",
			relevance:     "wie viel seine beste Fundstelle mit der Frage zu tun hat",
			reasons:       map[string]string{FinishPerson: "auf Wunsch", "iterations": "die Höchstzahl der Aufgaben ist erreicht", "calls": "die Höchstzahl der Modellaufrufe ist erreicht", "time": "die Zeit ist verbraucht"},
		}
	}
	return words{
		further:       "Asks further about an earlier report: \"%s\" (run %s).",
		trail:         "Goes on from a discovery: %s (run %s).",
		finished:      "Written early: %s.",
		told:          "Asked back, with your answer: %s",
		searchedMore:  "The question names %s: that was searched most, and what stands in other documents counted less.",
		searchedOnly:  "Your answer names %s: nothing else was searched.",
		otherLanguage: "%d of %d documents are in another language than the question; without a model they are found only by shared words. Ask in their language too.",
		fallbacks:     "Steps done without the model because its answer could not be used: %d.",
		truncated:     "Calls cut by the model server, their answers discarded: %d.",
		unfound:       "%s is in %s; the question was asked in %s: nothing was found in it. Ask in %s too, or choose an embedder that knows both languages.",
		versions:      "%d versions were written; this is number %d, the best.",
		libraryOnly:   "The web was meant to be used for this run and was not asked, on request.",
		onWeb:         "For this the web is cited: %s – %s.",
		searchFailed:  "The web search for \"%s\" failed: %s",
		readFailed:    "%s could not be read: %s",
		about:         "What it is about",
		pages:         "Pages %d–%d",
		relevance:     "how much its best passage has to do with the question",
		reasons:       map[string]string{FinishPerson: "on request", "iterations": "the most tasks allowed were worked on", "calls": "the most model calls allowed were made", "time": "the time is spent"},
	}
}
