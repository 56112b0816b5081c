package server

import (
	"context"
	"net"
	"slices"
	"sync"
	"time"
)

// patient listens for clients, and gives up those that do not read: every stretch of what they are sent has its time, however long the
// whole of a download or a stream takes. Of clients that were not let in yet it keeps the newest alone.
type patient struct {
	net.Listener
	wait      time.Duration
	strangers *strangers
}

// Accept waits for the next client.
func (p patient) Accept() (net.Conn, error) {
	conn, err := p.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &patientConn{Conn: conn, wait: p.wait, of: p.strangers}
	p.strangers.add(c)
	return c, nil
}

type patientConn struct {
	net.Conn
	wait time.Duration
	of   *strangers
}

// strangers are the clients that were not let in yet, the oldest first. Every program on this computer can be one, of other people too:
// without a bound they could take all connections and much memory.
type strangers struct {
	mu   sync.Mutex
	list []*patientConn
}

// mostStrangers is how many of them are kept. A browser has six connections to a server, and a moment later it is let in.
const mostStrangers = 256

// add takes in a client, and closes the oldest where there are too many.
func (s *strangers) add(c *patientConn) {
	s.mu.Lock()
	s.list = append(s.list, c)
	var oldest *patientConn
	if len(s.list) > mostStrangers {
		oldest = s.list[0]
		s.list = slices.Delete(s.list, 0, 1)
	}
	s.mu.Unlock()
	if oldest != nil {
		_ = oldest.Conn.Close() // it is gone either way
	}
}

// forget takes out a client that was let in or has gone.
func (s *strangers) forget(c *patientConn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.list, c); i >= 0 {
		s.list = slices.Delete(s.list, i, i+1)
	}
}

// Close ends the connection.
func (c *patientConn) Close() error {
	c.of.forget(c)
	return c.Conn.Close()
}

// connKey is under what a request's context holds its connection.
type connKey struct{}

// withConn notes over which connection requests come.
func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// letIn notes that the client of a request is no stranger.
func letIn(ctx context.Context) {
	if c, ok := ctx.Value(connKey{}).(*patientConn); ok {
		c.of.forget(c)
	}
}

// stretch is the most bytes that are written at once.
const stretch = 64 << 10

// Write writes stretch by stretch.
func (c *patientConn) Write(data []byte) (n int, err error) {
	for err == nil && n < len(data) {
		if err := c.SetWriteDeadline(time.Now().Add(c.wait)); err != nil {
			return n, err
		}
		var wrote int
		wrote, err = c.Conn.Write(data[n:min(n+stretch, len(data))])
		n += wrote
	}
	return n, err
}

// CloseWrite says that nothing more comes, so that a client which still sends reads the answer first.
func (c *patientConn) CloseWrite() error {
	half, ok := c.Conn.(interface{ CloseWrite() error })
	if !ok {
		return nil
	}
	return half.CloseWrite()
}
