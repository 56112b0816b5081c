package core

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
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
		return fault.New(op, fault.Usage, "Start the program without "+name+" in its environment to change it here.",
			fmt.Errorf("the environment sets it to %s", c.config.Env(name)))
	}
	if err := all[i].Check(value); err != nil {
		return fault.New(fmt.Sprintf("set %s to %q", name, value), fault.Usage, all[i].Help+" Default: "+cmp.Or(all[i].Default, "none")+".", err)
	}
	if name == settings.EmbedderSetting {
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
		if list[i].Name == settings.EmbedderSetting {
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

// Bounds of what Remember keeps: it is for how the library was looked at, not for what is in it.
const (
	rememberedValue = 16 << 10 // bytes of a value
	rememberedMost  = 500      // keys
)

// rememberedPrefix stands before the keys of Remember among the stored settings.
const rememberedPrefix = "ui."

var rememberedKey = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$`)

// Remember keeps a small thing about how the library was looked at; "" forgets it. A key is up to 100 letters, digits and ._:/-, a value
// up to 16 KB.
func (c *Core) Remember(ctx context.Context, key, value string) error {
	op := "remember " + key
	switch {
	case c.config.ReadOnly:
		return fault.New(op, fault.Usage, "The library is open to read only.", nil)
	case !rememberedKey.MatchString(key):
		return fault.New("remember something", fault.Usage, "A key is up to 100 letters, digits and ._:/-.", fmt.Errorf("%q is no key", key))
	case len(value) > rememberedValue:
		return fault.New(op, fault.Usage, "At most 16 KB are kept of one thing.", fmt.Errorf("it has %d bytes", len(value)))
	}
	known, err := c.Remembered(ctx)
	if err != nil {
		return err
	}
	if old, there := known[key]; there && old == value {
		return nil
	} else if !there && len(known) >= rememberedMost {
		return fault.New(op, fault.Usage, "Forget something first.", errors.New("too many things are remembered"))
	}
	return c.db.SetSetting(ctx, rememberedPrefix+key, value)
}

// Remembered returns everything that Remember kept, by key.
func (c *Core) Remembered(ctx context.Context) (map[string]string, error) {
	all, err := c.db.Settings(ctx)
	kept := map[string]string{}
	for name, value := range all {
		if key, ok := strings.CutPrefix(name, rememberedPrefix); ok {
			kept[key] = value
		}
	}
	return kept, err
}

// typedKey is the setting that keeps what was typed for a question of a run.
func typedKey(run string, q graph.Question) string { return "typed." + run + "." + q.ID }

// Typed returns the lines that a person typed in a terminal for a question that is not answered yet: the program ended before its last line.
func (c *Core) Typed(ctx context.Context, run string, q graph.Question) (lines []string, err error) {
	raw, ok, err := c.db.Setting(ctx, typedKey(run, q))
	if err != nil || !ok || json.Unmarshal([]byte(raw), &lines) != nil {
		return nil, err
	}
	return lines, nil
}

// KeepTyped keeps such lines until the question is answered; none forgets them.
func (c *Core) KeepTyped(ctx context.Context, run string, q graph.Question, lines []string) error {
	if len(lines) == 0 {
		return c.db.SetSetting(ctx, typedKey(run, q), "")
	}
	raw, err := json.Marshal(lines)
	if err != nil {
		return err
	}
	return c.db.SetSetting(ctx, typedKey(run, q), string(raw))
}
