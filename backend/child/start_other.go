//go:build !unix && !windows

package child

// start starts the child, without anything that would end it with this program.
func (c *Child) start(Options) error { return c.cmd.Start() }

// RunGuardIfAsked does nothing here: there is no guard.
func RunGuardIfAsked() {}
