package related_test

import (
	"os"
	"strings"
	"testing"

	"rabbithole/backend/flow/related"
)

func TestNew_TheDrawingHolds(t *testing.T) {
	g := related.New(related.Tools{})
	if err := g.Validate(); err != nil {
		t.Fatal(err)
	}
	if g.Name() != related.Name {
		t.Errorf("the graph is called %q", g.Name())
	}
	docs, err := os.ReadFile("../../../docs/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(docs), "```mermaid\n"+strings.TrimSpace(g.Mermaid())+"\n```") {
		t.Errorf("docs/ARCHITECTURE.md shows another drawing than\n%s", g.Mermaid())
	}
}
