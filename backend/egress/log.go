package egress

import (
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// Connection is one attempt to leave the process.
type Connection struct {
	Host    string    `json:"host"`    // what was asked for: "localhost:11434"
	Address string    `json:"address"` // what it connected to: "127.0.0.1:11434"; "" when it did not
	At      time.Time `json:"at"`
	Allowed bool      `json:"allowed"`
	Error   string    `json:"error,omitempty"` // why it was refused or failed
	In      int64     `json:"in"`              // bytes received so far
	Out     int64     `json:"out"`             // bytes sent so far
}

// entry is a Connection that still changes. mu guards conn; the counters are atomic because Read and Write run concurrently.
type entry struct {
	mu      sync.Mutex
	conn    Connection
	in, out atomic.Int64
}

func (e *entry) refuse(err error) { e.set(false, "", err.Error()) }

// fail keeps an earlier refusal: the dialer wraps the policy's own error.
func (e *entry) fail(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.conn.Error == "" {
		e.conn.Error = err.Error()
	}
}

func (e *entry) open(address string) { e.set(true, address, "") }

func (e *entry) set(allowed bool, address, problem string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.conn.Allowed, e.conn.Address, e.conn.Error = allowed, address, problem
}

func (e *entry) snapshot() Connection {
	e.mu.Lock()
	defer e.mu.Unlock()
	c := e.conn
	c.In, c.Out = e.in.Load(), e.out.Load()
	return c
}

// ring remembers the last size entries.
type ring struct {
	now  func() time.Time
	size int
	mu   sync.Mutex
	list []*entry
}

func (r *ring) add(host string) *entry {
	e := &entry{conn: Connection{Host: host, At: r.now(), Allowed: true}}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.list) == r.size {
		r.list = append(r.list[:0], r.list[1:]...)
	}
	r.list = append(r.list, e)
	return e
}

func (r *ring) entries() []Connection {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]Connection, len(r.list))
	for i, e := range r.list {
		out[i] = e.snapshot()
	}
	return out
}

// countedConn counts the bytes of a connection into its log entry.
type countedConn struct {
	net.Conn
	entry *entry
}

func (c *countedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.entry.in.Add(int64(n))
	return n, err
}

func (c *countedConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.entry.out.Add(int64(n))
	return n, err
}
