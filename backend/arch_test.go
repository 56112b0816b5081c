package backend_test

import (
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// The drawing of docs/ARCHITECTURE.md as data: each layer may import what stands in `below`, and of its own layer only what
// `beside` names. A package that stands nowhere here has no place in the program.
type layer struct {
	name     string
	packages []string
	below    []string // layers
	beside   []string // packages of the same layer that the others may import
}

var drawing = []layer{
	// What the operating system is asked for in one way everywhere.
	{name: "machine", packages: []string{"backend/private", "backend/child"}},
	{name: "pure", packages: []string{
		"backend/graph", "backend/source", "backend/chunk", "backend/refs", "backend/cite", "backend/report", "backend/budget",
		"backend/event", "backend/fault", "backend/figure", "backend/markup", "backend/quote", "prompts", "kb", "frontend",
	}, beside: []string{
		"backend/source", "backend/refs", "backend/cite", "backend/report", "backend/budget", "backend/event", "backend/fault",
		"backend/chunk", "prompts",
	}},
	{name: "adapters", packages: []string{
		"backend/egress", "backend/ollama", "backend/pdf", "backend/text", "backend/web", "backend/store", "backend/index",
	}, below: []string{"machine", "pure"}, beside: []string{"backend/egress"}},
	// What is done by code alone: it knows words and quotes, and no model. It declares the small interfaces it needs, as abilities do.
	{name: "rules", packages: []string{"backend/ask", "backend/relevance", "backend/extract"}, below: []string{"pure"},
		beside: []string{"backend/ask", "backend/relevance"}},
	// Abilities see no adapter: they declare the small interfaces they need, and core hands the adapters in.
	{name: "abilities", packages: []string{"backend/reason", "backend/step", "backend/write", "backend/ingest"}, below: []string{"machine", "pure", "rules"},
		beside: []string{"backend/reason"}},
	{name: "flows", packages: []string{
		"backend/flow", "backend/flow/research", "backend/flow/explore", "backend/flow/answer", "backend/flow/discover",
		"backend/flow/related",
	}, below: []string{"pure", "rules", "abilities"}, beside: []string{"backend/flow"}},
	{name: "core", packages: []string{"backend/core"}, below: []string{"machine", "pure", "adapters", "rules", "abilities", "flows"}},
	// Measurement runs the application over sets with known answers.
	{name: "measurement", packages: []string{"backend/eval"},
		below: []string{"machine", "pure", "adapters", "rules", "abilities", "flows", "core"}},
	// Shells print what flows and abilities report, in their types; what an adapter does reaches them through core only.
	{name: "shells", packages: []string{".", "backend/desk", "backend/server", "backend/cmd/rabbithole"},
		below:  []string{"machine", "pure", "rules", "abilities", "flows", "core", "measurement"},
		beside: []string{"backend/desk", "backend/server"}},
	// What only tests use.
	{name: "tools", packages: []string{"backend"}, below: []string{"pure"}},
	{name: "bench", packages: []string{"backend/cmd/evalruns", "backend/cmd/train"}, below: []string{"pure", "adapters", "rules", "abilities", "flows", "core", "measurement", "fakes"}},
	{name: "fakes", packages: []string{"backend/fake"}, below: []string{"pure"}},
	// A small real library, for tests of flows.
	{name: "shelf", packages: []string{"backend/fake/shelf"}, below: []string{"pure", "adapters", "rules", "abilities"}},
	// The program as it ships, over a pretended web: for tests in a browser.
	{name: "rehearsal", packages: []string{"backend/fake/online"}, below: []string{"pure", "adapters", "core", "shells", "fakes"}},
}

// exceptions are imports against the drawing, each with its reason.
var exceptions = map[string]string{
	"backend/pdf -> backend/text":    "text files are read in the child that reads PDFs, under the same limits",
	"backend/cite -> backend/figure": "cite/proof reads amounts and dates as the proof of figures does; figure reads digits with cite, so it lies between the two",
	"backend/cite -> backend/quote":  "cite/proof asks what else belongs to the sentence that a quote was taken from; quote finds tables with cite/grid, so it lies between the two",
}

// homes names the only packages that may import a library (or a package below it): one adapter per technology.
var homes = map[string][]string{
	"modernc.org/sqlite":                 {"backend/store"},
	"github.com/philippgille/chromem-go": {"backend/index"},
	"github.com/klippa-app/go-pdfium":    {"backend/pdf"},
	"github.com/ledongthuc/pdf":          {"backend/pdf"},
	"github.com/tetratelabs/wazero":      {"backend/pdf"},
	"github.com/bytecodealliance":        {"backend/pdf"},
	"github.com/ollama/ollama":           {"backend/ollama", "backend/fake"},
	"github.com/signintech/gopdf":        {"backend/report"},
	"github.com/gomutex/godocx":          {"backend/report"},
	"github.com/alecthomas/kong":         {"backend/cmd/rabbithole"},
	"github.com/vbauerster/mpb":          {"backend/cmd/rabbithole"},
	"github.com/wailsapp/wails":          {"."},
	"github.com/coder/websocket":         {"backend/server"},
	"github.com/markusmobius":            {"backend/web"},
	"github.com/go-shiori":               {"backend/web"},
	"github.com/PuerkitoBio/goquery":     {"backend/web"},
	"github.com/gogs/chardet":            {"backend/web"},
	"github.com/temoto/robotstxt":        {"backend/egress"},
	"github.com/zalando/go-keyring":      {"backend/core"},
	"github.com/gofrs/flock":             {"backend/store"},
	// Children are started by backend/child. A browser or a file manager is no child: it outlives the program.
	"os/exec": {"backend/child", "backend/pdf", "backend/desk", "backend/cmd/rabbithole", "backend/cmd/evalruns", "backend/fake"},
}

// alone are packages whose sub-folders are packages of their own in the drawing.
var alone = []string{".", "backend", "backend/flow"}

// layerOf finds the layer and the package of the drawing that a folder belongs to; a sub-folder belongs to its parent.
func layerOf(dir string) (layer, string) {
	var best layer
	home := ""
	for _, l := range drawing {
		for _, pkg := range l.packages {
			inside := dir == pkg || !slices.Contains(alone, pkg) && strings.HasPrefix(dir, pkg+"/")
			if inside && len(pkg) > len(home) {
				best, home = l, pkg
			}
		}
	}
	return best, home
}

// forbidden says why package from may not import package to (both folders), or "".
func forbidden(from, to string) string {
	source, home := layerOf(from)
	target, other := layerOf(to)
	switch {
	case home == "":
		return from + " has no place in the drawing"
	case other == "":
		return to + " has no place in the drawing"
	case home == other, exceptions[home+" -> "+other] != "", slices.Contains(source.below, target.name):
		return ""
	case source.name == target.name && slices.Contains(source.beside, other):
		return ""
	case target.name == "fakes":
		return "only tests and what repeats runs may import " + to
	case source.name == target.name:
		return source.name + " do not import one another"
	}
	return source.name + " may not import " + target.name
}

func TestArch_ImportsPointDown(t *testing.T) {
	for _, file := range load(t).source() {
		if _, home := layerOf(file.dir); home == "" {
			t.Errorf("%s: package %s has no place in the drawing of backend/arch_test.go", file.path, file.dir)
			continue
		}
		for _, name := range file.imports() {
			to, ours := strings.CutPrefix(name, module+"/")
			if !ours {
				continue
			}
			if why := forbidden(file.dir, to); why != "" {
				t.Errorf("%s imports %s: %s", file.path, to, why)
			}
		}
	}
}

func TestArch_ForbiddenKnowsTheDrawing(t *testing.T) {
	cases := []struct {
		from, to string
		allowed  bool
	}{
		{"backend/step", "backend/cite", true},
		{"backend/step", "backend/store", false},
		{"backend/step", "backend/extract", true},
		{"backend/extract", "backend/relevance", true},
		{"backend/extract", "backend/reason", false},
		{"backend/step", "backend/ingest", false},
		{"backend/ollama", "backend/egress", true},
		{"backend/ollama", "backend/store", false},
		{"backend/pdf/child", "backend/pdf", true},
		{"backend/cite", "backend/source", true},
		{"backend/cite", "backend/egress", false},
		{"backend/source", "backend/graph", false},
		{"backend/flow/research", "backend/flow", true},
		{"backend/flow/research", "backend/flow/explore", false},
		{"backend/flow/research", "backend/core", false},
		{"backend/core", "backend/flow/research", true},
		{"backend/core", "backend/fake", false},
		{"backend/cmd/evalruns", "backend/fake", true},
		{"backend/flow/related", "backend/fake/shelf", false},
		{"backend/cmd/rabbithole", "backend/core", true},
		{"backend/cmd/rabbithole", "backend/store", false},
		{"backend/cmd/rabbithole", "backend/pdf", false},
		{"backend/pdf", "backend/text", true},
		{"backend/store", "backend/private", true},
		{"backend/private", "backend/fault", false},
		{"backend/report", "backend/private", false},
		{"backend/core", "backend/nowhere", false},
		{"backend/nowhere", "backend/source", false},
		{"backend/flow/nowhere", "backend/step", false},
	}
	for _, c := range cases {
		if why := forbidden(c.from, c.to); (why == "") != c.allowed {
			t.Errorf("%s -> %s: allowed %v, got %q", c.from, c.to, c.allowed, why)
		}
	}
}

func TestArch_EachLibraryHasOneHome(t *testing.T) {
	for _, file := range load(t).source() {
		_, home := layerOf(file.dir)
		for _, name := range file.imports() {
			for library, allowed := range homes {
				if (name == library || strings.HasPrefix(name, library+"/")) && !slices.Contains(allowed, home) {
					t.Errorf("%s imports %s, which belongs to %v", file.path, name, allowed)
				}
			}
		}
	}
}

// The headless binary must build without cgo, so nothing it can reach may need it; Wails does. A file that is left out where there is no
// cgo may use it.
func TestArch_TheCommandLineNeedsNeitherCgoNorWails(t *testing.T) {
	repo := load(t)
	reached := reach(repo, "backend/cmd/rabbithole")
	for _, file := range repo.source() {
		if !reached[file.dir] {
			continue
		}
		for _, name := range file.imports() {
			if name == "C" && builtWithoutCgo(file.ast) || strings.HasPrefix(name, "github.com/wailsapp/") {
				t.Errorf("%s imports %s and the command line reaches it", file.path, name)
			}
		}
	}
}

// builtWithoutCgo reports whether the file's build constraint, if it has one, can hold where cgo is off.
func builtWithoutCgo(file *ast.File) bool {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if expr, err := constraint.Parse(c.Text); err == nil && c.Pos() < file.Package {
				return expr.Eval(func(tag string) bool { return tag != "cgo" })
			}
		}
	}
	return true
}

// reach returns the folders of the module that package start imports, directly or not.
func reach(repo tree, start string) map[string]bool {
	seen := map[string]bool{}
	open := []string{start}
	for len(open) > 0 {
		dir := open[0]
		open = open[1:]
		if seen[dir] {
			continue
		}
		seen[dir] = true
		for _, file := range repo.source() {
			if file.dir != dir {
				continue
			}
			for _, name := range file.imports() {
				if to, ours := strings.CutPrefix(name, module+"/"); ours {
					open = append(open, to)
				}
			}
		}
	}
	return seen
}

func TestArch_BuiltWithoutCgoReadsConstraints(t *testing.T) {
	for line, want := range map[string]bool{"": true, "//go:build linux": true, "//go:build cgo && linux": false, "//go:build !cgo || linux": true} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", line+"\n\npackage x\n", parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if got := builtWithoutCgo(file); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}
