package reporttest_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// The check is worth as much as it is independent: it shares no code with what it checks.
func TestReporttest_ImportsNothingOfTheProgram(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range file.Imports {
			if strings.HasPrefix(i.Path.Value, `"rabbithole/`) {
				t.Errorf("%s imports %s", name, i.Path.Value)
			}
		}
	}
}
