package web

import (
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/idna"

	"rabbithole/backend/egress"
	"rabbithole/backend/fault"
)

const maxAddress = 2000 // bytes; browsers and servers agree on about that much

// tracking are parameters that say who sent a visitor, never what the page shows.
var tracking = regexp.MustCompile(`(?i)^(utm_.+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|twclid|igshid|igsh|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|oly_enc_id|oly_anon_id|vero_id|wickedid|` +
	`s_cid|ncid|cmpid|ga_source|ga_medium|ga_campaign|pk_campaign|pk_kwd|pk_source|mtm_.+|matomo_.+|piwik_.+|_ga|_gl|ref_src|ref_url|spm|scm|srsltid|at_medium|at_campaign|wt_mc|wt_zmc|xtor|cx_.+|_openstat)$`)

// Canonical returns the one form of an address by which pages are told apart: http or https, host in small ASCII letters without trailing dots,
// no default port, fragment, credentials or tracking parameters, a path of at least "/", nothing but plain ASCII. It does not touch what
// may change the page.
func Canonical(address string) (string, error) {
	u, err := parseAddress(address)
	if err != nil {
		return "", fault.New("read "+shown(address), fault.Usage, "Give the address of a web page that begins with http:// or https://.", err)
	}
	return u.String(), nil
}

func parseAddress(address string) (*url.URL, error) {
	address = strings.TrimSpace(address)
	if len(address) > maxAddress {
		return nil, errors.New("the address is too long")
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("this is no address of a web page")
	}
	u.Scheme = strings.ToLower(u.Scheme)
	if u.Scheme != "http" && u.Scheme != "https" || u.Opaque != "" {
		return nil, errors.New("only http and https are read")
	}
	if u.User != nil {
		return nil, errors.New("the address carries a name or password")
	}
	host, err := asciiHost(u.Hostname())
	if err != nil {
		return nil, err
	}
	u.Host = host + portOf(u)
	if u.Path == "" {
		u.Path = "/"
	}
	u.Fragment, u.RawFragment, u.ForceQuery = "", "", false
	u.RawQuery = egress.PlainQuery(withoutTracking(u.RawQuery))
	return u, nil
}

func asciiHost(host string) (string, error) {
	host = strings.ToLower(strings.TrimRight(host, "."))
	if strings.Contains(host, ":") {
		return "[" + host + "]", nil
	}
	ascii, err := idna.Lookup.ToASCII(host)
	if err != nil && !plainHost.MatchString(host) {
		return "", errors.New("the address has no valid host")
	}
	if err != nil {
		ascii = host
	}
	if ascii == "" {
		return "", errors.New("the address has no host")
	}
	return ascii, nil
}

// plainHost is a host that works although it breaks a rule of names, an underscore for one.
var plainHost = regexp.MustCompile(`^[a-z0-9_.-]+$`)

// portOf returns ":port", "" for the scheme's own.
func portOf(u *url.URL) string {
	port := u.Port()
	if port == "" || u.Scheme == "http" && port == "80" || u.Scheme == "https" && port == "443" {
		return ""
	}
	return ":" + port
}

// withoutTracking drops parameters that only say who sent the visitor; the others keep their order and spelling.
func withoutTracking(query string) string {
	var kept []string
	for _, pair := range strings.Split(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if decoded, err := url.QueryUnescape(name); err == nil {
			name = decoded
		}
		if pair != "" && !tracking.MatchString(name) {
			kept = append(kept, pair)
		}
	}
	return strings.Join(kept, "&")
}

// plainer reports whether an address is another one in fewer words: the same path on the same host, "www." and the names of small screens aside,
// and nothing in its query that the other has not.
func plainer(u, than *url.URL) bool {
	if small.ReplaceAllString(strings.ToLower(u.Hostname()), "") != small.ReplaceAllString(strings.ToLower(than.Hostname()), "") ||
		u.Port() != than.Port() ||
		strings.TrimSuffix(u.EscapedPath(), "/") != strings.TrimSuffix(than.EscapedPath(), "/") {
		return false
	}
	have := than.Query()
	for name, values := range u.Query() {
		if !slices.Equal(values, have[name]) {
			return false
		}
	}
	return true
}

var small = regexp.MustCompile(`^(?:www|m|mobile|amp)\.`)

// shown returns an address as an error shows it: without query, credentials and fragment, which may hold what is nobody's business.
func shown(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Host == "" {
		return "the page"
	}
	return brief((&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String(), 200)
}
