package site_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"rabbithole/backend/fake/site"
)

func get(t *testing.T, address string) string {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestSite_ServesWhatItSays(t *testing.T) {
	s := site.New()
	defer s.Close()
	subjects, languages, types := map[string]int{}, map[string]int{}, map[string]int{}
	for _, a := range site.Articles() {
		subjects[a.Subject]++
		languages[a.Language]++
		types[a.Type]++
		if body := get(t, s.Of(a)); len(body) < 100 {
			t.Errorf("%s: %d bytes", a.Path, len(body))
		}
		if s.Count(a.Path) != 1 {
			t.Errorf("%s was counted %d times", a.Path, s.Count(a.Path))
		}
	}
	if len(subjects) < 2 || languages["de"] < 4 || languages["en"] < 4 || len(types) < 5 {
		t.Errorf("subjects %v, languages %v, types %v", subjects, languages, types)
	}
}

func opening(t *testing.T) site.Article {
	for _, a := range site.Articles() {
		if a.Path == "/press/tidal-plant-opens" {
			return a
		}
	}
	t.Fatal("the article is gone")
	return site.Article{}
}

func TestSite_SearchKnowsItsArticles(t *testing.T) {
	s := site.New()
	defer s.Close()
	found := get(t, s.SearchEndpoint()+"/search?format=json&q=megawatts+of+the+Velmar+tidal+plant")
	if !strings.Contains(found, `"results":[{"url":"`+s.Of(opening(t))) {
		t.Errorf("found %s", found)
	}
	if found := get(t, s.SearchEndpoint()+"/search?format=json&q=nothing"); !strings.Contains(found, `"results":[]`) {
		t.Errorf("nothing found %s", found)
	}
}

func TestSite_FortyHostilePages(t *testing.T) {
	s := site.Named()
	defer s.Close()
	names := map[string]bool{}
	for _, p := range s.Hostile() {
		if names[p.Name] || len(p.Hidden)+len(p.Shown) == 0 {
			t.Errorf("%s is there twice or tries nothing", p.Name)
		}
		names[p.Name] = true
	}
	if len(names) < 40 {
		t.Errorf("%d hostile pages, want 40", len(names))
	}
}
