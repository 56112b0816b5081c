package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// pageSize is that of the database.
const pageSize = 4096

// blow is a way to damage a file. It changes the bytes in place or returns fewer of them, and says what it did. schema are the numbers of the
// pages of sqlite_schema.
type blow struct {
	name   string
	strike func(random *rand.Rand, file []byte, schema []int) (damaged []byte, what string)
}

// blows are what disks, and programs that write to them, do to files.
var blows = []blow{
	{"bit flipped", func(random *rand.Rand, file []byte, _ []int) ([]byte, string) {
		at, bit := random.IntN(len(file)), random.IntN(8)
		file[at] ^= 1 << bit
		return file, fmt.Sprintf("bit %d of byte %d, on page %d", bit, at, at/pageSize+1)
	}},
	{"schema hit", func(random *rand.Rand, file []byte, schema []int) ([]byte, string) {
		page, at, bit := schema[random.IntN(len(schema))], random.IntN(64), random.IntN(8)
		start := file[(page-1)*pageSize:][:pageSize]
		if page == 1 {
			start = start[100:] // the header of the file
		}
		if random.IntN(2) == 0 {
			clear(start)
			return file, fmt.Sprintf("page %d zeroed", page)
		}
		start[at] ^= 1 << bit // of the header of the page, or of what says where its rows are
		return file, fmt.Sprintf("bit %d of byte %d of page %d", bit, at, page)
	}},
	{"block zeroed", func(random *rand.Rand, file []byte, _ []int) ([]byte, string) {
		size := 512 << random.IntN(5)
		at := random.IntN(len(file)/size) * size
		clear(file[at : at+size])
		return file, fmt.Sprintf("%d bytes from %d, page %d", size, at, at/pageSize+1)
	}},
	{"pages swapped", func(random *rand.Rand, file []byte, _ []int) ([]byte, string) {
		one, other := random.IntN(len(file)/pageSize), random.IntN(len(file)/pageSize)
		first, second := file[one*pageSize:][:pageSize], file[other*pageSize:][:pageSize]
		kept := slices.Clone(first)
		copy(first, second)
		copy(second, kept)
		return file, fmt.Sprintf("pages %d and %d", one+1, other+1)
	}},
	{"end cut off", func(random *rand.Rand, file []byte, _ []int) ([]byte, string) {
		size := random.IntN(len(file))
		return file[:size], fmt.Sprintf("after %d of %d bytes", size, len(file))
	}},
}

// outcome is what became of a damage.
type outcome string

const (
	noticed   outcome = "noticed"
	harmless  outcome = "harmless"  // nothing that the library holds is other than before
	unnoticed outcome = "UNNOTICED" // something is, and the check did not say so
	misled    outcome = "MISLED"    // the check or the repair failed, or said nothing that helps
)

// damage damages the database of a library n times, each time the sound one, and has it checked and repaired. Whatever
// changes something that the library holds has to be noticed.
func damage(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("damage", flag.ExitOnError)
	program := flags.String("program", "build/bin/rabbithole", "the command line")
	n := flags.Int("n", 300, "how many damages")
	seed := flags.Uint64("seed", rand.Uint64(), "what they are drawn from")
	repair := flags.Bool("repair", true, "repair each")
	only := flags.Int("only", 0, "make this damage alone, counted from 1")
	if err := flags.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "torture")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	sound := library{*program, filepath.Join(dir, "home")}
	if err := sound.fill(ctx); err != nil {
		return err
	}
	d := damaging{sound: sound, repair: *repair, twin: filepath.Join(dir, "twin"), counts: map[string]map[outcome]int{}}
	if d.file, err = os.ReadFile(sound.database()); err != nil {
		return err
	}
	if d.contents, err = sound.contents(ctx); err != nil {
		return err
	}
	if d.tables, err = sound.tables(ctx); err != nil {
		return err
	}
	fmt.Printf("%d damages of a database of %d pages, -seed %d\n", *n, len(d.file)/pageSize, *seed)
	for i := 1; i <= *n; i++ {
		if *only != 0 && i != *only {
			continue
		}
		if err := d.make(ctx, i, rand.New(rand.NewPCG(*seed, uint64(i)))); err != nil {
			return err
		}
	}
	return d.report()
}

// damaging is one call of damage.
type damaging struct {
	sound    library
	repair   bool
	file     []byte // its database
	contents []byte
	tables   map[string]standing
	twin     string // home of the one that is damaged
	counts   map[string]map[outcome]int
}

// make makes one damage and notes what became of it.
func (d *damaging) make(ctx context.Context, i int, random *rand.Rand) error {
	b := blows[random.IntN(len(blows))]
	damaged, what := b.strike(random, slices.Clone(d.file), d.tables[schemaTable].pages)
	twin, err := d.sound.twin(d.twin)
	if err == nil {
		err = os.WriteFile(twin.database(), damaged, 0o600)
	}
	if err != nil {
		return err
	}
	became, why := d.judge(ctx, twin, damaged)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if d.counts[b.name] == nil {
		d.counts[b.name] = map[outcome]int{}
	}
	d.counts[b.name][became]++
	if became == noticed {
		return nil
	}
	fmt.Printf("%4d  %-9s  %s: %s%s\n", i, became, b.name, what, why)
	if became == harmless {
		return nil
	}
	kept := filepath.Join(os.TempDir(), fmt.Sprintf("torture-damage-%d.db", i))
	fmt.Printf("      the damaged database is kept as %s\n", kept)
	return os.WriteFile(kept, damaged, 0o600)
}

// exitStorage is the exit code of a check that found damage.
const exitStorage = 7

// judge checks a damaged library and, when the check said so, repairs it: it has to be sound then, to have its last report, and every row of
// the tables that were not hit. The report alone says little: it is found in the folder of reports, whatever became of the database.
func (d *damaging) judge(ctx context.Context, twin library, damaged []byte) (became outcome, why string) {
	said, code, err := twin.run(ctx, "check")
	switch {
	case err != nil:
		return misled, ": " + err.Error()
	case code == 0:
		if now, err := twin.contents(ctx); err == nil && bytes.Equal(now, d.contents) {
			return harmless, ""
		}
		return unnoticed, ""
	case code != exitStorage || !strings.Contains(said, "check --repair"):
		return misled, fmt.Sprintf(": exit code %d: %s", code, said)
	}
	if !d.repair {
		return noticed, ""
	}
	unhit := d.unhit(damaged)
	said, code, err = twin.run(ctx, "check", "--repair")
	allLost := len(unhit) == 0 && strings.Contains(said, "all tables are lost")
	if err != nil || code != 0 && (code != exitStorage || !allLost) {
		return misled, fmt.Sprintf(": the repair: exit code %d, %v: %s", code, err, said)
	}
	for _, command := range [][]string{{"check"}, {"show", "last"}} {
		if err := twin.must(ctx, command...); err != nil {
			return misled, ": " + err.Error()
		}
	}
	now, err := twin.tables(ctx)
	if err != nil {
		return misled, ": " + err.Error()
	}
	for _, name := range unhit {
		if row := strayed(d.tables[name].rows, now[name].rows); row != "" {
			return misled, fmt.Sprintf(": no page of %s was damaged, and a row %.300s; the repair said: %s", name, row, said)
		}
	}
	return noticed, ""
}

// report prints the counts; its error says that a damage went unnoticed, or that what was said of it was wrong.
func (d *damaging) report() error {
	fmt.Printf("\n%-14s %9s %9s %10s %7s\n", "damage", noticed, harmless, unnoticed, misled)
	bad := 0
	for _, b := range blows {
		c := d.counts[b.name]
		fmt.Printf("%-14s %9d %9d %10d %7d\n", b.name, c[noticed], c[harmless], c[unnoticed], c[misled])
		bad += c[unnoticed] + c[misled]
	}
	if bad > 0 {
		return errors.New("not every damage was noticed and repaired")
	}
	return nil
}
