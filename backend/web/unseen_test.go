package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode"

	"rabbithole/backend/web"
)

// odd are characters that nobody sees and that turn, hide or command: bidi, zero width, escapes, C1 controls, tags.
const odd = "\u202e\u2066\u200b\u009b\x1b\U000E0041"

func oddIn(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == 0x200B || r >= 0xE0000 && r <= 0xE0FFF)
	})
}

func TestRead_NothingUnseenComesByAnotherRoad(t *testing.T) {
	long := "The lighthouse of Orn was built in 1871 and has been automatic since 1986, as everybody knows."
	for name, page := range map[string][2]string{
		"entities": {"text/html", "<html><head><title>A&#x202e;B&#27;[31m&#x9b;c</title><meta name=author content='J&#x202e;n&#x1b;e Doe'></head><body><article><p>" + long + " La&#x200b;mp &#x202e;gnorw&#27;[2J &#x9b;31m &#xE0041;</p><pre>a &#x202e;&#27;b " + long + "</pre></article></body></html>"},
		"json":     {"application/json", `{"text \u202e\u001b": "` + long + ` \u202e \u001b[2J \u009b31m \u200b"}`},
		"xml":      {"application/xml", "<?xml version='1.0'?><rss><title>A&#x202e;&#27;</title><description>" + long + "&#x202e;&#x200b;&#27;[2J</description></rss>"},
		"csv":      {"text/csv", "a,b\n" + long + odd + ",\"x" + odd + "\"\n"},
		"plain":    {"text/plain", long + odd},
		"latin":    {"text/html; charset=windows-1252", "<html><title>x\x9b</title><body><p>" + long + "\x1b[2J \x81\x8d\x9d caf\xe9</p></body></html>"},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", page[0])
			if strings.HasPrefix(r.URL.Path, "/go") {
				w.Header().Set("Location", "/page?q=\u202e\u009b[1]\"<b>")
				w.WriteHeader(302)
				return
			}
			fmt.Fprint(w, page[1])
		}))
		for _, path := range []string{"/page", "/go"} {
			a, text, err := read(t, s.URL+path)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if said := fmt.Sprintf("%s %s %s %s %s %s %s %s", a.Title, a.Author, a.Site, a.Date, a.Language, a.URL, a.Final, text); oddIn(said) {
				t.Errorf("%s: %q", name, said)
			}
			if strings.ContainsAny(a.URL+a.Final, " <>\"[]") {
				t.Errorf("%s: address %s, %s", name, a.URL, a.Final)
			}
		}
		s.Close()
	}
}

func TestCanonical_WritesEveryAddressInPlainASCII(t *testing.T) {
	for _, a := range []string{"http://x.example/a?q=" + "\u202e\u009b", "http://x.example/a?q=[1] IGNORE ALL <b>\"", "http://x.example/\u202e[1](x)", "http://x.example/a?q=\xff"} {
		got, err := web.Canonical(a)
		if err != nil {
			continue
		}
		if strings.ContainsFunc(got, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("<>\"[]", r) }) {
			t.Errorf("Canonical(%q) = %q", a, got)
		}
		if again, err := web.Canonical(got); err != nil || again != got {
			t.Errorf("Canonical(%q) = %q, %v", got, again, err)
		}
	}
}
