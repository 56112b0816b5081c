package server

import (
	"net"
	"time"
)

// patient listens for clients, and gives up those that do not read: every stretch of what they are sent has its time, however long the whole of a download or a
// stream takes. Whoever writes to one that was given up gets an error, and ends.
type patient struct {
	net.Listener
	wait time.Duration
}

// Accept waits for the next client.
func (p patient) Accept() (net.Conn, error) {
	conn, err := p.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return patientConn{conn, p.wait}, nil
}

type patientConn struct {
	net.Conn
	wait time.Duration
}

// stretch is the most bytes that are written at once.
const stretch = 64 << 10

// Write writes stretch by stretch.
func (c patientConn) Write(data []byte) (n int, err error) {
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
func (c patientConn) CloseWrite() error {
	half, ok := c.Conn.(interface{ CloseWrite() error })
	if !ok {
		return nil
	}
	return half.CloseWrite()
}
