package core

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"rabbithole/backend/fault"
	"rabbithole/backend/ollama"
)

// current is the settings in force. Runs copy what they need when they begin.
//
// change is held from the row that is written until what it says is in force: two changes at once would each read the rows, and the one that
// read them first could be the last to say what is in force.
type current struct {
	mu     sync.Mutex
	s      Settings
	unread []string // see loadSettings
	change sync.Mutex
}

func (c *current) get() Settings {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.s
}

func (c *current) set(s Settings, unread []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.s, c.unread = s, unread
}

// ChangeSetting stores a setting and puts it into force for what begins from now on; "" restores the default. What the environment says
// cannot be changed here: a fault of kind Usage, like a name or value that makes no sense.
func (c *Core) ChangeSetting(ctx context.Context, name, value string) error {
	value = strings.TrimSpace(value)
	op := "change " + name
	table := settingTable()
	i := slices.IndexFunc(table, func(s Setting) bool { return s.Name == name })
	switch {
	case i < 0:
		return fault.New("change setting "+name, fault.Usage, "`rabbithole settings` lists the settings.", errors.New("there is no setting of that name"))
	case c.config.ReadOnly:
		return fault.New(op, fault.Usage, "The library is open to read only.", nil)
	case c.config.Env(name) != "":
		return fault.New(op, fault.Usage, "Start the program without "+name+" in its environment to change it here.", fmt.Errorf("the environment sets it to %s", c.config.Env(name)))
	}
	if err := table[i].check(value); err != nil {
		return fault.New(fmt.Sprintf("set %s to %q", name, value), fault.Usage, table[i].Help+" Default: "+cmp.Or(table[i].Default, "none")+".", err)
	}
	if name == embedderSetting {
		return c.ChangeEmbedder(ctx, cmp.Or(value, BuiltIn))
	}
	c.settings.change.Lock()
	defer c.settings.change.Unlock()
	if err := c.db.SetSetting(ctx, name, value); err != nil {
		return err
	}
	before := c.settings.get()
	now, unread, err := c.loadSettings(ctx)
	if err != nil {
		return err
	}
	if now.OllamaHost != before.OllamaHost {
		c.connect(now.OllamaHost)
	}
	c.settings.set(now, unread)
	return nil
}

// mostWords is how long a setting that is text may be, mostList one that is a list.
const (
	mostWords = 400
	mostList  = 20_000
)

// check returns why value cannot be the setting's, nil when it can; "" stands for the default.
func (s Setting) check(value string) error {
	if value == "" {
		return nil
	}
	if len(value) > cmp.Or(s.most, mostWords) || strings.ContainsFunc(value, unicode.IsControl) {
		return errors.New("it is too long, has more than one line, or characters that are none")
	}
	switch s.Name {
	case "RABBITHOLE_ENGINE":
		if !slices.Contains([]Engine{Auto, Ollama, Extractive}, Engine(value)) {
			return errors.New("there is no such engine")
		}
	case "OLLAMA_HOST":
		_, err := ollama.ParseHost(value)
		return err
	}
	scratch := defaultSettings()
	return s.write(&scratch, value)
}
