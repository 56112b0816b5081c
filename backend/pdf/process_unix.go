//go:build !windows && !linux

package pdf

import "os/exec"

// detach needs nothing here: a child ends when its input does.
func detach(*exec.Cmd) {}
