package pdf

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"rabbithole/backend/child"
	"rabbithole/backend/pdf/worker"
)

// process is a child process. It is used by one goroutine at a time.
type process struct {
	child   *child.Child
	in      io.WriteCloser
	enc     *gob.Encoder
	replies chan worker.Reply // closed when the child's output ends
	quit    chan struct{}     // closed by kill
	open    docKey            // the document it has open
}

// docKey names an opened document, for text or for drawing.
type docKey struct {
	id   int64
	draw bool
}

var (
	errOverdue = errors.New("took too long")
	errSpent   = errors.New(outOfTime)
	errDied    = errors.New("the reader gave up")
)

// start starts a child.
func start(o Options) (*process, error) {
	exe := o.Executable
	if exe == "" {
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("find this program to start a PDF reader: %w", err)
		}
		exe = self
	}
	cmd := exec.Command(exe, workerArgument, o.CacheDir, fmt.Sprint(o.MemoryLimit))
	cmd.Env = append(os.Environ(), "GOMEMLIMIT=400MiB", "GOGC=400", "GOTRACEBACK=none")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start a PDF reader: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start a PDF reader: %w", err)
	}
	started, err := child.Start(cmd, child.Options{})
	if err != nil {
		return nil, fmt.Errorf("start a PDF reader: %w", err)
	}
	p := &process{child: started, in: in, enc: gob.NewEncoder(in), replies: make(chan worker.Reply), quit: make(chan struct{})}
	go p.listen(out)
	return p, nil
}

// listen decodes replies until the output ends or the process is killed. kill waits for it.
func (p *process) listen(out io.Reader) {
	defer close(p.replies)
	dec := gob.NewDecoder(out)
	for {
		var r worker.Reply
		if err := dec.Decode(&r); err != nil {
			return
		}
		select {
		case p.replies <- r:
		case <-p.quit:
			return
		}
	}
}

// send writes a request. The pipe holds more than a request, so this does not block on a busy child.
func (p *process) send(r worker.Request) error {
	if err := p.enc.Encode(r); err != nil {
		return errDied
	}
	return nil
}

// receive waits for a reply. It returns errOverdue, errDied or the context's error; then the process must be killed.
func (p *process) receive(ctx context.Context, wait time.Duration) (worker.Reply, error) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case r, ok := <-p.replies:
		if !ok {
			return worker.Reply{}, errDied
		}
		return r, nil
	case <-timer.C:
		return worker.Reply{}, errOverdue
	case <-ctx.Done():
		return worker.Reply{}, ctx.Err()
	}
}

// ask sends a request that has one reply. A Failure in it is not an error.
func (p *process) ask(ctx context.Context, r worker.Request, wait time.Duration) (worker.Reply, error) {
	if err := p.send(r); err != nil {
		return worker.Reply{}, err
	}
	return p.receive(ctx, wait)
}

// kill ends the child and waits until it and the listener are gone.
func (p *process) kill() {
	close(p.quit)
	_ = p.child.Kill()
	_ = p.in.Close()
	for range p.replies {
	}
	_ = p.child.Wait()
}
