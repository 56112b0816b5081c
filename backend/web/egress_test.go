package web_test

import (
	"context"
	"net/netip"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/egress"
	"rabbithole/backend/egress/egresstest"
	"rabbithole/backend/fake/site"
	"rabbithole/backend/fault"
	"rabbithole/backend/web"
)

// guarded returns the fixture web under names of its own, and the program's own way to it.
func guarded(t *testing.T) (*site.Site, *egresstest.Net, *egress.Web) {
	t.Helper()
	s := site.Named()
	t.Cleanup(s.Close)
	net := egresstest.New()
	for _, host := range s.Hosts() {
		net.Host(host, s.Listener())
	}
	policy, err := egress.Open().WithEndpoint(strings.TrimSuffix(s.SearchEndpoint(), "/searxng"))
	if err != nil {
		t.Fatal(err)
	}
	way := egress.NewWeb(policy, egress.WebOptions{Wire: net.Wire(), Limits: egress.Limits{Bytes: 400_000}, Sleep: func(context.Context, time.Duration) error { return nil }})
	t.Cleanup(way.Close)
	return s, net, way
}

func TestRead_ThroughTheGuard(t *testing.T) {
	s, _, way := guarded(t)
	r := web.NewReader(way.For(egress.Read), web.ReaderOptions{PDF: pdfText})
	searcher, err := web.NewSearcher(web.SearXNG, way.For(egress.Search), web.SearchOptions{Endpoint: s.SearchEndpoint()})
	if err != nil {
		t.Fatal(err)
	}
	hits, err := searcher.Search(t.Context(), "capacity of the Velmar tidal power plant in megawatts", 6)
	if err != nil || len(hits) != 6 {
		t.Fatalf("%v, %+v", err, hits)
	}
	for _, h := range hits {
		if a, pages, err := r.Read(t.Context(), h.URL); err != nil || len(pages) == 0 || a.URL != h.URL {
			t.Errorf("%s: %v, %+v", h.URL, err, a)
		}
	}
	for _, path := range []string{"/huge", "/bomb"} {
		if a, pages, err := r.Read(t.Context(), s.URL(path)); err != nil || !a.Cut || !strings.Contains(textOf(pages), site.Honest) {
			t.Errorf("%s: %v, %+v", path, err, a)
		}
	}
}

func TestRead_WhatTheGuardRefusesIsSaid(t *testing.T) {
	s, net, way := guarded(t)
	net.Answer(site.Rebinding, []netip.Addr{netip.MustParseAddr("127.0.0.1")})
	r := web.NewReader(way.For(egress.Read), web.ReaderOptions{})
	for _, address := range []string{
		s.URL("/redirect/loopback"), s.URL("/redirect/metadata"), s.URL("/redirect/file"), s.URL("/private/page"), "http://" + site.Rebinding + "/rebinding",
		"http://" + s.Listener() + "/plain", "http://localhost/plain", "http://[::1]/plain", "http://unknown.example/",
	} {
		_, _, err := r.Read(t.Context(), address)
		if err == nil || fault.Hint(err) == "" {
			t.Errorf("%s: %v (%q)", address, err, fault.Hint(err))
		}
	}
	for _, path := range []string{"/plain", "/private/page", "/rebinding"} {
		if s.Count(path) > 0 {
			t.Errorf("%s was fetched", path)
		}
	}
}

// Through the program's own client a hostile page costs one request, and the one for its site's robots.txt.
func TestRead_HostilePagesReachNothing(t *testing.T) {
	s, net, way := guarded(t)
	r := web.NewReader(way.For(egress.Read), web.ReaderOptions{})
	pages := s.Hostile()
	for _, p := range pages {
		if a, _, err := r.Read(t.Context(), p.URL); err != nil || a.URL != p.URL {
			t.Errorf("%s: %v, known as %s", p.Name, err, a.URL)
		}
	}
	if s.Pages() != len(pages) || len(s.Requests()) > len(pages)+1 {
		t.Errorf("%d requests for %d pages", len(s.Requests()), len(pages))
	}
	for _, name := range net.Asked() {
		if name != "hostile.example" {
			t.Errorf("%s was looked up", name)
		}
	}
}
