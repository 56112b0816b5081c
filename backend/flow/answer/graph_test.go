package answer_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"rabbithole/backend/flow/answer"
)

func TestNew_TheDrawingHolds(t *testing.T) {
	g := answer.New(answer.Tools{})
	if err := g.Validate(); err != nil {
		t.Fatal(err)
	}
	if g.Name() != answer.Name {
		t.Errorf("the graph is called %q", g.Name())
	}
	docs, err := os.ReadFile("../../../docs/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(docs), "```mermaid\n"+strings.TrimSpace(g.Mermaid())+"\n```") {
		t.Errorf("docs/ARCHITECTURE.md shows another drawing than\n%s", g.Mermaid())
	}
	for _, m := range regexp.MustCompile(`(?m)^  (\w+)(?:\[|\(\[)\w+`).FindAllStringSubmatch(g.Mermaid(), -1) {
		if m[1] != "start" && answer.PhaseOf(m[1]) == "" {
			t.Errorf("node %s belongs to no phase", m[1])
		}
	}
}

func TestSettings_TheSpecificationsDefaults(t *testing.T) {
	s := answer.Settings{ChatMaxLoops: -3}.Filled()
	if s != answer.Defaults() {
		t.Errorf("filled up it is %+v", s)
	}
	chat, deep := s.Budget(answer.Chat), s.Budget(answer.Deep)
	for what, ok := range map[string]bool{
		"chat": chat.Loops == 2 && chat.Sources == 4 && chat.Queries == 4 && chat.Timeout.Seconds() == 20 && chat.Citations == 8 && !chat.Single,
		"deep": deep.Loops == 6 && deep.Sources == 16 && deep.Queries == 18 && deep.Timeout.Seconds() == 150 && deep.Citations == 12 && !deep.Single,
		"page": chat.Fetch.Seconds() == 12 && s.SourceMaxBytes == 1500000, "unknown": s.Budget("else") == chat,
	} {
		if !ok {
			t.Errorf("%s: %+v %+v", what, chat, deep)
		}
	}
	set := answer.Settings{ChatMaxLoops: 3, DeepTimeoutSeconds: 40, DeepSinglePass: true}.Filled()
	if set.Budget(answer.Chat).Loops != 3 || set.Budget(answer.Deep).Timeout.Seconds() != 40 || !set.Budget(answer.Deep).Single || set.Budget(answer.Deep).Loops != 1 {
		t.Errorf("%+v", set)
	}
}
