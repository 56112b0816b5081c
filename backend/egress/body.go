package egress

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"rabbithole/backend/fault"
)

// body is an answer's body, unpacked, within the limits of a page and of the run.
type body struct {
	ctx   context.Context // of the request: its limits of time reach to the end of the body
	host  string
	entry *entry
	sent  *sentBytes
	src   io.Reader // unpacked
	left  int64
	end   error // what every further Read returns
	mu    sync.Mutex
	done  []func()
}

func newBody(ctx context.Context, resp *http.Response, host string, w *Web, purpose Purpose, entry *entry, done func()) (*body, error) {
	most := w.limits.of(purpose)
	sent := &sentBytes{from: resp.Body, host: host, left: most, account: w.account}
	b := &body{ctx: ctx, host: host, entry: entry, sent: sent, src: sent, left: most, done: []func(){done}}
	switch coding := strings.ToLower(strings.TrimSpace(resp.Header.Get("Content-Encoding"))); coding {
	case "", "identity":
		if resp.ContentLength > most {
			resp.ContentLength = -1 // not all of it comes
		}
	case "gzip", "x-gzip":
		b.src = &unpacked{packed: bufio.NewReader(sent)}
		resp.Header.Del("Content-Encoding")
		resp.Header.Del("Content-Length")
		resp.ContentLength, resp.Uncompressed = -1, true
	default:
		resp.Body.Close()
		return nil, fault.New("read "+host, fault.Unreadable, "The site sends a packing that was not asked for. Leave it out, or open it in a browser.",
			errors.New("unknown content encoding"))
	}
	return b, nil
}

// Read returns the next bytes, at most as many in all as the limit of a page; more end in ErrTooLong.
func (b *body) Read(p []byte) (int, error) {
	if b.end != nil {
		return 0, b.end
	}
	if len(p) == 0 {
		return 0, nil
	}
	if b.left == 0 {
		n, err := io.ReadFull(b.src, make([]byte, 1))
		if n > 0 {
			err = tooLong(b.host)
		}
		return 0, b.stop(err)
	}
	n, err := b.src.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	if err != nil {
		err = b.stop(err)
	}
	return n, err
}

// stop ends the body with err; what is not the end of the body is explained, and noted in the log.
func (b *body) stop(err error) error {
	b.end = err
	if !errors.Is(err, io.EOF) {
		b.end = explainBody(b.ctx, b.host, err)
		b.entry.fail(b.end)
	}
	b.finish()
	return b.end
}

func explainBody(ctx context.Context, host string, err error) error {
	var corrupt flate.CorruptInputError
	if errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.As(err, &corrupt) {
		return fault.New("read "+host, fault.Unreadable, "The site sends damaged data. Leave it out, or open it in a browser.", err)
	}
	return explain(ctx, host, err)
}

// Close gives the connection and the turn with the host free.
func (b *body) Close() error {
	if b.end == nil {
		b.end = http.ErrBodyReadAfterClose
	}
	b.finish()
	return nil
}

// whenDone adds what has to happen at the end of the body.
func (b *body) whenDone(f func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done = append(b.done, f)
}

func (b *body) finish() {
	b.mu.Lock()
	done := b.done
	b.done = nil
	b.mu.Unlock()
	if done == nil {
		return
	}
	b.sent.from.Close()
	for _, f := range done {
		f()
	}
}

// sentBytes counts a body as it was sent.
type sentBytes struct {
	from    io.ReadCloser
	host    string
	left    int64
	account *account
}

func (s *sentBytes) Read(p []byte) (int, error) {
	n, err := s.from.Read(p[:min(int64(len(p)), s.left+1)])
	if over := s.account.read(n); over != nil {
		return 0, over
	}
	if s.left -= int64(n); s.left < 0 {
		return n + int(s.left), tooLong(s.host)
	}
	return n, err
}

func tooLong(host string) error {
	return fault.New("read "+host, fault.Unreadable, "The page is larger than what is read of one page. Download it and add it to the library to have all of it.", ErrTooLong)
}

// unpacked opens a packed body when it is first read: an answer without a body has no header of a packing either.
type unpacked struct {
	packed *bufio.Reader
	gzip   *gzip.Reader
}

func (u *unpacked) Read(p []byte) (int, error) {
	if u.gzip == nil {
		if _, err := u.packed.Peek(1); err != nil {
			return 0, err
		}
		var err error
		if u.gzip, err = gzip.NewReader(u.packed); err != nil {
			return 0, err
		}
	}
	return u.gzip.Read(p)
}
