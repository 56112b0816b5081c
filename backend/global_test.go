package backend_test

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"
)

func TestArch_NothingRunsBeforeMain(t *testing.T) {
	repo := load(t)
	for _, file := range repo.source() {
		for _, decl := range file.ast.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s: no init functions; hand things in through fields", repo.at(f))
			}
		}
	}
}

func TestArch_NoSingletons(t *testing.T) {
	repo := load(t)
	for _, file := range repo.source() {
		for _, name := range mutableGlobals(file.ast) {
			t.Errorf("%s: package variable %s can change; put it into a struct that core makes", repo.at(name), name.Name)
		}
	}
}

// constant are the calls whose result a package variable may hold: values that are made once and never change.
var constant = []string{
	"regexp.MustCompile", "errors.New", "fault.New", "fmt.Errorf", "template.Must", "strings.NewReplacer", "big.NewInt", "time.Date",
	"language.MustParse", "netip.MustParsePrefix", "cases.Fold", "message.NewPrinter", "bluemonday.UGCPolicy",
}

// mutableGlobals returns the package variables of the kinds singletons are made of: one without a value (to be set later), a
// pointer, a made map or channel, the result of a call, a lock. Regular expressions, sentinel errors, embedded files and
// literal tables pass; so does a function that computes once and returns a value (sync.OnceValue).
func mutableGlobals(file *ast.File) []*ast.Ident {
	var out []*ast.Ident
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.VAR {
			continue
		}
		for _, spec := range group.Specs {
			value := spec.(*ast.ValueSpec)
			embedded := isGiven(group.Doc) || isGiven(value.Doc)
			for i, name := range value.Names {
				if name.Name != "_" && !embedded && !fixed(initial(value, i)) {
					out = append(out, name)
				}
			}
		}
	}
	return out
}

// isGiven reports whether the linker fills the variable in: with a file, or with what another package holds.
func isGiven(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:embed ") || strings.HasPrefix(c.Text, "//go:linkname ")
	})
}

func initial(spec *ast.ValueSpec, i int) ast.Expr {
	if i < len(spec.Values) {
		return spec.Values[i]
	}
	return nil
}

// fixed reports whether a package variable with this initial value is a table rather than a state.
func fixed(value ast.Expr) bool {
	switch v := value.(type) {
	case *ast.BasicLit, *ast.FuncLit:
		return true
	case *ast.CompositeLit:
		return !isLock(v.Type)
	case *ast.CallExpr:
		switch f := v.Fun.(type) {
		case *ast.SelectorExpr:
			pkg, ok := f.X.(*ast.Ident)
			if !ok { // a method on the result of another call, such as regexp.MustCompile(x).FindString as a value
				return fixed(f.X)
			}
			return slices.Contains(constant, pkg.Name+"."+f.Sel.Name) || pkg.Name == "sync" && f.Sel.Name != "NewCond"
		case *ast.Ident: // a table computed by a function of the same package, or a conversion
			return f.Name != "make" && f.Name != "new" && f.Name != "append"
		case *ast.ArrayType, *ast.ParenExpr:
			return true
		}
	case *ast.Ident, *ast.SelectorExpr, *ast.BinaryExpr, *ast.IndexExpr:
		return true
	}
	return false
}

func isLock(expr ast.Expr) bool {
	selector, ok := expr.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, ok := selector.X.(*ast.Ident)
	return ok && (pkg.Name == "sync" || pkg.Name == "atomic")
}

func TestArch_MutableGlobalsTellsTablesFromState(t *testing.T) {
	cases := []struct {
		body    string
		mutable bool
	}{
		{"var x int", true},
		{"var x *T", true},
		{"var x = &T{}", true},
		{"var x = make(map[string]int)", true},
		{"var x = new(T)", true},
		{"var x sync.Mutex", true},
		{"var x = sync.Mutex{}", true},
		{"var x = atomic.Int64{}", true},
		{"var x = client.New()", true},
		{"var x = time.Now()", true},
		{"var x = map[string]int{\"a\": 1}", false},
		{"var x = []string{\"a\"}", false},
		{"var x = regexp.MustCompile(`a`)", false},
		{"var ErrX = errors.New(\"x\")", false},
		{"var x = sync.OnceValue(f)", false},
		{"//go:embed *.sql\nvar files embed.FS", false},
		{"//go:linkname x example.org/other.x\nvar x []byte", false},
		{"var _ = client.New()", false},
		{"var x = buildTable()", false},
	}
	for _, c := range cases {
		if got := len(mutableGlobals(parse(t, c.body))) > 0; got != c.mutable {
			t.Errorf("%s: mutable %v, want %v", c.body, got, c.mutable)
		}
	}
}
