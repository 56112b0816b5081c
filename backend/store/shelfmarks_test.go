package store

import (
	"context"
	"testing"

	"rabbithole/backend/refs"
	"rabbithole/backend/source"
)

func TestShelfmarks_CountsWhatPointsWhere(t *testing.T) {
	db := openNew(t)
	for _, hash := range []string{"a", "b", "gone"} {
		state := source.Ready
		if hash == "gone" {
			state = source.Removed
		}
		put(t, db, hash, hash+".pdf", "", state)
	}
	to := func(hashes ...string) (targets []refs.Target) {
		for _, h := range hashes {
			targets = append(targets, refs.Target{Document: h})
		}
		return targets
	}
	for document, mentions := range map[string][]refs.Mention{
		"a": {{ID: "1", Status: refs.Found, Targets: to("b", "b")}, {ID: "2", Status: refs.Found, Targets: to("a")},
			{ID: "3", Status: refs.Open}, {ID: "4", Status: refs.External, Targets: to("")}},
		"gone": {{ID: "1", Status: refs.Found, Targets: to("b")}},
	} {
		if err := db.PutMentions(t.Context(), document, mentions); err != nil {
			t.Fatal(err)
		}
	}
	for _, run := range []string{"r1", "r2"} {
		if err := db.Cite(t.Context(), run, "b", 1, 2); err != nil {
			t.Fatal(err)
		}
	}
	marks, err := db.Shelfmarks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if want := (Shelfmark{Found: 2, Open: 1}); marks["a"] != want {
		t.Errorf("a: %+v, want %+v", marks["a"], want)
	}
	if want := (Shelfmark{Incoming: 1, Cited: 2}); marks["b"] != want {
		t.Errorf("b: %+v, want %+v", marks["b"], want)
	}
}

// BenchmarkShelfmarks counts in a library of 5,000 documents with 60 references each.
func BenchmarkShelfmarks(b *testing.B) {
	db, err := Open(b.Context(), b.TempDir()+"/library.db")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	fillLibrary(b, db)
	for b.Loop() {
		marks, err := db.Shelfmarks(b.Context())
		if err != nil || len(marks) < 4900 {
			b.Fatal(len(marks), err)
		}
	}
}

func fillLibrary(b *testing.B, db *DB) {
	b.Helper()
	for _, text := range []string{
		`CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 5000) SELECT i FROM n`,
		`INSERT INTO documents (` + documentColumns + `) SELECT printf('%064x', i), 'Document '||i||'.pdf', '/somewhere/Document '||i||'.pdf', 'c', 'pdf',
			'A title', 'An author', '2020-01-01', 'en', 40, 80, 0, 100000, 'pdfium', 'ready', '', '2026-01-02T03:04:05Z', '[]', '', '', '', 1 FROM n`,
		`INSERT INTO mentions (ordinal, ` + mentionColumns + `) SELECT m.i, printf('%064x', d.i), printf('%032x', m.i), 1, m.i, m.i+10, '', '',
			'Section 12 of the Act as amended in 2013', 'section', '[{"Kind":"section","Number":"12"}]', CASE WHEN m.i % 3 = 0 THEN 'open' ELSE 'found' END
			FROM n AS d, n AS m WHERE m.i <= 60`,
		`INSERT INTO targets SELECT printf('%064x', d.i), printf('%032x', m.i), 0, printf('%064x', 1 + (m.i * 83 + d.i) % 5000), '12', '§ 12', 3, '', ''
			FROM n AS d, n AS m WHERE m.i <= 60 AND m.i % 6 < 3`,
		`INSERT INTO targets SELECT document, id, 0, document, '12', '§ 12', 3, '', '' FROM mentions WHERE status = 'found' AND ordinal % 6 > 2`,
	} {
		if _, err := db.write.ExecContext(context.Background(), text); err != nil {
			b.Fatal(err)
		}
	}
}
