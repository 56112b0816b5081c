package egress

import (
	"crypto/tls"
	"net/http/httptrace"
	"time"
)

// meter counts what goes over a connection during one request. It is exact, because requests to one host follow each other.
type meter struct {
	line    *entry // of the connection
	in, out int64  // when the request began
}

func (m *meter) counted() (in, out int64) { return m.line.in.Load() - m.in, m.line.out.Load() - m.out }

// trace notes in the entry of a request which connection it got.
func (e *entry) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{GotConn: func(info httptrace.GotConnInfo) {
		conn := info.Conn
		if secured, ok := conn.(*tls.Conn); ok {
			conn = secured.NetConn()
		}
		counted, ok := conn.(*countedConn)
		if !ok {
			return
		}
		m := &meter{line: counted.entry}
		if info.Reused {
			m.in, m.out = counted.entry.in.Load(), counted.entry.out.Load()
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		e.meter, e.conn.Address = m, counted.stands.String()
	}}
}

// settle fixes the counts of a request that is over.
func (e *entry) settle(now time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.conn.Took = now.Sub(e.conn.At)
	if e.meter == nil {
		return
	}
	in, out := e.meter.counted()
	e.in.Store(in)
	e.out.Store(out)
	e.meter = nil
}
