package egress_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// doors are the names that open a connection or ask the network. A package that needs one takes an *http.Client instead.
var doors = map[string][]string{
	"net": {"Dial", "DialTimeout", "DialTCP", "DialUDP", "DialIP", "DialUnix", "Dialer", "Resolver", "DefaultResolver", "Lookup*"},
	"net/http": {"Get", "Head", "Post", "PostForm", "DefaultClient", "DefaultTransport", "Client", "Transport",
		"ProxyFromEnvironment"},
	"crypto/tls":                         {"Dial", "DialWithDialer", "Dialer"},
	"syscall":                            {"Connect", "Sendto"},
	"golang.org/x/sys/unix":              {"Connect", "Sendto"},
	"github.com/ollama/ollama/api":       {"ClientFromEnvironment"},
	"github.com/philippgille/chromem-go": {"NewEmbeddingFunc*"},
}

// banned packages have no other use than to dial.
var banned = []string{"net/smtp", "net/rpc", "net/rpc/jsonrpc", "golang.org/x/net/proxy", "golang.org/x/net/websocket"}

func TestModule_OnlyEgressDials(t *testing.T) {
	root := moduleRoot(t)
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if skipDir(rel, d.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(rel, ".go") || strings.HasSuffix(rel, "_test.go") {
			return nil
		}
		files++
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, found := range dials(t, rel, src) {
			t.Error(found)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 10 {
		t.Fatalf("only %d source files found: the walk is broken", files)
	}
}

// skipDir leaves out what is not the program: egress itself, the fakes (no file of the program may import them), the benchmarks that run
// beside the program and use the fakes, front-end packages, hidden folders.
func skipDir(rel, name string) bool {
	return rel == "backend/egress" || rel == "backend/fake" || rel == "backend/cmd/evalruns" || name == "node_modules" || name == "testdata" ||
		(strings.HasPrefix(name, ".") && rel != ".")
}

func TestDials_FindsEveryWayOut(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      int
	}{
		{"get", `package p; import "net/http"; func f() { http.Get("x") }`, 1},
		{"renamed import", `package p; import web "net/http"; var c = web.DefaultClient`, 1},
		{"client value", `package p; import "net/http"; var c = &http.Client{}`, 1},
		{"client variable", `package p; import "net/http"; var c http.Client`, 1},
		{"new client", `package p; import "net/http"; var c = new(http.Client)`, 1},
		{"a copy of the default client", `package p; import "net/http"; var c = *http.DefaultClient`, 1},
		{"dialer", `package p; import "net"; func f() { (&net.Dialer{}).Dial("tcp", "x"); net.LookupHost("x") }`, 2},
		{"dot import", `package p; import . "net"; func f() { Dial("tcp", "x") }`, 1},
		{"smtp", `package p; import _ "net/smtp"`, 1},
		{"fake outside tests", `package p; import _ "rabbithole/backend/fake"`, 1},
		{"another network outside tests", `package p; import _ "rabbithole/backend/egress/egresstest"`, 1},
		{"the way to the web", `package p; import "rabbithole/backend/egress"; func f(w *egress.Web) { w.For(egress.Read) }`, 0},
		{"a client that was handed in", `package p; import "net/http"; type T struct { c *http.Client }; func f(c *http.Client) {}`, 0},
		{"listening", `package p; import "net"; func f() { net.Listen("tcp", "127.0.0.1:0"); net.SplitHostPort("x") }`, 0},
	} {
		if got := dials(t, c.name+".go", []byte(c.src)); len(got) != c.want {
			t.Errorf("%s: found %v, want %d", c.name, got, c.want)
		}
	}
}

// dials returns one line per way out that a source file uses.
func dials(t *testing.T, name string, src []byte) []string {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, src, parser.SkipObjectResolution)
	if err != nil {
		t.Logf("%s does not parse: %v", name, err) // the compiler's business
		return nil
	}
	var found []string
	names := map[string]string{}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if contains(banned, path) || strings.HasPrefix(path, "rabbithole/backend/fake") || path == "rabbithole/backend/egress/egresstest" {
			found = append(found, set.Position(spec.Pos()).String()+" imports "+path)
		}
		local := path[strings.LastIndex(path, "/")+1:]
		if path == "github.com/philippgille/chromem-go" {
			local = "chromem"
		}
		if spec.Name != nil {
			local = spec.Name.Name
		}
		if doors[path] != nil && local == "." {
			found = append(found, set.Position(spec.Pos()).String()+" dot-imports "+path)
		}
		names[local] = path
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StarExpr: // *http.Client names a client that somebody else made
			sel, ok := n.X.(*ast.SelectorExpr)
			return !ok || !contains([]string{"Client", "Transport", "Dialer", "Resolver"}, sel.Sel.Name)
		case *ast.SelectorExpr:
			if pkg, ok := n.X.(*ast.Ident); ok && contains(doors[names[pkg.Name]], n.Sel.Name) {
				found = append(found, set.Position(n.Pos()).String()+" uses "+pkg.Name+"."+n.Sel.Name+
					": only backend/egress dials; take an *http.Client")
			}
		}
		return true
	})
	return found
}

func contains(list []string, name string) bool {
	for _, entry := range list {
		if prefix, wild := strings.CutSuffix(entry, "*"); entry == name || wild && strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func moduleRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("go.mod not found above the test")
		}
	}
}
