//go:build unix && !linux

package child

// start puts the child under a guard.
func (c *Child) start(o Options) error { return c.startGuarded(o) }
