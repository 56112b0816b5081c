package desk_test

import (
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/desk"
	"rabbithole/backend/ingest"
)

func TestAddFiles_FolderAndBadFile(t *testing.T) {
	d, s := sit(t, t.TempDir(), noEnv)
	if st, err := d.Status(); err != nil || !st.First || st.Problem != nil || st.Opening {
		t.Fatalf("status of a new library: %+v, %v", st, err)
	}
	bad := filepath.Join(t.TempDir(), "bad.pdf")
	if err := os.WriteFile(bad, []byte("%PDF-1.7\nnothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	folder := samples(t)
	for _, paths := range [][]string{{folder}, {bad}, {filepath.Join(folder, "missing.pdf")}} {
		if err := d.AddFiles(paths, desk.AddWish{}); err != nil {
			t.Fatal(err)
		}
	}
	end := await(t, s, desk.EventAdding, func(a desk.Adding) bool { return !a.Busy })
	if end.Failed != 2 || end.Waiting != 0 || end.Problem == nil {
		t.Errorf("adding ended as %+v, want two failures and why the last call ended early", end)
	}
	files, _ := os.ReadDir(folder)
	if len(end.Results) != len(files)+2 {
		t.Errorf("%d results for %d files", len(end.Results), len(files)+2)
	}
	for _, r := range end.Results {
		if r.Status == ingest.NotAdded && r.Reason == "" {
			t.Errorf("result without a reason: %+v", r)
		}
	}
	st, err := d.Status()
	if err != nil || st.Documents != len(files) || st.First || st.Unfinished != 0 {
		t.Errorf("status %+v, %v, want %d documents", st, err, len(files))
	}
	if len(s.heard(desk.EventChanged)) == 0 {
		t.Error("nobody was told that there are documents")
	}
}
