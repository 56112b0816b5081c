// Command train learns from sets, each FOLDER:QUESTIONS.jsonl[,...], by what signs an answer that no model judged most likely answers its
// question, and writes what it learned to backend/extract/likely.json.
//
// It asks the questions of sets with pages of gold, and asks them of other documents, where they have no answer. What leads each answer is kept in
// the folder of the work, so that learning again is quick; delete it there after a change of the signs or of the search. An answer that says itself
// that something is not said never counts as one. Right is a lead on a page of gold. What is printed was learned without the document that a
// question belongs to ("left out"), beside what was learned with all ("trained"), and without the whole set ("other sets").
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/eval"
	"rabbithole/backend/extract"
)

// names are the signs that are learned from.
var names = []string{"quote", "pairs", "lacking", "number", "place", "margin"}

const (
	folds    = 8
	strength = 3.0  // of what holds the weights small
	rounds   = 3000 // at most
	rate     = 0.5
	still    = 1e-6 // what no weight moves more than ends learning
	enough   = 0.7  // of the right leads are to be said to be answered
)

// example is a lead of a set.
type example struct {
	eval.Lead
	set    string
	weight float64 // each set weighs alike
}

// leads reports whether the answer says something, and not itself that something is not said.
func (e example) leads() bool { return len(e.Signs) > 0 && !e.Silent }

func main() {
	core.RunWorkerIfAsked()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	work := flag.String("work", "build/train", "where libraries and what was measured are kept")
	out := flag.String("out", "backend/extract/likely.json", "the file to write")
	flag.Parse()
	if err := run(ctx, flag.Args(), *work, *out); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, work, out string) error {
	var all []example
	var sets []string
	for _, arg := range args {
		folder, questions, ok := strings.Cut(arg, ":")
		if !ok {
			return fmt.Errorf("%s names no questions", arg)
		}
		set := filepath.Base(filepath.Dir(folder))
		sets = append(sets, set)
		leads, err := measured(ctx, strings.Split(questions, ","), folder, filepath.Join(work, set))
		if err != nil {
			return err
		}
		for _, l := range leads {
			all = append(all, example{l, set, 1 / float64(len(leads))})
		}
	}
	if len(sets) < 2 {
		return errors.New("two sets are needed: one is learned from, the other tells how it went")
	}
	trained := learn(all)
	with, left, other := make([]float64, len(all)), make([]float64, len(all)), make([]float64, len(all))
	for i, e := range all {
		with[i] = one(e, trained)
	}
	for i := range folds {
		leave(all, left, func(e example) bool { return fold(e) == i })
	}
	for _, set := range sets {
		leave(all, other, func(e example) bool { return e.set == set })
	}
	trained.Threshold = threshold(all, left)
	fmt.Printf("%-14s%-12s %s\n", "set", "", "said to be answered: right leads, wrong leads, no answer; area under the curve")
	for _, set := range append(sets, "") {
		show(set, "trained", all, with, trained.Threshold)
		show(set, "left out", all, left, trained.Threshold)
		show(set, "other sets", all, other, trained.Threshold)
	}
	text, err := json.MarshalIndent(trained, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(out, append(text, '\n'), 0o644)
}

// measured reads what leads the answers of a set, and measures it where it is not there yet.
func measured(ctx context.Context, questions []string, folder, work string) (leads []eval.Lead, err error) {
	if data, err := os.ReadFile(work + ".json"); err == nil {
		err = json.Unmarshal(data, &leads)
		return leads, err
	}
	if err := os.MkdirAll(filepath.Dir(work), 0o700); err != nil {
		return nil, err
	}
	if leads, err = eval.MeasureLeads(ctx, questions, folder, work); err != nil {
		return nil, err
	}
	data, err := json.Marshal(leads)
	return leads, errors.Join(err, os.WriteFile(work+".json", data, 0o600))
}

// fold is the part that an example's document is left out with.
func fold(e example) int {
	h := fnv.New32a()
	h.Write([]byte(e.set + e.Document))
	return int(h.Sum32() % folds)
}

// leave fills in how likely the examples that are left out answer, by what is learned from the others.
func leave(all []example, likely []float64, out func(example) bool) {
	l := learn(slices.DeleteFunc(slices.Clone(all), out))
	for i, e := range all {
		if out(e) {
			likely[i] = one(e, l)
		}
	}
}

// one is how likely an example answers, -1 where it says itself that it does not.
func one(e example, l extract.Likelihood) float64 {
	if !e.leads() {
		return -1
	}
	return l.Of(e.Signs)
}

// learn fits a logistic regression to the examples that say something, by gradient descent.
func learn(all []example) extract.Likelihood {
	all = slices.DeleteFunc(slices.Clone(all), func(e example) bool { return !e.leads() })
	var total float64
	for _, e := range all {
		total += e.weight
	}
	var l extract.Likelihood
	for _, name := range names {
		s := extract.Sign{Name: name}
		for _, e := range all {
			s.Mean += e.weight / total * e.Signs[name]
		}
		for _, e := range all {
			s.Scale += e.weight / total * math.Pow(e.Signs[name]-s.Mean, 2)
		}
		s.Scale = max(math.Sqrt(s.Scale), 1e-3)
		l.Signs = append(l.Signs, s)
	}
	for range rounds {
		bias, slopes := 0.0, make([]float64, len(l.Signs))
		for _, e := range all {
			off := e.weight / total * (l.Of(e.Signs) - truth(e.Right))
			bias += off
			for i, s := range l.Signs {
				slopes[i] += off * (e.Signs[s.Name] - s.Mean) / s.Scale
			}
		}
		most := math.Abs(bias)
		l.Bias -= rate * bias
		for i := range l.Signs {
			slope := slopes[i] + strength/float64(len(all))*l.Signs[i].Weight
			l.Signs[i].Weight -= rate * slope
			most = max(most, math.Abs(slope))
		}
		if rate*most < still {
			break
		}
	}
	return l
}

func truth(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// threshold is the highest one from which enough of the right leads are said to be answered.
func threshold(all []example, likely []float64) float64 {
	for i := range 99 {
		t := float64(99-i) / 100
		if right, _, _ := shares("", all, likely, t); right >= enough {
			return t
		}
	}
	return 0
}

// shares are how many of the right leads, of the wrong ones, and of the questions without an answer are said to be answered.
func shares(set string, all []example, likely []float64, from float64) (right, wrong, none float64) {
	var over, said [3]float64
	for i, e := range all {
		if set != "" && e.set != set {
			continue
		}
		kind := 2
		if e.Right {
			kind = 0
		} else if e.Answered {
			kind = 1
		}
		over[kind]++
		said[kind] += truth(likely[i] >= from)
	}
	return said[0] / over[0], said[1] / over[1], said[2] / over[2]
}

// show prints a line on a set, on all for "".
func show(set, how string, all []example, likely []float64, from float64) {
	right, wrong, none := shares(set, all, likely, from)
	above, pairs := 0.0, 0.0
	for i, a := range all {
		for j, b := range all {
			if (set == "" || a.set == set && b.set == set) && a.Right && !b.Right {
				pairs++
				above += truth(likely[i] > likely[j]) + truth(likely[i] == likely[j])/2
			}
		}
	}
	fmt.Printf("%-14s%-12s %.2f %.2f %.2f; %.2f\n", set, how, right, wrong, none, above/pairs)
}
