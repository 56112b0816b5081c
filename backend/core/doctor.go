package core

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"rabbithole/backend/fault"
	"rabbithole/backend/ollama"
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
	f := Finding{Name: "ollama", Text: "not running at " + client.Host(), Cure: "Optional. Without a model an answer is made of quotes; with one it is written in whole sentences. Install Ollama and run `ollama serve`."}
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
	f = Finding{Name: "ollama", OK: true, Text: fmt.Sprintf("version %s at %s: %s (%s, context %d tokens)", version, client.Host(), card.Name, card.Parameters, card.NumCtx)}
	known, err := c.trial(ctx, card.Digest)
	if known.State == TestWeak {
		f.OK, f.Cure = false, "The built-in engine does better: auto takes it instead. A larger model may pass: `rabbithole models pull qwen3:4b`."
	}
	if err == nil && known.State != "" {
		f.Text += "; " + known.String()
	}
	return f
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
