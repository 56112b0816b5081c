package server

import (
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// A page that was open when the program ended connects again to whoever listens at its address by then. Before it does, the two prove to
// each other that they know the token, and neither says it: the page was served with a ticket, which is a random name and a key derived
// from that name and the token. The server proves itself by signing the page's challenge with the key, then the page signs the server's.
// Both signatures hold for this host and port alone, so nobody in between can pass them on.

// Paths of the proof. Nobody has to be let in to ask.
const (
	provePath = "/bridge/prove"
	enterPath = "/bridge/enter"
)

// challengeTime is how long a page may take to answer a challenge.
const challengeTime = time.Minute

// ticket is what a page is served with, and remembers as long as it is open.
type ticket struct{ name, key string }

func (p *pass) newTicket() ticket {
	name := rand.Text()
	return ticket{name, p.keyOf(name)}
}

func (p *pass) keyOf(name string) string { return sign([]byte(p.token), "page", name) }

// proveRequest asks the server to prove itself; enterRequest is the page's own proof. Challenge is that of the other side.
type (
	proveRequest struct {
		Ticket    string `json:"ticket"`
		Challenge string `json:"challenge"`
	}
	proveReply struct {
		Proof     string `json:"proof"`
		Challenge string `json:"challenge"`
	}
	enterRequest struct {
		Ticket    string `json:"ticket"`
		Challenge string `json:"challenge"`
		Proof     string `json:"proof"`
	}
	enterReply struct {
		Path string `json:"path"` // where the page is now
	}
)

// prove signs a page's challenge and hands it one to sign.
func (p *pass) prove(w http.ResponseWriter, r *http.Request) {
	var in proveRequest
	if !readProof(w, r, &in) {
		return
	}
	at := strconv.FormatInt(time.Now().Unix(), 10)
	writeJSON(w, http.StatusOK, proveReply{
		Proof:     sign([]byte(p.keyOf(in.Ticket)), "server", r.Host, in.Challenge),
		Challenge: at + "." + p.challenge(in.Ticket, at),
	})
}

// proveSocket returns the message by which the server proves itself on a socket, before anything else is said there: between the proof that
// let the page in and the socket, another program may have come to listen at this address. It is nil for who does not ask for it: programs
// bear the token.
func proveSocket(r *http.Request) []byte {
	query := r.URL.Query()
	p, ok := r.Context().Value(passKey{}).(*pass)
	if !ok || !query.Has("challenge") {
		return nil
	}
	raw, _ := json.Marshal(map[string]string{"proof": sign([]byte(p.keyOf(query.Get("ticket"))), "socket", r.Host, query.Get("challenge"))})
	return raw
}

// challenge returns what a page with this ticket is to sign. It need not be remembered: the server recognises its own.
func (p *pass) challenge(ticket, at string) string { return sign(p.signer, ticket, at) }

// enter lets a page in again that proves itself.
func (p *pass) enter(w http.ResponseWriter, r *http.Request) {
	var in enterRequest
	if !readProof(w, r, &in) {
		return
	}
	at, challenge, _ := strings.Cut(in.Challenge, ".")
	seconds, err := strconv.ParseInt(at, 10, 64)
	fresh := err == nil && time.Since(time.Unix(seconds, 0)).Abs() <= challengeTime
	if !fresh || !same(challenge, p.challenge(in.Ticket, at)) ||
		!same(in.Proof, sign([]byte(p.keyOf(in.Ticket)), "page", r.Host, in.Challenge)) {
		refuse(w, r, refusedToken)
		return
	}
	p.setCookie(w)
	writeJSON(w, http.StatusOK, enterReply{p.path})
}

// readProof reads a small request, or answers that it cannot.
func readProof(w http.ResponseWriter, r *http.Request, in any) bool {
	limitTo(w, r, 4<<10)
	raw, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(raw, in)
	}
	if err != nil {
		refuse(w, r, refusedToken)
	}
	return err == nil
}
