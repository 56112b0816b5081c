//go:build unix

package torture

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// verb is something that a person has the command line do.
type verb struct {
	name string
	args func(k *killing) []string
	// again says how the person goes on after it was killed, until it is done; nil is the same once more.
	again func(ctx context.Context, k *killing, l library) error
}

// verbs are all that write, and some that only read: those have nothing to lose, and must leave nothing behind.
var verbs = []verb{
	{"add", words("add", "{more}"), nil},
	{"remove", words("remove", "MP-07-Measuring-Radon-in-Indoor-Air.pdf"), unless("documents --all --json", `"state":"removed"`)},
	{"search", words("search", "radon", "homes"), nil},
	{"research", words("research", "Which limits apply to cellars?", "--yes"), resumed},
	{"ask", words("ask", "Which limit applies to workplaces?"), resumed},
	{"ask deep", words("ask", "--deep", "How long does a measurement take?"), resumed},
	{"explore", words("explore", "What has to be done in our school?", "--context", "{letter}", "--yes"), resumed},
	{"discover", words("discover", "radon and ventilation"), resumed},
	{"related", words("related", "Modell-Radonschutzverordnung.pdf", "--force"), nil},
	{"fork", words("fork", "last", "--yes"), resumed},
	{"export", words("export", "last", "-o", "{out}/report.pdf"), nil},
	{"delete", words("delete", "last"), unless("runs --json", "!{last}")},
	{"backup", words("backup", "{out}/library.backup", "--force"), nil},
	{"restore", words("restore", "{backup}"), unlessAside},
	{"check --repair", words("check", "--repair"), nil},
	{"watch add", words("watch", "add", "{more}"), unless("watch list", "{more}")},
	{"token renew", words("token", "renew"), nil},
}

// words fills in places: {more} is a folder with a document to add, {letter} a letter, {out} an empty folder, {backup} a backup.
func words(args ...string) func(k *killing) []string {
	return func(k *killing) []string {
		var out []string
		for _, a := range args {
			out = append(out, k.places.Replace(a))
		}
		return out
	}
}

// resumed goes on with a run that was begun, and begins it where it was not.
func resumed(ctx context.Context, k *killing, l library) error {
	now, err := l.census(ctx)
	if err != nil {
		return err
	}
	if now.runs == k.before.runs {
		return l.must(ctx, k.args...)
	}
	for range 3 { // a resumed run may wait for the person once more
		said, code, err := l.run(ctx, "resume", "last", "--yes")
		if err != nil || code == 0 || strings.Contains(said, "finished") {
			return err
		}
	}
	return errors.New("the run does not come to its end")
}

// unless does the verb once more where what a command says does not show that it is done; "!" turns that round.
func unless(command, shows string) func(ctx context.Context, k *killing, l library) error {
	return func(ctx context.Context, k *killing, l library) error {
		said, _, err := l.run(ctx, strings.Fields(command)...)
		text, not := strings.CutPrefix(k.places.Replace(shows), "!")
		said = strings.ReplaceAll(said, `": "`, `":"`)
		if err != nil || strings.Contains(said, text) != not {
			return err
		}
		return l.must(ctx, k.args...)
	}
}

// unlessAside restores once more where no library was put aside yet.
func unlessAside(ctx context.Context, k *killing, l library) error {
	if aside, err := filepath.Glob(l.home + "-before-restore-*"); err != nil || len(aside) > 0 {
		return err
	}
	return l.must(ctx, k.args...)
}

// TestKill_NothingIsLostTwiceOrLeftBehind starts verbs N times, kills them at random moments, and goes on as a person would. Then the library
// has to be as if nobody had killed anything: nothing lost, nothing twice, nothing left behind, nobody still at work.
func TestKill_NothingIsLostTwiceOrLeftBehind(t *testing.T) {
	n, seed, only := number(t, "N", 0), number(t, "SEED", rand.Uint64()), os.Getenv("VERB")
	if n == 0 {
		t.Skip("takes minutes; `make test-kill` says how often")
	}
	chosen := slices.DeleteFunc(slices.Clone(verbs), func(v verb) bool { return only != "" && v.name != only })
	if len(chosen) == 0 {
		t.Fatalf("no verb is called %q", only)
	}
	k, err := newKilling(t.Context(), build(t), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d kills of %d verbs, SEED=%d", n, len(chosen), seed)
	for i := range n {
		if err := k.once(t, chosen[i%uint64(len(chosen))], rand.New(rand.NewPCG(seed, i))); err != nil {
			t.Fatal(err)
		}
	}
	k.report(t)
}

// killing are the kills over one library.
type killing struct {
	base   library
	dir    string
	places *strings.Replacer
	before census
	took   map[string]time.Duration // by verb, when nobody killed it
	whole  map[string]census        // what it came to
	kills  map[string]int
	args   []string // of the verb at work
}

// newKilling makes a library with something of everything, and what verbs work on.
func newKilling(ctx context.Context, program, dir string) (*killing, error) {
	k := &killing{base: library{program, filepath.Join(dir, "base")}, dir: dir, took: map[string]time.Duration{},
		whole: map[string]census{}, kills: map[string]int{}}
	if err := k.base.fill(ctx); err != nil {
		return nil, err
	}
	more, out, backup := filepath.Join(dir, "more"), filepath.Join(dir, "out"), filepath.Join(dir, "old.backup")
	if err := os.MkdirAll(more, 0o700); err != nil {
		return nil, err
	}
	note := strings.Repeat("# Note\n\nRadon was measured in the cellar: 512 Bq/m³. See section 5.2 of the handbook.\n\n", 400)
	if err := os.WriteFile(filepath.Join(more, "note.md"), []byte(note), 0o600); err != nil {
		return nil, err
	}
	var err error
	if k.before, err = k.base.census(ctx); err != nil {
		return nil, err
	}
	k.places = strings.NewReplacer("{more}", more, "{letter}", filepath.Join(dir, "letter.md"), "{out}", out, "{backup}", backup,
		"{last}", k.before.last)
	return k, k.base.must(ctx, "backup", backup)
}

// once kills a verb at a random moment and sees what becomes of the library. A verb that ended before counts as killed at its end.
func (k *killing) once(t *testing.T, v verb, random *rand.Rand) error {
	ctx := t.Context()
	k.args = v.args(k)
	if _, ok := k.took[v.name]; !ok {
		if err := k.unkilled(ctx, v); err != nil {
			return err
		}
	}
	l, err := k.fresh()
	if err != nil {
		return err
	}
	after := time.Duration(float64(k.took[v.name]) * random.Float64() * 1.1)
	left, err := l.killed(ctx, after, k.args...)
	if err != nil {
		return err
	}
	k.kills[v.name]++
	complain := func(form string, args ...any) {
		t.Errorf("%s, killed after %v: %s", v.name, after.Round(time.Millisecond), fmt.Sprintf(form, args...))
	}
	if left > 0 {
		complain("%d processes went on", left)
	}
	again := v.again
	if again == nil {
		again = func(ctx context.Context, k *killing, l library) error { return l.must(ctx, k.args...) }
	}
	if err := again(ctx, k, l); err != nil {
		complain("it could not be gone on with: %v", err)
		return nil
	}
	// The next command that writes finishes what was interrupted.
	if err := l.must(ctx, "watch", "list"); err != nil {
		complain("%v", err)
	}
	if err := l.must(ctx, "add"); err != nil {
		complain("%v", err)
	}
	if said, code, err := l.run(ctx, "check"); err != nil || code != 0 {
		complain("the check ends with %d, %v: %s", code, err, said)
	}
	now, err := l.census(ctx)
	if err != nil {
		return err
	}
	for _, difference := range k.whole[v.name].against(now) {
		complain("%s", difference)
	}
	return nil
}

// unkilled does a verb to its end, to know how long that takes and what it comes to.
func (k *killing) unkilled(ctx context.Context, v verb) error {
	l, err := k.fresh()
	if err != nil {
		return err
	}
	begun := time.Now()
	if err := l.must(ctx, k.args...); err != nil {
		return err
	}
	k.took[v.name] = time.Since(begun)
	if err := l.must(ctx, "add"); err != nil {
		return err
	}
	k.whole[v.name], err = l.census(ctx)
	return err
}

// fresh returns a copy of the library, and empties the folder that files are written to.
func (k *killing) fresh() (library, error) {
	out := k.places.Replace("{out}")
	if err := errors.Join(os.RemoveAll(out), os.MkdirAll(out, 0o700)); err != nil {
		return library{}, err
	}
	old, err := filepath.Glob(filepath.Join(k.dir, "twin*"))
	for _, path := range old {
		err = errors.Join(err, os.RemoveAll(path))
	}
	if err != nil {
		return library{}, err
	}
	return k.base.twin(filepath.Join(k.dir, "twin"))
}

func (k *killing) report(t *testing.T) {
	for _, v := range verbs {
		if n := k.kills[v.name]; n > 0 {
			t.Logf("%-16s %3d kills within %v", v.name, n, k.took[v.name].Round(time.Millisecond))
		}
	}
}
