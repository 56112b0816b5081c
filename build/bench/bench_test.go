// Package bench measures the program beside what else could do the same work, in one run on one machine: extraction beside pdftotext,
// search beside chromem-go, and what ingest, start-up and a run cost.
//
// It prints Markdown tables, each figure with its unit and the command that prints it again. Sets of real documents are found through
// RABBITHOLE_EVAL; without it the sample library stands in, and the output says so. What it measures depends on the machine and on what
// else runs there: compare figures of one run only.
package bench

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"

	"rabbithole/backend/core"
)

// bench is one run of the program.
type bench struct {
	dir  string // for everything it makes
	eval string // RABBITHOLE_EVAL
	sets string // folders of it, comma between; empty: all that describe their documents
}

// whole is what the parts of one run share.
var whole = bench{eval: os.Getenv("RABBITHOLE_EVAL"), sets: os.Getenv("RABBITHOLE_BENCH_SETS")}

// repeats is how often a short measurement is taken.
func (b *bench) repeats() int {
	if testing.Short() {
		return 2
	}
	return 5
}

func TestMain(m *testing.M) {
	core.RunWorkerIfAsked()
	if done, err := runChild(os.Args[1:]); done {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(func() int {
		var err error
		if whole.dir, err = os.MkdirTemp("", "rabbithole-bench"); err != nil {
			panic(err)
		}
		defer os.RemoveAll(whole.dir)
		return m.Run()
	}())
}

// The parts stand in the order in which they run: what is sensitive to a warm machine first.

func BenchmarkStart(b *testing.B)   { measure(b, "Start", whole.start) }
func BenchmarkExtract(b *testing.B) { measure(b, "Extract", whole.extract) }
func BenchmarkIngest(b *testing.B)  { measure(b, "Ingest", whole.ingest) }
func BenchmarkRun(b *testing.B)     { measure(b, "Run", whole.research) }
func BenchmarkSearch(b *testing.B)  { measure(b, "Search", whole.search) }
func BenchmarkWindow(b *testing.B)  { measure(b, "Window", whole.window) }
func BenchmarkUI(b *testing.B)      { measure(b, "UI", whole.ui) }

// measure measures a part once, whatever the testing package wants, and prints its table.
func measure(b *testing.B, name string, part func(context.Context) error) {
	fmt.Printf("\n### %s (`make bench PART=%s`)\n\n", name, name)
	fmt.Printf("Measured on %s, %d cores, %s, %s/%s. Ratios within this run count; the figures themselves depend on the machine.\n",
		time.Now().UTC().Format("2 January 2006"), runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if whole.eval == "" {
		fmt.Println("RABBITHOLE_EVAL is unset: the documents are those of the sample library.")
	}
	fmt.Println()
	if err := part(b.Context()); err != nil {
		b.Fatal(err)
	}
}
