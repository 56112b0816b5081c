package server

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/graph"
)

// discover asks, goes into a card, looks at the trail and deletes it.
func (c *contract) discover(t *testing.T) {
	end := func(wish string) desk.Discovery {
		t.Helper()
		at := "/api/discoveries/" + decode[desk.Run](t, c.post(t, "/api/discoveries", wish, 201)).ID
		until(t, "the discovery is finished", func() bool { return decode[desk.Discovery](t, c.get(t, at)).Run.Status == graph.Finished })
		return decode[desk.Discovery](t, c.get(t, at))
	}
	first := end(`{"query": "How is radon measured in a building, and what has to be done then?", "engine": "extractive"}`)
	if n := len(first.Cards); n < discover.FewestCards || n > discover.MostCards || !first.Proved || len(first.Citations) == 0 || first.Inquiry == "" {
		t.Fatalf("%d cards, summary %q with %d citations, inquiry %q", n, first.Summary, len(first.Citations), first.Inquiry)
	}
	picture := "data:image/png;base64," + base64.StdEncoding.EncodeToString(dot(t))
	second := end(fmt.Sprintf(`{"from": %q, "card": "C1", "image": %q, "image_name": "detector.png", "engine": "extractive"}`, first.Run.ID, picture))
	if second.Query != first.Cards[0].Title || len(second.Trail) != 1 || second.Map != first.Run.ID || second.Image == nil || second.Image.Name != "detector.png" {
		t.Errorf("went into %q: %q, trail %+v of %s, image %+v", first.Cards[0].Title, second.Query, second.Trail, second.Map, second.Image)
	}
	if again := decode[desk.Discovery](t, c.get(t, "/api/sessions/"+first.Run.ID)); len(again.Children) != 1 || again.Children[0] != (desk.DiscoveryChild{Run: second.Run.ID, Card: "C1", Query: second.Query}) {
		t.Errorf("children %+v", again.Children)
	}
	if list := decode[[]core.Trail](t, c.get(t, "/api/trails")); len(list) != 1 || len(list[0].Nodes) != 2 {
		t.Errorf("trails %+v", list)
	}
	if trail := decode[core.Trail](t, c.get(t, "/api/trails/"+second.Run.ID)); trail.ID != first.Run.ID {
		t.Errorf("trail %+v", trail)
	}
	if resp := c.request(t, "GET", "/api/sessions/"+url.PathEscape(first.Inquiry)+"/events?since=0", nil); resp.StatusCode != 200 || !strings.Contains(text(t, resp), "answer.done") {
		t.Errorf("the events of the sub-run: %s", resp.Status)
	}
	_, resp, err := dialSearch(t, c.site, searchPath)
	if err != nil {
		t.Fatal(err)
	}
	c.proved[fmt.Sprintf("GET %s %d", searchPath, resp.StatusCode)] = true
	c.post(t, "/api/discoveries", `{"query": ""}`, 400)
	c.post(t, "/api/discoveries", `{"from": "nonsense", "card": "C1"}`, 404)
	c.post(t, "/api/discoveries", `{"from": "`+first.Run.ID+`", "card": "C99"}`, 404)
	c.exchange(t, "DELETE", "/api/trails/"+first.Run.ID, "", "", 204)
	c.exchange(t, "GET", "/api/discoveries/"+second.Run.ID, "", "", 404)
	c.exchange(t, "GET", "/api/trails/"+first.Run.ID, "", "", 404)
}
