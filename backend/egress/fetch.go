package egress

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"time"

	"rabbithole/backend/fault"
)

// Fetcher sends requests for one purpose.
type Fetcher struct {
	web     *Web
	purpose Purpose
}

// Do sends a GET, HEAD or POST request and returns the answer, as http.Client's does, whatever its status; redirects of GET and HEAD are followed.
// The body comes unpacked and ends in a fault where a limit is met. It has to be read to its end or closed: until then no other request goes
// to that host. The answer's Request has the address that answered.
func (f *Fetcher) Do(req *http.Request) (*http.Response, error) {
	if req.Method != "" && req.Method != http.MethodGet && req.Method != http.MethodHead && req.Method != http.MethodPost {
		return nil, fault.New("send a "+req.Method+" request", fault.Usage, "", nil)
	}
	if f.purpose != Search && f.purpose != Read {
		return nil, fault.New("send a request for the purpose "+string(f.purpose), fault.Usage, "", nil)
	}
	return f.web.do(req, f.purpose)
}

// do counts the time of a request, from here to the end of its body, against the run's.
func (w *Web) do(req *http.Request, purpose Purpose) (*http.Response, error) {
	left, err := w.account.begin()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(req.Context(), left, spent("time"))
	done := func() { cancel(); w.account.end() }
	resp, err := w.follow(req.WithContext(ctx), purpose)
	if err != nil {
		done()
		return nil, err
	}
	resp.Body.(*body).whenDone(done)
	return resp, nil
}

// follow sends req and follows its redirects, each judged like a request of its own.
func (w *Web) follow(req *http.Request, purpose Purpose) (*http.Response, error) {
	var from *target
	left := w.limits.Request
	for hops := 0; ; hops++ {
		to, err := w.permit(req, purpose, from)
		if err != nil {
			return nil, err
		}
		started := w.now()
		onward := from != nil && from.host == to.host // the same visit
		resp, waited, err := w.hop(w.dress(req, to), to, purpose, onward, left)
		if err != nil {
			return nil, err
		}
		left -= w.now().Sub(started) - waited
		next, err := redirect(req, resp, to)
		if err == nil && next == nil {
			return resp, nil
		}
		resp.Body.Close()
		if err != nil {
			return nil, err
		}
		if hops == w.limits.Redirects {
			return nil, fault.New("read "+to.host, fault.Unreadable, "The site redirects in circles. Leave it out, or open it in a browser.",
				fmt.Errorf("more than %d redirects", w.limits.Redirects))
		}
		req, from = next, &to
	}
}

// permit judges where req goes, and asks the site's robots.txt before a page is read. What it refuses stands in the log.
func (w *Web) permit(req *http.Request, purpose Purpose, from *target) (target, error) {
	to, err := w.policy.aim(req.URL, purpose, from)
	if err == nil && purpose == Read {
		err = w.rules.allow(req.Context(), w, to)
	}
	if err != nil && fault.KindOf(err) == fault.Denied && !errors.Is(err, ErrSpent) {
		w.log.append(Connection{Host: shown(req.URL), Run: w.run, Purpose: purpose}).refuse(err)
	}
	return to, err
}

// dress returns the request as it is sent: to the judged address, with the caller's headers but for what would tell more than was asked, or
// take the checks of the address and of the body away.
func (w *Web) dress(req *http.Request, to target) *http.Request {
	out := req.Clone(req.Context())
	out.URL, out.Host = to.url, ""
	for _, name := range []string{"Referer", "Cookie", "Forwarded", "X-Forwarded-For", "Proxy-Authorization", "Connection", "Upgrade", "Te", "Range"} {
		out.Header.Del(name)
	}
	out.Header.Set("User-Agent", w.agent)
	out.Header.Set("Accept-Encoding", "gzip")
	return out
}

// redirect returns the request that an answer leads to, or nil. Keys belong to an origin: to another one only what was asked for in general goes
// along. A POST is not redirected: what it carries was meant for the service it was sent to.
func redirect(req *http.Request, resp *http.Response, from target) (*http.Request, error) {
	switch resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return nil, nil
	}
	location := resp.Header.Get("Location")
	if location == "" {
		return nil, nil
	}
	if req.Method == http.MethodPost {
		return nil, fault.New("send a query to "+from.host, fault.Denied, "The search service answered with a redirect. Check its address in the settings.",
			errors.New("refused: a request with a body is not redirected"))
	}
	u, err := from.url.Parse(location)
	if err != nil {
		return nil, fault.New("follow a redirect of "+from.host, fault.Unreadable, ordinaryHint, errors.New("it leads to no valid address"))
	}
	next := req.Clone(req.Context())
	next.URL = u
	if sameOrigin(u, from) {
		return next, nil
	}
	next.Header = http.Header{}
	for _, name := range []string{"Accept", "Accept-Language"} {
		if v := req.Header.Values(name); len(v) > 0 {
			next.Header[name] = v
		}
	}
	return next, nil
}

func sameOrigin(u *url.URL, from target) bool {
	t, err := endpointTarget(u)
	return err == nil && t.origin() == from.origin()
}

// hop sends one request when it is its turn, and returns the answer with how long it waited. The turn ends with the body.
func (w *Web) hop(req *http.Request, to target, purpose Purpose, onward bool, limit time.Duration) (*http.Response, time.Duration, error) {
	waited, leave, err := w.turns.take(req.Context(), to.host, !to.endpoint && !onward, purpose != Robots)
	if err != nil {
		return nil, waited, err
	}
	if err := w.account.request(); err != nil {
		leave()
		return nil, waited, err
	}
	entry := w.log.append(Connection{Host: to.hostport(), Run: w.run, Purpose: purpose})
	ctx, cancel := context.WithTimeoutCause(req.Context(), limit, slow(to.host))
	done := func() { entry.settle(w.now()); cancel(); leave() }
	if err := w.began(); err != nil {
		entry.fail(err)
		done()
		return nil, waited, err
	}
	resp, err := w.transportTo(to).RoundTrip(req.WithContext(httptrace.WithClientTrace(ctx, entry.trace())))
	if err != nil {
		err = explain(ctx, to.host, err)
		if fault.KindOf(err) == fault.Denied && !errors.Is(err, ErrSpent) {
			entry.refuse(err)
		} else {
			entry.fail(err)
		}
		done()
		return nil, waited, err
	}
	if resp.Body, err = newBody(ctx, resp, to.host, w, purpose, entry, done); err != nil {
		entry.fail(err)
		done()
		return nil, waited, err
	}
	resp.Request = req
	return resp, waited, nil
}

func (w *Web) transportTo(to target) *http.Transport {
	if to.endpoint {
		return w.private
	}
	return w.guarded
}
