package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync"

	"rabbithole/backend/fault"
)

// arrivals are the files that a page is sending over its socket, piece by piece. Over the socket and not as requests of their own, because
// the page knows who is at its other end: a request might reach another program that listens at this address by now.
type arrivals struct {
	mu    sync.Mutex
	open  map[string]*arrival // by what the page calls them
	ended bool
}

// arrival is a file of which pieces are missing.
type arrival struct {
	file   uploaded
	pieces *io.PipeWriter
	taken  int64         // bytes
	done   chan struct{} // closed when it arrived, or failed
	err    error         // why it failed; to be read once done is closed
}

// arrivalsAtOnce is the most files that a page may be sending at a time.
const arrivalsAtOnce = 16

// piece is the first line of a binary message; the bytes of the file follow. The first piece of an upload names the file, the last one says
// so, and is answered with where the file is; all others are answered with null.
type piece struct {
	ID     int64  `json:"id"`
	Upload string `json:"upload"`
	At     int64  `json:"at"` // where in the file its bytes stand
	Batch  string `json:"batch"`
	Name   string `json:"name"`
	Last   bool   `json:"last"`
}

// take takes a piece and returns the message that answers it.
func (s *Server) take(a *arrivals, data []byte) []byte {
	first, bytes, _ := bytes.Cut(data, []byte("\n"))
	var p piece
	if err := json.Unmarshal(first, &p); err != nil {
		return replyOf(reply{}, err)
	}
	at, err := a.of(s, p)
	if err == nil && at.taken != p.At {
		err = io.ErrUnexpectedEOF
	}
	if err == nil {
		_, err = at.pieces.Write(bytes)
		at.taken += int64(len(bytes))
	}
	if err == nil && !p.Last {
		return replyOf(reply{ID: p.ID, Result: json.RawMessage("null")}, nil)
	}
	if at == nil {
		return replyOf(reply{ID: p.ID}, err)
	}
	a.mu.Lock()
	delete(a.open, p.Upload)
	a.mu.Unlock()
	at.pieces.CloseWithError(err) // nil: that was all
	<-at.done
	if at.err != nil {
		return replyOf(reply{ID: p.ID}, at.err)
	}
	result, err := json.Marshal(at.file)
	return replyOf(reply{ID: p.ID, Result: result}, err)
}

// of returns the arrival that a piece belongs to; the first piece of one begins it.
func (a *arrivals) of(s *Server, p piece) (*arrival, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if at := a.open[p.Upload]; at != nil {
		return at, nil
	}
	if a.ended || p.At > 0 { // it was begun on another socket
		return nil, notTaken(p.Name, io.ErrUnexpectedEOF)
	}
	if len(a.open) >= arrivalsAtOnce {
		return nil, fault.New("take "+p.Name, fault.Usage, "Send it when others have arrived.", errors.New("too many files are being sent"))
	}
	folder, err := s.uploadFolder(p.Batch)
	if err != nil {
		return nil, err
	}
	at := &arrival{done: make(chan struct{})}
	if at.file.Path, at.file.Top, err = within(folder, p.Name); err != nil {
		return nil, err
	}
	var body *io.PipeReader
	body, at.pieces = io.Pipe()
	go func() {
		defer close(at.done)
		at.err = receive(at.file.Path, s.waiting.metered(http.MaxBytesReader(nil, body, uploadLimit)))
		body.CloseWithError(at.err) // for the pieces that are still to come
	}()
	a.open[p.Upload] = at
	return at, nil
}

// end gives up what has not arrived whole.
func (a *arrivals) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended = true
	for _, at := range a.open {
		at.pieces.CloseWithError(io.ErrUnexpectedEOF)
		<-at.done
	}
}
