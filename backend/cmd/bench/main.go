// Command bench measures the program beside what else could do the same work, in one run on one machine: extraction beside pdftotext,
// search beside chromem-go, and what ingest, start-up and a run cost.
//
// It prints Markdown tables, each figure with its unit and the command that prints it again. Sets of real documents are found through
// RABBITHOLE_EVAL; without it the sample library stands in, and the output says so. What it measures depends on the machine and on what
// else runs there: compare figures of one run only.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/core"
)

// bench is one run of the program.
type bench struct {
	dir   string // for everything it makes
	eval  string // RABBITHOLE_EVAL
	sets  string // folders of it, comma between; empty: all that describe their documents
	light bool   // fewer repetitions and smaller libraries
}

// repeats is how often a short measurement is taken.
func (b *bench) repeats() int {
	if b.light {
		return 2
	}
	return 5
}

// part is something that can be measured by itself. It prints its table.
type part struct {
	name    string
	measure func(*bench, context.Context) error
}

// parts are in the order in which they run: what is sensitive to a warm machine first.
func parts() []part {
	return []part{
		{"start", (*bench).start}, {"extract", (*bench).extract}, {"ingest", (*bench).ingest}, {"run", (*bench).research}, {"search", (*bench).search},
		{"window", (*bench).window}, {"ui", (*bench).ui},
	}
}

func main() {
	core.RunWorkerIfAsked()
	if done, err := runChild(os.Args[1:]); done {
		exit(err)
	}
	only := flag.String("only", "", "measure these parts only: "+names()+" (comma between)")
	sets := flag.String("sets", "", "folders of RABBITHOLE_EVAL to measure with (comma between); none: all with a docs.jsonl")
	light := flag.Bool("light", false, "a quick look: smaller libraries, fewer repetitions")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	exit(run(ctx, *only, bench{eval: os.Getenv("RABBITHOLE_EVAL"), sets: *sets, light: *light}))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func names() string {
	var list []string
	for _, p := range parts() {
		list = append(list, p.name)
	}
	return strings.Join(list, ", ")
}

func run(ctx context.Context, only string, b bench) error {
	chosen := parts()
	if only != "" {
		wanted := strings.Split(only, ",")
		chosen = slices.DeleteFunc(chosen, func(p part) bool { return !slices.Contains(wanted, p.name) })
		if len(chosen) != len(wanted) {
			return fmt.Errorf("the parts are %s", names())
		}
	}
	var err error
	if b.dir, err = os.MkdirTemp("", "rabbithole-bench"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	fmt.Printf("Measured on %s, %d cores, %s, %s/%s. Ratios within this run count; the figures themselves depend on the machine.\n",
		time.Now().UTC().Format("2 January 2006"), runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if b.eval == "" {
		fmt.Println("RABBITHOLE_EVAL is unset: the documents are those of the sample library.")
	}
	for _, p := range chosen {
		begun := time.Now()
		fmt.Printf("\n### %s (`go run ./backend/cmd/bench -only %s`)\n\n", p.name, p.name)
		if err := p.measure(&b, ctx); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		fmt.Fprintf(os.Stderr, "bench: %s took %.0f s\n", p.name, time.Since(begun).Seconds())
	}
	return nil
}
