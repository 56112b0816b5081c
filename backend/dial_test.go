package backend_test

import (
	"go/ast"
	"slices"
	"testing"
)

// dialers are the names by which a program reaches the network with the standard library. Servers and listeners are not
// among them: they do not leave the machine by themselves.
var dialers = map[string][]string{
	"net": {
		"Dial", "DialTimeout", "DialTCP", "DialUDP", "DialIP", "DialUnix", "Dialer", "Resolver", "DefaultResolver",
		"LookupHost", "LookupIP", "LookupAddr", "LookupCNAME", "LookupMX", "LookupNS", "LookupTXT", "LookupSRV", "LookupNetIP",
	},
	"net/http": {
		"Get", "Head", "Post", "PostForm", "Client", "Transport", "DefaultClient", "DefaultTransport", "RoundTripper",
	},
	"crypto/tls":                       {"Dial", "DialWithDialer", "Dialer"},
	"github.com/ollama/ollama/api":     {"ClientFromEnvironment"},
	"net/rpc":                          {"Dial", "DialHTTP"},
	"net/smtp":                         {"Dial", "SendMail"},
	"golang.org/x/net/proxy":           {"Dial", "FromEnvironment"},
	"golang.org/x/net/websocket":       {"Dial", "DialConfig"},
	"github.com/coder/websocket":       {"Dial"},
	"golang.org/x/net/http2":           {"Transport"},
	"golang.org/x/net/internal/socket": {"Conn"},
}

// A *http.Client handed in by core is fine anywhere: it came from egress. Making one, or dialing, is not.
func TestArch_OnlyEgressDials(t *testing.T) {
	repo := load(t)
	for _, file := range repo.source() {
		if l, home := layerOf(file.dir); home == "backend/egress" || l.name == "fakes" {
			continue
		}
		for _, use := range dials(file.ast) {
			t.Errorf("%s uses %s: only backend/egress dials", repo.at(use), name(use))
		}
	}
}

// dials returns the uses of a dialer in a file, types of parameters and fields (which only pass a client on) left out.
func dials(file *ast.File) []*ast.SelectorExpr {
	names := importNames(file)
	passed := map[ast.Node]bool{}
	var out []*ast.SelectorExpr
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field: // func(client *http.Client), struct{ client *http.Client }
			passed[bare(n.Type)] = true
		case *ast.SelectorExpr:
			pkg, ok := n.X.(*ast.Ident)
			if ok && !passed[n] && slices.Contains(dialers[names[pkg.Name]], n.Sel.Name) {
				out = append(out, n)
			}
		}
		return true
	})
	return out
}

// bare strips the star and the parentheses from a type expression.
func bare(expr ast.Expr) ast.Expr {
	switch e := expr.(type) {
	case *ast.StarExpr:
		return bare(e.X)
	case *ast.ParenExpr:
		return bare(e.X)
	}
	return expr
}

// importNames maps the name a file uses for each of its imports to the import's path.
func importNames(file *ast.File) map[string]string {
	out := map[string]string{}
	for _, spec := range file.Imports {
		p := spec.Path.Value[1 : len(spec.Path.Value)-1]
		if spec.Name != nil {
			out[spec.Name.Name] = p
			continue
		}
		out[lastElement(p)] = p
	}
	return out
}

func name(use *ast.SelectorExpr) string { return use.X.(*ast.Ident).Name + "." + use.Sel.Name }

func TestArch_DialsSeesThroughAliases(t *testing.T) {
	cases := []struct {
		name, body string
		want       int
	}{
		{"plain", "import \"net/http\"\nvar c = http.Client{}", 1},
		{"alias", "import web \"net/http\"\nfunc f() { web.Get(\"x\") }", 1},
		{"dialer", "import \"net\"\nfunc f() { _ = net.Dialer{} }", 1},
		{"passed on", "import \"net/http\"\ntype t struct{ c *http.Client }\nfunc f(c *http.Client) {}", 0},
		{"a field's default", "import \"net/http\"\ntype t struct{ c *http.Client }\nvar x = t{c: http.DefaultClient}", 1},
		{"listener", "import \"net\"\nfunc f() { net.Listen(\"tcp\", \"\") }", 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := len(dials(parse(t, c.body))); got != c.want {
				t.Errorf("found %d dials, want %d", got, c.want)
			}
		})
	}
}
