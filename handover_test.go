package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestHandOver_TheFirstWindowGetsTheFiles(t *testing.T) {
	home := t.TempDir()
	first := takeRequests(home)
	got := make(chan []string, 2)
	ended := make(chan struct{})
	go func() {
		first.each(func(files []string) { got <- files })
		close(ended)
	}()
	for _, files := range [][]string{{"/docs/Prüfung 1.pdf", "/docs/b.md"}, nil} {
		if !handOver(home, files, 5*time.Second) {
			t.Fatalf("handOver(%q) was not taken", files)
		}
		if taken := <-got; !slices.Equal(taken, files) {
			t.Errorf("the first window got %q, want %q", taken, files)
		}
	}
	first.close()
	select {
	case <-ended:
	case <-time.After(5 * time.Second):
		t.Fatal("each did not end when the window was closed")
	}
	if _, err := os.Stat(filepath.Join(home, handoverName)); !os.IsNotExist(err) {
		t.Errorf("the folder of requests is left behind: %v", err)
	}
}

func TestHandOver_NobodyTakesIt(t *testing.T) {
	home := t.TempDir()
	if handOver(home, nil, time.Second) {
		t.Error("handed over to a library that no window has")
	}
	// A window that hangs, or was killed: the request is withdrawn, so that nobody adds the files later, when they were added elsewhere.
	folder := filepath.Join(home, handoverName)
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if handOver(home, []string{"/a.pdf"}, 100*time.Millisecond) {
		t.Error("handed over to nobody")
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("%d requests are left", len(left))
	}
}

func TestTakeRequests_OfAKilledWindowAreNotTaken(t *testing.T) {
	home := t.TempDir()
	old := takeRequests(home)
	if err := os.WriteFile(filepath.Join(old.folder, "1.json"), []byte(`{"files":["/old.pdf"]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	fresh := takeRequests(home)
	defer fresh.close()
	if left, _ := os.ReadDir(fresh.folder); len(left) > 0 {
		t.Errorf("%d old requests wait for the new window", len(left))
	}
}

func TestRequests_WrittenBeforeAnybodyWatchedAreTaken(t *testing.T) {
	first := takeRequests(t.TempDir())
	defer first.close()
	first.watch.Remove(first.folder) // what is written now is told to nobody
	if err := os.WriteFile(filepath.Join(first.folder, "1.json"), []byte(`{"files":["/early.pdf"]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	taken := make(chan []string, 1)
	go first.each(func(files []string) { taken <- files })
	select {
	case files := <-taken:
		if len(files) != 1 || files[0] != "/early.pdf" {
			t.Errorf("took %q", files)
		}
	case <-time.After(10 * time.Second):
		t.Error("the request was never taken")
	}
}

func TestHandOver_WaitsForAWindowThatIsJustStarting(t *testing.T) {
	home := t.TempDir()
	taken := make(chan bool)
	go func() { taken <- handOver(home, nil, 20*time.Second) }()
	time.Sleep(60 * time.Millisecond)
	first := takeRequests(home)
	defer first.close()
	go first.each(func([]string) {})
	if !<-taken {
		t.Error("two starts at once: the second one was sent away")
	}
}

func TestTakeRequests_SomebodysOwnFolderStays(t *testing.T) {
	home := t.TempDir()
	own := filepath.Join(home, "handover", "notes.json")
	if err := os.Mkdir(filepath.Dir(own), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(own, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	takeRequests(home).close()
	if _, err := os.Stat(own); err != nil {
		t.Errorf("a window deletes what is not its own: %v", err)
	}
}
