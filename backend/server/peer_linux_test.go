package server

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

func TestSameUser_HoldsTheOtherEnd(t *testing.T) {
	for _, network := range []string{"tcp4", "tcp"} {
		l, err := net.Listen(network, map[string]string{"tcp4": "127.0.0.1:0", "tcp": ":0"}[network])
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		_, port, _ := net.SplitHostPort(l.Addr().String())
		conn, err := net.Dial("tcp4", "127.0.0.1:"+port)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		peer, own := conn.LocalAddr().String(), conn.RemoteAddr().String()
		if !sameUser(peer, own) {
			t.Errorf("%s: %s to %s is another's", network, peer, own)
		}
		// The same port may belong to another connection of this user, to another address, while a stranger's has it to this one.
		if sameUser(peer, "127.0.0.1:9") || sameUser(peer, "") || sameUser("127.0.0.1:9", own) {
			t.Errorf("%s: a connection that there is none of", network)
		}
	}
}

// Another user reads the invitation among the arguments of the browser, and is faster than the browser.
func TestInvite_IsOfNoUseToOtherUsers(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil || os.Getuid() != 0 {
		t.Skip("needs bash, and root to act as another user")
	}
	s := open(t, t.TempDir())
	address, code := strings.TrimPrefix(s.url, "http://"), s.Invite()
	host, port, _ := net.SplitHostPort(address)
	get := func(uid uint32) string {
		script := fmt.Sprintf(`exec 3<>/dev/tcp/%s/%s; printf 'GET /?token=%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n' >&3; head -1 <&3`, host, port, code, address)
		cmd := exec.CommandContext(t.Context(), bash, "-c", script)
		cmd.Dir = "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if got := get(65534); !strings.Contains(got, "403") {
		t.Errorf("another user: %q", got)
	}
	if got := get(0); !strings.Contains(got, "303") {
		t.Errorf("the browser: %q", got)
	}
}
