package egress

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/temoto/robotstxt"

	"rabbithole/backend/fault"
)

// top stands before every path, of rules and of pages: the parser lets a rule with * or $ begin anywhere in a path, and it can only begin here.
const top = "/:top:"

// rules are what sites ask of programs, fetched once per origin and run.
type rules struct {
	mu    sync.Mutex
	sites map[string]*site
}

// site is one origin's robots.txt; whoever holds turn may look and fetch.
type site struct {
	turn  chan struct{}
	known bool
	group *robotstxt.Group
	err   error // why nothing of it may be read
}

func (r *rules) of(origin string) *site {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sites[origin] == nil {
		r.sites[origin] = &site{turn: make(chan struct{}, 1)}
	}
	return r.sites[origin]
}

// allow asks whether the site of to lets programs read the page.
func (r *rules) allow(ctx context.Context, w *Web, to target) error {
	s := r.of(to.origin())
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { <-s.turn }()
	if !s.known {
		group, err := fetchRules(ctx, w, to)
		if ctx.Err() != nil || errors.Is(err, ErrSpent) {
			return err // says nothing about the site
		}
		s.known, s.group, s.err = true, group, err
	}
	if s.err != nil {
		return s.err
	}
	path := to.url.EscapedPath()
	if path == "" {
		path = "/"
	}
	if to.url.RawQuery != "" {
		path += "?" + to.url.RawQuery
	}
	if !s.group.Test(top + path) {
		return fault.New("read "+to.host, fault.Denied, "The site asks programs in its robots.txt not to read this page. Open it in a browser and add what it shows to "+
			"the library if you need it.", ErrRobots)
	}
	return nil
}

// fetchRules asks a site for its robots.txt. A site without one allows everything; one that fails to answer is left alone.
func fetchRules(ctx context.Context, w *Web, to target) (*robotstxt.Group, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, to.origin()+"/robots.txt", nil)
	if err != nil {
		return nil, err
	}
	resp, err := w.do(req, Robots)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch code := resp.StatusCode; {
	case code >= 400 && code < 500:
		return &robotstxt.Group{}, nil
	case code < 200 || code > 299:
		return nil, fault.New("read "+to.host, fault.Denied, "The site does not say what programs may read of it, because it has trouble itself. Try again later.",
			fmt.Errorf("refused: its robots.txt answers with status %d", code))
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, robotsSize))
	resp.Body.Close() // of a long one something is left, and the host is taken until then
	if err != nil && !errors.Is(err, ErrTooLong) {
		return nil, err
	}
	parsed, err := robotstxt.FromBytes(wellFormed(text))
	if err != nil {
		return nil, fault.New("read "+to.host, fault.Denied, "What the site asks of programs cannot be understood, so it is left alone.", err)
	}
	group := parsed.FindGroup(w.agent)
	if group.CrawlDelay != 0 {
		delay := group.CrawlDelay
		if delay < 0 || delay > longestDelay { // a number too large for a duration turns negative
			delay = longestDelay
		}
		err = w.turns.slow(ctx, to.host, delay)
	}
	return group, err
}

// wellFormed keeps the lines of a robots.txt that are rules. The parser gives up a whole file for one line it does not know how to read, such as
// those of a page of HTML that a site answers with.
func wellFormed(text []byte) []byte {
	var out bytes.Buffer
	agents := false
	for line := range strings.Lines(strings.ToValidUTF8(strings.TrimPrefix(strings.ReplaceAll(string(text), "\r", "\n"), "\ufeff"), "")) {
		line, _, _ = strings.Cut(line, "#")
		field, value, found := strings.Cut(line, ":")
		field, value = strings.ToLower(strings.TrimSpace(field)), strings.TrimSpace(value)
		switch {
		case !found:
			continue
		case field == "user-agent":
			agents = true
		case !agents:
			continue
		case field == "crawl-delay":
			if seconds, err := strconv.ParseFloat(value, 64); err != nil || !(seconds >= 0 && seconds <= time.Hour.Seconds()) {
				continue
			}
		case field != "allow" && field != "disallow":
			continue
		case value != "":
			value = top + rulePath(value)
		}
		out.WriteString(field + ": " + value + "\n")
	}
	return out.Bytes()
}

// rulePath writes the path of a rule as paths of pages are written: from the root, in ASCII.
func rulePath(value string) string {
	if !strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "*") {
		value = "/" + value
	}
	var out strings.Builder
	for _, b := range []byte(value) {
		if b < 0x80 {
			out.WriteByte(b)
			continue
		}
		fmt.Fprintf(&out, "%%%02X", b)
	}
	return out.String()
}
