//go:build unix

package private

import "syscall"

// Everything makes all files and folders private that this process creates from now on, in whatever way. It sets the
// umask, so it is meant for a process that writes nothing else and starts no other programs.
func Everything() { syscall.Umask(others) }
