package server

import (
	"bufio"
	"fmt"
	"net/netip"
	"os"
	"strconv"
	"strings"
)

// peerUser returns the user whose process holds the other end of a connection within this computer. The kernel lists it.
func peerUser(peer string) (uid int, known bool) {
	at, err := netip.ParseAddrPort(peer)
	if err != nil || !at.Addr().Unmap().Is4() {
		return 0, false
	}
	ip := at.Addr().Unmap().As4()
	plain := fmt.Sprintf("%02X%02X%02X%02X", ip[3], ip[2], ip[1], ip[0])
	for list, address := range map[string]string{"/proc/self/net/tcp": plain, "/proc/self/net/tcp6": "0000000000000000FFFF0000" + plain} {
		if uid, found := userOf(list, fmt.Sprintf("%s:%04X", address, at.Port())); found {
			return uid, true
		}
	}
	return 0, false
}

// userOf looks for a connection in a list of the kernel's, by its own address.
func userOf(list, address string) (uid int, found bool) {
	f, err := os.Open(list)
	if err != nil {
		return 0, false
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		// Number, own address, other address, state, queues, timer, retransmissions, user.
		if of := strings.Fields(lines.Text()); len(of) > 7 && of[1] == address {
			uid, err := strconv.Atoi(of[7])
			return uid, err == nil
		}
	}
	return 0, false
}
