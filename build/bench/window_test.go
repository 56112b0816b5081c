package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"rabbithole/backend/fake/screen"
	"rabbithole/backend/index"
	"rabbithole/backend/store"
)

// The library that the window is opened with.
const (
	shelfDocuments = 1000
	shelfPassages  = 20 // of each document
)

// windowTools are what a screen in memory is made of.
var windowTools = [...]string{"Xvfb", "openbox", "WebKitWebDriver", "cc", "pkg-config"}

// window measures the window as it ships, on a screen in memory: how soon the library can be used, and what memory it takes.
func (b *bench) window(ctx context.Context) error {
	program, err := filepath.Abs("../bin/rabbithole-app")
	if err == nil {
		_, err = os.Stat(program)
	}
	for _, tool := range windowTools {
		if _, missing := exec.LookPath(tool); err == nil {
			err = missing
		}
	}
	if err != nil || runtime.GOOS != "linux" {
		fmt.Printf("Not measured: this needs Linux, `make window` and `sh build/need.sh window` (%v).\n", err)
		return nil
	}
	home := filepath.Join(b.dir, "window", "library")
	if err := shelve(ctx, home); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(b.dir, "screen")
	if err != nil {
		return err
	}
	s, err := screen.New(dir)
	if err != nil {
		return err
	}
	defer s.Close()
	var starts []time.Duration
	var idle, searched []int64
	for range b.repeats() {
		v, err := visit(ctx, s, program, home)
		if err != nil {
			return err
		}
		starts, idle, searched = append(starts, v.usable), append(idle, v.idle), append(searched, v.searched)
	}
	fmt.Printf("%d documents, %d passages; the window, its web view and its network process together, each shared page counted once.\n\n",
		shelfDocuments, shelfDocuments*shelfPassages)
	row := table("what", "median", "worst")
	row("from the start of the program to the rows of the library on the page", ms(median(starts)), ms(quantile(starts, 1)))
	row("memory, idle", megabytes(median(idle)), megabytes(quantile(idle, 1)))
	row("memory, idle after a search", megabytes(median(searched)), megabytes(quantile(searched, 1)))
	return nil
}

// shelve writes a library of documents with passages of 80 words, embedded by the built-in embedder.
func shelve(ctx context.Context, home string) error {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return err
	}
	db, err := store.Open(ctx, filepath.Join(home, "library.db"))
	if err != nil {
		return err
	}
	m := &made{db: db}
	random := rand.New(rand.NewPCG(5, 6))
	common := rand.NewZipf(random, 1.1, 5, 30_000)
	text := func(int) string {
		var words strings.Builder
		for range 80 {
			fmt.Fprintf(&words, "w%d ", common.Uint64())
		}
		return words.String()
	}
	for i := 0; i < shelfDocuments && err == nil; i++ {
		err = m.document(ctx, i*perDocument, shelfPassages, text)
	}
	if err == nil {
		err = index.New(db, db, index.Hashing{}, index.Options{}).Embed(ctx, nil)
	}
	return cmp.Or(err, db.Close())
}

// visited is what one opening of the window took.
type visited struct {
	usable         time.Duration
	idle, searched int64 // bytes
}

// visit opens the window, searches once and closes it.
func visit(ctx context.Context, s *screen.Screen, program, home string) (v visited, err error) {
	page, err := s.Drive(filepath.Dir(home), program, "--home", home)
	if err != nil {
		return v, err
	}
	defer page.Close()
	defer end(page.PID)
	var at int64 // ms since 1970, when the rows were first seen; the driver begins to look some 250 ms after the start
	if err := page.Eval(&at, `for (;;) {
		if (document.querySelector('[data-testid="document-row"]')) return Date.now();
		await new Promise(requestAnimationFrame);
	}`); err != nil {
		return v, err
	}
	v.usable = time.UnixMilli(at).Sub(page.Started)
	settle := func() int64 {
		select {
		case <-time.After(4 * time.Second):
		case <-ctx.Done():
		}
		return family(page.PID, proportional)
	}
	v.idle = settle()
	if err := page.Eval(nil, `await window.go.main.App.Search('w1 w20 w300', [], [], 10)`); err != nil {
		return v, err
	}
	v.searched = settle()
	if v.idle == 0 {
		return v, errors.New("the system does not tell the window's memory")
	}
	return v, ctx.Err()
}

// end ends the window and waits for the library to be free.
func end(pid int) {
	window, err := os.FindProcess(pid)
	if err != nil {
		return
	}
	window.Signal(syscall.SIGTERM)
	for range 500 {
		if window.Signal(syscall.Signal(0)) != nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	window.Kill()
}
