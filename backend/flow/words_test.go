package flow

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

var verb = regexp.MustCompile(`%[sdq]`)

// TestSaid_BothLanguagesAreComplete: whatever a flow says stands in the source in both languages, with the same verbs in the same order.
func TestSaid_BothLanguagesAreComplete(t *testing.T) {
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, name := range append(files, "words.go") {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			list, ok := node.(*ast.CompositeLit)
			if !ok || !isSaid(list.Type) {
				return true
			}
			var verbs [][]string
			for _, e := range list.Elts {
				text, ok := e.(*ast.BasicLit)
				if !ok {
					t.Fatalf("%s: %v is no text", name, e)
				}
				said, err := strconv.Unquote(text.Value)
				if err != nil || said == "" {
					t.Errorf("%s: %s %v", name, text.Value, err)
				}
				verbs = append(verbs, verb.FindAllString(said, -1))
			}
			n++
			if len(verbs) != 2 || len(verbs[0]) != len(verbs[1]) {
				t.Errorf("%s: %q", name, verbs)
			} else if slices.Contains(verbs[0], "%d") && !slices.Equal(verbs[0], verbs[1]) {
				t.Errorf("%s: %q are not in one order", name, verbs)
			}
			return true
		})
	}
	if n < 60 {
		t.Errorf("%d found", n)
	}
}

func isSaid(of ast.Expr) bool {
	switch x := of.(type) {
	case *ast.Ident:
		return x.Name == "Said"
	case *ast.SelectorExpr:
		return x.Sel.Name == "Said"
	}
	return false
}

func TestSaid_OtherLanguagesAreServedInEnglish(t *testing.T) {
	for language, want := range map[string]string{"de": "Nur zum Teil: X", "en": "Only in part: X", "zh": "Only in part: X"} {
		if got := sayPartly.In(language, "X"); got != want {
			t.Errorf("%s: %q", language, got)
		}
	}
}
