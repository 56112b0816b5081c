package core

import (
	"context"
	"errors"
)

// ChangeSetting stores a setting and puts it into force for what begins from now on; "" restores the default.
func (c *Core) ChangeSetting(ctx context.Context, name, value string) error {
	return errors.New("not built yet")
}

// Remember keeps a small thing about how the library was looked at.
func (c *Core) Remember(ctx context.Context, key, value string) error {
	return errors.New("not built yet")
}

// Remembered returns everything that Remember kept, by key.
func (c *Core) Remembered(ctx context.Context) (map[string]string, error) {
	return map[string]string{}, nil
}
