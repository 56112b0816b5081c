package server

import (
	"crypto/rand"
	"crypto/subtle"
	"sync"
	"time"
)

// invitationTime is how long a browser may take to start.
const invitationTime = 2 * time.Minute

// invitation lets one browser in, once, in the token's place. The zero value lets nobody in.
//
// What starts a browser hands it the address as an argument, and everybody on the machine may read the arguments of a process, for as long
// as it runs. The token would stay with them; a code that was used is worth nothing. So that no other user is faster than the browser, only
// the user who runs this program is let in by it, where the system tells users apart (sameUser).
type invitation struct {
	mu   sync.Mutex
	code string
	ends time.Time
}

// Code returns what the printed address carries in the token's place. It lets browsers in until the program ends or the token is renewed.
func (s *Server) Code() string { return s.door.passes.current().code }

// Invite returns a code that one browser may send in the token's place, once and soon. It ends the one before.
func (s *Server) Invite() string {
	i := &s.door.invitation
	i.mu.Lock()
	defer i.mu.Unlock()
	i.code, i.ends = rand.Text(), time.Now().Add(invitationTime)
	return i.code
}

// take reports whether the code lets in who sends it over a connection from the address peer to own; then it does not again.
func (i *invitation) take(code, peer, own string) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.code == "" || time.Now().After(i.ends) || subtle.ConstantTimeCompare([]byte(code), []byte(i.code)) != 1 {
		return false
	}
	if !sameUser(peer, own) {
		return false
	}
	i.code = ""
	return true
}
