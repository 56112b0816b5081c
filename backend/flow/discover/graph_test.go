package discover_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"rabbithole/backend/flow/discover"
)

func TestNew_TheDrawingHolds(t *testing.T) {
	g := discover.New(discover.Tools{})
	if err := g.Validate(); err != nil {
		t.Fatal(err)
	}
	if g.Name() != discover.Name {
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
		if m[1] != "start" && discover.PhaseOf(m[1]) == "" {
			t.Errorf("node %s belongs to no phase", m[1])
		}
	}
}
