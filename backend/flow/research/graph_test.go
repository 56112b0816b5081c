package research_test

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"rabbithole/backend/flow/research"
	"rabbithole/backend/graph"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; go test -update writes it", err)
	}
	if string(got) != string(want) {
		t.Errorf("%s differs (go test -update accepts it):\n%s", path, got)
	}
}

// phases says in which file each node stands, in the order of the specification's five phases.
var phases = map[string][]string{
	"analysis.go":    {"analyse", "clarify"},
	"planning.go":    {"plan", "approve"},
	"extraction.go":  {"next", "search", "read", "reflect"},
	"follow.go":      {"follow"},
	"consent.go":     {"consent"},
	"browse.go":      {"browse", "fetch"},
	"sweep.go":       {"sweep"},
	"synthesis.go":   {"summarise", "rank", "draft"},
	"attribution.go": {"attribute"},
}

func TestNew_EveryNodeStandsInTheFileOfItsPhase(t *testing.T) {
	home := map[string]string{}
	for file, nodes := range phases {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, node := range nodes {
			if hasMethod(tree, node) {
				home[node] = file
			} else {
				t.Errorf("node %s is not in %s", node, file)
			}
		}
	}
	drawn := regexp.MustCompile(`(?m)^  (\w+)(?:\[|\(\[)\w+`).FindAllStringSubmatch(research.New(research.Tools{}).Mermaid(), -1)
	if len(drawn) != len(home) {
		t.Errorf("%d nodes are drawn, %d have a phase", len(drawn), len(home))
	}
	for _, m := range drawn {
		if home[m[1]] == "" {
			t.Errorf("node %s belongs to no phase", m[1])
		}
	}
}

func hasMethod(file *ast.File, name string) bool {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && f.Name.Name == name {
			return true
		}
	}
	return false
}

func TestNew_RunsFromQuestionToReport(t *testing.T) {
	d := newDesk(t, newBooks(t, lanterns), &thinker{})
	s := d.finish(research.Settings{})
	if s.Phase != research.PhaseDone || len(s.Evidence) == 0 || len(d.final().Claims) == 0 {
		t.Errorf("phase %s, %d pieces of evidence, %d claims", s.Phase, len(s.Evidence), len(d.final().Claims))
	}
	run, err := d.store.Run(t.Context(), d.id)
	if err != nil || run.Status != graph.Finished {
		t.Errorf("run %+v, %v", run, err)
	}
}

// lanterns is a small library: a law and a guide that refer to each other.
const lanterns = `
= law.pdf
1: This law is about every lantern that burns on a boat in the harbour.
2: The limit of brightness of a lantern on a boat is 40 lumens, unless {section 4|law.pdf/4} says otherwise.
3: The harbour office checks the brightness as {section 7 of the guide|guide.pdf/7} describes.
4: Exceptions: a lantern on a lifeboat may have up to 90 lumens under {section 8 of the guide|guide.pdf/8}.
5: Whoever breaks the limit of brightness pays fines of 200 crowns.
= guide.pdf
7: The inspector holds the meter one yard from the glass and reads it as {section 2 of the law|law.pdf/2} demands.
8: A lifeboat carries its permit in a dry box.
9: Cakes with candles are baked on Sundays.
`
