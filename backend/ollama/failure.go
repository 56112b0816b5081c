package ollama

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/ollama/ollama/api"

	"rabbithole/backend/fault"
)

// trouble says what can be done about a failed request.
type trouble int

const (
	final   trouble = iota // asking again would give the same answer
	gone                   // the connection broke, or there is no server
	busy                   // 503: too many requests are waiting
	crashed                // 500, or an error in the middle of the stream: the server lives, its model runner failed
)

// errBroken says that a stream ended before the server said that it was done; the api package reports that as success.
var errBroken = errors.New("the connection broke in the middle of the answer")

// stalled is the cause of a request that was given up because nothing came for too long.
type stalled struct {
	phase string
	limit time.Duration
}

func (s *stalled) Error() string {
	return fmt.Sprintf("nothing came for %s while %s", s.limit, s.phase)
}

// diagnose sorts a failed request. It does not look at contexts: a cancelled one ends the attempts before.
func diagnose(err error) trouble {
	var status api.StatusError
	var auth api.AuthorizationError
	var denied *fault.Error
	var idle *stalled
	var transport *url.Error
	var socket *net.OpError
	switch {
	case errors.As(err, &denied), errors.As(err, &auth), errors.As(err, &idle), errors.Is(err, errTooMuch),
		overlong(err), needsMemory(err):
		return final
	case errors.As(err, &status) && status.StatusCode == http.StatusServiceUnavailable:
		return busy
	case errors.As(err, &status) && status.StatusCode >= 500:
		return crashed
	case errors.As(err, &status):
		return final
	case errors.As(err, &transport), errors.As(err, &socket), errors.Is(err, errBroken), errors.Is(err, io.ErrUnexpectedEOF):
		return gone
	}
	return crashed
}

func overlong(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "exceeds the context length") ||
		strings.Contains(err.Error(), "exceeds maximum context length") || strings.Contains(err.Error(), "exceed_context_size"))
}

func needsMemory(err error) bool {
	return err != nil && strings.Contains(err.Error(), "more system memory")
}

// explain turns a failed request into what the caller of this package sees: the context's error, a fault when a person must act,
// else the error with what was attempted.
func (c *Client) explain(ctx context.Context, op string, err error) error {
	var known *fault.Error
	var idle *stalled
	var status api.StatusError
	var auth api.AuthorizationError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("%s: %w", op, ctx.Err())
	case errors.As(err, &known):
		return fmt.Errorf("%s: %w", op, err)
	case errors.As(err, &idle) && idle.phase == embedding:
		return fault.New(op, fault.Unavailable, "The embedder is too slow for this computer, or hangs. Restart Ollama, or choose another embedder with "+
			"`rabbithole embedder NAME`. `rabbithole add` goes on with what has no vector yet.", err)
	case errors.As(err, &idle):
		return fault.New(op, fault.Unavailable, "The model is too slow for this computer, or hangs. Choose a smaller one with --model, "+
			"or restart Ollama, and resume the run; nothing is lost.", err)
	case errors.Is(err, errTooMuch), errors.Is(err, errNoList):
		return fault.New(op, fault.Unavailable,
			"Check that OLLAMA_HOST ("+c.Host()+") is an Ollama server, and restart it.", err)
	case errors.As(err, &auth):
		return fault.New(op, fault.Denied, "Ollama wants to sign in to its cloud for this. Choose a model that runs on this computer.", err)
	case needsMemory(err):
		return fault.New(op, fault.Unavailable, "The model does not fit into memory. Close other programs or choose a smaller model with --model.", err)
	case errors.As(err, &status) && status.StatusCode == http.StatusNotFound:
		return fault.New(op, fault.NotFound, "List what is installed with `rabbithole models`, install with `rabbithole models pull NAME`.", err)
	}
	switch diagnose(err) {
	case gone:
		return c.absent(op)
	case busy:
		return fault.New(op, fault.Unavailable, "Ollama at "+c.Host()+" is busy with other requests. Wait until they are done and resume the run; nothing is lost.", err)
	}
	return fmt.Errorf("%s: %w", op, err)
}

// absent says that there is no server. What the network said in its own words would not help anybody.
func (c *Client) absent(op string) error {
	return fault.New(op, fault.Unavailable, "Start it with `ollama serve`, say where it listens with OLLAMA_HOST, or do without a model: --engine extractive.",
		errors.New("Ollama does not answer at "+c.Host()))
}

// stopped is absent for a call of a run that had begun.
func (c *Client) stopped(op string) error {
	return fault.New(op, fault.Unavailable, "Start it with `ollama serve` and resume the run; nothing is lost.",
		errors.New("Ollama at "+c.Host()+" stopped answering"))
}
