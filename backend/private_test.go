package backend_test

import (
	"go/ast"
	"slices"
	"testing"
)

// makers are the functions by which a program makes files and folders with the standard library. What they make,
// others may be able to open.
var makers = []string{"WriteFile", "Create", "CreateTemp", "OpenFile", "Mkdir", "MkdirAll", "MkdirTemp", "CopyFS"}

// openToOthers are the files that use a maker, each with its reason.
var openToOthers = map[string]string{
	"backend/core/disk/whole.go":            "a report that a person wants elsewhere",
	"backend/core/reports.go":               "the same, into what is no file",
	"backend/cmd/rabbithole/evalreading.go": "predictions that a person wants elsewhere",
	"backend/store/snapshot.go":             "opens a file that is there",
	"backend/store/salvagerows.go":          "opens a file that is there",
}

// What the program keeps can be opened by its owner alone, under every umask: backend/private creates it.
func TestArch_FilesAreMadePrivate(t *testing.T) {
	repo := load(t)
	for _, file := range repo.source() {
		l, home := layerOf(file.dir)
		tool := slices.Contains([]string{"tools", "bench", "fakes", "shelf", "rehearsal"}, l.name)
		if tool || home == "backend/private" || openToOthers[file.path] != "" {
			continue
		}
		names := importNames(file.ast)
		ast.Inspect(file.ast, func(n ast.Node) bool {
			use, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if pkg, ok := use.X.(*ast.Ident); ok && names[pkg.Name] == "os" && slices.Contains(makers, use.Sel.Name) {
				t.Errorf("%s uses %s: files and folders are made by backend/private", repo.at(use), name(use))
			}
			return true
		})
	}
}
