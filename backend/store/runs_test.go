package store

import (
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"rabbithole/backend/event"
	"rabbithole/prompts"
)

func TestEvents_OfNoRunShareTheNumbering(t *testing.T) {
	db := openNew(t)
	written, err := db.AppendEvents(t.Context(), []event.Event{{Kind: "a", At: time.Now()}, {Kind: "b", At: time.Now()}})
	if err != nil || len(written) != 2 || written[0].Seq != 1 || written[1].Seq != 2 {
		t.Fatalf("AppendEvents = %+v, %v; want Seq 1 and 2", written, err)
	}
	got, err := db.Events(t.Context(), "", 1, 0)
	if err != nil || len(got) != 1 || got[0].Kind != "b" || !got[0].At.Equal(written[1].At) {
		t.Errorf("Events since 1 = %+v, %v; want event b", got, err)
	}
}

func TestJournal_AnswersAfterReopening(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library.db")
	db, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	card := prompts.Card{Name: "tiny", Digest: "d1"}
	reply := prompts.Reply{Text: "yes", DoneReason: "stop", PromptTokens: 7, ReplyTokens: 2, Elapsed: 1500 * time.Millisecond}
	for _, r := range []prompts.Reply{reply, {Text: "later, thrown away"}} {
		if err := db.RecordCall(t.Context(), "k1", "run", "judge", card, r); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if db, err = Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	got, found, err := db.LookupCall(t.Context(), "k1")
	reply.Replayed = true
	if err != nil || !found || !reflect.DeepEqual(got, reply) {
		t.Errorf("LookupCall = %+v, %v, %v; want %+v", got, found, err, reply)
	}
	if _, found, err := db.LookupCall(t.Context(), "k2"); found || err != nil {
		t.Errorf("LookupCall of an unknown key = %v, %v", found, err)
	}
	calls, err := db.Calls(t.Context(), "run")
	if err != nil || len(calls) != 1 || calls[0].PromptTokens != 7 || calls[0].Elapsed != 1500*time.Millisecond || calls[0].Digest != "d1" || calls[0].At.IsZero() {
		t.Errorf("Calls = %+v, %v; want one call of 7 prompt tokens", calls, err)
	}
}
