package ollama_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"rabbithole/backend/fake"
	"rabbithole/backend/ollama"
	"rabbithole/prompts"
)

// tooled is a call with one tool.
func tooled() prompts.Call {
	call := hello()
	call.Tools = []prompts.Tool{{Name: "search_library", Description: "Finds passages.",
		Parameters: json.RawMessage(`{"type":"object","required":["query"],"properties":{"query":{"type":"string","description":"words"},"limit":{"type":"integer"}}}`)}}
	return call
}

func TestGenerate_ToolCallsGoThereAndBack(t *testing.T) {
	server := fake.NewServer(t)
	server.Script(func(r fake.ChatRequest) fake.ChatReply {
		if len(r.Told) == 0 {
			return fake.Calling(fake.Use("search_library", map[string]any{"query": "radon limit", "limit": 3}))
		}
		return fake.ChatReply{Text: r.Told[0].Tool + " said " + r.Told[0].Text}
	})
	journal := newJournal()
	m := open(t, connect(server.URL, ollama.Options{Journal: journal}), "")
	if !m.Card().Tools {
		t.Fatal("a model with the capability cannot be given tools")
	}
	call := tooled()
	first, err := m.Generate(t.Context(), call, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []prompts.ToolCall{{Name: "search_library", Arguments: json.RawMessage(`{"limit":3,"query":"radon limit"}`)}}
	if first.Text != "" || !reflect.DeepEqual(first.ToolCalls, want) {
		t.Fatalf("reply = %+v", first)
	}
	sent, _ := json.Marshal(server.Chats()[0].Raw.Tools)
	if !strings.Contains(string(sent), `"required":["query"],"properties":{"query":{"type":"string","description":"words"}`) {
		t.Errorf("tools sent: %s", sent)
	}
	call.Turns = []prompts.Turn{{Role: prompts.Assistant, Calls: first.ToolCalls}, {Role: prompts.ToolRole, Tool: "search_library", Text: "300 Bq/m3"}}
	second, err := m.Generate(t.Context(), call, nil)
	if err != nil || second.Text != "search_library said 300 Bq/m3" {
		t.Fatalf("reply = %+v, %v", second, err)
	}
	said := server.Chats()[1].Raw.Messages
	if len(said) != 4 || said[2].ToolCalls[0].Function.Arguments.String() != `{"limit":3,"query":"radon limit"}` || said[3].ToolName != "search_library" {
		t.Errorf("messages sent: %+v", said)
	}
	if again, err := m.Generate(t.Context(), tooled(), nil); err != nil || !again.Replayed || !reflect.DeepEqual(again.ToolCalls, want) {
		t.Errorf("replayed %+v, %v", again, err)
	}
	if call.Turns[1].Text = "200 Bq/m3"; len(server.Chats()) != 2 {
		t.Errorf("%d chats", len(server.Chats()))
	}
	if third, err := m.Generate(t.Context(), call, nil); err != nil || third.Replayed || third.Text != "search_library said 200 Bq/m3" {
		t.Errorf("another result, the same answer: %+v, %v", third, err)
	}
}

func TestGenerate_ToolsAndTurnsCountAgainstTheContext(t *testing.T) {
	server := fake.NewServer(t)
	m := open(t, connect(server.URL, ollama.Options{}), "")
	long := strings.Repeat("radon comes from the ground ", 1200)
	call := tooled()
	call.Turns = []prompts.Turn{{Role: prompts.ToolRole, Tool: "search_library", Text: long}}
	var tooLong *ollama.ErrTooLong
	if _, err := m.Generate(t.Context(), call, nil); !errors.As(err, &tooLong) || len(server.Chats()) != 0 {
		t.Errorf("a turn too long was sent: %v", err)
	}
	call = tooled()
	call.Tools[0].Description = long
	if _, err := m.Generate(t.Context(), call, nil); !errors.As(err, &tooLong) {
		t.Errorf("a tool too long was sent: %v", err)
	}
}

func TestGenerate_ToolsThatCannotBeSentAreAMistake(t *testing.T) {
	m := open(t, connect(fake.NewServer(t).URL, ollama.Options{}), "")
	call := tooled()
	call.Tools[0].Parameters = json.RawMessage(`[]`)
	if _, err := m.Generate(t.Context(), call, nil); err == nil || !strings.Contains(err.Error(), "search_library") {
		t.Errorf("err = %v", err)
	}
}
