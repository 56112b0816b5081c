package desk_test

import (
	"fmt"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/refs"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// BenchmarkDesk_LargeLibrary asks a library of 5,000 documents with 40 references each what the window asks most.
func BenchmarkDesk_LargeLibrary(b *testing.B) {
	home := b.TempDir()
	fillHome(b, home)
	d, closing := desk.New(core.Config{Home: home, Env: noEnv}, &screen{news: make(chan struct{}, 1)})
	defer closing()
	if st, err := d.Status(); err != nil || st.Documents != 5000 {
		b.Fatal(st, err)
	}
	b.Run("Status", func(b *testing.B) {
		for b.Loop() {
			if _, err := d.Status(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Documents", func(b *testing.B) {
		for b.Loop() {
			if docs, err := d.Documents(); err != nil || len(docs) != 5000 || docs[0].RefsIn == 0 {
				b.Fatal(len(docs), err)
			}
		}
	})
}

func fillHome(b *testing.B, home string) {
	b.Helper()
	db, err := store.Open(b.Context(), home+"/library.db")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	hash := func(n int) string { return fmt.Sprintf("%064x", n%5000) }
	for i := range 5000 {
		d := source.Document{Hash: hash(i), Name: fmt.Sprintf("Document %d.pdf", i), Path: fmt.Sprintf("%s/Document %d.pdf", home, i), Format: source.PDF,
			Title: "The title of a document", Author: "Its author", Pages: 40, State: source.Ready, AddedAt: time.Now()}
		if _, err := db.PutDocument(b.Context(), d); err != nil {
			b.Fatal(err)
		}
		mentions := make([]refs.Mention, 40)
		for n := range mentions {
			mentions[n] = refs.Mention{ID: fmt.Sprintf("%032x", n), Page: n, Text: "Section 12 of the Act", Status: refs.Open}
			if n%4 > 0 {
				mentions[n].Status, mentions[n].Targets = refs.Found, []refs.Target{{Document: hash(i + n*(n%2)), Section: "12", Page: 3}}
			}
		}
		if err := db.PutMentions(b.Context(), d.Hash, mentions); err != nil {
			b.Fatal(err)
		}
	}
}
