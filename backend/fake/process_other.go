//go:build !unix

package fake

import "os/exec"

func ownGroup(*exec.Cmd) {}

// killGroup ends the server; its model runners end when their pipe closes.
func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }
