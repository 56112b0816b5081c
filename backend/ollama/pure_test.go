package ollama

import (
	"encoding/json"
	"strings"
	"testing"

	"rabbithole/backend/fault"
	"rabbithole/prompts"
)

func TestParseHost_LikeOllama(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "http://127.0.0.1:11434/",
		"0.0.0.0":                "http://127.0.0.1:11434/",
		"0.0.0.0:8080":           "http://127.0.0.1:8080/",
		":8080":                  "http://127.0.0.1:8080/",
		"box":                    "http://box:11434/",
		"box:8080":               "http://box:8080/",
		"http://box":             "http://box:80/",
		"HTTP://box":             "http://box:80/",
		"https://box":            "https://box:443/",
		"https://box:1/ollama":   "https://box:1/ollama",
		"[::1]:11434":            "http://[::1]:11434/",
		"::1":                    "http://[::1]:11434/",
		"[::1]":                  "http://[::1]:11434/",
		"[fe80::1%eth0]:5":       "http://[fe80::1%25eth0]:5/",
		"http://:8080":           "http://127.0.0.1:8080/",
		"http://box:11434/path":  "http://box:11434/path",
		"my_server-1.local.":     "http://my_server-1.local.:11434/",
		"'127.0.0.1:11434'":      "http://127.0.0.1:11434/",
		"[::]":                   "http://[::1]:11434/",
		` "http://localhost:5" `: "http://localhost:5/",
	} {
		got, err := ParseHost(in)
		if err != nil || got.String() != want {
			t.Errorf("ParseHost(%q) = %v, %v, want %s", in, got, err, want)
		}
	}
	for in, why := range map[string]string{
		"ftp://box": "not http or https", "box:port": "not a port", "http://a b": "not the address", "-1": "not the address",
		"/bin/sh": "not the address",
		"box:0":   "not a port", "box:65536": "not a port", "box:-1": "not a port", "127.0.0.1:99999": "not a port",
		"11434": "not the address", "999.1.1.1": "not the address",
		":": "not the address", "http://": "not the address", "https:///x": "not the address", "[::1": "not the address",
		"a..b": "not the address", "box-": "not the address", "../x": "not the address",
		"http://box/?x=1": "not the address", "http://box#x": "not the address", "box,box": "not the address", "$(id)": "not the address",
		"\x00":                   "not the address",
		strings.Repeat("a", 300): "not the address", "me:secret@box": "a password",
		"http://me:secret@box:11434": "a password", "me:se/secret@box": "a password", "javascript:alert(1)": "not a port",
	} {
		u, err := ParseHost(in)
		if fault.KindOf(err) != fault.Usage || !strings.Contains(err.Error(), why) || strings.Contains(err.Error(),
			"secret") || fault.Hint(err) == "" {
			t.Errorf("ParseHost(%q): %v, %v, want it refused: %s", in, u, err, why)
		}
	}
}

func entry(name string, gigabytes float64, chats bool) installed {
	size := int64(gigabytes * (1 << 30))
	return installed{card: prompts.Card{Name: name, Digest: name, Bytes: size, Chats: chats, Embeds: !chats}, memory: memoryNeed{weights: size, perToken: usualPerToken}}
}

func TestChoose_WhichModel(t *testing.T) {
	qwen, small, big, embed := entry("qwen3:14b", 9, true), entry("llama3.2:latest", 2, true), entry("big:70b", 40, true), entry("nomic-embed-text:latest", 0.3, false)
	cloud := entry("gpt-oss:120b-cloud", 0, true)
	cloud.card.Remote = true
	for _, c := range []struct {
		name, want string
		list       []installed
		free       int64
		chosen     string
		kind       fault.Kind
		hint       string
	}{
		{"the default when installed", "", []installed{small, big, qwen, embed}, 4 << 30, "qwen3:14b", "", ""},
		{"the largest that fits", "", []installed{small, big, embed}, 16 << 30, "llama3.2:latest", "", ""},
		{"memory unknown", "", []installed{small, big, embed}, 0, "big:70b", "", ""},
		{"none fits", "", []installed{big, embed}, 16 << 30, "", fault.NotFound, "smaller"},
		{"embedding and cloud models do not chat", "", []installed{embed, cloud}, 0, "", fault.NotFound, "rabbithole models pull qwen3:14b"},
		{"nothing installed", "", nil, 0, "", fault.NotFound, "No chat model"},
		{"by name without tag, any case", "LLAMA3.2", []installed{small, qwen}, 0, "llama3.2:latest", "", ""},
		{"by name although too big", "big:70b", []installed{small, big}, 1 << 30, "big:70b", "", ""},
		{"unknown lists the installed", "mistral", []installed{small, qwen, embed}, 0, "", fault.NotFound, "Installed: llama3.2:latest, qwen3:14b. Install it with `rabbithole models pull mistral`."},
		{"a cloud model", "gpt-oss:120b-cloud", []installed{cloud}, 0, "", fault.Denied, "cloud"},
		{"a cloud model that is not there", "x:cloud", nil, 0, "", fault.Denied, "cloud"},
		{"an embedding model", "nomic-embed-text", []installed{embed}, 0, "", fault.Usage, "embeddings"},
	} {
		card, err := choose(c.list, c.want, c.free)
		if card.Name != c.chosen || fault.KindOf(err) != c.kind || !strings.Contains(fault.Hint(err), c.hint) {
			t.Errorf("%s: %q, %v (%q)", c.name, card.Name, err, fault.Hint(err))
		}
	}
}

func factsIn(t *testing.T, text string) facts {
	t.Helper()
	var f facts
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestNeedOf_AbsurdFactsAreNotBelieved(t *testing.T) {
	for _, n := range []string{"-40", "1e18", "1000000000000000000", `"forty"`, "null", "[40]", "1e400"} {
		shape := `,"a.attention.head_count":40,"a.attention.key_length":128}`
		f := factsIn(t, `{"general.architecture":"a","a.block_count":`+n+shape)
		if got := needOf(1, f).perToken; got != usualPerToken {
			t.Errorf("%s layers: %d bytes per token", n, got)
		}
	}
	if got := needOf(1, factsIn(t, `{"general.architecture":7}`)).perToken; got != usualPerToken {
		t.Errorf("no name: %d", got)
	}
}

func TestMemoryNeed_PinsAContextThatFits(t *testing.T) {
	qwen := needOf(9_300_000_000, factsIn(t, `{"general.architecture": "qwen3", "qwen3.block_count": 40,
		"qwen3.attention.head_count": 40, "qwen3.attention.head_count_kv": 8, "qwen3.attention.key_length": 128}`))
	if qwen.perToken != 163840 {
		t.Errorf("cache per token = %d bytes, want 163840", qwen.perToken)
	}
	if got := needOf(1, facts{}).perToken; got != usualPerToken {
		t.Errorf("unknown shape: %d", got)
	}
	for _, c := range []struct {
		maxCtx    int
		gigabytes int64
		want      int
		fitsAtAll bool
	}{
		{40960, 64, 16384, true}, {40960, 12, 8192, true}, {40960, 11, 8192, true}, {40960, 10, 4096, false},
		{40960, 0, 8192, true}, {2048, 64, 2048, true}, {10000, 64, 8192, true}, {0, 64, 16384, true},
	} {
		if got := qwen.context(c.maxCtx, c.gigabytes<<30); got != c.want {
			t.Errorf("context(%d, %d GB) = %d, want %d", c.maxCtx, c.gigabytes, got, c.want)
		}
		if got := qwen.fits(c.gigabytes << 30); got != c.fitsAtAll {
			t.Errorf("fits(%d GB) = %t", c.gigabytes, got)
		}
	}
}

func TestSplitThinking_Forms(t *testing.T) {
	for _, c := range []struct{ in, answer, thinking string }{
		{"plain", "plain", ""},
		{"<think>\nhm\n</think>\n\n{\"a\":1}", `{"a":1}`, "hm"},
		{"hm</think>answer", "answer", "hm"},
		{"<think>never ends", "", "never ends"},
		{`{"quote":"a </think> b"}`, `{"quote":"a </think> b"}`, ""},
	} {
		if answer, thinking := splitThinking(c.in); answer != c.answer || thinking != c.thinking {
			t.Errorf("splitThinking(%q) = %q, %q", c.in, answer, thinking)
		}
	}
}

func TestThinkFilter_HoldsThinkingBack(t *testing.T) {
	for _, c := range []struct {
		parts []string
		want  string
	}{
		{[]string{"Hel", "lo"}, "Hello"},
		{[]string{"<th", "ink>secret", "</thi", "nk>\n", "out", " loud"}, "out loud"},
		{[]string{"<", "b>"}, "<b>"},
		{[]string{"<th"}, "<th"},
		{[]string{"<think>only"}, ""},
	} {
		var got strings.Builder
		f := newThinkFilter(func(s string) { got.WriteString(s) })
		for _, p := range c.parts {
			f.write(p)
		}
		f.flush()
		if got.String() != c.want {
			t.Errorf("%q shows %q, want %q", c.parts, got.String(), c.want)
		}
	}
}

func TestLedger_LearnsAndRaisesTheAlarm(t *testing.T) {
	long := prompts.Call{Step: "judge", User: strings.Repeat("radon in homes ", 400), NumPredict: 500} // estimate about 1,900
	l := newLedger(4096)
	if err := l.admit(long); err != nil {
		t.Fatal(err)
	}
	if l.settle(long, 1700, true) {
		t.Error("an alarm although the prompt was read whole")
	}
	if !l.settle(long, 4096, true) {
		t.Error("no alarm although the context is full")
	}
	if !l.settle(long, 100, true) || l.settle(long, 100, false) {
		t.Error("a count that is too small must alarm exactly when the server counts the whole prompt")
	}
	l.settle(long, 3900, true)
	tooLong, ok := l.admit(long).(*ErrTooLong)
	if !ok || tooLong.Room() != 3596 || tooLong.Estimate < 3900 {
		t.Errorf("admit after learning = %v", tooLong)
	}
}

func TestPrefixesOf_Families(t *testing.T) {
	for name, scheme := range map[string]string{"nomic-embed-text:latest": "nomic", "embeddinggemma:300m": "gemma", "someone/Qwen3-Embedding:8b": "qwen3",
		"snowflake-arctic-embed2:latest": "arctic2", "snowflake-arctic-embed:22m": "arctic", "all-minilm:latest": "", "tiny:latest": ""} {
		if got := prefixesOf(name); got.scheme != scheme {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
