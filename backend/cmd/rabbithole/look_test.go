package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rabbithole/backend/fake"
	"rabbithole/kb"
)

const memo = "Memo-Lindenhof-School.pdf"

func TestDocuments_ListsNamesPagesAndReasons(t *testing.T) {
	home := library(t)
	rabbithole(t, home, "documents").ok(t).has(t, memo, "ready", "4 (1 without text)", "Of 4 pages, 1 page is a scan")
	rows := one[[]object](t, rabbithole(t, home, "documents", "--json"))
	if len(rows) != 7 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		keysOf(t, "a document", row, "hash name path collection format title author date language pages passages unreadable bytes engine state reason added_at reading | names unreadable_pages recognised_pages trouble")
	}
}

func TestDocuments_OfAnEmptyLibrary(t *testing.T) {
	home := t.TempDir()
	rabbithole(t, home, "settings").ok(t) // makes the library
	if s := rabbithole(t, home, "documents").ok(t); s.out != "" || !strings.Contains(s.err, "rabbithole add") {
		t.Errorf("%q, %q", s.out, s.err)
	}
	for _, command := range [][]string{{"search", "radon"}, {"ask", "radon"}, {"research", "radon"}, {"examples"}} {
		if s := rabbithole(t, home, command...); s.out != "" || !strings.Contains(s.err, "your library is empty") || !strings.Contains(s.err, "rabbithole add FOLDER") {
			t.Errorf("%v: %q, %q", command, s.out, s.err)
		}
	}
	if s := rabbithole(t, home, "show", "last"); s.code == 0 || !strings.Contains(s.err, "nothing was asked yet") {
		t.Errorf("%q, %q", s.out, s.err)
	}
	for _, command := range [][]string{{"documents", "--json"}, {"examples", "--json"}, {"runs", "--json"}, {"search", "radon", "--json"}} {
		if rows := one[[]object](t, rabbithole(t, home, command...)); rows == nil || len(rows) != 0 {
			t.Errorf("%v printed %v, want []", command, rows)
		}
	}
}

func TestExamples_OfTheSampleLibrary(t *testing.T) {
	home := library(t)
	rows := one[[]object](t, rabbithole(t, home, "examples", "--json"))
	if len(rows) != len(kb.Examples()) {
		t.Errorf("%d questions, want the %d written for it", len(rows), len(kb.Examples()))
	}
	for _, row := range rows {
		keysOf(t, "an example", row, "question language")
		rabbithole(t, home, "examples").ok(t).has(t, row["question"].(string)+"\n")
	}
}

func TestRemove_LeavesSearch(t *testing.T) {
	home := library(t)
	rabbithole(t, home, "remove", memo).ok(t).has(t, memo, "out of search")
	for _, row := range one[[]object](t, rabbithole(t, home, "search", "craft room Lindenhof", "--json")) {
		if row["document"] == memo {
			t.Errorf("still found: %v", row)
		}
	}
	if s := rabbithole(t, home, "documents").ok(t); strings.Contains(s.out, memo) {
		t.Errorf("still listed:\n%s", s.out)
	}
}

func TestRemove_CitedDocumentIsListedWithAll(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := finished(t)
	rabbithole(t, home, "remove", memo).ok(t)
	rabbithole(t, home, "documents", "--all").ok(t).has(t, memo, "removed")
	rabbithole(t, home, "show", "last").ok(t).has(t, "Memo: Radon at Lindenhof School")
}

func TestSearch_PrintsPassages(t *testing.T) {
	home := library(t)
	rabbithole(t, home, "search", "craft room of Lindenhof School", "-n", "3").ok(t).has(t, " 1. "+memo+", p. ")
	if unquoted := rabbithole(t, home, "search", "craft", "room", "of", "Lindenhof", "School", "-n", "3").ok(t); unquoted.out != rabbithole(t, home, "search", "craft room of Lindenhof School", "-n", "3").out {
		t.Errorf("words without quotes find something else:\n%s", unquoted.out)
	}
	rows := one[[]object](t, rabbithole(t, home, "search", "§ 12 Abs. 3", "--json", "-n", "4"))
	if len(rows) == 0 || len(rows) > 4 {
		t.Fatalf("%d rows", len(rows))
	}
	last := 1.01
	for _, row := range rows {
		keysOf(t, "a hit", row, "document page page_label passage section text score")
		if score := row["score"].(float64); score > last || score < 0 {
			t.Errorf("score %v after %v", score, last)
		} else {
			last = score
		}
		if row["page"].(float64) < 1 || row["text"] == "" {
			t.Errorf("hit %v", row)
		}
	}
}

func TestSearch_Narrowed(t *testing.T) {
	home := library(t)
	for _, row := range one[[]object](t, rabbithole(t, home, "search", "radon", "--json", "--document", memo, "--mode", "lexical")) {
		if row["document"] != memo {
			t.Errorf("found in %v", row["document"])
		}
	}
	if rows := one[[]object](t, rabbithole(t, home, "search", "radon", "--json", "--collection", "radon")); len(rows) == 0 {
		t.Error("nothing in the collection")
	}
	if s := rabbithole(t, home, "search", "radon", "--collection", "elsewhere"); s.code != 2 || !strings.Contains(s.err, "these collections: radon.") {
		t.Errorf("a collection that does not exist: exit code %d\n%s", s.code, s.err)
	}
	if s := rabbithole(t, home, "search", "zzyzx qwrtp"); s.code != 0 || s.out != "" || !strings.Contains(s.err, "Nothing found") {
		t.Errorf("words that stand nowhere: exit code %d\n%s%s", s.code, s.out, s.err)
	}
}

func TestRefs_OneRowPerMentionAndTarget(t *testing.T) {
	home := library(t)
	rabbithole(t, home, "refs", memo).ok(t).has(t, "→", "§ 12 Abs. 1 MRadV")
	rows := one[[]object](t, rabbithole(t, home, "refs", memo, "--json"))
	if len(rows) < 10 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		keysOf(t, "a reference", row, "document page page_label section text kind type found status target_document target_page target_page_label target_section")
		if found := row["found"].(bool); found != (row["status"] == "found") || found && row["target_document"] == "" {
			t.Errorf("row %v", row)
		}
		if kind := row["type"]; kind != "section" && kind != "document" && kind != "external" {
			t.Errorf("type %v", kind)
		}
	}
	for _, row := range one[[]object](t, rabbithole(t, home, "refs", memo, "--json", "--open")) {
		if row["found"].(bool) {
			t.Errorf("--open prints %v", row)
		}
	}
}

func TestRuns_AndShow(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := finished(t)
	rabbithole(t, home, "runs").ok(t).has(t, "finished", "Lindenhof")
	rows := one[[]object](t, rabbithole(t, home, "runs", "--json"))
	if len(rows) != 1 {
		t.Fatalf("%d runs", len(rows))
	}
	keysOf(t, "a run", rows[0], "id flow title status created updated | error hint parent forked_from meta")
	id := rows[0]["id"].(string)

	for _, name := range []string{id, id[:5], "last"} {
		rabbithole(t, home, "show", name).ok(t).has(t, "The craft room", "Memo: Radon at Lindenhof School", "p. 1")
	}
	report := one[object](t, rabbithole(t, home, "show", "last", "--json"))
	keysOf(t, "a report", report, "run flow question language made_at answer sections claims evidence quality verdict missing silent struck proof open coverage making notes | titles dates")
	one[object](t, rabbithole(t, home, "show", "last", "--draft", "1", "--json"))
	if s := rabbithole(t, home, "show", "last", "--draft", "7"); s.code != 3 || !strings.Contains(s.err, "no such draft") {
		t.Errorf("a draft that is not there: %d, %s", s.code, s.err)
	}
	rabbithole(t, home, "show", "last", "--checkpoints").ok(t).has(t, "analyse", "attribute")
	for _, c := range one[[]object](t, rabbithole(t, home, "show", "last", "--checkpoints", "--json")) {
		keysOf(t, "a checkpoint", c, "run seq version at | node task")
	}
}

func TestExport_EveryFormat(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := finished(t)
	state := one[object](t, rabbithole(t, home, "export", "last", "--format", "state"))
	keysOf(t, "AgentState", state, "query query_analysis todo_list max_items research_context current_task_id phase messages")
	keysOf(t, "query_analysis", state["query_analysis"], "original_query key_concepts entities scope assumed_context clarification_needed hitl_refinements")
	context := one[object](t, rabbithole(t, home, "export", "last", "--format", "context"))
	keysOf(t, "ResearchContext", context, "search_queries metadata")
	keysOf(t, "metadata", context["metadata"], "total_iterations documents_referenced external_sources_used")
	one[object](t, rabbithole(t, home, "export", "last", "--format", "json"))
	rabbithole(t, home, "export", "last", "--format", "html").ok(t).has(t, "<!doctype html>", memo)
	rabbithole(t, home, "export", "last").ok(t).has(t, "# The craft room")
	rabbithole(t, home, "export", "last", "--format", "bibtex").ok(t).has(t, "@misc{", "Lindenhof", "file = {file:///")
	rabbithole(t, home, "export", "last", "--format", "RIS").ok(t).has(t, "TY  - GEN\r\n", "ER  - \r\n")
	if list := one[[]object](t, rabbithole(t, home, "export", "last", "--format", "csl-json")); len(list) == 0 || list[0]["type"] != "document" {
		t.Errorf("CSL-JSON: %v", list)
	}
	for name, magic := range map[string]string{"out.pdf": "%PDF-", "out.docx": "PK", "out.bib": "@misc{"} {
		path := filepath.Join(t.TempDir(), name)
		rabbithole(t, home, "export", "last", "-o", path).ok(t)
		if raw, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(raw), magic) {
			t.Errorf("%s: %d bytes, %v", name, len(raw), err)
		}
	}

	path := filepath.Join(t.TempDir(), "out.md")
	if s := rabbithole(t, home, "export", "last", "-o", path).ok(t); s.out != "" || !strings.Contains(s.err, path) {
		t.Errorf("%q, %q", s.out, s.err)
	}
	if raw, err := os.ReadFile(path); err != nil || !strings.Contains(string(raw), "# The craft room") {
		t.Errorf("%d bytes, %v", len(raw), err)
	}
	if s := rabbithole(t, home, "export", "last", "-o", filepath.Join(path, "below")); s.code != 7 || !strings.Contains(s.err, "Choose a file") {
		t.Errorf("exit code %d, %s", s.code, s.err)
	}
}

func TestModels_ListAndPull(t *testing.T) {
	server := fake.NewServer(t)
	t.Setenv("OLLAMA_HOST", server.URL.String())
	home := t.TempDir()
	rabbithole(t, home, "models").ok(t).has(t, "qwen3:14b", "14.8B", "embeddings only")
	for _, m := range one[[]object](t, rabbithole(t, home, "models", "list", "--json")) {
		keysOf(t, "a model", m, "name digest num_ctx max_ctx parameters bytes thinks sees tools chats embeds remote")
	}
	if s := rabbithole(t, home, "models", "pull", "tiny"); s.code != 0 || !strings.Contains(s.err, "success") {
		t.Errorf("exit code %d\n%s", s.code, s.err)
	}
	steps := lines(t, rabbithole(t, home, "models", "pull", "small", "--json").ok(t))
	for _, p := range steps {
		keysOf(t, "a step of the download", p, "status | digest completed total")
	}
	if got := server.Pulled(); len(got) != 2 || got[0] != "tiny" || got[1] != "small" {
		t.Errorf("pulled %q", got)
	}
	if s := rabbithole(t, home, "models", "pull", "unknown-thing"); s.code != 3 || !strings.Contains(s.err, "spelling") {
		t.Errorf("exit code %d\n%s", s.code, s.err)
	}
}

func TestSettings_ShowWhatTheEnvironmentSays(t *testing.T) {
	t.Setenv("MAX_ITERATIONS", "7")
	home := t.TempDir()
	rabbithole(t, home, "settings").ok(t).has(t, "RABBITHOLE_ENGINE", "TODO_MAX_ITEMS", "RELEVANCE_THRESHOLD")
	for _, s := range one[[]object](t, rabbithole(t, home, "settings", "--json")) {
		keysOf(t, "a setting", s, "name value default help fixed")
		if s["name"] == "MAX_ITERATIONS" && (s["value"] != "7" || s["default"] != "20" || s["fixed"] != true) {
			t.Errorf("setting %v", s)
		}
	}
	t.Setenv("MAX_ITERATIONS", "many")
	if s := rabbithole(t, home, "settings"); s.code != 2 || !strings.Contains(s.err, "MAX_ITERATIONS") || !strings.Contains(s.err, "Default: 20") {
		t.Errorf("exit code %d\n%s", s.code, s.err)
	}
}

func TestDoctor_SaysWhatIsMissing(t *testing.T) {
	home := library(t)
	rabbithole(t, home, "doctor").ok(t).has(t, "✓ library", "✓ database", "– ollama", "not running at "+nowhere)
	for _, f := range one[[]object](t, rabbithole(t, home, "doctor", "--json")) {
		keysOf(t, "a finding", f, "name ok text | cure")
	}
}

// On a terminal, too, what show prints of a research has the numbers of its sources, and these have their pages.
func TestShow_OnATerminalKeepsTheCitations(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := finished(t)
	var out, told bytes.Buffer
	if code := run([]string{"--home", home, "show", "last"}, &shell{out: &out, err: &told, in: strings.NewReader(""), screen: true}); code != 0 {
		t.Fatalf("exit code %d: %s", code, told.String())
	}
	if text := out.String(); !strings.Contains(text, " [1") || !regexp.MustCompile(`(?m)^\[1\] \S.*, pp?\. \d`).MatchString(text) {
		t.Errorf("%s", text)
	}
}
