package flow_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/flow/research"
)

// Every edge of a flow leads to a node, the documentation shows the flow as it is, and where its runs have phases each node belongs to one.
func TestFlows_TheDrawingsHold(t *testing.T) {
	docs, err := os.ReadFile("../../docs/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	drawn := []string{}
	for _, flow := range []struct {
		graph interface {
			Validate() error
			Name() string
			Mermaid() string
		}
		name    string
		phaseOf func(node string) string
	}{
		{research.New(research.Tools{}), research.Name, research.PhaseOf},
		{answer.New(answer.Tools{}), answer.Name, answer.PhaseOf},
		{explore.New(explore.Tools{}), explore.Name, nil},
		{discover.New(discover.Tools{}), discover.Name, discover.PhaseOf},
		{related.New(related.Tools{}), related.Name, nil},
	} {
		drawn = append(drawn, flow.name)
		t.Run(flow.name, func(t *testing.T) {
			if err := flow.graph.Validate(); err != nil {
				t.Fatal(err)
			}
			if flow.graph.Name() != flow.name {
				t.Errorf("the graph is called %q", flow.graph.Name())
			}
			drawing := flow.graph.Mermaid()
			if !strings.Contains(string(docs), "```mermaid\n"+strings.TrimSpace(drawing)+"\n```") {
				t.Errorf("docs/ARCHITECTURE.md shows another drawing than\n%s", drawing)
			}
			nodes := regexp.MustCompile(`(?m)^  (\w+)(?:\[|\(\[|\{\{)\w+`).FindAllStringSubmatch(drawing, -1)
			if len(nodes) < 4 {
				t.Errorf("only %d nodes are drawn", len(nodes))
			}
			for _, m := range nodes {
				if flow.phaseOf != nil && flow.phaseOf(m[1]) == "" {
					t.Errorf("node %s belongs to no phase", m[1])
				}
			}
		})
	}
	folders, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if folder.IsDir() && !slices.Contains(drawn, folder.Name()) {
			t.Errorf("the flow %s is not looked at here", folder.Name())
		}
	}
}
