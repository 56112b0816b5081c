package store

import (
	"strings"
	"testing"
	"time"

	"rabbithole/backend/source"
)

func TestUpdate_TheFirstFailureIsToldAndNothingStays(t *testing.T) {
	db := openNew(t)
	if err := db.SetSetting(t.Context(), "kept", "before"); err != nil {
		t.Fatal(err)
	}
	err := db.update(t.Context(), "change settings", lasting, func(w *tx) {
		w.exec(t.Context(), `UPDATE settings SET value = 'after' WHERE key = 'kept'`)
		w.exec(t.Context(), `INSERT INTO settings (key, value) VALUES ('kept', 'twice')`)
		w.exec(t.Context(), `INSERT INTO nowhere VALUES (1)`)
		w.repeat(t.Context(), `INSERT INTO settings (key, value) VALUES ('later', 'x')`)
		if w.look(t.Context(), `SELECT 1 FROM settings`, nil, new(int)) {
			t.Error("a transaction that failed still reads")
		}
	})
	if err == nil || !strings.HasPrefix(err.Error(), "change settings: ") || !strings.Contains(err.Error(), "UNIQUE") {
		t.Errorf("%v, want what was attempted and its first failure", err)
	}
	if all, err := db.Settings(t.Context()); err != nil || len(all) != 1 || all["kept"] != "before" {
		t.Errorf("%v, %v", all, err)
	}
}

func TestDocument_ComesBackAsItWasStored(t *testing.T) {
	db := openNew(t)
	at := time.Date(2026, 11, 29, 16, 30, 0, 123456789, time.FixedZone("", 3600))
	d := source.Document{Hash: "h", Name: "n.pdf", State: source.Ready, AddedAt: at, Names: []string{"a", "b"}, UnreadablePages: []int{2}}
	for _, state := range []source.State{source.Ready, source.Removed} { // inserted, then changed
		d.State = state
		if _, err := db.PutDocument(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		got, err := db.Document(t.Context(), "h")
		if err != nil || got.State != state || !got.AddedAt.Equal(at) || strings.Join(got.Names, "") != "ab" || len(got.UnreadablePages) != 1 || got.RecognisedPages != nil {
			t.Errorf("%+v, %v", got, err)
		}
	}
}
