package backend_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const maxLines = 400

var bannedNames = []string{
	"util", "utils", "common", "helper", "helpers", "misc", "types", "models", "manager", "base", "service", "services",
	"interfaces",
}

// bannedEndings end the names of types that hide what the thing is.
var bannedEndings = regexp.MustCompile(`(Manager|Helper|Helpers|Util|Utils|Service|Impl|Interface)$`)

func TestArch_EveryPackageSaysWhatItIsFor(t *testing.T) {
	docs, where := map[string]string{}, map[string]string{}
	for _, file := range load(t).source() {
		where[file.dir] = file.path
		if file.ast.Doc != nil {
			docs[file.dir] += file.ast.Doc.Text()
		}
	}
	for dir, file := range where {
		if n := sentences(docs[dir]); n < 2 {
			t.Errorf("package %s (%s): its doc comment has %d sentences, want what it does and what it promises or refuses to know", dir, file, n)
		}
	}
}

var sentenceEnd = regexp.MustCompile(`[.!?](\s|$)`)

func sentences(text string) int { return len(sentenceEnd.FindAllString(text, -1)) }

func TestArch_FilesAreShortAndNamedAfterTheirIdea(t *testing.T) {
	for _, file := range load(t).files {
		if file.lines > maxLines && !file.machine {
			t.Errorf("%s has %d lines, the limit is %d: look for the second idea in it", file.path, file.lines, maxLines)
		}
		stem := strings.TrimSuffix(strings.TrimSuffix(path.Base(file.path), ".go"), "_test")
		for _, name := range []string{stem, path.Base(file.dir), file.ast.Name.Name} {
			if slices.Contains(bannedNames, name) {
				t.Errorf("%s: %q says nothing about what is in it", file.path, name)
			}
		}
	}
}

func TestArch_TypesAreNotNamedAfterNothing(t *testing.T) {
	repo := load(t)
	for _, file := range repo.source() {
		ast.Inspect(file.ast, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && bannedEndings.MatchString(spec.Name.Name) {
				t.Errorf("%s: type %s hides what it is", repo.at(spec), spec.Name.Name)
			}
			return true
		})
	}
}

func TestArch_ExportedThingsAreDocumented(t *testing.T) {
	repo := load(t)
	for _, file := range repo.source() {
		for _, node := range undocumented(file.ast) {
			t.Errorf("%s: %s needs a comment", repo.at(node), node.Name)
		}
	}
}

// undocumented returns the exported functions, methods of exported types, types, constants and variables without a comment. One
// comment over a group of constants or variables serves them all.
func undocumented(file *ast.File) []*ast.Ident {
	var out []*ast.Ident
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Doc == nil && d.Name.IsExported() && ast.IsExported(receiver(d)) {
				out = append(out, d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				out = append(out, undocumentedSpec(d, spec)...)
			}
		}
	}
	return out
}

func undocumentedSpec(decl *ast.GenDecl, spec ast.Spec) []*ast.Ident {
	var out []*ast.Ident
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() && s.Doc == nil && decl.Doc == nil {
			out = append(out, s.Name)
		}
	case *ast.ValueSpec:
		for _, name := range s.Names {
			if name.IsExported() && s.Doc == nil && s.Comment == nil && decl.Doc == nil {
				out = append(out, name)
			}
		}
	}
	return out
}

// receiver returns the name of a method's type; a plain function counts as exported.
func receiver(decl *ast.FuncDecl) string {
	if decl.Recv == nil || len(decl.Recv.List) == 0 {
		return "Exported"
	}
	expr := bare(decl.Recv.List[0].Type)
	switch e := expr.(type) {
	case *ast.IndexExpr:
		expr = e.X
	case *ast.IndexListExpr:
		expr = e.X
	}
	if ident, ok := expr.(*ast.Ident); ok {
		return ident.Name
	}
	return ""
}

func TestArch_UndocumentedFindsWhatIsMissing(t *testing.T) {
	file := parse(t, "type T struct{}\nfunc F() {}\nfunc (T) M() {}\nfunc (t *u) M() {}\n"+
		"// G is documented.\nfunc G() {}\nconst C = 1\n// All of them.\nconst (\nD = 1\nE = 2\n)\ntype u struct{}\n")
	var got []string
	for _, ident := range undocumented(file) {
		got = append(got, ident.Name)
	}
	if want := []string{"T", "F", "M", "C"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// parse reads Go source that lacks only its package clause.
func parse(t *testing.T, body string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+body, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// lastElement returns the name an import has by default: the path's last element, a major version left out.
func lastElement(p string) string {
	if majorVersion.MatchString(path.Base(p)) {
		p = path.Dir(p)
	}
	return path.Base(p)
}
