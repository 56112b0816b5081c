package research_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/budget"
	"rabbithole/backend/index"
	"rabbithole/backend/ingest"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
	"rabbithole/backend/store"
	"rabbithole/backend/text"
)

// lawText and guideText are an invented law and the handbook to it; each refers to the other.
const lawText = `# Laternengesetz (LatG)

## § 1 Zweck

Dieses Gesetz regelt den Betrieb von Laternen auf Booten. Es gilt nicht für Kerzen auf Torten.

## § 2 Begriffsbestimmungen

Eine Laterne im Sinne dieses Gesetzes ist ein Licht hinter Glas. Ein Boot ist jedes Fahrzeug auf dem Wasser, das länger als drei Meter ist.

## § 3 Grenzwert der Helligkeit

Die Helligkeit einer Laterne darf höchstens 40 Lumen betragen. Ausnahmen von diesem Grenzwert bestimmt § 5 Absatz 2.

## § 4 Aufsicht

Die Hafenbehörde prüft jede Laterne einmal im Jahr. Das Verfahren der Prüfung richtet sich nach Kapitel 3 des Laternenhandbuchs.

## § 5 Ausnahmen

(1) Im Hafenbecken gilt kein Grenzwert für Laternen an Land.

(2) Rettungsboote dürfen Laternen mit höchstens 90 Lumen führen, wenn die Hafenbehörde nach § 4 zugestimmt hat.

## § 6 Bußgeld

Wer den Grenzwert nach § 3 überschreitet, zahlt ein Bußgeld von 200 Talern.
`

const guideText = `# Laternenhandbuch

## 1 Einleitung

Dieses Handbuch erläutert das Laternengesetz für Bootsführer und Hafenbehörden.

## 2 Laternen wählen

Der Bootsführer wählt eine Laterne, deren Helligkeit den Grenzwert nach § 3 LatG nicht überschreitet. Eine Laterne aus Messing hält zehn Jahre.

## 3 Prüfung der Laternen

Bei der Prüfung misst die Hafenbehörde die Helligkeit in einem Meter Abstand. Eine Laterne über dem Grenzwert wird nach § 6 LatG geahndet. Die Messung dauert fünf Minuten.

## 4 Pflege

Das Glas der Laterne wird jede Woche geputzt. Weitere Hinweise stehen unter https://laternen.example/pflege im Netz.
`

// shelf reads a library for the steps, as the application does.
type shelf struct{ *store.DB }

func (s shelf) PageText(ctx context.Context, document string, page int) (string, error) {
	p, err := s.Page(ctx, document, page)
	return p.Text, err
}

func (s shelf) PageLabel(ctx context.Context, document string, page int) (string, error) {
	p, err := s.Page(ctx, document, page)
	return p.Label, err
}

func (s shelf) Mentions(ctx context.Context, passage string) ([]refs.Mention, error) {
	return s.MentionsFrom(ctx, passage)
}

func (s shelf) Pointed(ctx context.Context, text string) ([]refs.Mention, error) {
	live, err := s.Documents(ctx, step.Scope{})
	if err != nil {
		return nil, err
	}
	var entries []refs.Entry
	for _, d := range live {
		sections, err := s.Sections(ctx, d.Hash)
		if err != nil {
			return nil, err
		}
		entries = append(entries, refs.Entry{Document: d, Sections: sections})
	}
	resolver := refs.NewResolver(entries)
	mentions := refs.Detect(source.Document{}, []source.Page{{Number: 1, Text: text}}, nil)
	for i := range mentions {
		mentions[i] = resolver.Resolve(mentions[i])
	}
	return mentions, nil
}

func (s shelf) SectionPassages(ctx context.Context, document, section string) ([]source.Passage, error) {
	return s.PassagesOfSection(ctx, document, section, 0)
}

func (s shelf) Documents(ctx context.Context, scope step.Scope) ([]source.Document, error) {
	return s.DB.Documents(ctx, source.DocumentFilter{Live: true, Collections: scope.Collections, Hashes: scope.Documents})
}

type finder struct{ *index.Index }

func (f finder) Search(ctx context.Context, q step.Query) ([]step.Hit, error) {
	hits, err := f.Index.Search(ctx, index.Query{Text: q.Text, Limit: q.Limit, Collections: q.Scope.Collections, Documents: q.Scope.Documents, Language: q.Language})
	var out []step.Hit
	for _, h := range hits {
		out = append(out, step.Hit{Passage: h.Passage, Score: h.Score})
	}
	return out, err
}

// realLibrary reads the invented law and handbook into a real library, as the application does.
func realLibrary(t *testing.T) (shelf, *step.Kit) {
	t.Helper()
	folder := t.TempDir()
	db, err := store.Open(t.Context(), filepath.Join(folder, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	x := index.New(db, db, index.Hashing{}, index.Options{})
	in := ingest.New(db, ingest.ByFormat{source.Markdown: &text.Extractor{}}, x, ingest.Files{Folder: filepath.Join(folder, "files")})
	var paths []string
	for _, f := range []struct{ name, text string }{{"LatG.md", lawText}, {"Laternenhandbuch.md", guideText}} {
		path := filepath.Join(folder, f.name)
		if err := os.WriteFile(path, []byte(f.text), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	if _, err := in.Add(t.Context(), paths, ingest.Options{}); err != nil {
		t.Fatal(err)
	}
	lexicon, err := x.Lexicon(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := shelf{db}
	return s, &step.Kit{Search: finder{x}, Library: s, Lexicon: lexicon, Meter: &budget.Meter{}}
}
