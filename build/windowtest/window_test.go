//go:build linux

package windowtest

import (
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// colours counts the colours of a picture.
func colours(img image.Image) int {
	seen := map[[3]uint32]bool{}
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y += 2 {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x += 2 {
			r, g, b, _ := img.At(x, y).RGBA()
			seen[[3]uint32{r, g, b}] = true
		}
	}
	return len(seen)
}

func TestWindow_OpensAndShowsThePage(t *testing.T) {
	a := open(t, newHome(t))
	eventually(t, "the page is drawn", func() bool { return colours(picture(t, a.window, "opened")) > 60 })
	a.end(syscall.SIGTERM)
	if _, err := os.Stat(filepath.Join(a.home, "library.owner")); !os.IsNotExist(err) {
		t.Errorf("ended by SIGTERM, but the library was not closed: %v", err)
	}
}

// sample copies a document of the sample library under a name that is hard on programs.
func sample(t *testing.T, document, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "kb", document))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// drag drags files from another program's window into the middle of this one, with the mouse.
func (a *app) drag(files ...string) {
	a.t.Helper()
	source := exec.Command(shared.DragSource, files...)
	if err := source.Start(); err != nil {
		a.t.Fatal(err)
	}
	defer source.Wait()
	defer source.Process.Kill()
	from := xdotool(a.t, "search", "--sync", "--onlyvisible", "--name", "^drag source$")
	xdotool(a.t, "windowraise", from)
	begin, target := where(a.t, from), where(a.t, a.window)
	at := func(x, y int) { xdotool(a.t, "mousemove", "--sync", num(x), num(y)); time.Sleep(60 * time.Millisecond) }
	at(begin.X+50, begin.Y+30)
	xdotool(a.t, "mousedown", "1")
	x, y := target.X+target.Width/2, target.Y+target.Height/2
	for step := range 12 { // as a hand does: over the way, and around a little at the end
		at(begin.X+50+(x-begin.X-50)*(step+1)/12, begin.Y+30+(y-begin.Y-30)*(step+1)/12)
	}
	at(x+4, y+3)
	time.Sleep(300 * time.Millisecond)
	xdotool(a.t, "mouseup", "1")
	time.Sleep(500 * time.Millisecond)
}

// library goes to the documents, which are listed.
func (a *app) library() {
	a.must(nil, `location.hash = '#/library'`)
	a.waitFor(`[data-testid="document-row"]`)
}

func num(n int) string { return strconv.Itoa(n) }

func TestWindow_DropOfAFileIsAddedAndThePageStays(t *testing.T) {
	a := openDriven(t, newHome(t))
	a.waitFor("nav")
	a.drag(sample(t, "Memo-Lindenhof-School.pdf", "Prüfung größer als 300 Bq – Übersicht (1).pdf"))
	eventually(t, "the document is in the library", func() bool {
		docs := a.documents()
		return len(docs) == 1 && docs[0].Name == "Prüfung größer als 300 Bq – Übersicht (1).pdf" && docs[0].State == "ready"
	})
	a.library()
	picture(t, a.window, "dropped")
	var address string
	a.must(&address, `return location.href`)
	if a.count(`[data-testid="document-row"]`) != 1 || !strings.HasPrefix(address, "wails://") {
		t.Errorf("after the drop the window shows %s", address)
	}
	a.end(syscall.SIGTERM)
}

func TestWindow_ClosedAndReopenedIsAsItWas(t *testing.T) {
	a := openDriven(t, newHome(t))
	a.waitFor("nav")
	a.must(nil, `await window.go.main.App.AddFiles(args[0], {})`, []string{sample(t, "Memo-Lindenhof-School.pdf", "memo.pdf")})
	a.library()
	xdotool(t, "windowsize", "--sync", a.window, "1100", "760")
	xdotool(t, "windowmove", "--sync", a.window, "60", "90")
	time.Sleep(500 * time.Millisecond) // the toolkit hears of it from the window manager
	before := where(t, a.window)
	a.close()

	b := openDriven(t, a.home)
	b.library()
	eventually(t, "the window stands where it stood", func() bool { return where(t, b.window) == before })
	press(t, "ctrl+q")
	b.gone("after ctrl+q")
}

func TestWindow_TheMenusKeysReachThePage(t *testing.T) {
	a := openDriven(t, newHome(t))
	a.waitFor("nav")
	for keys, place := range map[string]string{"ctrl+n": "#/new", "ctrl+3": "#/history", "ctrl+1": "#/library"} {
		press(t, keys)
		eventually(t, keys+" leads to "+place, func() bool {
			var hash string
			return a.page.Eval(&hash, `return location.hash`) == nil && hash == place
		})
	}
	press(t, "ctrl+q")
	a.gone("after ctrl+q")
}

func TestWindow_ARunThatWasCutOffGoesOn(t *testing.T) {
	a := openDriven(t, newHome(t))
	a.waitFor("nav")
	folder, err := filepath.Abs("../../kb")
	if err != nil {
		t.Fatal(err)
	}
	var run struct{ ID string }
	a.must(nil, `await window.go.main.App.AddFiles(args[0], {})`, []string{
		filepath.Join(folder, "Radon-in-Homes-Handbook.pdf"), filepath.Join(folder, "Reducing-Radon-in-Existing-Buildings.pdf")})
	eventually(t, "the documents are in the library", func() bool {
		docs := a.documents()
		return len(docs) == 2 && docs[0].State == "ready" && docs[1].State == "ready"
	})
	a.must(&run, `const run = await window.go.main.App.StartResearch({ question: args[0], unattended: true, depth: "deep" });
		setTimeout(() => window.runtime.Quit(), 0); // at once: the machine may be fast
		return run;`, "How is radon measured in homes, and how is it reduced in existing buildings?")
	a.gone("after quitting")
	if status := a.status(run.ID); status == "finished" {
		t.Fatal("the run was over before the window was closed")
	}

	b := openDriven(t, a.home)
	b.waitFor("nav")
	b.must(nil, `await window.go.main.App.ResumeRun(args[0])`, run.ID)
	eventually(t, "the run is finished", func() bool { return b.status(run.ID) == "finished" })
	b.citationOpensThePage(run.ID)
	b.close()
}

// citationOpensThePage goes to the report of a run and clicks on its first citation: the page is drawn beside it, the passage marked.
func (a *app) citationOpensThePage(run string) {
	a.t.Helper()
	a.must(nil, `location.hash = '#/report/' + args[0]`, run)
	a.waitFor(`[data-testid="citation"]`)
	a.must(nil, `document.querySelector('[data-testid="citation"]').click()`)
	a.waitFor(`[data-page] canvas`)
	a.waitFor(`[data-highlight]`)
	picture(a.t, a.window, "citation")
	var ink bool // the canvas shows more than white paper
	a.must(&ink, `const c = document.querySelector('[data-page]:has([data-highlight]) canvas');
		const seen = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
		for (let i = 0; i < seen.length; i += 4) if (seen[i + 3] > 0 && seen[i] < 100) return true;
		return false;`)
	if !ink {
		a.t.Error("the page beside the citation is blank")
	}
}

func TestWindow_ASecondStartHandsItsFilesOver(t *testing.T) {
	a := open(t, newHome(t))
	xdotool(t, "windowminimize", "--sync", a.window)
	file := sample(t, "Memo-Lindenhof-School.pdf", "später gekommen.pdf")
	second := exec.Command(shared.app, "--home", a.home, filepath.Base(file))
	second.Dir, second.Env = filepath.Dir(file), shared.Environment(filepath.Dir(a.home)) // a relative path is the second program's
	if out, err := second.CombinedOutput(); err != nil {
		t.Fatalf("the second start: %v: %s", err, out)
	}
	eventually(t, "the first window comes forward", func() bool { return xdotool(t, "getactivewindow") == a.window })
	eventually(t, "the file is in the library", func() bool {
		docs := a.documents()
		return len(docs) == 1 && docs[0].Name == "später gekommen.pdf"
	})
	a.end(syscall.SIGTERM)
}

// Where another process, which is no window, has the library, the window opens all the same and says so.
func TestWindow_LibraryInUseByTheCommandLine(t *testing.T) {
	home := newHome(t)
	holder := &app{t: t, home: home}
	holder.command(nil, "watch", "add", t.TempDir())
	watch := exec.Command(shared.cli, "--home", home, "watch", "run")
	if err := watch.Start(); err != nil {
		t.Fatal(err)
	}
	defer watch.Wait()
	defer watch.Process.Kill()
	owner := func() string {
		data, _ := os.ReadFile(filepath.Join(home, "library.owner"))
		return string(data)
	}
	who := num(watch.Process.Pid)
	eventually(t, "the command line has the library", func() bool { return strings.Contains(owner(), who) })
	a := openDriven(t, home)
	eventually(t, "the page names the process", func() bool {
		var text string
		return a.page.Eval(&text, `return document.body.innerText`) == nil && strings.Contains(text, who)
	})
	picture(t, a.window, "in-use")
	a.close()
	if !strings.Contains(owner(), who) {
		t.Error("the window took the library away from its owner")
	}
}
