//go:build !linux

package server

// sameUser reports whether a process of this user holds the other end of a connection within this computer. This system does not tell.
func sameUser(_, _ string) bool { return true }
