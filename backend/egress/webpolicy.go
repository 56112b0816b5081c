package egress

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"rabbithole/backend/fault"
)

// webPolicy is the part of a Policy that a Web follows; the zero value allows nothing.
type webPolicy struct {
	some  bool // of the web
	open  bool
	hosts []string // "example.org", "*.example.org"
}

// Listed returns the policy of a run that may open exactly these hosts; "*.example.org" stands for example.org and every name below it. An
// entry may be a whole address, of which the host counts. The provider that searches are sent to has to be among them.
func Listed(hosts ...string) Policy {
	p := Policy{web: webPolicy{some: len(hosts) > 0}}
	for _, h := range hosts {
		below, wild := strings.CutPrefix(strings.TrimSpace(h), "*.")
		if !strings.Contains(below, "://") {
			below = "https://" + below
		}
		u, err := url.Parse(below)
		if err != nil {
			continue // what is no host matches none
		}
		name, why := hostName(u)
		if why != "" {
			continue
		}
		if wild {
			name = "*." + name
		}
		p.web.hosts = append(p.web.hosts, name)
	}
	return p
}

// Open returns the policy of a run that may open any public host: the person consented to it for this run.
func Open() Policy { return Policy{web: webPolicy{some: true, open: true}} }

// WithEndpoint returns p with the search endpoint that the person configured, such as http://localhost:8888: exactly this scheme, host and
// port may be anywhere, on this computer or in the person's network, for requests with the purpose Search. It adds nothing to a policy
// that allows no web at all.
func (p Policy) WithEndpoint(address string) (Policy, error) {
	u, err := url.Parse(address)
	if err == nil {
		p.endpoint, err = endpointTarget(u)
	}
	if err != nil {
		return p, fault.New("use the search endpoint", fault.Usage,
			"Write it with scheme, host and port and without a password, such as http://localhost:8888.", err)
	}
	return p, nil
}

func endpointTarget(u *url.URL) (*target, error) {
	scheme, port := strings.ToLower(u.Scheme), u.Port()
	host := canonical(u.Hostname())
	if port == "" {
		port = ports[scheme]
	}
	switch {
	case ports[scheme] == "" || u.Opaque != "":
		return nil, fmt.Errorf("its scheme is neither http nor https")
	case host == "" || u.User != nil || strings.Contains(host, "%"):
		return nil, fmt.Errorf("it is not a plain host")
	}
	return &target{url: &url.URL{Scheme: scheme, Host: u.Host}, host: host, port: port, endpoint: true}, nil
}

// aim judges the address of a request before any name is looked up; from is where a redirect comes from, nil for a request that begins here.
func (p Policy) aim(u *url.URL, purpose Purpose, from *target) (target, error) {
	if !p.web.some {
		return target{}, refuse(u, "this run works without the web", "Allow the web, or this host, for the run.")
	}
	if from == nil || from.endpoint {
		if t, ok := p.isEndpoint(u, purpose); ok {
			return t, nil
		}
	}
	t, why := ordinary(u)
	if why != "" {
		return target{}, refuse(u, why, ordinaryHint)
	}
	if from != nil && from.url.Scheme == "https" && t.url.Scheme == "http" {
		return target{}, refuse(u, "an encrypted page redirects to an unencrypted one", ordinaryHint)
	}
	if purpose == Search && from != nil && t.host != from.host {
		return target{}, refuse(u, "the search service leads to another host than the one that was agreed to",
			"Check the address of the search service in the settings.")
	}
	if !p.web.allows(t.host) {
		return target{}, refuse(u, "the host is not among those allowed for this run",
			"This run may open "+strings.Join(p.web.hosts, ", ")+". Add the host to the list to read from it.")
	}
	return t, nil
}

func (p Policy) isEndpoint(u *url.URL, purpose Purpose) (target, bool) {
	if p.endpoint == nil || purpose != Search {
		return target{}, false
	}
	asked, err := endpointTarget(u)
	if err != nil || asked.origin() != p.endpoint.origin() {
		return target{}, false
	}
	clean := *u
	clean.Scheme, clean.Host, clean.Fragment, clean.RawFragment, clean.RawQuery = asked.url.Scheme, asked.hostport(), "", "", PlainQuery(u.RawQuery)
	asked.url = &clean
	return *asked, true
}

func (w webPolicy) allows(host string) bool {
	return w.open || slices.ContainsFunc(w.hosts, func(h string) bool {
		name, wild := strings.CutPrefix(h, "*.")
		return host == name || wild && strings.HasSuffix(host, "."+name)
	})
}
