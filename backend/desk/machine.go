package desk

import (
	"context"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
)

// Status is what the frame of the window shows at any time.
type Status struct {
	Version    string         `json:"version"`
	Home       string         `json:"home"`       // the library's folder
	Problem    *Fault         `json:"problem"`    // why the library could not be opened; null when it is open
	Documents  int            `json:"documents"`  // searchable ones
	Unfinished int            `json:"unfinished"` // documents that adding would go on with
	Embedder   string         `json:"embedder"`
	Adding     Adding         `json:"adding"`
	Rereading  core.Rereading `json:"rereading"` // of documents that an older version of the program read
	First      bool           `json:"first"`     // nothing was ever added or asked here
	System     string         `json:"system"`    // "linux", "windows", "darwin"
	Opening    bool           `json:"opening"`   // it is still being opened: an event of kind library.changed says when that ends
}

// Status says how the library stands. It answers also when the library could not be opened.
func (d *Desk) Status() (out Status, err error) {
	defer guard(&out, &err)
	return d.status()
}

// Think looks for Ollama and its models; it takes up to two seconds.
func (d *Desk) Think() (core.Thinking, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (core.Thinking, error) { return c.Think(ctx), nil })
}

// Settings returns every setting with its value in force, by name.
func (d *Desk) Settings() ([]settings.Setting, error) {
	return ask(d, func(c *core.Core, _ context.Context) ([]settings.Setting, error) { return c.SettingList(), nil })
}

// ChangeSetting stores a setting; "" restores its default. Runs started from now on use it.
func (d *Desk) ChangeSetting(name, value string) error {
	return tell(d, func(c *core.Core, ctx context.Context) error { return c.ChangeSetting(ctx, name, value) })
}

// Doctor looks at everything the program needs or could use on this machine.
func (d *Desk) Doctor() ([]core.Finding, error) {
	return ask(d, func(c *core.Core, ctx context.Context) ([]core.Finding, error) { return c.Doctor(ctx), nil })
}

// Pull is how far the download of a model has come.
type Pull struct {
	Name      string `json:"name"`
	Status    string `json:"status"`
	Completed int64  `json:"completed"` // bytes
	Total     int64  `json:"total"`
	Done      bool   `json:"done"`
	Problem   *Fault `json:"problem"`
}

// PullModel begins to download a model through Ollama, because the person asked for it by name; events of kind model.pull tell how far it is.
func (d *Desk) PullModel(name string) error {
	return tell(d, func(c *core.Core, _ context.Context) error { return d.pull(c, name) })
}

// StopPull stops the download; what is there stays for another try.
func (d *Desk) StopPull() error {
	return tell(d, func(*core.Core, context.Context) error { d.tasks.stop(taskPull); return nil })
}

// Task is how far work in the background has come: a backup, a check, the switch of the embedder.
type Task struct {
	Name     string         `json:"name"` // "backup", "check", "embedder"
	Text     string         `json:"text"` // what it is at
	Done     int64          `json:"done"`
	Total    int64          `json:"total"`
	Finished bool           `json:"finished"`
	Problem  *Fault         `json:"problem"`
	Findings []core.Finding `json:"findings"` // of a check
	Path     string         `json:"path"`     // of a backup
}

// Backup begins to write the whole library into one file.
func (d *Desk) Backup(path string) error {
	return tell(d, func(c *core.Core, _ context.Context) error { return d.backup(c, path) })
}

// CheckLibrary begins to look at the library for damage.
func (d *Desk) CheckLibrary() error {
	return tell(d, func(c *core.Core, _ context.Context) error { return d.check(c) })
}

// ChangeEmbedder begins to switch to another embedder; the old vectors answer until the new ones are there.
func (d *Desk) ChangeEmbedder(name string) error {
	return tell(d, func(c *core.Core, _ context.Context) error { return d.embedder(c, name) })
}

// Remember keeps a small thing about the user interface: a pane's width, a sort order, the theme.
func (d *Desk) Remember(key, value string) error {
	return tell(d, func(c *core.Core, ctx context.Context) error { return c.Remember(ctx, key, value) })
}

// Remembered returns everything that Remember kept.
func (d *Desk) Remembered() (map[string]string, error) { return ask(d, (*core.Core).Remembered) }
