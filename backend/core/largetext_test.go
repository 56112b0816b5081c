package core_test

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/ingest"
	"rabbithole/backend/source"
)

// TestAdd_ATextThatIsTooLarge says what to do about a plain text of 100 MB, which is plain text already.
func TestAdd_ATextThatIsTooLarge(t *testing.T) {
	c := open(t, t.TempDir(), noEnv)
	for _, name := range []string{"ledger.txt", "ledger.md", "ledger.html"} {
		path := file(t, name, "The lantern keeper lights a lantern.\n")
		if err := os.Truncate(path, 64<<20+1); err != nil {
			t.Fatal(err)
		}
		results, err := c.Add(t.Context(), []string{path}, core.AddOptions{})
		if err != nil || len(results) != 1 || results[0].Status != ingest.NotAdded ||
			results[0].Trouble != source.TooLarge {
			t.Fatalf("%+v, %v", results, err)
		}
		if why := results[0].Reason; why != "The file could not be read: it is larger than 64 MB. Split it into smaller files and add those." {
			t.Errorf("%s: %s", name, why)
		}
	}
}

// alone runs this test in a process of its own, for what other tests leave running allocates memory too. It says whether this is that process.
func alone(t *testing.T) bool {
	t.Helper()
	const env = "RABBITHOLE_TEST_ALONE"
	if os.Getenv(env) == t.Name() {
		return true
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), self, "-test.run=^"+t.Name()+"$", "-test.v")
	run.Env = append(os.Environ(), env+"="+t.Name())
	if out, err := run.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

// A page of few letters and very many elements is parsed by a process with a limit, not by this one.
func TestAdd_TextsAreParsedInAnotherProcess(t *testing.T) {
	if !alone(t) {
		return
	}
	c := open(t, t.TempDir(), noEnv)
	path := file(t, "page.html", "<p>Radon."+strings.Repeat("<font color=c>", 3)+strings.Repeat("<p> ", 400_000))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	results, err := c.Add(t.Context(), []string{path}, core.AddOptions{})
	runtime.ReadMemStats(&after)
	if err != nil || len(results) != 1 || results[0].Status != ingest.Added {
		t.Errorf("%+v, %v", results, err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 64<<20 {
		t.Errorf("%d MB were allocated here", took>>20)
	}
}

// Finding what stands in a text may take two hundred times its memory: in another process, and then its document is refused alone.
func TestAdd_TextsAreAnalysedInAnotherProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("takes memory and time")
	}
	if !alone(t) {
		return
	}
	c := open(t, t.TempDir(), noEnv)
	var marks strings.Builder
	for n := 1; marks.Len() < 12<<20; n++ {
		marks.WriteString(strings.Repeat("`", n) + " ")
	}
	paths := []string{file(t, "marks.md", marks.String()), file(t, "note.md", "# Radon\n\nRadon was measured in the cellar.")}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	results, err := c.Add(t.Context(), paths, core.AddOptions{})
	runtime.ReadMemStats(&after)
	if err != nil || len(results) != 2 || results[0].Status != ingest.NotAdded || results[0].Trouble != source.TooLarge || results[1].Status != ingest.Added {
		t.Errorf("%+v, %v", results, err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 1<<30 {
		t.Errorf("%d MB were allocated here", took>>20)
	}
}
