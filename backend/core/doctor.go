package core

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/disk"
	"rabbithole/backend/fault"
	"rabbithole/backend/ollama"
	"rabbithole/backend/pdf"
	"rabbithole/backend/pdf/ocr"
	"rabbithole/backend/private"
	"rabbithole/backend/source"
	"rabbithole/prompts"
)

// Finding is one line of the doctor's report.
type Finding struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`   // false: something a person may want to mend; nothing here is needed for the main job
	Text string `json:"text"` // what was found
	Cure string `json:"cure,omitempty"`
}

// Doctor looks at everything the program needs or could use on this machine.
func (c *Core) Doctor(ctx context.Context) []Finding {
	list := []Finding{c.checkLibrary(ctx), c.checkDatabase(ctx)}
	if private.KeepsModes {
		list = append(list, c.checkPermissions())
	}
	if unread := c.UnreadSettings(); unread != "" {
		list = append(list, Finding{Name: "settings", Text: unread, Cure: "Set them again, or forget them: `rabbithole check --repair`."})
	}
	list = append(list, c.checkLeftovers()...)
	return append(list, c.checkReader(), c.checkEmbedder(ctx), c.checkOllama(ctx), c.checkOCR(ctx))
}

// checkLeftovers says what was cleaned up when the library was opened, if anything was.
func (c *Core) checkLeftovers() []Finding {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.cleared) == 0 {
		return nil
	}
	return []Finding{{Name: "leftovers", OK: true, Text: strings.Join(c.cleared, " ")}}
}

func (c *Core) checkLibrary(ctx context.Context) Finding {
	f := Finding{Name: "library", OK: true}
	docs, err := c.Documents(ctx, false)
	if err != nil {
		return failed(f, err)
	}
	pages, unreadable, bad := 0, 0, 0
	for _, d := range docs {
		pages += d.Pages
		unreadable += d.Unreadable
		if d.Reason != "" && !d.Live() {
			bad++
		}
	}
	f.Text = fmt.Sprintf("%s: %d documents, %d pages, %d pages without text, %d documents not read", c.config.Home, len(docs), pages, unreadable, bad)
	if bad > 0 {
		f.OK, f.Cure = false, "`rabbithole documents` says why."
	}
	if old, held, err := c.OldDocuments(ctx); err == nil && len(old) > 0 {
		f.Text += fmt.Sprintf(", %d read by an older version of the program", len(old))
		if f.Cure == "" && slices.ContainsFunc(old, func(d source.Document) bool { return !held[d.Hash] }) {
			f.Cure = "`rabbithole reread` reads them again."
		}
	}
	return f
}

func (c *Core) checkDatabase(ctx context.Context) Finding {
	f := Finding{Name: "database", OK: true, Text: "intact"}
	if err := c.db.Check(ctx); err != nil {
		return failed(f, err)
	}
	return f
}

func (c *Core) checkReader() Finding {
	if runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64" {
		return Finding{Name: "pdf reader", OK: true, Text: "PDFium (WebAssembly), in a process of its own"}
	}
	return Finding{Name: "pdf reader", OK: false, Text: "the light engine: this processor (" + runtime.GOARCH + ") cannot compile WebAssembly",
		Cure: "Spaces and reading order are less certain; check quotes by eye."}
}

func (c *Core) checkEmbedder(ctx context.Context) Finding {
	f := Finding{Name: "embedder", OK: true}
	if err := c.noEmbedder(); err != nil {
		return failed(f, err)
	}
	at, changing, err := c.Reembedding(ctx)
	switch {
	case err != nil:
		return failed(f, err)
	case !changing:
		f.Text = c.chosenEmbedder()
		return f
	}
	f.OK, f.Text = at.Running, at.String()
	if !at.Running {
		f.Cure = "`rabbithole embedder` goes on with it."
	}
	return f
}

func (c *Core) checkOllama(ctx context.Context) Finding {
	client, err := c.client()
	if err != nil {
		return failed(Finding{Name: "ollama"}, err)
	}
	f := Finding{Name: "ollama", Text: "not running at " + client.Host(), Cure: "Optional. Without a model an answer is made of quotes; with one it is written in whole sentences. " + getModel(runtime.GOOS)}
	ctx, cancel := context.WithTimeout(ctx, probe)
	defer cancel()
	version, err := client.Version(ctx)
	if err != nil {
		return f
	}
	card, err := client.Pick(ctx, c.settings.get().Model)
	if err != nil {
		f.Text = fmt.Sprintf("version %s at %s: %v", version, client.Host(), err)
		f.Cure = fault.Hint(err)
		return f
	}
	f = Finding{Name: "ollama", OK: true, Text: fmt.Sprintf("version %s at %s: %s (%s, context %d tokens)", version, client.Host(), card.Name,
		card.Parameters, card.NumCtx)}
	known, err := c.trial(ctx, card.Digest)
	if known.State == TestWeak {
		f.OK, f.Cure = false, "Quotes without a model are better: auto passes it over. A larger model may pass: `rabbithole models pull qwen3:4b`."
	}
	if err == nil && known.State != "" {
		f.Text += "; " + known.String()
	}
	return f
}

// getModel says how a person has a model on a system.
func getModel(system string) string {
	install := "Get Ollama from ollama.com/download and start it"
	if system == "linux" {
		install = "Install Ollama with `curl -fsSL https://ollama.com/install.sh | sh`"
	}
	return install + ", then get a model, for example with `ollama pull " + ollama.DefaultModel + "` (9 GB) or `ollama pull qwen3:4b` (2.5 GB)."
}

func (c *Core) checkOCR(ctx context.Context) Finding {
	f := Finding{Name: "ocr", OK: true}
	tool, err := c.ocr.Find(ctx)
	if err != nil {
		f = failed(f, err)
		f.Text += "; scanned pages are counted and named, not read"
		return f
	}
	f.Text = fmt.Sprintf("tesseract %s at %s reads scanned pages (languages: %s)", tool.Version, tool.Path, strings.Join(tool.Languages, ", "))
	for _, language := range []struct{ code, name string }{{"deu", "German"}, {"eng", "English"}} {
		if !slices.Contains(tool.Languages, language.code) {
			f.OK = false
			f.Text += "; " + language.name + " is missing"
			f.Cure = "Install its language data: " + ocr.Cure
		}
	}
	return f
}

func failed(f Finding, err error) Finding {
	f.OK, f.Text, f.Cure = false, err.Error(), fault.Hint(err)
	return f
}

// Models returns the models that are installed, with how those did in their test that had one.
func (c *Core) Models(ctx context.Context) ([]prompts.Card, error) {
	client, err := c.client()
	if err != nil {
		return nil, err
	}
	cards, err := client.Models(ctx)
	if err != nil {
		return nil, err
	}
	return cards, c.testsOf(ctx, cards)
}

// PullProgress is how far the download of a model has come.
type PullProgress = ollama.Progress

// PullModel downloads a model through Ollama, because the person asked for it by name. progress (may be nil) hears every step.
func (c *Core) PullModel(ctx context.Context, name string, progress func(PullProgress)) error {
	client, err := c.client()
	if err != nil {
		return err
	}
	return client.Pull(ctx, name, progress)
}

// ownNames are patterns for everything the program creates in a library's folder. Anything else in there belongs to
// the person and keeps its permissions.
var ownNames = []string{
	"library.*", disk.CopiesName, "reports*", "uploads", backup.NotesName, "damaged-*", "radon", "keys.*", "window.*",
	".part-*", ".web-*", ".rabbithole-*", compiledName,
}

// writtenNames are patterns for what the person's documents and words are written to.
var writtenNames = []string{disk.DatabaseName + "*", disk.CopiesName, disk.CopiesName + "/??", disk.ReportsName, "uploads", "server.token"}

// compiledName is the folder for compiled code of a library whose user has no cache of their own.
const compiledName = "compiled"

// cacheDir is where compiled code is kept. What another user could have put there is not run.
func (c *Core) cacheDir() string {
	dir := pdf.CacheDir()
	if private.Foreign(dir) || private.Foreign(filepath.Dir(dir)) {
		return filepath.Join(c.config.Home, compiledName)
	}
	return dir
}

// tighten takes away every permission that other users have on the library and on the cache of compiled code, and
// refuses to write into a library that belongs to somebody else in part: its owner would read what is written. A folder
// of the library may be a symbolic link to another disk.
func (c *Core) tighten() error {
	c.exposed.Folder(c.config.Home)
	for _, name := range ownNames {
		for _, path := range disk.Matching(c.config.Home, name) {
			c.exposed.Tree(path)
		}
	}
	c.exposed.Folder(filepath.Dir(c.cacheDir()))
	c.exposed.Tree(c.cacheDir())
	c.dropToken()
	if text := closedText(c.exposed); text != "" {
		c.config.say(text)
	}
	if c.config.ReadOnly {
		return nil
	}
	if others := c.foreign(); len(others) > 0 && private.Owns(c.config.Home) {
		return fault.New("open the library in "+c.config.Home, fault.Denied,
			"Another user of this computer could read what is written there. Choose another folder with --home, or have its files made yours (chown).",
			fmt.Errorf("it belongs to another user in part: %s", first(c.named(others), 3)))
	}
	if len(c.exposed.Open) > 0 {
		c.config.say(c.openText())
	}
	return nil
}

// foreign returns what of the library belongs to another user, who can read it whatever its permissions are.
func (c *Core) foreign() []string {
	var out []string
	if private.Foreign(c.config.Home) {
		out = append(out, c.config.Home)
	}
	for _, name := range writtenNames {
		for _, path := range disk.Matching(c.config.Home, name) {
			if private.Foreign(path) {
				out = append(out, path)
			}
		}
	}
	return out
}

// openText says what other users can open.
func (c *Core) openText() string {
	left := c.exposed.Open
	return fmt.Sprintf("Other users of this computer may open the library; %d of its files and folders could not be closed (%v): %s.",
		len(left), reasonOf(c.exposed.Err), first(c.named(left), 3))
}

// dropToken deletes a server token that other users could read. Closing the file would not help: they may know the
// token by now. The server creates a new one.
func (c *Core) dropToken() {
	if path := filepath.Join(c.config.Home, "server.token"); disk.Exists(path) && !private.Is(path) && private.Keeps(c.config.Home) {
		c.exposed.Tree(path)
		os.Remove(path)
	}
}

// closedText says how much was open to other users, "" when nothing was.
func closedText(t private.Tightened) string {
	const rest = " of the library %s open to other users of this computer; now only you can open %s."
	switch t.Closed {
	case 0:
		return ""
	case 1:
		return "1 file or folder" + fmt.Sprintf(rest, "was", "it")
	}
	return fmt.Sprintf("%d files and folders"+rest, t.Closed, "were", "them")
}

func (c *Core) checkPermissions() Finding {
	f := Finding{Name: "permissions", OK: true, Text: "only you can open the library's files"}
	if text := closedText(c.exposed); text != "" {
		f.Text = text
	}
	if others := c.foreign(); len(others) > 0 {
		f.OK = false
		f.Text = "the library belongs to another user of this computer in part: " + first(c.named(others), 3)
		f.Cure = "Have its files made yours (chown), or choose another folder with --home."
	} else if len(c.exposed.Open) > 0 {
		f.OK = false
		f.Text = c.openText()
		f.Cure = "Change their permissions as their owner, " +
			"or move the library to a writable disk that keeps permissions; --home names its folder."
	}
	return f
}

// named shortens paths inside the library's folder.
func (c *Core) named(paths []string) []string {
	out := slices.Clone(paths)
	for i, path := range paths {
		if inside, err := filepath.Rel(c.config.Home, path); err == nil && filepath.IsLocal(inside) && inside != "." {
			out[i] = inside
		}
	}
	return out
}

// reasonOf returns the system's reason without the path.
func reasonOf(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
