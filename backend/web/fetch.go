package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rabbithole/backend/egress"
	"rabbithole/backend/fault"
)

// fetched is what a request for a page brought.
type fetched struct {
	final  *url.URL // that answered, after redirects
	status int
	header http.Header
	body   []byte
	cut    bool // the body is longer
	at     time.Time
}

// fetch gets a page: one request, but for the redirects that the client follows.
func (r *Reader) fetch(ctx context.Context, address string) (fetched, error) {
	u, err := parseAddress(address)
	if err != nil {
		return fetched{}, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return fetched{}, err
	}
	request.Header.Set("Accept", "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.9,text/markdown;q=0.9,application/json;q=0.8,text/csv;q=0.8,*/*;q=0.1")
	response, err := r.client.Do(request)
	if err != nil {
		return fetched{}, unreached(ctx, address, err)
	}
	defer response.Body.Close()
	if err := refused(response, address, r.opt.Now()); err != nil {
		return fetched{}, err
	}
	got := fetched{final: u, status: response.StatusCode, header: response.Header, at: r.opt.Now().UTC()}
	if response.Request != nil && response.Request.URL != nil {
		got.final = response.Request.URL
	}
	got.body, err = io.ReadAll(io.LimitReader(response.Body, r.opt.MaxBytes+1))
	if int64(len(got.body)) > r.opt.MaxBytes {
		got.body, got.cut, err = got.body[:r.opt.MaxBytes], true, nil
	}
	if errors.Is(err, egress.ErrTooLong) && len(got.body) > 0 {
		got.cut, err = true, nil
	}
	if err != nil {
		return fetched{}, unreached(ctx, address, err)
	}
	return got, nil
}

// refused turns a status that is no success into a fault that says what to do.
func refused(response *http.Response, address string, now time.Time) error {
	status := response.StatusCode
	if status >= 200 && status < 300 {
		return nil
	}
	op, cause := "read "+shown(address), fmt.Errorf("the site answered %d %s", status, http.StatusText(status))
	switch {
	case status == http.StatusNotFound || status == http.StatusGone:
		return fault.New(op, fault.NotFound, "The page does not exist any more. Look for another one.", cause)
	case status == http.StatusUnauthorized || status == http.StatusPaymentRequired || status == http.StatusForbidden ||
		status == http.StatusUnavailableForLegalReasons:
		return fault.New(op, fault.Denied, "The site shows this page only to people it knows, or not to programs. Open it in a browser, save it, and add the file to the library.", cause)
	case status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable && response.Header.Get("Retry-After") != "":
		return fault.New(op, fault.Unavailable, "The site asks for patience. Try again "+waiting(response.Header, now)+".", cause)
	case status >= 300 && status < 400:
		return fault.New(op, fault.Unavailable, "The page leads elsewhere, and nothing was followed. Give the address that it leads to.", cause)
	}
	return fault.New(op, fault.Unavailable, "The site has a problem of its own. Try again later.", cause)
}

// waiting says how long a Retry-After header asks to wait.
func waiting(h http.Header, now time.Time) string {
	wait := retryAfter(h, now)
	switch {
	case wait <= 0:
		return "in a few minutes"
	case wait < 2*time.Minute:
		return fmt.Sprintf("in %d seconds", int(wait.Round(time.Second)/time.Second))
	case wait < 2*time.Hour:
		return fmt.Sprintf("in %d minutes", int(wait.Round(time.Minute)/time.Minute))
	case wait < 48*time.Hour:
		return fmt.Sprintf("in %d hours", int(wait.Round(time.Hour)/time.Hour))
	}
	return "in some days"
}

// retryAfter reads seconds or a date; 0 when the header says nothing.
func retryAfter(h http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.Atoi(value); err == nil && seconds >= 0 && seconds < 10_000_000 {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}

// unreached wraps what kept a request from being answered; a fault of the client's (a policy, robots) keeps its own words.
func unreached(ctx context.Context, address string, err error) error {
	op := "read " + shown(address)
	var known *fault.Error
	switch {
	case errors.As(err, &known):
		return fmt.Errorf("%s: %w", op, known)
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fault.New(op, fault.Unavailable, "The site takes too long to answer. Try again later.", context.DeadlineExceeded)
	case errors.Is(err, context.Canceled) || ctx.Err() != nil:
		return fmt.Errorf("%s: %w", op, context.Canceled)
	}
	return fault.New(op, fault.Unavailable, "The site could not be reached. Check the address and the connection.", bare(err))
}

// bare takes the address off an error of the client: its query may hold what is nobody's business.
func bare(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// givenUp reports whether a fetch ended because its caller did.
func givenUp(err error) bool { return errors.Is(err, context.Canceled) }
