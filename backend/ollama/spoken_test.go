package ollama

import (
	"strings"
	"testing"

	"rabbithole/prompts"
)

func TestSpokenCalls_Forms(t *testing.T) {
	tools := []prompts.Tool{{Name: "search_library"}, {Name: "log_step"}}
	for _, c := range []struct{ name, text, want string }{
		{"bare", `{"name": "search_library", "arguments": {"query": "radon"}}`, `search_library {"query": "radon"}`},
		{"llama's word", `{"name": "search_library", "parameters": {"query": "radon"}}`, `search_library {"query": "radon"}`},
		{"between tags", "<tool_call>\n{\"name\": \"log_step\", \"arguments\": {\"message\": \"so\"}}\n</tool_call>", `log_step {"message": "so"}`},
		{"in a fence, after talk", "I {will} look.\n```json\n{\"tool\":\"search_library\",\"args\":{\"query\":\"a\"}}\n```", `search_library {"query":"a"}`},
		{"as the API writes it", `{"type":"function","function":{"name":"log_step","arguments":"{\"message\":\"so\"}"}}`, `log_step {"message":"so"}`},
		{"the name alone", `{"function":"log_step","parameters":{"message":"so"}}`, `log_step {"message":"so"}`},
		{"two", `{"name":"log_step","arguments":{}}{"name":"search_library","arguments":{"query":"b"}}`, `log_step {} + search_library {"query":"b"}`},
		{"in a list", `[{"name":"log_step","arguments":{}}]`, `log_step {}`},
		{"an answer", `{"summaryMd":"- a [E1]","sources":[],"questions":[]}`, ""},
		{"no such tool", `{"name":"rm","arguments":{"path":"/"}}`, ""},
		{"no arguments", `{"name":"search_library"}`, ""},
		{"arguments that are no object", `{"name":"search_library","arguments":["radon"]}`, ""},
		{"cut", `{"name":"search_library","arguments":{"query":`, ""},
		{"a person of that name", `The tool search_library {found} nothing.`, ""},
		{"many braces", strings.Repeat("{", 100_000), ""},
		{"deep", strings.Repeat(`{"function":`, 5000), ""},
	} {
		var got []string
		for _, call := range spokenCalls(c.text, tools) {
			got = append(got, call.Name+" "+string(call.Arguments))
		}
		if strings.Join(got, " + ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := spokenCalls(`{"name":"log_step","arguments":{}}`, nil); got != nil {
		t.Errorf("a call without tools was read as %v", got)
	}
	if got := spokenCalls(strings.Repeat(`{"name":"log_step","arguments":{}}`, 40), tools); len(got) != mostSpoken {
		t.Errorf("%d calls were read", len(got))
	}
}
