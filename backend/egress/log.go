package egress

import (
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// Connection is one attempt to leave the process: a connection to Ollama, or one request to the web. It says where to and how much, never
// what: neither path nor query, text nor key.
type Connection struct {
	Host    string        `json:"host"`    // what was asked for: "localhost:11434"
	Address string        `json:"address"` // what it connected to: "127.0.0.1:11434"; "" when it did not
	At      time.Time     `json:"at"`
	Allowed bool          `json:"allowed"`
	Error   string        `json:"error,omitempty"` // why it was refused or failed
	In      int64         `json:"in"`              // bytes received so far
	Out     int64         `json:"out"`             // bytes sent so far
	Run     string        `json:"run,omitempty"`   // of the web: for which run,
	Purpose Purpose       `json:"purpose,omitempty"`
	Took    time.Duration `json:"took,omitempty"` // of the web: until the end of the answer; 0 while it goes on
}

// entry is a Connection that still changes. mu guards conn; the counters are atomic because Read and Write run concurrently.
type entry struct {
	mu      sync.Mutex
	conn    Connection
	in, out atomic.Int64
	meter   *meter // set while the entry is a request that is going on
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
	if e.meter != nil {
		c.In, c.Out = e.meter.counted()
	}
	return c
}

// ring remembers the last size entries.
type ring struct {
	now  func() time.Time
	size int
	mu   sync.Mutex
	list []*entry
}

func (r *ring) append(c Connection) *entry {
	c.At, c.Allowed = r.now(), true
	e := &entry{conn: c}
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
	entry  *entry
	stands netip.AddrPort // of a Web's: the address that was judged
}

func (c *countedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.entry.in.Add(int64(n))
	return n, err
}

// Write counts before it writes: the answer may be here before Write returns.
func (c *countedConn) Write(b []byte) (int, error) {
	c.entry.out.Add(int64(len(b)))
	n, err := c.Conn.Write(b)
	c.entry.out.Add(int64(n - len(b)))
	return n, err
}
