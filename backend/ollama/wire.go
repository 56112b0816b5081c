package ollama

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"unicode"

	"github.com/ollama/ollama/api"
)

// How much is read of a reply, in bytes. The api package's own client is not used because it reads without a limit,
// takes a line that is too long for the end of the reply, and rejects a whole reply for one count that is not a number.
const (
	mostPlain   = 1 << 20   // one object: a list of 2,000 models
	mostFacts   = 4 << 20   // the facts of a model, which with its licence are below 200 KB
	mostLine    = 1 << 20   // one line of a stream
	mostPull    = 256 << 20 // progress of a download: a day of it
	mostMessage = 64 << 10  // an error message, of which mostShown are kept
	mostShown   = 500
)

// errTooMuch says that a server sent more than any reply needs.
var errTooMuch = errors.New("the server sends more than any answer needs")

// errUnreadable says that what a server sent is no answer of Ollama's.
var errUnreadable = errors.New("the server's answer cannot be read")

// errNoList says that what a server sent is not even a list of models.
var errNoList = errors.New("it lists no models")

// ask sends request (nil: a GET) and decodes the whole reply, of at most `most` bytes, into reply.
func (c *Client) ask(ctx context.Context, path string, request, reply any, most int64) error {
	body, err := c.send(ctx, path, request, most)
	if err != nil {
		return err
	}
	defer body.Close()
	text, err := io.ReadAll(body)
	if err != nil {
		return limit(err)
	}
	return decode(text, reply)
}

// stream sends request and passes each line of the reply on, of which all together have at most `most` bytes. It
// returns the error that a line reports, or that each returns.
func (c *Client) stream(ctx context.Context, path string, request any, most int64, each func(line []byte) error) error {
	body, err := c.send(ctx, path, request, most)
	if err != nil {
		return err
	}
	defer body.Close()
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, mostLine)
	for lines.Scan() && lines.Err() == nil { // a scanner that cannot read on offers what it has of a line
		var failed struct{ Error string }
		if err := decode(lines.Bytes(), &failed); err != nil {
			return err
		}
		if failed.Error != "" {
			return errors.New(shown(failed.Error))
		}
		if err := each(lines.Bytes()); err != nil {
			return err
		}
	}
	return limit(lines.Err())
}

// nothing takes the lines of a reply that says no more than that it was done.
func nothing([]byte) error { return nil }

// send returns the body of the reply, which ends in an error after `most` bytes.
func (c *Client) send(ctx context.Context, path string, request any, most int64) (io.ReadCloser, error) {
	method, asked := http.MethodGet, []byte(nil)
	if request != nil {
		var err error
		if asked, err = json.Marshal(request); err != nil {
			return nil, fmt.Errorf("write the request: %w", err)
		}
		method = http.MethodPost
	}
	r, err := http.NewRequestWithContext(ctx, method, c.base.JoinPath(path).String(), bytes.NewReader(asked))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := c.http.Do(r)
	if err != nil {
		return nil, err
	}
	if response.StatusCode >= http.StatusBadRequest {
		defer response.Body.Close()
		return nil, refusal(response)
	}
	return http.MaxBytesReader(nil, response.Body, most), nil
}

// refusal reads the reply of a server that reports an error.
func refusal(r *http.Response) error {
	text, _ := io.ReadAll(io.LimitReader(r.Body, mostMessage))
	said := struct {
		Error     string
		SigninURL string `json:"signin_url"`
	}{}
	if json.Unmarshal(text, &said) != nil {
		said.Error = string(text)
	}
	status := shown(r.Status)
	if r.StatusCode == http.StatusUnauthorized {
		return api.AuthorizationError{StatusCode: r.StatusCode, Status: status, SigninURL: said.SigninURL}
	}
	return api.StatusError{StatusCode: r.StatusCode, Status: status, ErrorMessage: shown(said.Error)}
}

// limit gives the several errors of a reply that is too long one name.
func limit(err error) error {
	var long *http.MaxBytesError
	if errors.As(err, &long) || errors.Is(err, bufio.ErrTooLong) {
		return errTooMuch
	}
	return err
}

// decode reads a reply, or a line of one. Servers that are not written in Go may write counts as NaN, which is not
// JSON.
func decode(text []byte, reply any) error {
	err := json.Unmarshal(text, reply)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		err = json.Unmarshal(notNumbers.ReplaceAll(text, []byte("${1}null")), reply)
	}
	if err != nil {
		return fmt.Errorf("%w (%w): %s", errUnreadable, err, shown(string(text)))
	}
	return nil
}

// shown is what may be shown of a text that a server sent: its beginning, on one line.
func shown(text string) string {
	if len(text) > mostShown {
		text = strings.ToValidUTF8(text[:mostShown], "") + "…"
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}
