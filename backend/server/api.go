package server

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"rabbithole/backend/fault"
)

// bodyLimit is the most bytes of a request that is not a file, bodyTime how long it may take to arrive.
const (
	bodyLimit = 1 << 20
	bodyTime  = 30 * time.Second
)

// handler answers a request with a value, or with nothing.
type handler func(r *http.Request) (any, error)

// api makes a handler of the API: status and JSON, or 204 when there is nothing to say, or the error.
func api(status int, h handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		limit(w, r)
		out, err := h(r)
		switch {
		case err != nil:
			fail(w, err)
		case out == nil:
			w.WriteHeader(http.StatusNoContent)
		default:
			writeJSON(w, status, out)
		}
	}
}

// limit bounds what a request may send, and for how long.
func limit(w http.ResponseWriter, r *http.Request) { limitTo(w, r, bodyLimit) }

func limitTo(w http.ResponseWriter, r *http.Request, bytes int64) {
	http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime)) // what cannot have one has no slow sender either
	r.Body = http.MaxBytesReader(w, r.Body, bytes)
}

// get is api for what is only looked at.
func get(h handler) http.HandlerFunc { return api(http.StatusOK, h) }

// shown is a handler for what needs no more than the address.
func shown[Out any](do func() (Out, error)) handler {
	return func(*http.Request) (any, error) { return do() }
}

// asked is a handler for what is asked with a body and answered.
func asked[In, Out any](do func(In) (Out, error)) handler {
	return func(r *http.Request) (any, error) {
		in, err := body[In](r)
		if err != nil {
			return nil, err
		}
		return do(in)
	}
}

// named is a handler for what is done to the thing {id} of the address.
func named(do func(id string) error) handler {
	return func(r *http.Request) (any, error) { return nil, do(r.PathValue("id")) }
}

// told is a handler for what is told the thing {id} of the address with a body.
func told[In any](do func(id string, in In) error) handler {
	return func(r *http.Request) (any, error) {
		in, err := body[In](r)
		if err != nil {
			return nil, err
		}
		return nil, do(r.PathValue("id"), in)
	}
}

// body reads the JSON of a request; no body is the zero value.
func body[T any](r *http.Request) (in T, err error) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	var large *http.MaxBytesError
	err = decoder.Decode(&in)
	if errors.Is(err, io.EOF) {
		return in, nil
	}
	if err == nil {
		err = ended(decoder)
	}
	switch {
	case fault.KindOf(err) == fault.Denied:
		return in, err
	case errors.As(err, &large):
		return in, fault.New("read the request", fault.Usage, "It may have "+strconv.FormatInt(large.Limit, 10)+" bytes.", err)
	case err != nil:
		return in, fault.New("read the request", fault.Usage, "It has to be JSON as /api/openapi.json describes it.", err)
	case kind != "application/json":
		return in, fault.New("read the request", fault.Usage, "Send it with the content type application/json.", fmt.Errorf("it is %q", kind))
	}
	return in, nil
}

// errMore refuses a request of which only the beginning would be read.
var errMore = errors.New("something follows the JSON")

func ended(decoder *json.Decoder) error {
	_, err := decoder.Token()
	if errors.Is(err, io.EOF) {
		return nil
	}
	return cmp.Or(err, errMore)
}

// number reads a whole number of the query; without one it is otherwise.
func number(q url.Values, name string, otherwise int64) (int64, error) {
	text := q.Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, fault.New("read "+name, fault.Usage, "It has to be a whole number of 0 or more.", err)
	}
	return n, nil
}

// nowhere answers what no other handler does.
func nowhere(r *http.Request) (any, error) {
	return nil, fault.New(r.Method+" "+r.URL.Path, fault.NotFound,
		"There is no such address, or not with this method: /api/openapi.json lists them.", nil)
}
