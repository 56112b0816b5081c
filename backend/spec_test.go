package backend_test

import (
	"fmt"
	"go/ast"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const specification = "../docs/specification.md"

// requirement is a row of docs/specification.md.
type requirement struct {
	line     int
	text     string
	document string
	shown    string // one or more of `folder: TestName` and `frontend/FILE.test.ts: title`
}

var specDocuments = []string{"research", "explore", "answer", "discover", "related"}

func TestSpecification_EveryRequirementIsShown(t *testing.T) {
	text, err := os.ReadFile(specification)
	if err != nil {
		t.Fatal(err)
	}
	rows, problems := readRequirements(string(text))
	tests := testFunctions(load(t))
	if err := addJourneys(tests, os.DirFS("..")); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		problems = append(problems, check(row, tests)...)
	}
	for _, problem := range problems {
		t.Errorf("docs/specification.md:%s", problem)
	}
	count := map[string]int{}
	for _, row := range rows {
		count[row.document]++
	}
	for _, document := range specDocuments {
		if count[document] < 20 {
			t.Errorf("only %d rows for %s", count[document], document)
		}
	}
}

// readRequirements reads the rows of all tables whose header names the columns; a row that cannot be read is a problem.
func readRequirements(text string) ([]requirement, []string) {
	var rows []requirement
	var problems []string
	columns := map[string]int{}
	line := 0
	for raw := range strings.Lines(text) {
		line++
		cells := cellsOf(raw)
		switch {
		case cells == nil:
			columns = map[string]int{}
		case len(columns) == 0:
			for i, name := range cells {
				columns[strings.ToLower(name)] = i
			}
		case strings.Trim(strings.Join(cells, ""), "-: ") == "": // the ruler below the header
		default:
			row, err := rowOf(cells, columns)
			if err != nil {
				problems = append(problems, fmt.Sprintf("%d: %v", line, err))
				continue
			}
			row.line = line
			rows = append(rows, row)
		}
	}
	return rows, problems
}

// cellsOf returns the cells of a table line, nil for any other line.
func cellsOf(line string) []string {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "|") {
		return nil
	}
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

func rowOf(cells []string, columns map[string]int) (requirement, error) {
	get := func(name string) (string, error) {
		i, ok := columns[name]
		if !ok || i >= len(cells) {
			return "", fmt.Errorf("no column %q", name)
		}
		return cells[i], nil
	}
	var row requirement
	var err error
	for _, field := range []struct {
		name string
		to   *string
	}{{"requirement", &row.text}, {"document", &row.document}, {"shown by", &row.shown}} {
		if *field.to, err = get(field.name); err != nil {
			return row, err
		}
	}
	return row, nil
}

var (
	testName = regexp.MustCompile("`([^`: ]+): (Test[A-Za-z0-9_]+)`|`(frontend/[^`: ]+\\.test\\.ts): ([^`]+)`")
	journey  = regexp.MustCompile(`(?m)^(?:test|it)\('([^']+)'`)
)

// check says what is wrong with a row: it must name a document, and tests that exist.
func check(row requirement, tests map[string]bool) []string {
	var problems []string
	complain := func(format string, args ...any) {
		problems = append(problems, fmt.Sprintf("%d: %s", row.line, fmt.Sprintf(format, args...)))
	}
	if row.text == "" {
		complain("a row without a requirement")
	}
	if !slices.Contains(specDocuments, row.document) {
		complain("unknown document %q", row.document)
	}
	named := testName.FindAllStringSubmatch(row.shown, -1)
	if rest := strings.Trim(testName.ReplaceAllString(row.shown, ""), ",; "); rest != "" || len(named) == 0 {
		complain("%q is no list of `folder: TestName`", row.shown)
	}
	for _, name := range named {
		where, what := name[1]+name[3], name[2]+name[4]
		if !tests[where+": "+what] {
			complain("there is no %s in %s", what, where)
		}
	}
	return problems
}

// testFunctions returns every test of the repository as "folder: TestName".
func testFunctions(repo tree) map[string]bool {
	out := map[string]bool{}
	for _, file := range repo.files {
		if !file.test {
			continue
		}
		for _, decl := range file.ast.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				out[file.dir+": "+f.Name.Name] = true
			}
		}
	}
	return out
}

// addJourneys adds every test of the user interface, as "frontend/FILE.test.ts: title".
func addJourneys(tests map[string]bool, repo fs.FS) error {
	return fs.WalkDir(repo, "frontend", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "node_modules":
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".test.ts"):
			return nil
		}
		text, err := fs.ReadFile(repo, path)
		for _, title := range journey.FindAllStringSubmatch(string(text), -1) {
			tests[path+": "+title[1]] = true
		}
		return err
	})
}

func TestSpecification_BadRowsAreFound(t *testing.T) {
	tests := map[string]bool{"backend/graph: TestRunner_Resumes": true, "frontend/a.test.ts: it does, and well": true}
	cases := []struct {
		row  string
		want string // "" when the row is good
	}{
		{"| does it | research | `backend/graph: TestRunner_Resumes` |", ""},
		{"| does it | research | `backend/graph: TestRunner_Resumes`, `backend/graph: TestRunner_Forks` |", "no TestRunner_Forks"},
		{"| does it | research | `backend/store: TestRunner_Resumes` |", "no TestRunner_Resumes in backend/store"},
		{"| does it | research | `frontend/a.test.ts: it does, and well`, `backend/graph: TestRunner_Resumes` |", ""},
		{"| does it | research | `frontend/a.test.ts: it does` |", "no it does in frontend/a.test.ts"},
		{"| does it | research | part 7 |", "no list"},
		{"| does it | research | |", "no list"},
		{"| does it | research | TestRunner_Resumes |", "no list"},
		{"| does it | nothing | `backend/graph: TestRunner_Resumes` |", "unknown document"},
		{"| | research | `backend/graph: TestRunner_Resumes` |", "without a requirement"},
		{"| does it | research |", "no column"},
	}
	for _, c := range cases {
		rows, problems := readRequirements("| Requirement | Document | Shown by |\n|---|---|---|\n" + c.row + "\n")
		for _, row := range rows {
			problems = append(problems, check(row, tests)...)
		}
		got := strings.Join(problems, "\n")
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.row, got, c.want)
		}
	}
}

func TestSpecification_TestsAreFoundByFolder(t *testing.T) {
	if !testFunctions(load(t))["backend: TestSpecification_TestsAreFoundByFolder"] {
		t.Error("this very test is not found")
	}
}

// securityTest matches a test that SECURITY.md names: `folder: TestName`, or `folder: TestBegin_…` for all that begin so.
var securityTest = regexp.MustCompile("`([a-z/]+): (Test\\w+)(…?)`")

func TestSecurity_NamesTestsThatExist(t *testing.T) {
	text, err := os.ReadFile("../SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := testFunctions(load(t))
	named := securityTest.FindAllStringSubmatch(string(text), -1)
	for _, m := range named {
		folder, name, more := m[1], m[2], m[3] != ""
		is := func(known string) bool {
			rest, ok := strings.CutPrefix(strings.TrimPrefix(known, "backend/"), folder+": "+name)
			return ok && (more || rest == "")
		}
		found := false
		for known := range tests {
			found = found || is(known)
		}
		if !found {
			t.Errorf("%s: %s does not exist", folder, name)
		}
	}
	if len(named) < 15 {
		t.Errorf("only %d tests are named", len(named))
	}
}
