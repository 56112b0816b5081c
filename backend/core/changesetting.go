package core

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"slices"
	"sort"
	"strings"
	"sync"
)

// current is the settings in force. Runs copy what they need when they begin.
//
// change is held from the row that is written until what it says is in force: two changes at once would each read the rows, and the one that
// read them first could be the last to say what is in force.
type current struct {
	mu     sync.Mutex
	s      settings.Settings
	unread []string // see loadSettings
	change sync.Mutex
}

func (c *current) get() settings.Settings {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.s
}

func (c *current) set(s settings.Settings, unread []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.s, c.unread = s, unread
}

// ChangeSetting stores a setting and puts it into force for what begins from now on; "" restores the default. What the environment says
// cannot be changed here: a fault of kind Usage, like a name or value that makes no sense.
func (c *Core) ChangeSetting(ctx context.Context, name, value string) error {
	value = strings.TrimSpace(value)
	op := "change " + name
	all := settings.Table()
	i := slices.IndexFunc(all, func(s settings.Setting) bool { return s.Name == name })
	switch {
	case i < 0:
		return fault.New("change setting "+name, fault.Usage, "`rabbithole settings` lists the settings.", errors.New("there is no setting of that name"))
	case c.config.ReadOnly:
		return fault.New(op, fault.Usage, "The library is open to read only.", nil)
	case c.config.Env(name) != "":
		return fault.New(op, fault.Usage, "Start the program without "+name+" in its environment to change it here.", fmt.Errorf("the environment sets it to %s", c.config.Env(name)))
	}
	if err := all[i].Check(value); err != nil {
		return fault.New(fmt.Sprintf("set %s to %q", name, value), fault.Usage, all[i].Help+" Default: "+cmp.Or(all[i].Default, "none")+".", err)
	}
	if name == settings.EmbedderName {
		return c.ChangeEmbedder(ctx, cmp.Or(value, settings.BuiltIn))
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

// SettingList returns every setting with its value in force, by name.
func (c *Core) SettingList() []settings.Setting {
	list := settings.Table()
	for i := range list {
		list[i].Value = list[i].In(c.settings.get())
		list[i].Fixed = c.config.Env(list[i].Name) != ""
		if list[i].Name == settings.EmbedderName {
			list[i].Value = c.chosenEmbedder()
		}
	}
	sort.Slice(list, func(a, b int) bool { return list[a].Name < list[b].Name })
	return list
}

// unreadSettings returns the names of stored settings that the program cannot read, sorted.
func unreadSettings(stored map[string]string) (names []string) {
	for name, value := range stored {
		if readSetting(name, value) != nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// UnreadSettings says which stored settings cannot be read, "" when all can.
func (c *Core) UnreadSettings() string {
	c.settings.mu.Lock()
	defer c.settings.mu.Unlock()
	if len(c.settings.unread) == 0 {
		return ""
	}
	return "what is stored cannot be read, and the default applies: " + strings.Join(c.settings.unread, ", ")
}

// RelatedSettings returns those in force.
func (c *Core) RelatedSettings() settings.RelatedSettings { return c.settings.get().Related }

// loadSettings reads what is in force, and names the stored settings that cannot be read.
func (c *Core) loadSettings(ctx context.Context) (s settings.Settings, unread []string, err error) {
	stored, err := c.db.Settings(ctx)
	if err != nil {
		return s, nil, err
	}
	unread = unreadSettings(stored)
	s, err = settings.Load(stored, unread, c.config.Env)
	return s, unread, err
}
