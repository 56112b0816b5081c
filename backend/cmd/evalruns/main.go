// Command evalruns repeats whole runs with the answers that a reader once gave in the place of a model, and counts what
// became of the sentences that the reader wrote.
//
// A recorded run is a folder: run.json says what is asked of which documents and which sentences of the draft are right,
// answers.jsonl holds the answers by what they answer. A request that nobody has answered yet, because a prompt has
// changed, is written into the folder given by -ask and waits there for an answer; without -ask it fails, and the run
// counts as out of date. The documents are those of the evaluation sets, which the repository does not carry.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	o := options{}
	flag.StringVar(&o.program, "program", "build/bin/rabbithole", "the command line to run")
	flag.StringVar(&o.sets, "sets", os.Getenv("RABBITHOLE_EVAL"), "folder of the evaluation sets")
	flag.StringVar(&o.work, "work", "", "folder for libraries, which are kept in it; empty: a temporary one")
	flag.StringVar(&o.ask, "ask", "", "folder in which requests without an answer wait for one")
	flag.StringVar(&o.reports, "reports", "", "folder to write the reports into, as PDF and as Markdown, for somebody who reads them")
	flag.BoolVar(&o.json, "json", false, "print one JSON object a run")
	flag.BoolVar(&o.calls, "calls", false, "print what the runs ask of a model instead of what became of their sentences")
	flag.BoolVar(&o.course, "course", false, "print the calls of the runs as the program keeps them, to foretell what such runs take")
	flag.Var(&o.pace, "pace", "answer as a computer does that reads and writes so many tokens a second: 200/15. The runs keep their usual limits of time, and what is printed is how long they took and what wrote them")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: evalruns [flags] FOLDER...\n       evalruns import FOLDER RECORDED")
		flag.PrintDefaults()
	}
	flag.Parse()
	if err := run(ctx, o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "evalruns:", err)
		os.Exit(1)
	}
}

// options are how runs are repeated.
type options struct {
	program, sets, work, ask, reports string
	json, calls, course               bool
	pace                              pace
}

// run does what the arguments ask for.
func run(ctx context.Context, o options, args []string) error {
	if len(args) == 3 && args[0] == "import" {
		return take(args[1], args[2])
	}
	if len(args) == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if o.sets == "" {
		fmt.Println("The evaluation sets are not here: RABBITHOLE_EVAL names their folder. Nothing was measured.")
		return nil
	}
	if o.work == "" {
		folder, err := os.MkdirTemp("", "evalruns")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		o.work = folder
	}
	var all []result
	for _, folder := range args {
		r, err := repeat(ctx, o, folder)
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(folder), err)
		}
		all = append(all, r)
		if o.json {
			if err := json.NewEncoder(os.Stdout).Encode(r); err != nil {
				return err
			}
		}
	}
	switch {
	case o.course:
		recording(all)
	case o.json:
	case o.calls:
		costs(all)
	case o.pace != pace{}:
		times(o.pace, all)
	default:
		table(all)
	}
	return nil
}

// recorded is a run that somebody answered.
type recorded struct {
	Args    []string          `json:"args"`    // of the command line: flow, question, flags; {files} is the folder of Files
	Library []string          `json:"library"` // documents and folders below the sets
	Files   map[string]string `json:"files"`   // own files by name
	Claims  []string          `json:"claims"`  // instead of a run: IDs of labelled sentences of claims/*.jsonl to check
	// Sentences are those of the drafts, without their marks.
	Sentences []sentence `json:"sentences"`
	Gold      []page     `json:"gold"`      // that have to be cited
	Sections  []section  `json:"sections"`  // that have to be in front of the writer
	Conflicts int        `json:"conflicts"` // contradictions that there are
	Silent    bool       `json:"silent"`    // the documents do not say what is asked
}

// sentence is a sentence of a draft with what the reader knows of it.
type sentence struct {
	Text    string `json:"text"`
	Right   bool   `json:"right"`
	Planted bool   `json:"planted"` // written wrong on purpose
}

// page is a page of a document.
type page struct {
	Document string `json:"document"`
	Page     int    `json:"page"`
}

// section is a section of a document, as its heading begins: "§ 26".
type section struct {
	Document string `json:"document"`
	Heading  string `json:"heading"`
}

// standsIn reports whether a request shows a passage of the section.
func (s section) standsIn(request string) bool {
	for line := range strings.Lines(request) {
		_, rest, found := strings.Cut(line, s.Document)
		if found && strings.Contains(rest, "> "+s.Heading+" ") {
			return true
		}
	}
	return false
}

// result is what became of a run.
type result struct {
	Name       string    `json:"name"`
	Flow       string    `json:"flow"`
	Calls      int       `json:"calls"`
	Unanswered int       `json:"unanswered"` // requests that are not in the recording
	Prompt     int       `json:"prompt"`     // tokens, about
	Reply      int       `json:"reply"`
	Made       []made    `json:"made"` // the calls
	Sections   int       `json:"sections"`
	Unwritten  []section `json:"unwritten"` // sections that the writer did not see
	Right      int       `json:"right"`
	Lost       []string  `json:"lost"`      // right sentences that are gone
	Marked     []string  `json:"marked"`    // right sentences with a mark of doubt
	Rewritten  []string  `json:"rewritten"` // right sentences that stand in other words
	Wrong      int       `json:"wrong"`
	Published  []string  `json:"published"` // wrong sentences without a mark
	Nothing    bool      `json:"nothing"`   // says that nothing was found where there is something
	Conflicts  int       `json:"conflicts"` // told, less those that there are
	Gold       int       `json:"gold"`
	Missed     []page    `json:"missed"` // gold pages that no claim cites
	Verdict    string    `json:"verdict"`
	Took       float64   `json:"took"`    // seconds
	Words      float64   `json:"words"`   // seconds until the first words of the text, 0 where it is not shown before it is checked
	Found      float64   `json:"found"`   // seconds until the first passages of an answer are shown, 0 where they are not
	Silence    float64   `json:"silence"` // longest time without a line, seconds
	Told       course    `json:"told"`    // how long it still takes, as it told over its course
	Author     string    `json:"author"`  // what wrote the text

	claims bool // labelled sentences, no run
}

// read reads a recorded run.
func read(folder string) (r recorded, err error) {
	data, err := os.ReadFile(filepath.Join(folder, "run.json"))
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	return r, err
}

// paces are what the time of a run is told for: tokens of prompts and of replies a second, of a laptop and of a good graphics card.
var paces = [][2]int{{200, 15}, {1000, 60}}

// costs prints what runs ask of a model, and how many of the sections that answer are in front of the writer.
func costs(all []result) {
	fmt.Printf("%-24s %5s %4s %7s %6s", "run", "calls", "new", "prompt", "reply")
	for _, p := range paces {
		fmt.Printf(" %11s", fmt.Sprintf("s %d/%d", p[0], p[1]))
	}
	fmt.Printf(" %9s\n", "sections")
	for _, r := range all {
		fmt.Printf("%-24s %5d %4d %7d %6d", r.Name, r.Calls, r.Unanswered, r.Prompt, r.Reply)
		for _, p := range paces {
			fmt.Printf(" %11d", r.Prompt/p[0]+r.Reply/p[1])
		}
		fmt.Printf(" %6d/%d\n", r.Sections-len(r.Unwritten), r.Sections)
		for _, m := range r.Made {
			fmt.Printf("  %-27s %9d %6d", m.Step, m.Prompt, m.Reply)
			for _, p := range paces {
				fmt.Printf(" %11d", m.Prompt/p[0]+m.Reply/p[1])
			}
			fmt.Println()
		}
		for _, s := range r.Unwritten {
			fmt.Printf("%s: the writer did not see %s, %s\n", r.Name, s.Document, s.Heading)
		}
	}
}

// table prints results for people, with their sums below.
func table(all []result) {
	fmt.Printf("%-28s %5s %4s %6s %5s %7s %9s %6s %10s %8s %10s %6s\n",
		"run", "calls", "new", "right", "lost", "marked", "rewritten", "wrong", "published", "nothing", "conflicts", "gold")
	runs, claims := result{Name: "all runs"}, result{Name: "all claims"}
	for _, r := range all {
		if r.claims {
			claims = claims.and(r)
		} else {
			runs = runs.and(r)
		}
	}
	sums := slices.DeleteFunc([]result{runs, claims}, func(r result) bool { return r.Calls == 0 })
	for _, r := range slices.Concat(all, sums) {
		fmt.Printf("%-28s %5d %4d %6d %5d %7d %9d %6d %10d %8t %+10d %3d/%d\n", r.Name, r.Calls, r.Unanswered, r.Right, len(r.Lost), len(r.Marked),
			len(r.Rewritten), r.Wrong, len(r.Published), r.Nothing, r.Conflicts, r.Gold-len(r.Missed), r.Gold)
	}
	for _, r := range all {
		for what, list := range map[string][]string{"lost": r.Lost, "marked": r.Marked, "published though wrong": r.Published} {
			for _, text := range list {
				fmt.Printf("%s, %s: %s\n", r.Name, what, text)
			}
		}
	}
}

// and adds the counts of another run.
func (r result) and(o result) result {
	r.Calls, r.Unanswered, r.Right, r.Wrong, r.Gold = r.Calls+o.Calls, r.Unanswered+o.Unanswered, r.Right+o.Right, r.Wrong+o.Wrong, r.Gold+o.Gold
	r.Lost, r.Marked, r.Rewritten = append(r.Lost, o.Lost...), append(r.Marked, o.Marked...), append(r.Rewritten, o.Rewritten...)
	r.Published, r.Missed = append(r.Published, o.Published...), append(r.Missed, o.Missed...)
	r.Nothing, r.Conflicts = r.Nothing || o.Nothing, r.Conflicts+o.Conflicts
	return r
}
