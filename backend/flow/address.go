package flow

import (
	"context"
	"errors"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"rabbithole/backend/fault"
)

// HostOf returns the host of an address without "www.".
func HostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}

// tracking matches parameters of an address that say how one came there, not what is there.
var tracking = regexp.MustCompile(`^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|ref_src|ref_url|spm|yclid|_hsenc|_hsmi|wt_mc|cmpid)$`)

// Canonical writes an address as all addresses of one page are compared, "" for one that is no web address: one scheme, no "www.", no default
// port, no fragment, no tracking, no index page, parameters in order.
func Canonical(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return ""
	}
	host := HostOf(address)
	if port := u.Port(); port != "" && port != "80" && port != "443" {
		host += ":" + port
	}
	query := u.Query()
	for name := range query {
		if tracking.MatchString(strings.ToLower(name)) {
			query.Del(name)
		}
	}
	path := strings.TrimSuffix(u.EscapedPath(), "/")
	for _, index := range []string{"/index.html", "/index.htm", "/index.php"} {
		path = strings.TrimSuffix(path, index)
	}
	out := "https://" + host + path
	if len(query) > 0 {
		out += "?" + query.Encode()
	}
	return out
}

// mostReason is the most bytes of a failure's text that are kept: enough to act on, no page.
const mostReason = 240

// Reason is a failure in words for people.
func Reason(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return err.Error()
	}
	text := err.Error()
	if hint := fault.Hint(err); hint != "" {
		text += ". " + hint
	}
	return Clipped(text, mostReason)
}

// ClippedWords shortens text to at most n bytes and an ellipsis, behind a whole word.
func ClippedWords(text string, n int) string {
	if len(text) <= n {
		return text
	}
	text = strings.TrimSuffix(Clipped(text, n-1), "…") // room for the space before the ellipsis
	if at := strings.LastIndexByte(text, ' '); at > 0 {
		text = text[:at]
	}
	return strings.TrimRight(text, " ,;:") + " …"
}

// Clipped shortens text to at most n bytes and an ellipsis, on a rune boundary.
func Clipped(text string, n int) string {
	if len(text) <= n {
		return text
	}
	n -= len("…")
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}
