package egress

import (
	"net/netip"
	"testing"
)

func TestPolicy_Decisions(t *testing.T) {
	listed := Offline("Gpu-Box:11434", "10.0.0.5:11434", "[fd00::5]:11434")
	for _, c := range []struct {
		host, port, addr string
		admit, connect   bool
	}{
		{"localhost", "1", "127.0.0.1", true, true},
		{"LOCALHOST.", "1", "::1", true, true},
		{"localhost", "80", "192.0.2.7", true, false}, // a hosts file that lies
		{"127.8.9.1", "80", "127.8.9.1", true, true},
		{"::ffff:127.0.0.1", "80", "::ffff:127.0.0.1", true, true},
		{"gpu-box", "11434", "10.1.2.3", true, true},
		{"gpu-box", "22", "10.1.2.3", false, false},
		{"10.0.0.5", "11434", "10.0.0.5", true, true},
		{"10.0.0.6", "11434", "10.0.0.6", false, false},
		{"fd00::5", "11434", "fd00::5", true, true},
		{"example.invalid", "443", "192.0.2.1", false, false},
		{"rebound.invalid", "80", "127.0.0.1", false, true}, // never reaches connect: refused before DNS
	} {
		if got := listed.admit(c.host, c.port) == nil; got != c.admit {
			t.Errorf("admit(%s, %s) = %t, want %t", c.host, c.port, got, c.admit)
		}
		if got := listed.connect(c.host, c.port, netip.MustParseAddr(c.addr)) == nil; got != c.connect {
			t.Errorf("connect(%s, %s, %s) = %t, want %t", c.host, c.port, c.addr, got, c.connect)
		}
	}
}

func TestPolicy_ZeroValueAllowsOnlyThisComputer(t *testing.T) {
	var zero Policy
	if zero.admit("localhost", "80") != nil || zero.admit("example.invalid", "80") == nil {
		t.Error("the zero policy must allow loopback and nothing else")
	}
}
