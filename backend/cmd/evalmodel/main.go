// Command evalmodel runs all five flows with a real language model and without one, over the sample library, and compares: a model must never make a
// result worse than none, however weak it is.
//
// It starts an Ollama of its own, makes the models there that Modelfiles describe, has the chat model take the program's test (stated:
// sentences judged rightly, marked: the others), and asks the program as a person would. Each run has to end within its limit, to state
// nothing unmarked that what it quotes does not show, and to cite the right pages and answer as far as the built-in engine does. A model
// that fails its test is passed over; then each run is done once more with the model used all the same ("used"), which has to keep its
// limit and to state nothing unmarked, and of which it is only said where it does worse. One line a run, and one for all; the exit code is
// 1 when a run fails. Where the models are not there it says so and measures nothing.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"rabbithole/backend/core"
)

// options are how the models are tried.
type options struct {
	program, ollama string
	asks            int
	seconds         int
	minutes         int
	flows           string
	json            bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var o options
	flag.StringVar(&o.program, "program", "build/bin/rabbithole", "the command line to run")
	flag.StringVar(&o.ollama, "ollama", "", "the Ollama server; empty: what build/ollama.sh finds or builds")
	flag.IntVar(&o.asks, "asks", len(questions()), "how many questions are asked quickly")
	flag.IntVar(&o.seconds, "seconds", 60, "limit of a quick question")
	flag.IntVar(&o.minutes, "minutes", 3, "limit of research, and of the flows that have none: then they are stopped")
	flag.StringVar(&o.flows, "flows", "ask,research,explore,discover,related", "the flows to run")
	flag.BoolVar(&o.json, "json", false, "print one JSON object a run, and one for all")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: evalmodel [flags] CHAT.Modelfile [EMBEDDER.Modelfile]")
		flag.PrintDefaults()
	}
	flag.Parse()
	failed, err := run(ctx, o, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "evalmodel:", err)
	}
	if err != nil || failed > 0 {
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, files []string) (failed int, err error) {
	if len(files) == 0 {
		flag.Usage()
		os.Exit(2)
	}
	for _, file := range files {
		if _, err := os.Stat(file); err != nil {
			fmt.Printf("%s is not here: RABBITHOLE_MODELS names the folder of the models. Nothing was measured.\n", file)
			return 0, nil
		}
	}
	folder, err := os.MkdirTemp("", "evalmodel")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	server, binary, err := serve(ctx, o.ollama, folder)
	if err != nil {
		return 0, err
	}
	defer server.Kill()
	for _, file := range files {
		if err := create(ctx, binary, server.URL.Host, nameOf(file), file); err != nil {
			return 0, err
		}
	}
	p := program{path: o.program, home: filepath.Join(folder, "library"), env: []string{"OLLAMA_HOST=" + server.URL.Host,
		"RABBITHOLE_MODEL=" + nameOf(files[0]),
		fmt.Sprintf("CHAT_RESEARCH_TIMEOUT_SECONDS=%d", o.seconds), fmt.Sprintf("MAX_MINUTES=%d", o.minutes), "EXPLORE_MAX_NODES=5"}}
	if err := p.addSamples(ctx, folder); err != nil {
		return 0, err
	}
	return o.compare(ctx, p, files)
}

// nameOf is what the model of a Modelfile is called: "smollm2" of "smollm2.Modelfile".
func nameOf(file string) string {
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

// compare does every run without the model and with it, and prints how it went.
func (o options) compare(ctx context.Context, p program, files []string) (failed int, err error) {
	all := o.trials()
	begun, done := time.Now(), 0
	r := p.tests(ctx, nameOf(files[0]))
	o.print(r)
	failed += r.failed()
	weak := r.Verdict == core.TestWeak
	if len(files) > 1 {
		r := p.embeds(ctx, nameOf(files[1]))
		o.print(r)
		failed += r.failed()
	}
	for _, t := range all {
		without := p.try(ctx, t, "extractive")
		with := p.try(ctx, t, "ollama")
		if ctx.Err() != nil {
			return failed, ctx.Err()
		}
		with.Wrong = append(with.Wrong, with.worse(without)...)
		runs := []outcome{without, with}
		if weak {
			used := p.all().try(ctx, t, "ollama")
			used.Engine, used.Worse = "used", used.worse(without)
			runs = append(runs, used)
		}
		for _, r := range runs {
			o.print(r)
			done++
			failed += r.failed()
		}
	}
	if o.json {
		return failed, json.NewEncoder(os.Stdout).Encode(map[string]any{"model": nameOf(files[0]), "runs": done, "failed": failed,
			"seconds": int(time.Since(begun).Seconds())})
	}
	fmt.Printf("%s: %d of %d runs failed, %s\n", nameOf(files[0]), failed, done, time.Since(begun).Round(time.Second))
	return failed, nil
}

func (o options) print(r outcome) {
	if o.json {
		json.NewEncoder(os.Stdout).Encode(r)
		return
	}
	fmt.Printf("%-10s %-10s %-10s %6.0f s %3d calls %2d by rule  %-8s %2d stated %2d marked  gold %d/%d  %s\n", r.Flow, r.Name, r.Engine, r.Seconds,
		r.Calls, r.Fallbacks,
		r.Verdict, r.Stated, r.Marked, r.Cited, r.Gold, strings.Join(append(r.Wrong, r.Worse...), "; "))
}
