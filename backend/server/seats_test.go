package server

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"rabbithole/backend/desk"
)

// Sixteen streams of one client may be open, of whatever kind; one more is refused in the shape of every error before it begins anything, while all else is
// answered, pages of the user interface included. Who closes one makes room.
func TestStreams_NoMoreThanSoManyAreOpen(t *testing.T) {
	home, run := library(t)
	s := open(t, home)
	at := "/api/sessions/" + run + "/events"
	ofArticle := fmt.Sprintf("/api/articles/%d/research/events", numberOf(t, s, "Memo"))
	stream := header("Accept", "text/event-stream")
	var opened []*http.Response
	for _, path := range []string{at, "/api/articles/events", ofArticle, at} {
		for range seatsEach / 4 {
			resp := s.request(t, "GET", path, nil, stream)
			if resp.StatusCode != 200 {
				t.Fatalf("%s: %s, %s", path, resp.Status, text(t, resp))
			}
			opened = append(opened, resp)
		}
	}
	for _, path := range []string{at, "/api/articles/events", ofArticle} {
		refusedWith(t, s, "GET", path, "", 429, stream)
	}
	refusedWith(t, s, "POST", "/v1/chat/messages", `{"message": "What was measured at the school?"}`, 429)
	if said := text(t, s.request(t, "GET", at, nil, stream)); !strings.Contains(said, desk.ReasonTooMany) || !strings.Contains(said, "16") {
		t.Errorf("refused with %s", said)
	}
	ask[happened](t, s, "GET", at, "", 200)
	for range 8 { // pages and queries have sockets
		for _, path := range []string{"/bridge/socket", searchPath} {
			if _, _, err := dialSearch(t, s, path); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	opened[0].Body.Close()
	until(t, "there is room again", func() bool {
		resp := s.request(t, "GET", at, nil, stream)
		return resp.StatusCode == 200
	})
	refusedWith(t, s, "GET", at, "", 429, stream)
	if list := ask[[]struct{ ID string }](t, s, "GET", "/api/runs", "", 200); len(list) != 1 {
		t.Errorf("what was refused began %v", list)
	}
}

func TestSeats_OfOneClientAndInAll(t *testing.T) {
	s := newSeats("stream", "Close one.")
	for i := range seatsAll {
		if err := s.take(fmt.Sprintf("10.0.0.%d", i/seatsEach)); err != nil {
			t.Fatalf("seat %d: %v", i, err)
		}
	}
	err := s.take("10.0.0.9")
	if err == nil || !strings.Contains(err.Error(), "16") || !strings.Contains(err.Error(), "64") {
		t.Errorf("one more than all: %v", err)
	}
	s.leave("10.0.0.0")
	if err := s.take("10.0.0.1"); err == nil {
		t.Error("one more than a client may have was let in")
	}
	if err := s.take("10.0.0.9"); err != nil {
		t.Errorf("where one left: %v", err)
	}
}
