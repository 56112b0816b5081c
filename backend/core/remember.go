package core

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"rabbithole/backend/fault"
)

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
