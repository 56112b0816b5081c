package torture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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

// TestDamage_NoneGoesUnnoticed damages the database of a library N times, each time the sound one, and has it checked and repaired. Whatever
// changes something that the library holds has to be noticed.
func TestDamage_NoneGoesUnnoticed(t *testing.T) {
	dir, n, seed := t.TempDir(), number(t, "N", 0), number(t, "SEED", rand.Uint64())
	if n == 0 {
		t.Skip("takes minutes; `make test-damage` says how often")
	}
	sound := library{build(t), filepath.Join(dir, "home")}
	d := damaging{sound: sound, twin: filepath.Join(dir, "twin"), counts: map[string]map[outcome]int{}}
	err := sound.fill(t.Context())
	if err == nil {
		d.file, err = os.ReadFile(sound.database())
	}
	if err == nil {
		d.contents, err = sound.contents(t.Context())
	}
	if err == nil {
		d.tables, err = sound.tables(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d damages of a database of %d pages, SEED=%d", n, len(d.file)/pageSize, seed)
	for i := range n {
		if err := d.make(t, rand.New(rand.NewPCG(seed, i+1))); err != nil {
			t.Fatal(err)
		}
	}
	d.report(t)
}

// damaging are the damages of one library.
type damaging struct {
	sound    library
	file     []byte // its database
	contents []byte
	tables   map[string]standing
	twin     string // home of the one that is damaged
	counts   map[string]map[outcome]int
}

// make makes one damage and notes what became of it.
func (d *damaging) make(t *testing.T, random *rand.Rand) error {
	b := blows[random.IntN(len(blows))]
	damaged, what := b.strike(random, slices.Clone(d.file), d.tables[schemaTable].pages)
	twin, err := d.sound.twin(d.twin)
	if err == nil {
		err = os.WriteFile(twin.database(), damaged, 0o600)
	}
	if err != nil {
		return err
	}
	became, why := d.judge(t.Context(), twin, damaged)
	if d.counts[b.name] == nil {
		d.counts[b.name] = map[outcome]int{}
	}
	d.counts[b.name][became]++
	if became == noticed {
		return nil
	}
	t.Logf("%-9s  %s: %s%s", became, b.name, what, why)
	if became == harmless {
		return nil
	}
	kept, err := os.CreateTemp("", "torture-damage-*.db")
	if err != nil {
		return err
	}
	t.Errorf("the damaged database is kept as %s", kept.Name())
	_, err = kept.Write(damaged)
	return errors.Join(err, kept.Close())
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

// report prints the counts.
func (d *damaging) report(t *testing.T) {
	t.Logf("%-14s %9s %9s %10s %7s", "damage", noticed, harmless, unnoticed, misled)
	for _, b := range blows {
		c := d.counts[b.name]
		t.Logf("%-14s %9d %9d %10d %7d", b.name, c[noticed], c[harmless], c[unnoticed], c[misled])
	}
}
