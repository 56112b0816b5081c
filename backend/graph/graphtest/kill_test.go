package graphtest_test

import (
	"bufio"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/fake/shelf"
	"rabbithole/backend/graph"
	"rabbithole/backend/store"
)

// folderEnv tells a copy of the test binary that it is the child, and where its library and its log are.
const folderEnv = "GRAPHTEST_FOLDER"

func TestMain(m *testing.M) {
	if folder := os.Getenv(folderEnv); folder != "" {
		os.Exit(child(folder))
	}
	os.Exit(m.Run())
}

// victim is a child process and the folder it works in.
type victim struct{ folder string }

func (v victim) start(t *testing.T, env ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), folderEnv+"="+v.folder), env...)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd
}

// kill lets the child begin some more nodes, then ends it as kill -9 does. It says whether the child was faster and done.
func (v victim) kill(t *testing.T, more int) (finished bool) {
	t.Helper()
	least := len(v.log(t)) + more
	cmd := v.start(t)
	exit := make(chan error, 1)
	go func() { exit <- cmd.Wait() }()
	for len(v.log(t)) < least {
		select {
		case err := <-exit:
			if err != nil {
				t.Fatalf("the child failed: %v", err)
			}
			return true
		case <-time.After(time.Millisecond):
		}
	}
	time.Sleep(time.Duration(rand.Int64N(int64(4 * time.Millisecond))))
	_ = cmd.Process.Kill() // fails when the child is done, which the next one finds out
	<-exit
	return false
}

// log returns the nodes that were begun so far, in order.
func (v victim) log(t *testing.T) []string {
	t.Helper()
	f, err := os.Open(filepath.Join(v.folder, "log"))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var lines []string
	for s := bufio.NewScanner(f); s.Scan(); {
		lines = append(lines, s.Text())
	}
	return lines
}

func (v victim) open(t *testing.T) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(v.folder, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// finished returns the tasks whose end is in a checkpoint.
func (v victim) finished(t *testing.T) []string {
	t.Helper()
	db := v.open(t)
	defer db.Close()
	events, err := db.Events(t.Context(), "r", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return tasksOf(events, graph.NodeFinished)
}

func (v victim) state(t *testing.T) []string {
	t.Helper()
	db := v.open(t)
	defer db.Close()
	return finalLines(t, db)
}

func finalLines(t *testing.T, s graph.Store) []string {
	t.Helper()
	r, err := graph.NewRunner(drawing(""), s, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	run, err := s.Run(t.Context(), "r")
	if err != nil || run.Status != graph.Finished {
		t.Fatalf("run is %s, %v; want it finished", run.Status, err)
	}
	state, err := r.State(t.Context(), "r", 0)
	if err != nil {
		t.Fatal(err)
	}
	return state.Lines
}

// until waits for a condition of the child's files.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within 30 s", what)
		}
	}
}

func TestKill_ResumesWithTheSameResultAndRepeatsNothing(t *testing.T) {
	undisturbed := shelf.Empty(t)
	if err := execute(context.Background(), undisturbed, drawing(""), &event.Bus{}); err != nil {
		t.Fatal(err)
	}
	want := finalLines(t, undisturbed)

	v := victim{t.TempDir()}
	type death struct {
		begun    int      // nodes begun before it
		finished []string // tasks that must not begin after it
	}
	var deaths []death
	for done := false; !done && len(deaths) < 20; {
		done = v.kill(t, rand.IntN(5))
		deaths = append(deaths, death{len(v.log(t)), v.finished(t)})
	}
	if err := v.start(t).Wait(); err != nil {
		t.Fatalf("the last child: %v", err)
	}
	if got := v.state(t); !slices.Equal(got, want) {
		t.Errorf("state after %d kills\n got %q\nwant %q", len(deaths), got, want)
	}
	begun := v.log(t)
	for _, d := range deaths {
		for _, task := range begun[d.begun:] {
			if slices.Contains(d.finished, task) {
				t.Errorf("%s was finished and ran again after the kill at %d", task, d.begun)
			}
		}
	}
	all := v.finished(t)
	if unique := slices.Compact(slices.Sorted(slices.Values(all))); len(unique) != len(all) || len(all) < 30 {
		t.Errorf("%d tasks finished, %d of them different: want each once and at least 30", len(all), len(unique))
	}
	t.Logf("%d nodes, begun %d times with %d kills", len(all), len(begun), len(deaths))
}

func TestKill_FinishedSiblingIsNotRepeated(t *testing.T) {
	v := victim{t.TempDir()}
	cmd := v.start(t, "GRAPHTEST_SLOW=1")
	until(t, "library", func() bool { return len(v.log(t)) > 0 })
	db := v.open(t)
	defer db.Close()
	until(t, "plan and five of six siblings", func() bool {
		events, err := db.Events(t.Context(), "r", 0, 0)
		return err == nil && len(tasksOf(events, graph.NodeFinished)) == 6
	})
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // says "killed"
	before := len(v.log(t))
	if err := v.start(t).Wait(); err != nil {
		t.Fatal(err)
	}
	begun, first := v.log(t), v.log(t)[before]
	if first != "item-4" || strings.Count(strings.Join(begun, " ")+" ", "item-3 ") != 1 {
		t.Errorf("begun %q, %q first after the kill; want the slow sibling first and the others once", begun, first)
	}
}
