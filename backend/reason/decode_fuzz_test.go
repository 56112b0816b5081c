package reason

import (
	"encoding/json"
	"testing"

	"rabbithole/prompts"
)

// Whatever a model replies, decoding it never panics and gives what fits the schema, or an error that leads to the fallback.
func FuzzDecode(f *testing.F) {
	for _, reply := range []string{
		`{"passages":[{"ref":"S1","relevance":0.5}]}`,
		"Here you are:\n```json\n{\"passages\": [{'ref': 'S1', relevance: 1, spans: [], why: ''}]}\n```",
		`<think>{"passages":[]}</think>{"passages":[{"ref":"S1","relevance":0.9,"spans":[],"why":""}`,
		`{"passages":[{"ref":"S1","relevance":2,"spans":[],"why":""}]}`, `{{{{`, "", "\xff\xfe{", `{"passages":null}`, `{"passages":[{"ref":"\ud800","relevance":1e999}]}`,
	} {
		f.Add(reply, "stop")
		f.Add(reply, "length")
	}
	f.Fuzz(func(t *testing.T, text, done string) {
		out, err := decode[prompts.JudgeOut](prompts.Reply{Text: text, DoneReason: done}, nil)
		if err != nil {
			return
		}
		raw, err := json.Marshal(out)
		if err != nil {
			t.Fatalf("decoded from %q to what is no JSON: %v", text, err)
		}
		if _, err := prompts.Check[prompts.JudgeOut](raw); err != nil {
			t.Errorf("decoded from %q to %s, which does not fit: %v", text, raw, err)
		}
		if _, err := decode[prompts.JudgeOut](prompts.Reply{Text: text, Truncated: true}, nil); err == nil {
			t.Errorf("a reply to a cut prompt was used: %q", text)
		}
	})
}
