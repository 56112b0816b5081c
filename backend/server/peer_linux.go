package server

import (
	"bufio"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
)

// sameUser reports whether a process of this user holds the other end of a connection within this computer, whose two addresses are peer and
// own. The kernel lists it; what it does not list is nobody's.
func sameUser(peer, own string) bool {
	theirs, err := netip.ParseAddrPort(peer)
	if err != nil || !theirs.Addr().Unmap().Is4() {
		return false
	}
	ours, err := netip.ParseAddrPort(own)
	if err != nil || !ours.Addr().Unmap().Is4() {
		return false
	}
	var all []int
	for list, before := range map[string]string{"/proc/self/net/tcp": "", "/proc/self/net/tcp6": "0000000000000000FFFF0000"} {
		all = append(all, usersOf(list, before+listed(theirs), before+listed(ours))...)
	}
	return len(all) > 0 && !slices.ContainsFunc(all, func(uid int) bool { return uid != os.Getuid() })
}

// listed writes an address as the kernel's lists do.
func listed(at netip.AddrPort) string {
	ip := at.Addr().Unmap().As4()
	return fmt.Sprintf("%02X%02X%02X%02X:%04X", ip[3], ip[2], ip[1], ip[0], at.Port())
}

// established is the state of a connection that is open at both ends.
const established = "01"

// usersOf looks for a connection in a list of the kernel's, by its own address and the other one.
func usersOf(list, own, other string) (uids []int) {
	f, err := os.Open(list)
	if err != nil {
		return nil
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		// Number, own address, other address, state, queues, timer, retransmissions, user.
		of := strings.Fields(lines.Text())
		if len(of) < 8 || of[1] != own || of[2] != other || of[3] != established {
			continue
		}
		if uid, err := strconv.Atoi(of[7]); err == nil {
			uids = append(uids, uid)
		}
	}
	return uids
}
